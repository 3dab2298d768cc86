"""The infractions that a club answers, and with what: the picker of the penalties is made of them."""

from dataclasses import dataclass
from enum import StrEnum


class Measure(StrEnum):
    """What an infraction is answered with."""

    WARNING = "warning"
    """Counted, without points."""
    MP = "mp"
    """MP that count before the VP of the round are read: the opponents feel them."""
    MP_OWN = "mp_own"
    """MP that count after: VP and opponents stay as they are."""
    VP = "vp"
    VP_AND_MP = "vp_and_mp"
    """VP and the MP that go with them, which the opponents do not feel."""
    ARBITRAL = "arbitral"
    """A score for the whole table, set by the referee."""
    ABSENCE = "absence"
    """The line counts as absent at its table."""
    IN_HAND = "in_hand"
    """The cards are counted as in hand when the hand is scored."""


AT_THE_TABLE = frozenset({Measure.ARBITRAL, Measure.ABSENCE, Measure.IN_HAND})
"""These are written at the table's result; the others are adjustments of a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Infraction:
    """One infraction as the club's list has it."""

    key: str
    """Stable; of the usual ones a word, of the club's own its number."""
    title: str
    article: str = ""
    """As the club cites it."""
    measure: Measure
    points: int | None = None
    """The standard amount, in the measure's unit and with its sign; None: the referee says it, or there is none."""

    @property
    def at_the_table(self) -> bool:
        return self.measure in AT_THE_TABLE

    @property
    def opponents_gain(self) -> bool:
        """What is taken here, the opponents feel."""
        return self.measure is Measure.MP
