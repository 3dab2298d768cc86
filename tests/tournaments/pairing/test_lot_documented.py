"""Every lot, drawn only from docs/pairing.md §16 and a tournament's file, without the program's own draw."""

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Sequence
from hashlib import blake2b, sha512
from itertools import combinations
from math import ceil, log
from pathlib import Path
from typing import Any

import pytest

from tests.factories import draft_round, make_teams, make_tournament, pair, play_round, play_table, slip, start_round
from tournaments import pairing
from tournaments.interchange import export_tournament
from tournaments.models import Player, Round, Tournament
from tournaments.records import System
from tournaments.selectors.standings import standings_of
from tournaments.services import pair_change, round_close

TEXT = (Path(__file__).parents[3] / "docs" / "pairing.md").read_text(encoding="utf-8").split("## 16.")[1]
WORD = 2**32 - 1


class Lot:
    """MT19937 and the values taken from it, as the page describes them."""

    def __init__(self, text: str) -> None:
        number = int.from_bytes(text.encode() + sha512(text.encode()).digest())
        key = [number >> 32 * at & WORD for at in range((number.bit_length() + 31) // 32)]
        state = [19650218]
        for at in range(1, 624):
            state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + at) & WORD)
        at = 1
        for step in range(624):
            mixed = (state[at - 1] ^ state[at - 1] >> 30) * 1664525
            state[at] = ((state[at] ^ mixed) + key[step % len(key)] + step % len(key)) & WORD
            at += 1
            if at == 624:
                state[0], at = state[623], 1
        for _step in range(623):
            state[at] = ((state[at] ^ (state[at - 1] ^ state[at - 1] >> 30) * 1566083941) - at) & WORD
            at += 1
            if at == 624:
                state[0], at = state[623], 1
        state[0] = 1 << 31
        self.state, self.at = state, 624

    def word(self) -> int:
        if self.at == 624:
            for at in range(624):
                upper = self.state[at] & 1 << 31 | self.state[(at + 1) % 624] & (1 << 31) - 1
                self.state[at] = self.state[(at + 397) % 624] ^ upper >> 1 ^ (0x9908B0DF if upper & 1 else 0)
            self.at = 0
        word = self.state[self.at]
        self.at += 1
        word ^= word >> 11
        word ^= word << 7 & 0x9D2C5680
        word ^= word << 15 & 0xEFC60000
        return word ^ word >> 18

    def bits(self, k: int) -> int:
        return self.word() | self.word() << 32 if k == 64 else self.word() >> 32 - k

    def below(self, n: int) -> int:
        while (found := self.bits(n.bit_length())) >= n:
            pass
        return found

    def shuffle(self, row: list[int]) -> None:
        for at in range(len(row) - 1, 0, -1):
            other = self.below(at + 1)
            row[at], row[other] = row[other], row[at]

    def sample(self, row: Sequence[int], k: int) -> list[int]:
        m = 21 + (4 ** ceil(log(3 * k, 4)) if k > 5 else 0)
        if len(row) <= m:
            pool, found = list(row), []
            for at in range(k):
                j = self.below(len(row) - at)
                found.append(pool[j])
                pool[j] = pool[len(row) - at - 1]
            return found
        drawn: list[int] = []
        while len(drawn) < k:
            if (j := self.below(len(row))) not in drawn:
                drawn.append(j)
        return [row[j] for j in drawn]


Tables = list[tuple[int, int]]
Price = Callable[[int, int], int]


def rounds_of(row: Sequence[int]) -> list[Tables]:
    """Return every way to seat them."""
    if not row:
        return [[]]
    first, *others = row
    return [
        [(first, other), *left]
        for at, other in enumerate(others)
        for left in rounds_of([*others[:at], *others[at + 1 :]])
    ]


def cheapest(size: int, price: Price, number: Callable[[int, int], int]) -> Tables:
    return min(
        rounds_of(range(size)),
        key=lambda tables: (sum(price(*table) for table in tables), sum(number(*table) for table in tables)),
    )


def improved(tables: Tables, price: Price, least: int) -> int:
    waiting, fruitless = deque(at for at, table in enumerate(tables) if price(*table)), 0
    while waiting and sum(price(*table) for table in tables) > least and fruitless < len(waiting):
        i = waiting.popleft()
        done = next(
            (
                (j, one, other)
                for j, (c, d) in enumerate(tables)
                if j != i
                for one, other in (((tables[i][0], c), (tables[i][1], d)), ((tables[i][0], d), (tables[i][1], c)))
                if price(*one) + price(*other) < price(*tables[i]) + price(c, d)
            ),
            None,
        )
        if done is None:
            fruitless += 1
            waiting.append(i)
            continue
        j, tables[i], tables[j] = done
        fruitless = 0
        waiting.extend(number for number in (i, j) if price(*tables[number]) and number not in waiting)
    return sum(price(*table) for table in tables)


class File:
    """The data that an outsider reads from a file."""

    def __init__(self, data: dict[str, Any], number: int) -> None:
        self.round = data["rounds"][number - 1]
        self.lot = Lot(f"{self.round['seed']}/{number}")
        players = {player["id"]: player["club"] for player in data["players"]}
        self.clubs = {entrant["number"]: {players[p] for p in entrant["players"]} - {""} for entrant in data["pairs"]}
        self.teams = {entrant["number"]: entrant.get("team") for entrant in data["pairs"]}
        earlier = [table for round_ in data["rounds"][: number - 1] for table in round_["tables"]]
        self.met = {frozenset((table["ns"], table["ew"])) for table in earlier if table["ew"] is not None}
        self.begun = number > 1

    @property
    def drawn(self) -> list[set[int]]:
        """The pairs as they were drawn, before the referee's moves; a resting pair is alone."""
        moved = self.round.get("moved", {"before": [], "after": []})
        gone = {table[0] for table in moved["after"]}
        now = [[t["number"], t["ns"], t["ew"]] for t in self.round["tables"] if t["number"] not in gone]
        return sorted(({ns, ew} - {None} for _number, ns, ew in [*now, *moved["before"]]), key=min)

    def price(self, size: int, *, clubs: bool = True) -> Price:
        u = size // 2 + 1

        def of(one: int, other: int) -> int:
            never = self.teams[one] is not None and self.teams[one] == self.teams[other]
            rematch = u * (frozenset((one, other)) in self.met)
            return rematch + u * u * never + bool(clubs and self.clubs[one] & self.clubs[other])

        return of

    def by_lot(self, order: list[int]) -> list[set[int]]:
        rest = []
        if len(order) % 2:
            assert not self.begun, "the ranking says who rests"
            candidates, price = self.lot.sample(order, len(order)), self.price(len(order) - 1, clubs=False)

            def left(who: int) -> int:
                others = [number for number in order if number != who]
                return min(sum(price(*table) for table in tables) for tables in rounds_of(others))

            rest = [min(candidates, key=left)]
        row = [number for number in order if number not in rest]
        price = self.price(len(row))
        sizes = Counter(club for number in row for club in self.clubs[number])
        least = max(0, max(sizes.values(), default=0) - len(row) // 2)
        self.lot.shuffle(row)
        tables = list(zip(row[::2], row[1::2], strict=True))
        if improved(tables, price, least) > least:
            flat = [number for table in tables for number in table]
            numbers = {places: self.lot.bits(32) for places in combinations(range(len(flat)), 2)}
            found = cheapest(len(flat), lambda a, b: price(flat[a], flat[b]), lambda a, b: numbers[a, b])
            tables = [(flat[a], flat[b]) for a, b in sorted(found)]
            improved(tables, price, least)
        return sorted([{*map(int, table)} for table in tables] + [{number} for number in rest], key=min)


def in_file(tournament: Tournament, number: int = 1) -> File:
    tournament.refresh_from_db()
    return File(export_tournament(tournament), number)


def in_clubs(tournament: Tournament, *sizes: int) -> None:
    players = Player.objects.filter(pk__in=[key for pair in tournament.pairs.all() for key in pair.player_keys])
    keys = list(players.values_list("pk", flat=True))
    for at, size in enumerate(sizes):
        Player.objects.filter(pk__in=keys[: 2 * size]).update(club=f"Circolo {at}")
        keys = keys[2 * size :]


def test_the_lot_gives_the_documented_words() -> None:
    lot = Lot("7/1")
    words = re.search(r"first four words ([\d, ]+) and (\d+)", TEXT)
    assert words is not None
    assert [lot.word() for _ in range(4)] == [*map(int, words[1].split(", ")), int(words[2])]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("pairs", "clubs"), [(8, ()), (9, (5,)), (10, (4, 3)), (8, (6,))])
def test_the_first_round_by_lot_is_drawn_again(pairs: int, clubs: tuple[int, ...], seed: int) -> None:
    tournament = make_tournament(pairs=pairs)
    in_clubs(tournament, *clubs)
    draft_round(tournament, System.DRAW, seed=seed)
    file = in_file(tournament)
    assert file.by_lot(file.round["present"]) == file.drawn


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(6))
def test_later_rounds_by_lot_and_teams_are_drawn_again(seed: int) -> None:
    """With few pairs, the third round has few ways left, so the swaps get stuck and a matching finishes."""
    tournament = make_teams(3, hands_per_round=2)
    for number in (1, 2, 3):
        ranked = [int(row.entrant.id) for row in standings_of(tournament)] if number > 1 else list(range(1, 7))
        play_round(start_round(tournament, System.DRAW, seed=seed), seed=seed)
        file = in_file(tournament, number)
        assert file.by_lot(ranked) == file.drawn


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_the_first_mitchell_by_lot_is_seated_again(seed: int) -> None:
    tournament = make_tournament(pairs=9)
    pair_change(pair=pair(tournament, 7), fixed_table=2)
    draft_round(tournament, System.MITCHELL, seed=seed, start_by_lot=True)
    file = in_file(tournament)
    others = [1, 2, 3, 4, 5, 6, 8, 9]
    file.lot.shuffle(others)
    ns = [others[0], 7, *others[1:4]]
    tables = [{one, other} for one, other in zip(ns, others[4:], strict=False)] + [{ns[4]}]
    assert sorted(tables, key=min) == file.drawn


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_the_first_whist_is_seated_again(seed: int) -> None:
    draft_round(tournament := make_tournament(kind="individual", pairs=8), System.INDIVIDUAL, seed=seed)
    file = in_file(tournament)
    players = list(range(1, 9))
    file.lot.shuffle(players)
    starter = json.loads((Path(pairing.__file__).parent / "whist.json").read_text(encoding="utf-8"))["8"]["tables"]
    drawn = [{frozenset(table["ns"]), frozenset(table["ew"])} for table in file.round["tables"]]
    assert [{frozenset(players[place] for place in side) for side in table} for table in starter] == drawn


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_equals_are_told_apart_again(seed: int) -> None:
    """Danish by squares and Swiss, where everybody is equal apart from earlier meetings."""
    mask = 2**64 - 1
    for system, settings in ((System.DANISH_NO_REMATCH, {"policy": "min_square"}), (System.SWISS, {})):
        tournament = make_tournament(name=f"{system} {seed}", pairs=8, hands_per_round=2, tie_breaks=["vp"])
        for number in (1, 2, 3):
            draft = start_round(tournament, system, seed=seed, **settings)
            file = in_file(tournament, number)
            order, vp = [row[0] for row in Round.objects.get(pk=draft.pk).order], dict(draft.order)
            order.sort(key=lambda number: -vp[number] if system is System.SWISS else 0)
            key, price = file.lot.bits(64), file.price(8)

            def numbered(a: int, b: int) -> int:
                x = key + (a * 8 + b) * 0x9E3779B97F4A7C15 & mask  # noqa: B023
                x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
                return ((x ^ x >> 27) * 0x94D049BB133111EB & mask) >> 32

            def cost(a: int, b: int) -> int:
                dear = 10**9 * price(order[a], order[b])  # noqa: B023
                if system is not System.SWISS:  # noqa: B023
                    return dear + (a - b) ** 2
                same = [at for at in range(8) if vp[order[at]] == vp[order[a]]]  # noqa: B023
                expected = len(same) // 2 if vp[order[a]] == vp[order[b]] else 1  # noqa: B023
                return dear + 10**6 * (vp[order[a]] - vp[order[b]]) ** 2 + (b - a - expected) ** 2  # noqa: B023

            tables = [{order[a], order[b]} for a, b in cheapest(8, cost, numbered)]
            assert sorted(tables, key=min) == file.drawn
            for table in draft.tables.all():
                play_table(table, *[slip(other_base=300, other_points=120)] * 2)
            round_close(round=draft)


@pytest.mark.django_db
def test_the_ranking_s_lot_is_drawn_again() -> None:
    tournament = make_tournament(pairs=9, tie_breaks=["lot"])
    ranked = [int(row.entrant.id) for row in standings_of(tournament)]
    assert ranked == sorted(ranked, key=lambda e: blake2b(f"7:{e}".encode(), digest_size=8).digest(), reverse=True)
    assert ranked != sorted(ranked)
