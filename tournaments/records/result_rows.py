"""A round's results as they are compared with the paper slips: a row a table."""

from dataclasses import dataclass

from .entrants import Line, Side
from .results import Outcome, RoundScore


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """One line of a table: who sits there, the MP of each hand, and what the round gives."""

    line: Line
    side: Side
    hands: tuple[int, ...]
    """MP that count, hand by hand; those that the referee set too."""
    score: RoundScore

    @property
    def mp(self) -> int:
        """What the hands come to, as the slip adds them up."""
        return sum(self.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One table."""

    number: int
    version: int
    """Goes up when the result is saved: what was ticked before is to be looked at again."""
    outcome: Outcome
    lines: tuple[ResultLine, ...]
    """NS and EW; NS alone at a rest."""
    is_bye: bool = False
    """The rest is one of a knockout."""
    hand_set: bool = False
    """The referee set the MP of a hand."""

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN

    @property
    def is_ruled(self) -> bool:
        """The slip alone does not give these figures: the referee gave, took or set something."""
        return self.hand_set or any(line.score.mp_adjustment or line.score.ruling for line in self.lines)
