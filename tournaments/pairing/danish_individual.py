"""The Danish individual: in fours down the ranking, 1st and 4th against 2nd and 3rd (docs/pairing.md §11).

It takes two exact steps, both with `optimum.cheapest`:

1. *Partners*: the fewest repeated partnerships; then those repeated fewest times; then those closest to the ideal, in
which the places of a four pair 1-4 and 2-3. With f(a) the ideal partner's place of a, the partnership a, b
costs (b - f(a))² + (a - f(b))².

2. *Tables*: partnerships with the nearest sums of places, by the squared difference. Each two opponents who have met
cost `MET_AGAIN`, the distance of one four to the next: players of one four stay in it unless mixing the tables of two
fours saves more than two such meetings.

Players whose meeting the referee excluded are not partners if that can be avoided, nor opponents as far as the partners
found allow it.

Up to `ALL_EDGES_UP_TO` players all possibilities are compared. Beyond, partners are sought within 2k + 8 places, with
at most k forbidden partners: every 2k + 2 neighbours pair without one (Dirac), and a wider distance could only cost
more. A table's other partners are sought within `TABLES_WINDOW` partnerships. Neither lost anything in any field tried;
neither is proved.
"""

from collections.abc import Iterator, Sequence

from tournaments.records import Draft, EntrantId, PairingRequest, Reason, ReasonCode

from .common import lot_of, to_seat
from .optimum import cheapest
from .players import Four, Partners, PlayersPast, Rests, seat_players
from .rests import rest_facts

MET_AGAIN = 8**2
ALL_EDGES_UP_TO = 200
TABLES_WINDOW = 16
"""The greatest distance of a table's partnerships, in the order of their sums, beyond `ALL_EDGES_UP_TO`."""

Places = tuple[int, int]


def pair_danish_individual(request: PairingRequest, past: PlayersPast) -> Draft:
    """Return a round of four players a table by the ranking, with as few repeated partners as there can be."""
    free = to_seat(request)
    rests = _rests(request, free, past)
    resting = {player for player, _reason in rests}
    playing = [player for player in free if player not in resting]
    field = _Field(request, past, playing)
    tables = field.tables(field.partnerships())
    fours = [Four(field.players(one), field.players(other), field.why(one, other)) for one, other in tables]
    cost = sum(field.cost(one, other) for one, other in tables)
    return seat_players(request, past, fours=fours, rests=rests, forced=True, cost=cost)


def _rests(request: PairingRequest, order: Sequence[EntrantId], past: PlayersPast) -> Rests:
    """Return the players who rest, one to three unless fours come out even: the lowest-ranked with the fewest rests."""
    place = {player: at for at, player in enumerate(order)}
    first = sorted(order, key=lambda player: (past.rests[player], -place[player]))[: len(order) % 4]

    def rest(player: EntrantId) -> Reason:
        code = ReasonCode.REST_AGAIN if past.rests[player] else ReasonCode.REST_LOWEST
        return Reason(code, rest_facts(request, past.rests, player, len(first)) | {"passed_over": []})

    return [(player, rest(player)) for player in sorted(first, key=place.__getitem__)]


def ideal(place: int) -> int:
    """Return the ideal partner's place: 1-4 and 2-3 of each four.

    >>> [ideal(place) for place in range(8)]
    [3, 2, 1, 0, 7, 6, 5, 4]
    """
    return place - place % 4 + 3 - place % 4


class _Field:
    """The players who are seated, by their places 0, 1, 2 … down the ranking, and the cost of their meetings."""

    def __init__(self, request: PairingRequest, past: PlayersPast, playing: Sequence[EntrantId]) -> None:
        self.past = past
        self.playing = playing
        self.lot = lot_of(request)
        self.excluded = {frozenset(meeting) for meeting in request.settings.excluded}
        self.rank = request.placed
        self.everybody_is_near = len(playing) <= ALL_EDGES_UP_TO

    def players(self, places: Places) -> Partners:
        return self.playing[places[0]], self.playing[places[1]]

    def partnerships(self) -> list[Places]:
        """Return a partnership for each player, the better place first."""
        size = len(self.playing)
        # More than all distances together, then more than all earlier partnerships.
        again = 8 * size**3
        before = again * (1 + sum(map(len, self.past.partnered.values())))
        reach = size if self.everybody_is_near else 2 * self._most_forbidden() + 8  # equivalent: half is enough

        def edges() -> Iterator[tuple[int, int, int]]:
            for a in range(size):
                for b in range(a + 1, min(size, a + reach + 1)):
                    rounds, excluded = self._forbidden(a, b)
                    price = (b - ideal(a)) ** 2 + (a - ideal(b)) ** 2
                    yield a, b, price + again * len(rounds) + before * (bool(rounds) + excluded)

        return cheapest(size, edges(), self.lot)

    def tables(self, partnerships: Sequence[Places]) -> list[tuple[Places, Places]]:
        """Return two partnerships for each table, the one with the best place first; tables by their best place."""
        ranked = sorted(partnerships, key=lambda places: (sum(places), places))
        size = len(ranked)
        excluded = 8 * len(self.playing) ** 3
        reach = size if self.everybody_is_near else TABLES_WINDOW

        def edges() -> Iterator[tuple[int, int, int]]:
            for a in range(size):
                for b in range(a + 1, min(size, a + reach + 1)):
                    met, kept_apart = self._opponents(ranked[a], ranked[b])
                    distance = (sum(ranked[b]) - sum(ranked[a])) ** 2
                    yield a, b, distance + MET_AGAIN * met + excluded * kept_apart

        met = cheapest(size, edges(), self.lot)
        tables = [(ranked[a], ranked[b]) for a, b in met]
        return sorted((min(table), max(table)) for table in tables)

    def cost(self, one: Places, other: Places) -> int:
        """Return how far a table is from the fours down the ranking; 0 for one of them."""
        off = sum((b - ideal(a)) ** 2 + (a - ideal(b)) ** 2 for a, b in (one, other))
        return off + (sum(one) - sum(other)) ** 2

    def why(self, one: Places, other: Places) -> Reason:
        """Return the ranks at the table, and the ideal partnerships that were not possible."""
        places, against = ([self.rank[player] for player in self.players(side)] for side in (one, other))
        facts: dict[str, int | str | list[int]] = {"places": places, "against": against}
        if not self.cost(one, other):
            return Reason(ReasonCode.FOUR, facts)
        for place in sorted((*one, *other)):
            partner = ideal(place)
            rounds, excluded = self._forbidden(place, partner)
            if rounds or excluded:
                facts |= {"pair": self.playing[place], "other": self.playing[partner], "round": max(rounds, default=0)}
                return Reason(ReasonCode.FOUR_PARTNERS, facts)
        return Reason(ReasonCode.FOUR_NEAR, facts)

    def _forbidden(self, a: int, b: int) -> tuple[tuple[int, ...], bool]:
        """Return the rounds in which two places were partners, and whether the referee keeps them apart."""
        both = frozenset((self.playing[a], self.playing[b]))
        return self.past.partnered.get(both, ()), both in self.excluded

    def _opponents(self, one: Places, other: Places) -> tuple[int, int]:
        """Return how many of the four meetings are repeated, and how many the referee excludes."""
        meetings = [frozenset((self.playing[a], self.playing[b])) for a in one for b in other]
        return sum(meeting in self.past.opposed for meeting in meetings), sum(
            meeting in self.excluded for meeting in meetings
        )

    def _most_forbidden(self) -> int:
        """Return the most forbidden partners that any player has."""
        forbidden = dict.fromkeys(self.playing, 0)  # equivalent: half is enough
        for players in {*self.past.partnered, *self.excluded}:
            for player in players & forbidden.keys():
                forbidden[player] += 1  # equivalent `2`: speed alone
        return max(forbidden.values())
