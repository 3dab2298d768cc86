"""The referee's statements of incidents in words: their place, who was heard, and what they begin with."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.records import Line
from tournaments.records.sections import table_name

from .figures import figure
from .lines import line_name

HEARING = re.compile(r"(?P<who>.*?):(?:\s+(?P<words>.*))?")


@dataclass(frozen=True, slots=True)
class Hearing:
    """Somebody who was heard, and their words, which may be empty."""

    who: str
    words: str = ""


def hearings(text: str) -> tuple[Hearing, ...]:
    """Return who was heard, in order: one on each line that is not empty, the name before the first colon.

    >>> hearings("Rossi Anna: it lay on the table at 21:15\\n\\nBianchi Carlo")
    (Hearing(who='Rossi Anna', words='it lay on the table at 21:15'), Hearing(who='Bianchi Carlo', words=''))
    """
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(_hearing(line) for line in lines if line)


def _hearing(line: str) -> Hearing:
    found = HEARING.fullmatch(line)
    return Hearing(found["who"], found["words"] or "") if found else Hearing(line)


def place_in_words(*, round: int | None, table: int | None) -> str:
    """Return `Round 2, table 5`, `Round 2`, or that it was outside the rounds."""
    if round is None:
        return _("outside the rounds")
    if table is None:
        return _("Round %(number)s") % {"number": figure(round)}
    return _("Round %(round)s, table %(table)s") % {"round": figure(round), "table": table_name(table)}


def call_in_words(*, line: Line | None, reason: str) -> str:
    """Return what a call for the referee was, with the reason that the table chose."""
    if line is None:
        return _("The table called the referee: %(reason)s.") % {"reason": reason}
    return _("%(line)s called the referee: %(reason)s.") % {"line": line_name(line), "reason": reason}


def dispute_in_words(*, line: Line, hand: int | None) -> str:
    """Return who contested a slip, and which hand of it."""
    if hand is None:
        return _("%(line)s contested the slip that the other line had sent.") % {"line": line_name(line)}
    facts = {"line": line_name(line), "hand": figure(hand)}
    return _("%(line)s contested hand %(hand)s of the slip that the other line had sent.") % facts
