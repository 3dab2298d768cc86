"""The infractions of a club's list, and their measures."""

from dataclasses import dataclass
from enum import StrEnum


class Measure(StrEnum):
    """The measure that follows an infraction."""

    WARNING = "warning"
    """A warning, which is counted but costs no points."""
    MP = "mp"
    """MP that count before the round's VP are read from the scale, so the opponents' score changes too."""
    MP_OWN = "mp_own"
    """MP that count after the round's VP are read, so the VP and the opponents' score do not change."""
    VP = "vp"
    VP_AND_MP = "vp_and_mp"
    """VP and their MP, without an effect on the opponents."""
    ARBITRAL = "arbitral"
    """An assigned score for the whole table."""
    ABSENCE = "absence"
    """The line counts as absent from its table."""
    IN_HAND = "in_hand"
    """The cards count as in hand when the hand is scored."""


AT_THE_TABLE = frozenset({Measure.ARBITRAL, Measure.ABSENCE, Measure.IN_HAND})
"""The measures that are entered with the table's result; the others are adjustments of a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedInfraction:
    """An infraction of the club's list."""

    key: str
    """A stable key: a word for the usual infractions, a number for the club's own."""
    title: str
    article: str = ""
    """The article, as the club cites it."""
    measure: Measure
    points: int | None = None
    """The standard amount with its sign, in the measure's unit; None if the referee decides it or there is none."""

    @property
    def is_bonus(self) -> bool:
        """Return whether its standard amount is a gain; without an amount it is a penalty."""
        return self.points is not None and self.points > 0

    @property
    def at_the_table(self) -> bool:
        return self.measure in AT_THE_TABLE
