"""The referee's statement of an incident on paper, to be signed and filed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.wording.figures import figure
from tournaments.wording.incidents import Hearing

from .common import SheetHeader
from .running_text import (
    TextLine,
    fact_lines,
    lines_by_hand,
    numbered_lines,
    paragraph_lines,
    section_lines,
    signature_lines,
    text_sheet,
)

ROOM_TO_WRITE = 4
"""The empty lines where nothing is written yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementText:
    """A statement in words."""

    number: int
    facts: Sequence[tuple[str, str]]
    """The facts with their labels: place, time, articles; empty ones are left out."""
    concerned: Sequence[str]
    happened: str
    heard: Sequence[Hearing]
    decision: str
    referee: str


def incident_sheet(header: SheetHeader, statement: StatementText) -> bytes:
    """Return the statement with lines to sign on, for the referee and for everybody concerned."""
    title = _("Statement no. %(number)s") % {"number": figure(statement.number)}
    return text_sheet(header, title, lambda width: _lines(statement, width))


def _lines(statement: StatementText, width: float) -> list[TextLine]:
    lines = [line for label, text in statement.facts if text for line in fact_lines(label, text, width)]
    for at, name in enumerate(statement.concerned):
        lines += fact_lines("" if at else _("Concerned"), name, width)
    lines += [*section_lines(_("What happened")), *paragraph_lines(statement.happened, width)]
    lines += [*section_lines(_("Heard, in this order")), *_heard(statement.heard, width)]
    decided = paragraph_lines(statement.decision, width) if statement.decision else lines_by_hand(ROOM_TO_WRITE)
    lines += [*section_lines(_("Decision of the referee")), *decided]
    signers = [_("Referee: %(name)s") % {"name": statement.referee} if statement.referee else _("Referee")]
    return [*lines, *signature_lines(_("Signatures"), [*signers, *statement.concerned])]


def _heard(heard: Sequence[Hearing], width: float) -> list[TextLine]:
    """Return who was heard with their words; where there are none, room to write them."""
    lines: list[TextLine] = []
    for number, hearing in enumerate(heard, start=1):
        lines += numbered_lines(number, ": ".join(filter(None, (hearing.who, hearing.words))), width)
        lines += [] if hearing.words else lines_by_hand(2)
    return lines or lines_by_hand(ROOM_TO_WRITE)
