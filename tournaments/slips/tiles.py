"""The tile of a table on the desk where phones write: its state, and whether somebody should look."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from .states import SlipProgress, SlipState

LATE_AFTER = timedelta(minutes=5)
"""The time after the end of play in which a slip may be on its way."""

NOT_OVER = timedelta(0)


class Colour(StrEnum):
    """Never shown alone: each tile has a sign and a word, too."""

    GREY = "grey"
    AMBER = "amber"
    GREEN = "green"
    RED = "red"


class Tile(StrEnum):
    """What a table's tile says on the desk's board."""

    EMPTY = "empty"
    WRITING = "writing"
    SENT = "sent"
    AGREED = "agreed"
    DOUBTFUL = "doubtful"
    """Agreed, on figures that are possible and rare."""
    ONE_PHONE = "one_phone"
    """Both lines confirmed from one phone that was not passed over."""
    DECIDED = "decided"
    DISPUTED = "disputed"
    SHUT = "shut"
    """Locked by wrong codes before a phone has come in."""
    LATE = "late"
    """Play has been over for a while, and nothing was sent."""

    @property
    def colour(self) -> Colour:
        return COLOURS[self]

    @property
    def is_settled(self) -> bool:
        """Nothing to be looked at before the round is closed."""
        return self.colour is Colour.GREEN


COLOURS: Mapping[Tile, Colour] = {
    Tile.EMPTY: Colour.GREY,
    Tile.WRITING: Colour.AMBER,
    Tile.SENT: Colour.AMBER,
    Tile.AGREED: Colour.GREEN,
    Tile.DOUBTFUL: Colour.AMBER,
    Tile.ONE_PHONE: Colour.AMBER,
    Tile.DECIDED: Colour.GREEN,
    Tile.DISPUTED: Colour.RED,
    Tile.SHUT: Colour.RED,
    Tile.LATE: Colour.RED,
}

OF_STATE: Mapping[SlipState, Tile] = {
    SlipState.EMPTY: Tile.EMPTY,
    SlipState.DRAFT: Tile.WRITING,
    SlipState.SENT: Tile.SENT,
    SlipState.AGREED: Tile.AGREED,
    SlipState.DISPUTED: Tile.DISPUTED,
    SlipState.DECIDED: Tile.DECIDED,
    SlipState.LOCKED: Tile.DECIDED,
}


def tile_of(slip: SlipProgress, *, doubtful: bool = False, shut: bool = False, over_for: timedelta = NOT_OVER) -> Tile:
    """Return the tile of a slip.

    `doubtful`: its sender settled a doubt of the engine; `shut`: wrong codes have locked the table; `over_for`: the
    time since its end. A lock is for phones that the table does not know: if one writes already, its figures are shown.
    """
    tile = OF_STATE[slip.state]
    if shut and tile is Tile.EMPTY:
        return Tile.SHUT
    if tile in (Tile.EMPTY, Tile.WRITING) and over_for >= LATE_AFTER:
        return Tile.LATE
    if tile is not Tile.AGREED:
        return tile
    return Tile.ONE_PHONE if slip.one_phone else Tile.DOUBTFUL if doubtful else tile
