"""A round's results, one row for each table, for comparing them with the paper slips."""

from dataclasses import dataclass

from .entrants import Line, Side
from .results import Outcome, RoundScore


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """One line of a table: its players, the MP of each hand, and the score of the round."""

    line: Line
    side: Side
    hands: tuple[int, ...]
    """The MP that count, hand by hand, including those that the referee set."""
    score: RoundScore

    @property
    def mp(self) -> int:
        """Return the sum of the hands, as the slip adds them up."""
        return sum(self.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One table."""

    number: int
    version: int
    """A number that grows with each saved result: a changed row must be checked again."""
    outcome: Outcome
    lines: tuple[ResultLine, ...]
    """NS and EW; NS alone at a rest."""
    is_bye: bool = False
    """The rest is one of a knockout."""
    hand_set: bool = False
    """Whether the referee set the MP of a hand."""

    girone: int | None = None
    """The girone of a table drawn in gironi."""

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN

    @property
    def is_ruled(self) -> bool:
        """Return whether the figures differ from the slip because of a decision of the referee."""
        return self.hand_set or any(line.score.mp_adjustment or line.score.ruling for line in self.lines)
