"""The ranking of clubs on paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .common import SheetHeader
from .running_text import TextLine, paragraph_lines, ranked_lines, space_line, text_sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubText:
    """A club's row in words, with its pairs that count."""

    place: str
    club: str
    figures: str
    pairs: Sequence[str]


def clubs_sheet(header: SheetHeader, rule: str, rows: Sequence[ClubText]) -> bytes:
    """Return the clubs, best first, each with the pairs that count, below the rule."""
    return text_sheet(header, _("Ranking of the clubs"), lambda width: _lines(rule, rows, width))


def _lines(rule: str, rows: Sequence[ClubText], width: float) -> list[TextLine]:
    lines = [*paragraph_lines(rule, width)]
    for row in rows:
        lines += [space_line(), *ranked_lines(row.place, row.club, row.figures, width, bold=True)]
        lines += [line for pair in row.pairs for line in ranked_lines("", pair, "", width)]
    return lines if rows else [*lines, *paragraph_lines(_("No club is ranked."), width)]
