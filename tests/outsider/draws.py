"""Every round drawn again from the file (docs/pairing.md §16), and the differences from it.

| drawn again, table by table              | held against what every draw of the kind satisfies    |
|------------------------------------------|-------------------------------------------------------|
| the lot, by numbers, Danish, both Danish | whist: every round is one of the movement that the    |
| policies without rematches, Swiss,       | first one begins; Danish individual: the fewest       |
| Mitchell; meetings of round robins and   | repeated partners; kept tables and tables of an       |
| knockouts                                | entrant's own are not known here                      |
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from random import Random
from typing import Any

from .evening import Evening, seats, sitting
from .matching import Meeting, Price, cheapest
from .ranking import Ranking

Table = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The table's number, NS and EW; EW is empty if NS rests."""

WITHOUT_MEMORY = ("danish", "registration")


class Drawing:
    """One round as its file says that it was drawn, and as it should have been drawn."""

    def __init__(self, evening: Evening, number: int, girone: int | None = None) -> None:
        self.evening, self.number, self.girone = evening, number, girone
        self.round = evening.rounds[number - 1]
        self.system = evening.system_of(number, girone)
        self.settings = evening.settings_of(number, girone)
        self.gironi = evening.gironi_at(number)
        letter = "" if girone is None else f"/{chr(ord('A') + girone - 1)}"
        self.lot = Random(f"{self.round['seed']}/{number}{letter}")
        self.before = [self._of_girone(earlier, list(self._then(earlier))) for earlier in range(1, number)]

    def _of_girone(self, number: int, tables: list[Table]) -> list[Table]:
        """Return the tables at which somebody of the girone sat, since the cut numbered within it."""
        if self.girone is None:
            return tables
        mine = [
            table for table in tables if any(self.gironi.get(entrant) == self.girone for entrant in table[1] + table[2])
        ]
        if not self.evening.is_in_gironi(number):
            return mine
        return [(at, ns, ew) for at, (_number, ns, ew) in enumerate(mine, start=1)]

    def _then(self, number: int) -> Iterator[Table]:
        for earlier in self.round.get("seats_then", ()):
            if earlier["round"] == number:
                yield from map(table_of_row, earlier["tables"])
                return
        yield from seats(self.evening.rounds[number - 1])

    @cached_property
    def tables(self) -> list[Table]:
        """The tables as they were drawn, without the referee's changes."""
        found = {number: (number, ns, ew) for number, ns, ew in seats(self.round)}
        moved = self.round.get("moved", {"before": [], "after": []})
        for number, *_seats in moved["after"]:
            found.pop(number)
        found |= {row[0]: table_of_row(row) for row in moved["before"]}
        return [found[number] for number in sorted(found)]

    # --- Who is drawn, and at what price -----------------------------------------------------------------------------

    @cached_property
    def order(self) -> list[int]:
        """Everybody who was present, the best first."""
        present = set(self.round["present"])
        if "order" in self.round:
            everybody = [entrant for entrant, _vp in self.round["order"]]
        elif self.number == 1:
            everybody = sorted(present)
        else:
            everybody = Ranking(self.evening, self.number - 1, for_draw=True).order
        mine = self.girone
        one_bracket = self.evening.is_one_bracket(self.number)
        if one_bracket and "order" not in self.round and self.evening.is_in_gironi(self.number):
            return self._seeded([entrant for entrant in everybody if entrant in present])
        return [
            entrant for entrant in everybody if entrant in present and (mine is None or self.gironi[entrant] == mine)
        ]

    def _seeded(self, ranked: Sequence[int]) -> list[int]:
        """Return the best of each girone, A first, then the second of each, and so on."""
        fields: dict[int, list[int]] = {}
        for entrant in ranked:
            fields.setdefault(self.evening.girone(entrant), []).append(entrant)
        rows = zip_longest(*(fields[girone] for girone in sorted(fields)))
        return [entrant for row in rows for entrant in row if entrant is not None]

    @cached_property
    def vp(self) -> dict[int, int]:
        if "order" in self.round:
            return dict(self.round["order"])
        ranking = Ranking(self.evening, self.number - 1, for_draw=True)
        return {entrant: ranking.vp(entrant) for entrant in self.order}

    @cached_property
    def met(self) -> set[frozenset[int]]:
        memory = 0 if self.system in WITHOUT_MEMORY else self.settings.get("memory")
        counted = self.before if memory is None else self.before[len(self.before) - memory :] if memory else []
        return {
            frozenset((one, other)) for tables in counted for _number, ns, ew in tables for one in ns for other in ew
        }

    def barred(self, one: int, other: int) -> bool:
        team = self.evening.team
        mates = team[one] is not None and team[one] == team[other]
        return mates or sorted((one, other)) in [sorted(pair) for pair in self.settings.get("excluded", ())]

    @property
    def clubs_apart(self) -> bool:
        asked = self.system in ("danish_no_rematch", "swiss") and bool(self.settings.get("avoid_clubs"))
        return self.system == "draw" or asked

    def price(self, one: int, other: int) -> Price:
        clubs = self.clubs_apart and bool(self.evening.clubs[one] & self.evening.clubs[other])
        return int(self.barred(one, other)), int(frozenset((one, other)) in self.met), int(clubs)

    # --- Who rests ---------------------------------------------------------------------------------------------------

    def rests(self, entrant: int) -> int:
        return sum((entrant,) == ns and not ew for tables in self.before for _number, ns, ew in tables)

    def rest(self, order: Sequence[int]) -> int | None:
        """Return the lowest of those who rested least whose rest leaves the least price, without clubs."""
        if len(order) % 2 == 0:
            return None
        if self.system == "draw" and self.number == 1:
            candidates = self.lot.sample(list(order), len(order))
        else:
            fewest = min(map(self.rests, order))
            candidates = [entrant for entrant in reversed(order) if self.rests(entrant) == fewest]
        without_clubs: Callable[[int, int], Price] = lambda a, b: self.price(order[a], order[b])[:2]  # noqa: E731
        left = {}
        for candidate in candidates:
            places = [place for place, entrant in enumerate(order) if entrant != candidate]
            found = cheapest(places, without_clubs)
            assert found is not None
            left[candidate] = found[1]
            if not any(found[1]):
                break
        least = min(left.values())
        return next(candidate for candidate in candidates if left.get(candidate) == least)

    # --- The systems -------------------------------------------------------------------------------------------------

    def meetings(self) -> tuple[list[tuple[int, int]], int | None]:
        """Return the meetings and the resting entrant of a round that follows the ranking, the numbers or chance."""
        resting = self.rest(self.order)
        playing = [entrant for entrant in self.order if entrant != resting]
        if self.system == "registration":
            playing.sort()
        if self.system == "draw":
            return self._by_lot(playing), resting
        if self.system == "swiss":
            playing.sort(key=lambda entrant: -self.vp[entrant])
            return self._least_cost(playing, Folds(playing, self.vp, self.settings.get("fold", "folded")).cost), resting
        if self.system == "danish_no_rematch" and self.settings.get("policy") == "min_square":
            return self._least_cost(playing, lambda a, b: ((b - a) ** 2,)), resting
        return self._top_down(playing), resting

    def _top_down(self, playing: list[int]) -> list[tuple[int, int]]:
        """Pair from the top: each meets the best opponent that leaves the others the least price."""
        price: Callable[[int, int], Price] = lambda a, b: self.price(playing[a], playing[b])  # noqa: E731
        free, done = list(range(len(playing))), []
        found = cheapest(free, price)
        assert found is not None
        least = found[1]
        while free:
            one, *others = free
            for other in others:
                left = [place for place in others if place != other]
                completed = cheapest(left, price)
                if completed is None:
                    continue
                others_price = completed[1] or (0, 0, 0)
                if tuple(map(sum, zip(price(one, other), others_price, strict=True))) == least:
                    break
            else:
                raise AssertionError(f"nobody is left for {playing[one]}")
            least = others_price
            done.append((playing[one], playing[other]))
            free = left
        return done

    def _least_cost(self, playing: list[int], cost: Callable[[int, int], Price]) -> list[tuple[int, int]]:
        """Return the meetings of least price, then of least cost.

        Of equal ones, return those with the least sum of the numbers drawn from the seed.
        """
        key, size = self.lot.getrandbits(64), len(playing)
        found = cheapest(
            range(size),
            lambda a, b: (*self.price(playing[a], playing[b]), *cost(a, b), number_of(key, a * size + b)),
        )
        assert found is not None
        return [(playing[a], playing[b]) for a, b in found[0]]

    def _by_lot(self, playing: list[int]) -> list[tuple[int, int]]:
        """Shuffle, then improve two tables at a time; a matching finishes if that is not enough."""
        unit = len(playing) // 2 + 1
        row = list(playing)
        self.lot.shuffle(row)

        def worth(one: int, other: int) -> int:
            barred, rematch, club = self.price(one, other)
            return barred * unit**2 + rematch * unit + club

        clubs = [club for entrant in playing for club in self.evening.clubs[entrant]]
        largest = max((clubs.count(club) for club in clubs), default=0)
        bound = max(0, largest - len(playing) // 2)
        tables = self._exchanged(list(zip(row[::2], row[1::2], strict=True)), worth, bound)
        if sum(worth(*table) for table in tables) > bound:
            standing = [entrant for table in tables for entrant in table]
            numbers = {
                (a, b): self.lot.getrandbits(32) for a in range(len(standing)) for b in range(a + 1, len(standing))
            }
            found = cheapest(
                range(len(standing)), lambda a, b: (worth(standing[a], standing[b]), numbers[min(a, b), max(a, b)])
            )
            assert found is not None
            tables = self._exchanged([(standing[a], standing[b]) for a, b in found[0]], worth, bound)
        return tables

    @staticmethod
    def _exchanged(tables: list[Meeting], worth: Callable[[int, int], int], bound: int) -> list[Meeting]:
        """Exchange between two tables as long as that improves the whole."""
        queue = [at for at, table in enumerate(tables) if worth(*table)]
        fruitless = 0
        while queue and sum(worth(*table) for table in tables) > bound and fruitless < len(queue):
            at = queue.pop(0)
            a, b = tables[at]
            ways = ((j, ((a, c), (b, d)), ((a, d), (b, c))) for j, (c, d) in enumerate(tables) if j != at)
            better = next(
                (
                    (j, way)
                    for j, *two in ways
                    for way in two
                    if worth(*way[0]) + worth(*way[1]) < worth(a, b) + worth(*tables[j])
                ),
                None,
            )
            if better is None:
                fruitless += 1
                queue.append(at)
                continue
            j, (tables[at], tables[j]) = better
            fruitless = 0
            queue += [number for number in (at, j) if worth(*tables[number]) and number not in queue]
        return tables

    # --- Lines and tables --------------------------------------------------------------------------------------------

    def seated(self, meetings: Sequence[tuple[int, int]], resting: int | None) -> list[Table]:
        """Seat as NS whoever sat there less often, then not last, then the better; the best sit at table 1."""
        place = {entrant: at for at, entrant in enumerate(self.order)}
        lines = sorted(
            (self._line(one, other, place) for one, other in meetings), key=lambda two: min(map(place.get, two))
        )
        tables: list[Table] = [(at, (ns,), (ew,)) for at, (ns, ew) in enumerate(lines, start=1)]
        return tables + ([(len(tables) + 1, (resting,), ())] if resting is not None else [])

    def _line(self, one: int, other: int, place: dict[int, int]) -> tuple[int, int]:
        def claim(entrant: int) -> tuple[int, bool, int]:
            sat = [entrant in ns for tables in self.before for _number, ns, ew in tables if ew and entrant in ns + ew]
            return sum(sat), bool(sat and sat[-1]), place[entrant]

        ns = min((one, other), key=claim)
        return ns, other if ns == one else one


class Folds:
    """A Swiss field in groups of equal VP: the distance of a meeting from the fold."""

    def __init__(self, playing: Sequence[int], vp: dict[int, int], fold: str) -> None:
        self.vp = [vp.get(entrant, 0) for entrant in playing]
        self.fold = fold

    def cost(self, a: int, b: int) -> Price:
        equal = self.vp.count(self.vp[a])
        step = 1 if self.vp[a] != self.vp[b] or self.fold == "adjacent" else equal // 2
        return (self.vp[a] - self.vp[b]) ** 2, (b - a - step) ** 2


def number_of(key: int, meeting: int) -> int:
    """Return the upper half of splitmix64, started at the key."""
    mask = 2**64 - 1
    x = (key + meeting * 0x9E3779B97F4A7C15) & mask
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & mask
    return x >> 32


def table_of_row(row: list[Any]) -> Table:
    return row[0], tuple(sitting(row[1])), tuple(sitting(row[2]))
