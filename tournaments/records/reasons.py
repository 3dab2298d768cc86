"""Why a table of a draft is as it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ReasonCode(StrEnum):
    """Why a table of a draft is as it is. `tournaments/wording/reasons.py` makes the sentence."""

    DRAWN = "drawn"
    REGISTRATION_ORDER = "registration_order"
    SEATED_BY_HAND = "seated_by_hand"
    MITCHELL_START = "mitchell_start"
    MITCHELL_MOVE = "mitchell_move"
    MITCHELL_JOINS = "mitchell_joins"
    MITCHELL_NEW_TABLE = "mitchell_new_table"
    MITCHELL_TABLE_CLOSED = "mitchell_table_closed"
    MITCHELL_TAKES_NS = "mitchell_takes_ns"
    MITCHELL_TURNS = "mitchell_turns"
    """A pair that keeps its table sat there as EW. Facts: `pair`."""
    NEIGHBOURS = "neighbours"
    RANK_DISTANCE = "rank_distance"
    """Facts: the places `upper` and `lower`. What stood in the way of a nearer meeting follows."""
    SAME_VP = "same_vp"
    """`swiss`. Facts: `vp`."""
    OTHER_VP = "other_vp"
    """`swiss`. Facts: `pair` and its `vp`, `other` and its `other_vp`."""
    KEPT_APART = "kept_apart"
    """Why not a nearer meeting. Facts: `pair`, the `others`, the `obstacle`; if they met, in which `rounds`."""
    WOULD_LEAVE = "would_leave"
    """Why not a nearer meeting. Facts: `pair`–`other` would leave `left`–`left_other`; the `obstacle`, the `round`."""
    TAKEN = "taken"
    """Why not a nearer meeting: already at a better-placed table. Facts: the `others`."""
    KEPT = "kept"
    """The referee let the table stay."""
    FIXED_TABLE = "fixed_table"
    """A pair sits at the table that it keeps. Facts: `pair`, `table`."""
    FIXED_TABLE_TAKEN = "fixed_table_taken"
    """A pair cannot: its table stays as it was, or a better one or its opponent keeps a table. Facts as above."""
    FIXED_TABLE_MISSING = "fixed_table_missing"
    """A pair cannot: fewer `tables` are played at. Facts: `pair`, `table`, `tables`."""
    REMATCH = "rematch"
    MET_BEFORE = "met_before"
    """A meeting older than the memory. Facts: `pair`, `other`, `round`."""
    SAME_CLUB = "same_club"
    REST_LOWEST = "rest_lowest"
    REST_DRAWN = "rest_drawn"
    REST_MITCHELL = "rest_mitchell"
    REST_AGAIN = "rest_again"
    MOVED_BY_REFEREE = "moved_by_referee"
    """Facts: the round's squared ranking distances `before` and `now`; none without a ranking."""
    REST_BY_REFEREE = "rest_by_referee"
    """Facts: `pair`, `rests` so far, and how many others have `fewer`."""
    SAME_TEAM = "same_team"
    """Facts: `team`, and whether it was `forced`, as `SAME_CLUB` says too."""
    EXCLUDED = "excluded"
    """A meeting that the referee did not want. Facts: `pair`, `other`, `forced`."""
    OFF_ITS_TABLE = "off_its_table"
    """A pair fixed to another table. Facts: `pair`, `table`."""
    ROUND_ROBIN = "round_robin"
    """Facts: the `round` of the Berger table of `rounds`, the `group` of `groups` (A, B …), the `leg` of `legs`."""
    TAKES_PLACE = "takes_place"
    """A late pair in a round robin. Facts: `pair`, and `other`, whose place it takes; none: a free one."""
    REST_ODD_GROUP = "rest_odd_group"
    """Facts: `pair`, `group`, `groups`."""
    REST_GROUP_FINISHED = "rest_group_finished"
    """A group plays fewer rounds than a bigger one. Facts: `pair`, `group`, `groups`."""
    REST_OPPONENT_GONE = "rest_opponent_gone"
    """Who would have met `other`, who has withdrawn. Facts: `pair`, `other`."""
    KNOCKOUT_MATCH = "knockout_match"
    """Facts: `stage` (2 the final, 4 a semi-final …), the seeds `upper` and `lower`."""
    KNOCKOUT_THIRD_PLACE = "knockout_third_place"
    KNOCKOUT_BETTER_SEED = "knockout_better_seed"
    """It goes on from a tie, or both stayed away. Facts: `pair`, `round`."""
    KNOCKOUT_ADVANCED = "knockout_advanced"
    """The referee let it go on. Facts: `pair`, `round`."""
    BYE = "bye"
    """Facts: `pair`."""
    WHIST = "whist"
    """Facts: the movement's `round`, of how many `rounds`."""
    FOUR = "four"
    """A four down the ranking, 1st and 4th against 2nd and 3rd. Facts: the `places` of two, `against` those of two."""
    FOUR_PARTNERS = "four_partners"
    """Not quite such a four. Facts too: who cannot be partners, `pair` and `other`, since which `round`.

    Round 0: they never were, the referee keeps them apart.
    """
    FOUR_NEAR = "four_near"
    """Not quite such a four, for the good of other tables or of fewer repeated meetings. Facts as for `FOUR`."""
    PARTNERS_AGAIN = "partners_again"
    """Facts: `pair`, `other`, the latest `round`, and whether it was `forced`."""
    REST_WHIST = "rest_whist"
    """Facts: `pair`."""


class Obstacle(StrEnum):
    """What speaks against a meeting, the gravest first."""

    TEAM = "team"
    EXCLUDED = "excluded"
    MET = "met"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason, as a code and the facts that its sentence needs (JSON values only)."""

    code: ReasonCode
    facts: Mapping[str, int | str | list[int]] = field(default_factory=dict)
