"""The matches of a day on paper: the teams, their tables, and who sits there once both line-ups are in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.wording.figures import figure

from .common import SheetHeader
from .running_text import TextLine, paragraph_lines, ranked_lines, section_lines, space_line, text_sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionText:
    """A session of a match in words."""

    title: str
    """Its name if a match has more than one, else empty."""
    tables: Sequence[tuple[int, str]]
    """The number of each table, and its sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchText:
    """A match in words."""

    title: str
    score: str
    sessions: Sequence[SessionText]


def match_day_sheet(header: SheetHeader, title: str, system: str, matches: Sequence[MatchText]) -> bytes:
    """Return the matches of a day, below the system by which it was drawn."""
    return text_sheet(header, title, lambda width: _lines(system, matches, width))


def _lines(system: str, matches: Sequence[MatchText], width: float) -> list[TextLine]:
    lines = [*paragraph_lines(system, width)]
    for match in matches:
        lines += [space_line(), *ranked_lines("", match.title, match.score, width, bold=True)]
        for session in match.sessions:
            lines += section_lines(session.title) if session.title else []
            lines += [line for number, sides in session.tables for line in _table_lines(number, sides, width)]
    return lines


def _table_lines(number: int, sides: str, width: float) -> list[TextLine]:
    return ranked_lines(figure(number), sides or _("line-up missing"), "", width)
