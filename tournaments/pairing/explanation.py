"""The reasons why two pairs meet: the obstacles to a nearer meeting, found by looking at one exchange for each.

If a nearer meeting u–c was passed over for u–v, and c is seated with w, then u–c and v–w would together be better in
the system's own terms, so the round could only lose in price by it. So there is an obstacle to u–c, or to v–w, the two
left over: this is the proof of the window (`matching`), read at one table. Nothing is matched again, and at most
`LOOKED_AT` meetings are examined for a table.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from tournaments.records import EntrantId, Obstacle, PairingRequest, Reason, ReasonCode

from .common import Facts, order_of, to_seat
from .constraints import Constraints

LOOKED_AT = 12
NAMED = 4
"""The most chains of `would leave` named for a table."""


@dataclass(slots=True)
class Explanation:
    """The reasons at one table: all who are kept apart from the same pair are named in one sentence."""

    avoided: Constraints
    _apart: list[tuple[EntrantId, Obstacle, list[EntrantId]]] = field(default_factory=list)
    _left: list[Reason] = field(default_factory=list)
    _taken: list[EntrantId] = field(default_factory=list)

    def not_nearer(self, pair: EntrantId, nearer: EntrantId, left: EntrantId, left_other: EntrantId) -> None:
        """Explain why `pair` did not meet `nearer`, leaving `left` (its opponent) and `left_other` to each other."""
        obstacle = self.avoided.obstacle(pair, nearer)
        if obstacle is not None:
            self._keep_apart(pair, obstacle, nearer)
            return
        obstacle = self.avoided.obstacle(left, left_other)
        if obstacle is not None and len(self._left) < NAMED:
            facts: Facts = {"pair": pair, "other": nearer, "obstacle": obstacle.value}
            facts |= {"left": left, "left_other": left_other}
            if obstacle is Obstacle.MET:
                facts["round"] = self.avoided.met[left][left_other]
            self._left.append(Reason(ReasonCode.WOULD_LEAVE, facts))

    def _keep_apart(self, pair: EntrantId, obstacle: Obstacle, nearer: EntrantId) -> None:
        for other_pair, other_obstacle, others in self._apart:
            if other_pair == pair and other_obstacle is obstacle:
                if nearer not in others:
                    others.append(nearer)
                return
        self._apart.append((pair, obstacle, [nearer]))

    def taken(self, other: EntrantId) -> None:
        self._taken.append(other)

    def reasons(self) -> list[Reason]:
        """The reasons why a pair does not meet the one that the ranking would give it."""
        reasons = []
        for pair, obstacle, others in self._apart:
            facts: Facts = {"pair": pair, "others": [*others], "obstacle": obstacle.value}
            if obstacle is Obstacle.MET:
                facts["rounds"] = [self.avoided.met[pair][other] for other in others]
            reasons.append(Reason(ReasonCode.KEPT_APART, facts))
        if self._taken:
            reasons.append(Reason(ReasonCode.TAKEN, {"others": [*self._taken]}))
        return reasons + self._left


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRow:
    """A round in the order in which it was made: the places, and their opponents."""

    order: Sequence[EntrantId]
    opponent: Sequence[int]
    """The opponent of each place."""
    avoided: Constraints


def down_the_ranking(row: PairedRow, upper: int, lower: int, *, top_down: bool) -> list[Reason]:
    """Return why the places `upper` and `lower` did not meet somebody between them."""
    why, order, opponent = Explanation(row.avoided), row.order, row.opponent
    pair, left = order[upper], order[lower]
    for between in range(upper + 1, min(lower, upper + 1 + LOOKED_AT)):
        other = opponent[between]
        if other > upper:  # equivalent `other >= upper`: the opponent of the upper one is the lower one
            why.not_nearer(pair, order[between], left, order[other])
        elif top_down:
            why.taken(order[between])
        else:
            why.not_nearer(left, order[between], pair, order[other])
    return why.reasons()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantsBetween:
    """The pairs between two neighbours that are not to be paired: those that rest, and those at kept tables."""

    order: Sequence[EntrantId]
    place: Mapping[EntrantId, int]
    resting: Set[EntrantId]
    paired: Set[EntrantId]
    ranked: bool

    @classmethod
    def of(cls, request: PairingRequest, rest: tuple[EntrantId, Reason] | None) -> "EntrantsBetween":
        order, kept_tables = order_of(request), request.settings.kept
        resting = {table.ns for table in kept_tables if table.ew is None} | ({rest[0]} if rest else set())
        return cls(
            order=order,
            place={entrant: at for at, entrant in enumerate(order)},
            resting=resting,
            paired={*to_seat(request)} - resting,
            ranked=bool(request.history),
        )

    def facts(self, better: EntrantId, other: EntrantId) -> Facts:
        between = self.order[self.place[better] + 1 : self.place[other]]
        skipped = [entrant for entrant in between if entrant not in self.paired]
        return {
            "ranked": self.ranked,
            "resting": [entrant for entrant in skipped if entrant in self.resting],
            "staying": [entrant for entrant in skipped if entrant not in self.resting],
        }
