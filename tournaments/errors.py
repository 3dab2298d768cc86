"""What a service says when it cannot do what it was asked: a sentence for the person who asked."""

from collections.abc import Sequence

from scoring.engine.violations import Doubt, Violation


class Refused(Exception):
    """The request is against the rules or the state; `message` names the place and the remedy, translated."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


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
