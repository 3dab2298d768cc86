"""The refusals of the pairing systems, for settings without a proper round: a code and the facts of its sentence."""

from collections.abc import Mapping
from enum import StrEnum


class RefusalCode(StrEnum):
    """The reason why a round cannot be paired. `tournaments/wording/refusals.py` has the sentences."""

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
    """A kept table has somebody who is not here, or who sits twice. Facts: `tables`."""
    KEPT_BEYOND = "kept_beyond"
    """A kept table has a number above the `last`. Facts: `tables`, `last`."""
    KEPT_ACROSS = "kept_across"
    """In gironi: the pairs of a kept table are in two. Facts: `tables`."""
    KEPT_IN_PLAN = "kept_in_plan"
    """Mitchell, round robin, knockout: no table can be kept while the others are drawn. Facts: `tables`."""
    GROUPS_TOO_MANY = "groups_too_many"
    """Round robin: a group would have fewer than two pairs. Facts: `groups`, `here`, `highest`."""
    LEGS_OUT_OF_RANGE = "legs_out_of_range"
    """Round robin: neither one leg nor two. Facts: `legs`."""
    ROUND_ROBIN_OVER = "round_robin_over"
    """Every leg has been played. Facts: `rounds`, `legs`, and the rounds that another leg `makes`."""
    ROUND_ROBIN_UNFINISHED = "round_robin_unfinished"
    """Another one would begin before the present one has ended. Facts: the `round` in which that began."""
    ROUND_ROBIN_FULL = "round_robin_full"
    """There are late pairs, but no free places. Facts: `pairs`."""
    QUALIFIERS_OUT_OF_RANGE = "qualifiers_out_of_range"
    """Knockout: fewer than two, or more than there are. Facts: `qualifiers`, `here`."""
    KNOCKOUT_OPEN = "knockout_open"
    """A match of the previous round has no winner. Facts: `table`, `round`."""
    KNOCKOUT_OVER = "knockout_over"
    """Facts: `pair`, the winner."""
    KNOCKOUT_UNFINISHED = "knockout_unfinished"
    """Another bracket would begin before the present one has ended. Facts: the `round` in which that began."""
    TOO_FEW_PLAYERS = "too_few_players"
    """Individual: fewer than four. Facts: `players`."""
    NO_WHIST = "no_whist"
    """Individual: no whist movement for this number. Facts: `players`, the numbers that are `known`."""
    WHIST_COMPLETE = "whist_complete"
    """Individual: everybody has partnered everybody. Facts: `players`, `rounds`."""
    WHIST_CHANGED = "whist_changed"
    """Individual: a whist movement began with other players. Facts: the `pairs` that came or left since."""
    GIRONE_TOO_FEW = "girone_too_few"
    """A girone with fewer than two pairs. Facts: `girone`, `pairs`."""
    NOT_IN_GIRONI = "not_in_gironi"
    """A system that cannot be drawn girone by girone."""
    WHIST_KEPT = "whist_kept"
    """Individual: a kept table is not in the movement. Facts: the kept `tables`."""


class PairingRefused(Exception):
    """The request is well-formed, but no round can be made from it.

    If only one girone cannot be paired, the facts have the number of this `girone`, too.
    """

    def __init__(self, code: RefusalCode, facts: Mapping[str, int | list[int]]) -> None:
        super().__init__(f"{code}: {dict(facts)}")
        self.code = code
        self.facts = facts
