"""The refusals of a service that a page answers in its own way; the others are plain `scoring.errors.Refused`."""

from collections.abc import Sequence

from django.http import Http404

from scoring.engine.violations import Doubt, Violation
from scoring.errors import Refused


class TournamentGone(Refused, Http404):
    """It was deleted after its page was asked for; a view that has no place for the sentence answers: not found."""


class EnteredAlready(Refused):
    """Names that have entered, or were entered by the club."""


class SlipRefused(Refused):
    """A slip that cannot be right; `faults` are (hand number, violation), every one of them."""

    def __init__(self, message: str, faults: Sequence[tuple[int, Violation]]) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


class SlipDoubtful(Refused):
    """A possible but improbable slip: nothing is written until somebody confirms it."""

    def __init__(self, message: str, doubts: Sequence[tuple[int, Doubt]]) -> None:
        super().__init__(message)
        self.doubts = tuple(doubts)


class TableChanged(Refused):
    """Somebody else saved this table since the figures were read; nothing was overwritten."""


class RoundUnsettled(Refused):
    """Some tables of a round should be looked at before it is closed, or before what they hold is lost with it."""


class PhoneRefused(Refused):
    """An act that the state of a slip does not allow; `code` is a `Refusal` of its states, by its value."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class TableShut(Refused):
    """Wrong codes have locked the table for phones, until the referee unlocks it."""


class TooManyWrites(Refused):
    """A table writes more often than anybody types."""
