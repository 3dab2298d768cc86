"""The places still within reach, compared with every outcome of small tournaments."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.ranking.oracle_reach import (
    SCALE,
    Figures,
    Seen,
    Table,
    at_tables,
    endings,
    one_round,
    outcomes,
    places,
)
from tournaments.ranking.chances import differences_played
from tournaments.ranking.reach import Need, Reach, reaches
from tournaments.ranking.remaining_rounds import Remaining
from tournaments.ranking.standings import standings
from tournaments.records import (
    Allowance,
    Entrant,
    EntrantId,
    Outcome,
    PointAdjustment,
    Standing,
    TableResult,
    TieBreak,
)

USUAL = (TieBreak.VP, TieBreak.MP_DIFFERENCE, TieBreak.MP, TieBreak.DIRECT, TieBreak.WINS, TieBreak.LOT)
EXACT = {
    "usual": USUAL,
    "without a lot": (TieBreak.VP, TieBreak.MP_DIFFERENCE, TieBreak.MP),
    "difference last": (TieBreak.VP, TieBreak.MP_DIFFERENCE),
    "VP alone": (TieBreak.VP,),
    "MP first": (TieBreak.VP, TieBreak.MP),
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
                place=place[figures.id],
                tied=False,
                entrant=Entrant(id=EntrantId(figures.id), names=(f"Coppia {figures.id}",)),
                vp=figures.vp,
                mp_difference=figures.mp_difference,
                mp=figures.mp,
                wins=figures.wins,
                rounds=(),
            )
            for figures in field
        ),
        key=lambda row: row.place,
    )


def reach_of(field: Sequence[Figures], remaining: Remaining, order: Sequence[TieBreak] = USUAL) -> dict[int, Reach]:
    return {
        int(own): reach
        for own, reach in reaches(ranked(field, order), remaining, scale=SCALE, tie_breaks=order).items()
    }


def drawn(tables: Iterable[Table]) -> Remaining:
    return Remaining(tables=[(EntrantId(ns), EntrantId(ew)) for ns, ew in tables])


def seen_at_tables(field: Sequence[Figures], tables: Sequence[Table], order: Sequence[TieBreak]) -> dict[int, Seen]:
    seen: defaultdict[int, Seen] = defaultdict(Seen)
    for got, then in outcomes(field, tables):
        for own, place in places(then, order).items():
            seen[own].places[got.get(own, 0)].add(place)
    return seen


def small_evening(seed: int) -> tuple[list[Figures], list[Table]]:
    """Return five or six pairs, with one or two open tables."""
    rng = Random(seed)
    field = field_of(rng, rng.choice((5, 6)))
    ids = rng.sample([figures.id for figures in field], 4)
    return field, [(ids[0], ids[1]), (ids[2], ids[3])][: rng.choice((1, 2, 2))]


@pytest.mark.parametrize("order", EXACT.values(), ids=EXACT)
@pytest.mark.parametrize("seed", range(6))
def test_at_drawn_tables_every_place_is_told_exactly(seed: int, order: Sequence[TieBreak]) -> None:
    field, tables = small_evening(seed)
    reach, seen = reach_of(field, drawn(tables), order), seen_at_tables(field, tables, order)
    assert {own: (range_.best, range_.worst) for own, range_ in reach.items()} == {
        own: (places.best, places.worst) for own, places in seen.items()
    }
    for own in {own for table in tables for own in table}:
        assert (reach[own].first, reach[own].podium) == (seen[own].need(1), seen[own].need(3))


@pytest.mark.parametrize("order", BOUNDED.values(), ids=BOUNDED)
@pytest.mark.parametrize("seed", range(6, 9))
def test_with_other_criteria_nothing_possible_is_denied(seed: int, order: Sequence[TieBreak]) -> None:
    field, tables = small_evening(seed)
    for own, seen in seen_at_tables(field, tables, order).items():
        assert_nothing_is_claimed_wrongly(reach_of(field, drawn(tables), order)[own], seen)


def assert_nothing_is_claimed_wrongly(reach: Reach, seen: Seen) -> None:
    assert reach.best <= seen.best
    assert reach.worst >= seen.worst
    for need, place in ((reach.first, 1), (reach.podium, 3)):
        if need is None:
            continue
        for vp, on in seen.places.items():
            assert min(on) > place or (need.possible is not None and vp >= need.possible)
            assert need.certain is None or vp < need.certain or max(on) <= place


def test_of_two_tables_that_somebody_owes_nothing_possible_is_denied() -> None:
    field, tables = field_of(Random(3), 5), [(1, 2), (1, 3)]
    reach = reach_of(field, drawn(tables))
    for own, seen in seen_at_tables(field, tables, USUAL).items():
        assert reach[own].best <= seen.best <= seen.worst <= reach[own].worst


# --- Rounds to be drawn ----------------------------------------------------------------------------------------------

REST = 3


def seen_in_rounds(field: Sequence[Figures], tables: Sequence[Table], rounds: int) -> dict[int, Seen]:
    """Return the places for those at the next tables; equal VP count both ways, because differences can change."""
    seen: defaultdict[int, Seen] = defaultdict(Seen)
    everybody = [figures.id for figures in field]
    begun = list(at_tables({figures.id: figures.vp for figures in field}, tables))
    for now, got in begun:
        for first, got_first in [(now, got)] if tables else one_round(now, everybody, REST):
            for ending in endings(first, everybody, rounds if tables else rounds - 1, REST):
                then = dict(ending)
                for own, gained in got_first.items():
                    others = [vp for number, vp in then.items() if number != own]
                    above = sum(vp > then[own] for vp in others)
                    seen[own].places[gained] |= {1 + above, 1 + above + others.count(then[own])}
    return seen


@pytest.mark.parametrize(
    ("pairs", "tables", "rounds", "seed"),
    [(4, 0, 1, 1), (4, 0, 1, 22), (5, 0, 1, 47), (5, 2, 1, 5), (4, 1, 1, 9), (4, 0, 2, 4), (6, 0, 1, 64), (6, 1, 1, 8)],
)
def test_no_draw_and_no_result_leaves_the_reach(pairs: int, tables: int, rounds: int, seed: int) -> None:
    field = field_of(Random(seed), pairs, 9)
    ids = Random(seed).sample([figures.id for figures in field], 2 * tables)
    open_tables = list(zip(ids[::2], ids[1::2], strict=True))
    everybody = frozenset(row.entrant.id for row in ranked(field))
    remaining = replace(drawn(open_tables), rounds=rounds, paired=everybody, rest_vp=REST)
    reach = reach_of(field, remaining)
    for own, round_ in seen_in_rounds(field, open_tables, rounds).items():
        assert_nothing_is_claimed_wrongly(reach[own], round_)


@pytest.mark.parametrize("seed", range(10))
def test_before_the_last_round_every_place_is_told_exactly(seed: int) -> None:
    field = field_of(Random(seed), (4, 5, 6)[seed % 3], 9)
    everybody = frozenset(row.entrant.id for row in ranked(field))
    reach = reach_of(field, Remaining(tables=[], rounds=1, paired=everybody, rest_vp=REST))
    assert {own: (range_.best, range_.worst) for own, range_ in reach.items()} == {
        own: (round_.best, round_.worst) for own, round_ in seen_in_rounds(field, [], 1).items()
    }


def test_who_withdrew_plays_no_round_more_and_is_told_nothing() -> None:
    field = [Figures(1, 9), Figures(2, 6), Figures(3, 6), Figures(4, 0), Figures(5, 0)]
    remaining = Remaining(tables=[], rounds=1, paired=frozenset(map(EntrantId, (2, 3, 4, 5))), rest_vp=REST)
    reach = reach_of(field, remaining)
    assert 1 not in reach
    known = reaches(ranked(field), remaining, scale=SCALE, tie_breaks=USUAL)
    assert EntrantId(1) not in known and len(known) == 4
    # With 3 VP it has the 9 of the withdrawn one, perhaps with a better difference; nobody below reaches 6.
    assert (reach[2].best, reach[2].first, reach[2].podium) == (
        1,
        Need(possible=3, certain=None, least=0),
        Need(possible=0, certain=0, least=0),
    )


def test_a_round_missed_gives_what_an_absence_gives() -> None:
    field = [Figures(1, 9), Figures(2, 6), Figures(3, 6)]
    two = frozenset(map(EntrantId, (2, 3)))
    assert reach_of(field, Remaining(tables=[], rounds=1, paired=two))[2].best == 1
    assert reach_of(field, Remaining(tables=[], rounds=1, paired=two, missed_vp=2))[2].best == 2


@pytest.mark.parametrize(
    ("remaining", "order"),
    [
        (Remaining(tables=[]), USUAL),
        (drawn([(1, 2)]), (TieBreak.MP, TieBreak.VP)),
        (Remaining(tables=[], rounds=1, paired=frozenset({EntrantId(1)}), rest_vp=5), USUAL),
    ],
    ids=["all is over", "ranked by something else", "a rest is worth more than a table"],
)
def test_where_nothing_can_be_told_nobody_is_told_anything(remaining: Remaining, order: Sequence[TieBreak]) -> None:
    assert reach_of(field_of(Random(1), 4), remaining, order) == {}


@pytest.mark.parametrize(
    "remaining",
    [
        Remaining(tables=[], rounds=1, paired=frozenset(map(EntrantId, (1, 2, 3, 4))), rest_vp=SCALE.total),
        replace(drawn([(1, 2)]), rest_vp=SCALE.total + 1),
    ],
    ids=["as much as a table", "no round in which somebody could rest"],
)
def test_a_rest_that_gives_no_more_than_a_table_or_nobody_anything_is_no_reason_for_silence(
    remaining: Remaining,
) -> None:
    assert reach_of(field_of(Random(1), 4), remaining).keys() == {1, 2, 3, 4}


def test_where_nobody_can_reach_anything_or_everybody_everything_the_places_say_so() -> None:
    assert reaches([], drawn([]), scale=SCALE, tie_breaks=USUAL).within(3) == []
    two = reaches(ranked([Figures(1, 9), Figures(2, 0)]), drawn([(1, 2)]), scale=SCALE, tie_breaks=USUAL)
    assert two.within(3) == [1, 2]


# --- Tables with some hands, and adjustments -------------------------------------------------------------------------


def test_hands_that_are_in_and_adjustments_are_replaced_or_kept_as_the_ranking_does() -> None:
    """The ranking itself computes the last table, from all MP that its slip can have."""
    adjustments = [
        PointAdjustment(round=2, entrant=EntrantId(1), mp=-10),
        PointAdjustment(round=2, entrant=EntrantId(2), mp=15, felt=False),
        PointAdjustment(round=1, entrant=EntrantId(3), vp=1),
    ]
    before = [table(1, 1, 1, 3, 20, 10), table(1, 2, 2, 4, 5, 20), table(2, 2, 3, 4, 10, 0)]

    def then(*last: TableResult) -> tuple[Standing, ...]:
        return standings(
            [Entrant(id=EntrantId(id), names=(f"Coppia {id}",)) for id in (1, 2, 3, 4)],
            [*before, *last],
            adjustments,
            scale=SCALE,
            rest=Allowance(vp=REST, mp=10),
            absence=Allowance(vp=1, mp=-10),
            tie_breaks=USUAL,
            seed=7,
        )

    seen: defaultdict[int, set[int]] = defaultdict(set)
    for difference in range(-120, 125, 5):
        for mp in (-1000, 1000):
            for row in then(table(2, 1, 1, 2, mp + difference, mp)):
                seen[row.entrant.id].add(row.place)
    now = then(table(2, 1, 1, 2, 35, 5)._replace(outcome=Outcome.OPEN))
    assert differences_played(now) == [-15, 10, 10]
    reach = reaches(now, drawn([(1, 2)]), scale=SCALE, tie_breaks=USUAL)
    assert {int(own): (range_.best, range_.worst) for own, range_ in reach.items()} == {
        own: (min(places), max(places)) for own, places in seen.items()
    }


def table(round_: int, number: int, ns: int, ew: int, ns_mp: int, ew_mp: int) -> TableResult:
    return TableResult(
        round=round_,
        table=number,
        ns=EntrantId(ns),
        ew=EntrantId(ew),
        outcome=Outcome.PLAYED,
        ns_mp=ns_mp,
        ew_mp=ew_mp,
    )
