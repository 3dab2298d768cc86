"""What no pairing system can do: settings that seat nobody properly, as a code and the facts of its sentence."""

from collections.abc import Mapping
from enum import StrEnum


class RefusalCode(StrEnum):
    """Why a round cannot be paired as asked. `tournaments/wording/refusals.py` makes the sentence."""

    TOO_FEW = "too_few"
    """Fewer than two pairs. Facts: `pairs`."""
    STEP_OUT_OF_RANGE = "step_out_of_range"
    """Mitchell. Facts: `step`, `highest`."""
    STEP_EXHAUSTED = "step_exhausted"
    """Mitchell: two pairs would meet again. Facts: `step`, `pair`, `other`, `free`."""
    SEAT_UNKNOWN = "seat_unknown"
    """Manual: seated, but not among those to seat. Facts: `pairs`."""
    SEAT_TWICE = "seat_twice"
    """Manual. Facts: `pairs`."""
    SEAT_MISSING = "seat_missing"
    """Manual: to be seated, but without a seat. Facts: `pairs`."""
    KEPT_NOT_SEATABLE = "kept_not_seatable"
    """A table that is to stay has somebody who is not here, or who sits twice. Facts: `tables`."""
    KEPT_BEYOND = "kept_beyond"
    """A table that is to stay has a number above the `last`. Facts: `tables`, `last`."""
    KEPT_IN_PLAN = "kept_in_plan"
    """Mitchell, round robin, knockout: no table can stay while the others are drawn. Facts: `tables`."""
    GROUPS_TOO_MANY = "groups_too_many"
    """Round robin: a group would have fewer than two pairs. Facts: `groups`, `here`, `highest`."""
    LEGS_OUT_OF_RANGE = "legs_out_of_range"
    """Round robin: neither one leg nor two. Facts: `legs`."""
    ROUND_ROBIN_OVER = "round_robin_over"
    """Every leg has been played. Facts: `rounds`, `legs`, and how many rounds another leg `makes`."""
    ROUND_ROBIN_FULL = "round_robin_full"
    """Late pairs, and no free place for them. Facts: `pairs`."""
    QUALIFIERS_OUT_OF_RANGE = "qualifiers_out_of_range"
    """Knockout: fewer than two, or more than there are. Facts: `qualifiers`, `here`."""
    KNOCKOUT_OPEN = "knockout_open"
    """A match of the round before has no winner. Facts: `table`, `round`."""
    KNOCKOUT_OVER = "knockout_over"
    """Facts: `pair`, who won."""
    TOO_FEW_PLAYERS = "too_few_players"
    """Individual: fewer than four. Facts: `players`."""
    NO_WHIST = "no_whist"
    """Individual: no whist movement for so many. Facts: `players`, the numbers that are `known`."""
    WHIST_COMPLETE = "whist_complete"
    """Individual: everybody has partnered everybody. Facts: `players`, `rounds`."""
    WHIST_CHANGED = "whist_changed"
    """Individual: a whist movement was begun with others. Facts: the `pairs` that came or left since."""
    WHIST_KEPT = "whist_kept"
    """Individual: a table that is to stay is none of the movement's. Facts: the `tables` that stay."""


class PairingRefused(Exception):
    """The request is well-formed, and no round can be made from it as it stands."""

    def __init__(self, code: RefusalCode, facts: Mapping[str, int | list[int]]) -> None:
        super().__init__(f"{code}: {dict(facts)}")
        self.code = code
        self.facts = facts
