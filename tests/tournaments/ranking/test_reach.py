"""What can still be reached, against every outcome of small tournaments played through."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random

import pytest

from tests.tournaments.ranking.oracle_reach import SCALE, Figures, Table, endings, one_round, outcomes, places
from tournaments.ranking.reach import Need, Reach, reaches
from tournaments.ranking.still_to_play import Remaining
from tournaments.records import Entrant, EntrantId, Standing, TieBreak

USUAL = (TieBreak.VP, TieBreak.MP_DIFFERENCE, TieBreak.MP, TieBreak.DIRECT, TieBreak.WINS, TieBreak.LOT)
EXACT = {
    "usual": USUAL,
    "without a lot": (TieBreak.VP, TieBreak.MP_DIFFERENCE, TieBreak.MP),
    "difference last": (TieBreak.VP, TieBreak.MP_DIFFERENCE),
    "VP alone": (TieBreak.VP,),
    "MP first": (TieBreak.VP, TieBreak.MP, TieBreak.LOT),
}
BOUNDED = {
    "lot at once": (TieBreak.VP, TieBreak.LOT),
    "rounds won": (TieBreak.VP, TieBreak.WINS, TieBreak.MP_DIFFERENCE),
    "lot after the difference": (TieBreak.VP, TieBreak.MP_DIFFERENCE, TieBreak.LOT),
}


def field_of(rng: Random, count: int, spread: int = 6) -> list[Figures]:
    return [
        Figures(id, rng.randint(0, spread), 5 * rng.randint(-4, 4), 5 * rng.randint(0, 60), rng.randint(0, 2))
        for id in range(1, count + 1)
    ]


def ranked(field: Sequence[Figures], tie_breaks: Sequence[TieBreak] = USUAL) -> list[Standing]:
    place = places(field, tie_breaks)
    return sorted(
        (
            Standing(
                place=place[each.id],
                tied=False,
                entrant=Entrant(id=EntrantId(each.id), names=(f"Coppia {each.id}",)),
                vp=each.vp,
                mp_difference=each.mp_difference,
                mp=each.mp,
                wins=each.wins,
                rounds=(),
            )
            for each in field
        ),
        key=lambda row: row.place,
    )


def reach_of(field: Sequence[Figures], remaining: Remaining, order: Sequence[TieBreak] = USUAL) -> dict[int, Reach]:
    return {
        int(own): each for own, each in reaches(ranked(field, order), remaining, scale=SCALE, tie_breaks=order).items()
    }


def drawn(tables: Iterable[Table]) -> Remaining:
    return Remaining(tables=[(EntrantId(ns), EntrantId(ew)) for ns, ew in tables])


class Seen:
    """The places that somebody was seen on, by the VP of the next table."""

    def __init__(self) -> None:
        self.places: defaultdict[int, set[int]] = defaultdict(set)

    @property
    def best(self) -> int:
        return min(place for places in self.places.values() for place in places)

    @property
    def worst(self) -> int:
        return max(place for places in self.places.values() for place in places)

    def need(self, place: int) -> Need:
        """Read off the outcomes as the words say it."""
        by_vp = sorted(self.places.items())
        possible = [vp for vp, places in by_vp if min(places) <= place]
        certain = [vp for vp, _places in by_vp if all(max(p) <= place for more, p in by_vp if more >= vp)]
        return Need(possible=min(possible, default=None), certain=min(certain, default=None), least=0)


def seen_at_tables(field: Sequence[Figures], tables: Sequence[Table], order: Sequence[TieBreak]) -> dict[int, Seen]:
    seen: defaultdict[int, Seen] = defaultdict(Seen)
    for got, then in outcomes(field, tables):
        for own, place in places(then, order).items():
            seen[own].places[got.get(own, 0)].add(place)
    return seen


def small_evening(seed: int) -> tuple[list[Figures], list[Table]]:
    """Five or six pairs, with one or two tables out."""
    rng = Random(seed)
    field = field_of(rng, rng.choice((5, 6)))
    ids = rng.sample([each.id for each in field], 4)
    return field, [(ids[0], ids[1]), (ids[2], ids[3])][: rng.choice((1, 2, 2))]


@pytest.mark.parametrize("order", EXACT.values(), ids=EXACT)
@pytest.mark.parametrize("seed", range(6))
def test_at_drawn_tables_every_place_is_told_exactly(seed: int, order: Sequence[TieBreak]) -> None:
    field, tables = small_evening(seed)
    reach, seen = reach_of(field, drawn(tables), order), seen_at_tables(field, tables, order)
    assert {own: (each.best, each.worst) for own, each in reach.items()} == {
        own: (each.best, each.worst) for own, each in seen.items()
    }
    for own in {own for table in tables for own in table}:
        assert (reach[own].first, reach[own].podium) == (seen[own].need(1), seen[own].need(3))


@pytest.mark.parametrize("order", BOUNDED.values(), ids=BOUNDED)
@pytest.mark.parametrize("seed", range(6, 9))
def test_with_other_criteria_nothing_possible_is_denied(seed: int, order: Sequence[TieBreak]) -> None:
    field, tables = small_evening(seed)
    for own, seen in seen_at_tables(field, tables, order).items():
        assert_nothing_is_claimed_wrongly(reach_of(field, drawn(tables), order)[own], seen)


def assert_nothing_is_claimed_wrongly(told: Reach, seen: Seen) -> None:
    assert told.best <= seen.best
    assert told.worst >= seen.worst
    for need, place in ((told.first, 1), (told.podium, 3)):
        if need is None:
            continue
        for vp, on in seen.places.items():
            assert min(on) > place or (need.possible is not None and vp >= need.possible)
            assert need.certain is None or vp < need.certain or max(on) <= place


# --- Rounds to be drawn ----------------------------------------------------------------------------------------------

REST = 3


def seen_in_rounds(
    field: Sequence[Figures], tables: Sequence[Table], paired: Sequence[int], rounds: int
) -> dict[int, Seen]:
    """Equals in VP are taken to stand either way: a difference can always be made good."""
    seen: defaultdict[int, Seen] = defaultdict(Seen)

    def see(got: dict[int, int], then: dict[int, int]) -> None:
        for own in got:
            others = [vp for each, vp in then.items() if each != own]
            above = sum(vp > then[own] for vp in others)
            seen[own].places[got[own]] |= {1 + above, 1 + above + others.count(then[own])}

    vp = {each.id: each.vp for each in field}
    at_tables = [(dict(tables_vp), got) for tables_vp, got in table_results(vp, tables)]
    for now, got in at_tables:
        firsts = one_round(now, paired, REST) if not tables else [(now, got)]
        for first, got_first in firsts:
            for ending in endings(first, paired, rounds - (not tables), REST):
                see(got_first, dict(ending))
    return seen


def table_results(vp: dict[int, int], tables: Sequence[Table]) -> list[tuple[dict[int, int], dict[int, int]]]:
    found = [(vp, dict[int, int]())]
    for ns, ew in tables:
        found = [
            (now | {ns: now[ns] + given, ew: now[ew] + SCALE.total - given}, got | {ns: given, ew: SCALE.total - given})
            for now, got in found
            for given in range(SCALE.total + 1)
        ]
    return found
