"""The round robin: everybody meets everybody, in one group or several, once or twice (docs/tournaments.md §2).

It follows the Berger tables of FIDE's Handbook (C.05, annex 1): with n places, n even, the places c + k and c − k meet
(counted modulo n − 1), and c meets place n; c is 1, 1 + n/2, 2, 2 + n/2 … in rounds 1, 2, 3, 4 … Each pair's rounds as
NS and EW differ by one at most over a leg; in the second leg the lines are turned.

The ranking of the first round is distributed over the groups like a snake (A B C, C B A, …). A leg lasts as long as the
biggest group needs. A place stays with its pair for the whole round robin. Late pairs, in the order of their numbers,
take free places: in the group with the fewest pairs here, then in the first group, the first place. Missed rounds stay
missed.

| covered                                                           | not covered                                     |
|-------------------------------------------------------------------|-------------------------------------------------|
| groups, two legs, odd groups, withdrawals, late pairs where there | meetings of rounds before the round robin count |
| is a place                                                        | as rematches, and are not avoided               |
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.records import Draft, EntrantId, PairingRequest, Reason, ReasonCode, System
from tournaments.records.gironi import girone_letter

from .common import Past, draft_of, order_of
from .refusals import PairingRefused, RefusalCode
from .round_plan import PlannedMeeting, tables_as_planned

Facts = dict[str, int | str | list[int]]


def rounds_needed(entrants: int, *, groups: int = 1, legs: int = 1) -> int:
    """Return how many rounds a round robin lasts.

    >>> [rounds_needed(entrants) for entrants in (2, 5, 6, 7, 8)]
    [1, 5, 5, 7, 7]
    >>> rounds_needed(12, groups=2, legs=2)
    10
    """
    return legs * _leg(-(-entrants // groups))


def berger(places: int, round: int) -> list[tuple[int, int]]:
    """Return NS and EW of a round (1, 2, 3 …) among `places` places, an even number.

    >>> [berger(4, round) for round in (1, 2, 3)]
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    last = places - 1
    centre = (round - 1) * (places // 2) % last
    first = (centre + 1, places) if centre < places // 2 else (places, centre + 1)
    return [first, *(((centre + k) % last + 1, (centre - k) % last + 1) for k in range(1, places // 2))]


def groups_dealt(order: Sequence[EntrantId], groups: int) -> dict[str, list[EntrantId]]:
    """Return the entrants of each group, by its label. Raise PairingRefused if a group would have fewer than two.

    >>> groups_dealt([EntrantId(number) for number in range(1, 8)], 2)
    {'A': [1, 4, 5], 'B': [2, 3, 6, 7]}
    """
    return {group.label: [holder for holder in group.places if holder is not None] for group in _dealt(order, groups)}


def pair_round_robin(request: PairingRequest) -> Draft:
    """Pair the next round of the tables: group after group, each in Berger's order, the rests last."""
    # The present round robin is given up only on request.
    if request.run is None and request.unfinished is not None:
        raise PairingRefused(RefusalCode.ROUND_ROBIN_UNFINISHED, {"round": request.unfinished.start})
    groups, settings, past = _groups(request), request.settings, Past.of(request.history)
    if settings.legs not in (1, 2):
        raise PairingRefused(RefusalCode.LEGS_OUT_OF_RANGE, {"legs": settings.legs})
    lasts = max(group.lasts for group in groups)
    leg, at = divmod(request.round - _start(request), lasts)
    if leg >= settings.legs:
        facts = {"rounds": lasts * settings.legs, "legs": settings.legs, "makes": 2 * lasts}
        raise PairingRefused(RefusalCode.ROUND_ROBIN_OVER, facts)
    here = set(order_of(request))
    plan = [planned for group in groups for planned in group.round(at + 1, leg + 1, here)]
    return draft_of(System.ROUND_ROBIN, request, past, tables_as_planned(request, past, plan))


@dataclass(slots=True, kw_only=True)
class _Group:
    """The places of a group in the Berger table, an even number, and their holders."""

    label: str
    of: int
    """The number of groups."""
    places: list[EntrantId | None]
    took: dict[EntrantId, Reason] = field(default_factory=dict)
    """The entrants who take a place in this round, with the reason."""

    @property
    def lasts(self) -> int:
        """Return how many rounds a leg of this group has."""
        return len(self.places) - 1

    def free(self, here: Collection[EntrantId]) -> list[int]:
        return [at for at, holder in enumerate(self.places) if holder not in here]

    def admit(self, entrant: EntrantId, at: int) -> None:
        before = self.places[at]
        facts = {"pair": entrant} if before is None else {"pair": entrant, "other": before}
        self.places[at] = entrant
        self.took[entrant] = Reason(ReasonCode.TAKES_PLACE, facts)

    def round(self, number: int, leg: int, here: set[EntrantId]) -> Iterator[PlannedMeeting]:
        """Yield the meetings and rests of a round of a leg."""
        if number > self.lasts:
            present = [holder for holder in self.places if holder in here]
            yield from (self._rests(pair, ReasonCode.REST_GROUP_FINISHED) for pair in present)
            return
        how: Facts = {"round": number, "rounds": self.lasts, "group": self.label, "groups": self.of, "leg": leg}
        for meeting in berger(len(self.places), number):
            holders = [self.places[place - 1] for place in (meeting if leg == 1 else meeting[::-1])]
            present = [pair for pair in holders if pair in here]
            took = [self.took[pair] for pair in present if pair in self.took]
            if len(present) == 2:
                ns, ew = present
                yield PlannedMeeting(ns=ns, ew=ew, why=(Reason(ReasonCode.ROUND_ROBIN, how), *took))
            elif present:
                (alone,) = present
                missing = next((pair for pair in holders if pair != alone), None)
                yield self._rests(alone, ReasonCode.REST_ODD_GROUP, missing)

    def _rests(self, pair: EntrantId, code: ReasonCode, missing: EntrantId | None = None) -> PlannedMeeting:
        why = Reason(code, {"pair": pair, "group": self.label, "groups": self.of})
        if missing is not None:
            why = Reason(ReasonCode.REST_OPPONENT_GONE, {"pair": pair, "other": missing})
        return PlannedMeeting(ns=pair, why=(why, *([self.took[pair]] if pair in self.took else [])))


def _start(request: PairingRequest) -> int:
    return request.run.start if request.run else request.round


def _leg(size: int) -> int:
    """Return how many rounds a group of `size` needs for one leg."""
    return size - 1 + size % 2


def _groups(request: PairingRequest) -> list[_Group]:
    """Return the groups with the holders of their places. Raise PairingRefused if a pair finds none."""
    order = request.run.order if request.run else order_of(request)
    groups = _dealt(order, request.settings.groups)
    history = [table for table in request.history if table.round >= _start(request)]
    for number in range(_start(request), request.round):
        tables = [table for table in history if table.round == number]
        _admit(groups, {pair for table in tables for pair in (*table.ns_side, *table.ew_side)})
    for group in groups:
        group.took.clear()
    left = _admit(groups, set(order_of(request)))
    if left:
        raise PairingRefused(RefusalCode.ROUND_ROBIN_FULL, {"pairs": left})
    return groups


def _dealt(order: Sequence[EntrantId], groups: int) -> list[_Group]:
    highest = len(order) // 2
    if not 1 <= groups <= highest:
        facts = {"groups": groups, "here": len(order), "highest": highest}
        raise PairingRefused(RefusalCode.GROUPS_TOO_MANY, facts)
    places: list[list[EntrantId | None]] = [[] for _ in range(groups)]
    for at, entrant in enumerate(order):
        row, column = divmod(at, groups)
        places[groups - 1 - column if row % 2 else column].append(entrant)
    return [
        _Group(label=girone_letter(group + 1), of=groups, places=held + [None] * (len(held) % 2))
        for group, held in enumerate(places)
    ]


def _admit(groups: Sequence[_Group], here: Collection[EntrantId]) -> list[int]:
    """Give a free place to everybody here without one, by number. Return those left without."""
    holders = {holder for group in groups for holder in group.places}
    left = []
    for entrant in sorted(set(here) - holders):
        open_groups = [group for group in groups if group.free(here)]
        if not open_groups:
            left.append(int(entrant))
            continue
        smallest = min(open_groups, key=lambda group: len(group.places) - len(group.free(here)))
        smallest.admit(entrant, smallest.free(here)[0])
    return left
