"""The reasons why a table of a draft is as it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class ReasonCode(StrEnum):
    """The code of a reason. `tournaments/wording/reasons.py` makes the sentence."""

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
    """A pair that keeps its table sat there as EW. Facts: `pair`, and whether it was `alone` because NS has left."""
    NEIGHBOURS = "neighbours"
    """No entrant to be paired is ranked between the two.

    Facts: the places `upper` and `lower`, whether there is a ranking yet (`ranked`), which of those between are
    `resting`, and which are `staying` at a kept table.
    """
    RANK_DISTANCE = "rank_distance"
    """Facts: the places `upper` and `lower`. The obstacles to a closer meeting follow as reasons."""
    SAME_VP = "same_vp"
    """`swiss`. Facts: `vp`."""
    OTHER_VP = "other_vp"
    """`swiss`. Facts: `pair` and its `vp`, `other` and its `other_vp`."""
    KEPT_APART = "kept_apart"
    """No closer meeting, because of an `obstacle`.

    Facts: `pair`, the `others`, the `obstacle`, and the `rounds` if they met.
    """
    WOULD_LEAVE = "would_leave"
    """No closer meeting, because of the two that `pair`–`other` leaves.

    Facts: also `left`, `left_other`, the `obstacle`, the `round`.
    """
    TAKEN = "taken"
    """No closer meeting, because the `others` already sit at a better-placed table. Facts: `others`."""
    KEPT = "kept"
    """The referee kept the table."""
    FIXED_TABLE = "fixed_table"
    """A pair sits at its fixed table. Facts: `pair`, `table`."""
    FIXED_TABLE_TAKEN = "fixed_table_taken"
    """A pair cannot sit at its fixed table.

    Facts as above, the `cause`, and the `other` pair that `TableCause` describes.
    """
    FIXED_TABLE_MISSING = "fixed_table_missing"
    """A pair cannot sit at its fixed table, because there are fewer `tables`. Facts: `pair`, `table`, `tables`."""
    REMATCH = "rematch"
    """Facts: `pair`, `other`, the latest `round`, whether it was `forced`, and whether by something `graver`."""
    MET_BEFORE = "met_before"
    """A meeting older than the rounds remembered. Facts: `pair`, `other`, `round`."""
    SAME_CLUB = "same_club"
    """Facts: the `clubs`, whether it was `forced`, and whether by something `graver` than rematches."""
    REST_LOWEST = "rest_lowest"
    """The lowest of those who have not rested yet, chosen so that its rest harms the other tables least.

    Facts: `pair`, its `rests` so far, how many rest `together`, whether there is a ranking yet (`ranked`), and whether
    an entrant at a `kept` table was lower. Lower entrants whose rest would do more harm: those who would leave more
    rematches (`passed_over`) and those who would leave more forbidden meetings (`barred`), with the `obstacle`.
    """
    REST_DRAWN = "rest_drawn"
    REST_MITCHELL = "rest_mitchell"
    REST_AGAIN = "rest_again"
    """As `REST_LOWEST`, once everybody has rested. The facts are the same."""
    MOVED_BY_REFEREE = "moved_by_referee"
    """Facts: the round's sums of squared ranking distances, `before` and `now`; no facts without a ranking."""
    REST_BY_REFEREE = "rest_by_referee"
    """Facts: `pair`, its `rests` so far, and how many others have `fewer`."""
    SAME_TEAM = "same_team"
    """Facts: `team`, whether it was `forced`, and whether also by excluded meetings, which weigh as much (`mixed`)."""
    EXCLUDED = "excluded"
    """A meeting that the referee excluded. Facts: `pair`, `other`, `forced`, and `mixed` as for `SAME_TEAM`."""
    OFF_ITS_TABLE = "off_its_table"
    """A pair whose fixed table is another. Facts: `pair`, `table`."""
    ROUND_ROBIN = "round_robin"
    """Facts: the `round` of the Berger table of `rounds`, the `group` of `groups` (A, B …), the `leg` of `legs`."""
    TAKES_PLACE = "takes_place"
    """A late pair in a round robin. Facts: `pair`, and the `other` whose place it takes, if the place was not free."""
    REST_ODD_GROUP = "rest_odd_group"
    """Facts: `pair`, `group`, `groups`."""
    REST_GROUP_FINISHED = "rest_group_finished"
    """A group plays fewer rounds than a larger one. Facts: `pair`, `group`, `groups`."""
    REST_OPPONENT_GONE = "rest_opponent_gone"
    """The opponent has withdrawn. Facts: `pair`, `other`."""
    KNOCKOUT_MATCH = "knockout_match"
    """Facts: `stage` (2 the final, 4 a semi-final …), the seeds `upper` and `lower`."""
    KNOCKOUT_THIRD_PLACE = "knockout_third_place"
    KNOCKOUT_BETTER_SEED = "knockout_better_seed"
    """The better seed goes through after a tie, or because both were absent. Facts: `pair`, `round`."""
    KNOCKOUT_ADVANCED = "knockout_advanced"
    """The referee decided who goes through. Facts: `pair`, `round`."""
    BYE = "bye"
    """Facts: `pair`, and whether this is a `later` round than the first of the bracket."""
    WHIST = "whist"
    """Facts: the movement's `round` out of `rounds`, and whether a partnership is repeated (`again`)."""
    FOUR = "four"
    """Four neighbours in the ranking, 1st and 4th against 2nd and 3rd.

    Facts: the `places` of two, `against` the others'.
    """
    FOUR_PARTNERS = "four_partners"
    """Almost such a four: `pair` and `other` cannot be partners again.

    Further facts: these, and the `round` in which they were. Round 0 means that they never were: the referee keeps them
    apart.
    """
    FOUR_NEAR = "four_near"
    """Almost such a four, for the sake of other tables or of fewer repeated meetings. Facts as for `FOUR`."""
    PARTNERS_AGAIN = "partners_again"
    """Facts: `pair`, `other`, the latest `round`, whether it was `forced`, and whether also by exclusions (`mixed`)."""
    REST_WHIST = "rest_whist"
    """Facts: `pair`."""


class Obstacle(StrEnum):
    """The obstacles to a meeting, the gravest first."""

    TEAM = "team"
    EXCLUDED = "excluded"
    MET = "met"
    CLUB = "club"


class TableCause(StrEnum):
    """The reason why a pair cannot sit at its fixed table."""

    STAYS = "stays"
    """The referee kept the pair's present table."""
    TAKEN = "taken"
    """The referee kept another table of that number."""
    MITCHELL = "mitchell"
    """A table of that number belongs to the Mitchell of another girone."""
    OTHER = "other"
    """The `other` pair has the same fixed table and takes precedence."""
    TABLEMATE = "tablemate"
    """The `other` pair at its table has the fixed table `number` and takes precedence."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason: a code, and the facts for its sentence (JSON values only)."""

    code: ReasonCode
    facts: Mapping[str, int | str | list[int]] = field(default_factory=dict)

    @property
    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "facts": dict(self.facts)}
