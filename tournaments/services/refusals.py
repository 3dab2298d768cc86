"""The refusals that pages answer in a special way; the others are plain `pages.refusals.Refused`."""

from collections.abc import Sequence

from django.http import Http404

from pages.refusals import Refused
from scoring.engine.violations import Doubt, Violation


class TournamentGone(Refused, Http404):
    """The tournament was deleted after its page was opened; views that cannot show the sentence answer 404."""


class EnteredAlready(Refused):
    """The names have an entry already, or were entered by the club."""


class SlipRefused(Refused):
    """A slip that cannot be right; `faults` holds each violation, with the number of its hand."""

    def __init__(self, message: str, faults: Sequence[tuple[int, Violation]]) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


class SlipDoubtful(Refused):
    """A possible but unusual slip: nothing is written until somebody confirms it."""

    def __init__(self, message: str, doubts: Sequence[tuple[int, Doubt]]) -> None:
        super().__init__(message)
        self.doubts = tuple(doubts)


class AdjustmentSentTwice(Refused):
    """The form of an adjustment was sent again after the adjustment had been given."""


class TableChanged(Refused):
    """The table was saved by somebody else since the figures were read; nothing was overwritten."""


class RoundUnsettled(Refused):
    """A round has tables to check before it is closed, or before their slips are lost with it."""


class PhoneRefused(Refused):
    """An act that the state of a slip does not allow; `code` is the value of its `Refusal`."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class TableLocked(Refused):
    """The table is locked for unknown phones after wrong codes, until the referee unlocks it."""


class CodesHeldUp(Refused):
    """A code from an origin whose codes are not checked for a while, after wrong ones."""


class TooManyWrites(Refused):
    """A table writes more often than anybody types."""
