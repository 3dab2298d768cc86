"""Rankings in gironi: random tournaments, cut after any round, against the naive oracle; and where a cut falls."""

import os
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.oracle_ranking import Tournament as Oracle
from tests.tournaments.ranking.test_standings import ABSENCE, ORDER, REST, SEEDS, entrant, places, table, tournaments
from tournaments.ranking.course import course_of
from tournaments.ranking.gironi import boundaries, dealt
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4
from tournaments.records import (
    Carry,
    Cut,
    EntrantId,
    Outcome,
    PointAdjustment,
    Standing,
    TableResult,
    TieBreak,
)
from tournaments.records.gironi import even_sizes

EXAMPLES = int(os.environ.get("BURRACO_EVENINGS", "60"))
ROWS = [(100, 10), *((up_to, 11 + n) for n, up_to in enumerate(range(300, 1701, 200))), (2000, 19)]
Made = tuple[int, list[TableResult], list[PointAdjustment]]


def oracle_of(ids: Sequence[int], results: list[TableResult], adjustments: list[PointAdjustment], seed: int) -> Oracle:
    return Oracle(
        ids=ids, results=results, adjustments=adjustments, rows=ROWS, total=20, rest=REST, absence=ABSENCE, seed=seed
    )


class Staged(Oracle):
    """One girone: the figures of the qualification as they go on, and those since, each added up by itself."""

    before: Oracle
    since: Oracle
    carry: Carry

    def halved(self, points: int, *, up: bool) -> int:
        if self.carry is Carry.WHOLE:
            return points
        if self.carry is Carry.NOTHING:
            return 0
        half = abs(points) / 2
        whole = int(half) if half == int(half) or points < 0 or not up else int(half) + 1
        return whole if points >= 0 else -whole

    def vp(self, who: int) -> int:
        return self.halved(self.before.vp(who), up=True) + self.since.vp(who)

    def mp(self, who: int) -> int:
        return self.halved(self.before.mp(who), up=False) + self.since.mp(who)

    def mp_difference(self, who: int) -> int:
        return self.halved(self.before.mp_difference(who), up=False) + self.since.mp_difference(who)

    def wins(self, who: int) -> int:
        return (0 if self.carry is Carry.NOTHING else self.before.wins(who)) + self.since.wins(who)


def staged(made: Made, cut: Cut, members: Sequence[int], seed: int) -> Oracle:
    """Return the oracle of one girone; of the whole tournament while nothing has been scored after a fresh start."""
    _count, results, adjustments = made
    later = [result for result in results if result.round > cut.after_round]
    begun = any(result.outcome not in (Outcome.OPEN, Outcome.REST) for result in later)
    if cut.carry is Carry.NOTHING and not begun:
        return oracle_of(members, results, adjustments, seed)
    met = later if cut.carry is Carry.NOTHING else results
    girone = Staged(
        ids=members, results=met, adjustments=adjustments, rows=ROWS, total=20, rest=REST, absence=ABSENCE, seed=seed
    )
    girone.carry = cut.carry
    earlier = [result for result in results if result.round <= cut.after_round]
    girone.before = oracle_of(members, earlier, [a for a in adjustments if a.round <= cut.after_round], seed)
    girone.since = oracle_of(members, later, [a for a in adjustments if a.round > cut.after_round], seed)
    return girone


@settings(max_examples=EXAMPLES, deadline=None)
@given(tournaments(), st.integers(1, 4), st.sampled_from(Carry), st.data(), SEEDS)
def test_the_naive_ranking_of_every_girone_agrees(
    made: Made, after: int, carry: Carry, data: st.DataObject, seed: int
) -> None:
    count, results, adjustments = made
    cut = Cut(after_round=after, carry=carry)
    gironi = data.draw(st.lists(st.integers(1, 3), min_size=count, max_size=count))
    entered = [replace(entrant(number), girone=girone) for number, girone in enumerate(gironi, start=1)]
    rows = standings(
        entered,
        results,
        adjustments,
        scale=FIBUR_2026_4,
        rest=REST,
        absence=ABSENCE,
        tie_breaks=ORDER,
        seed=seed,
        cut=cut,
    )
    expected: list[tuple[int, int]] = []
    for girone in sorted(set(gironi)):
        members = [number for number, its in enumerate(gironi, start=1) if its == girone]
        above = len(expected)
        expected += [(above + place, who) for place, who in staged(made, cut, members, seed).ranked(ORDER)]
    assert places(rows) == expected
    for row in rows:
        before = oracle_of([row.entrant.id], *_until(made, after), seed)
        assert row.girone == gironi[row.entrant.id - 1] and row.carried is not None
        assert row.carried.vp == {Carry.WHOLE: before.vp(row.entrant.id), Carry.NOTHING: 0}.get(
            carry, -(-before.vp(row.entrant.id) // 2)
        )
        since = sum(vp for number, vp in row.vp_by_round.items() if number > after)
        assert row.vp == row.carried.vp + since


@settings(max_examples=EXAMPLES, deadline=None)
@given(tournaments(), st.integers(1, 4), st.sampled_from(Carry), st.data(), SEEDS)
def test_the_course_through_a_cut_has_the_places_of_each_ranking_of_then(
    made: Made, after: int, carry: Carry, data: st.DataObject, seed: int
) -> None:
    count, results, adjustments = made
    gironi = data.draw(st.lists(st.integers(1, 3), min_size=count, max_size=count))
    entered = [replace(entrant(number), girone=girone) for number, girone in enumerate(gironi, start=1)]
    cut = Cut(after_round=after, carry=carry)

    def ranked_after(number: int | None) -> tuple[Standing, ...]:
        counts = cut if number is None or number > after else None
        return standings(
            entered, results, adjustments,
            scale=FIBUR_2026_4, rest=REST, absence=ABSENCE, tie_breaks=ORDER, seed=seed, after_round=number, cut=counts,
        )  # fmt: skip

    course = course_of(ranked_after(None), tie_breaks=ORDER, seed=seed, cut=cut)
    latest = course_of(ranked_after(None), tie_breaks=ORDER, seed=seed, cut=cut, latest=2)
    assert latest.places == {number: course.places[number] for number in course.rounds[-2:]}
    for number in course.rounds[:-1]:
        here = {who for result in results if result.round <= number for who in (*result.ns_side, *result.ew_side)}
        then = {row.entrant.id: row.place for row in ranked_after(number) if row.entrant.id in here}
        assert course.places[number] == then, f"after round {number}"


def _until(made: Made, last: int) -> tuple[list[TableResult], list[PointAdjustment]]:
    _count, results, adjustments = made
    return [result for result in results if result.round <= last], [a for a in adjustments if a.round <= last]


@given(st.integers(4, 200), st.integers(2, 8))
def test_equal_gironi_are_even_but_the_last_and_differ_by_two_at_most(here: int, gironi: int) -> None:
    if here < 4 * gironi:
        return
    sizes = even_sizes(here, gironi)
    assert sum(sizes) == here and len(sizes) == gironi
    assert all(size % 2 == 0 for size in sizes[:-1])
    assert max(sizes) - min(sizes) <= 2


def test_gironi_follow_each_other_by_their_letters_and_who_is_in_none_is_in_the_first() -> None:
    entered = [replace(entrant(number), girone=girone) for number, girone in ((1, 8), (2, 1), (3, None))]
    cut = Cut(after_round=1, carry=Carry.WHOLE)
    results = [table(1, 1, 2, 900, 0), table(2, 2, 3, 900, 0)]
    rows = standings(
        entered, results, scale=FIBUR_2026_4, rest=REST, absence=ABSENCE, tie_breaks=ORDER, seed=7, cut=cut
    )
    assert places(rows) == [(1, 2), (2, 3), (3, 1)]
    later = [*results, table(3, 2, 3, 900, 0)]
    rows = standings(entered, later, scale=FIBUR_2026_4, rest=REST, absence=ABSENCE, tie_breaks=ORDER, seed=7, cut=cut)
    assert course_of(rows, tie_breaks=ORDER, seed=7, cut=cut).places[2] == {2: 1, 3: 2, 1: 3}


def row(number: int, vp: int, decided_by: TieBreak | None, *, active: bool = True, tied: bool = False) -> Standing:
    who = replace(entrant(number), active=active)
    return Standing(
        place=number, tied=tied, entrant=who, vp=vp, mp_difference=0, mp=0, wins=0, rounds=(), decided_by=decided_by
    )


@pytest.mark.parametrize(
    ("decided", "vp", "expected", "close"),
    [
        (TieBreak.VP, 30, TieBreak.VP, False),
        (TieBreak.LOT, 40, TieBreak.LOT, True),
        (None, 40, None, True),
    ],
)
def test_a_cut_says_what_separates_the_last_from_the_first(
    decided: TieBreak | None, vp: int, expected: TieBreak | None, close: bool
) -> None:
    rows = [row(1, 50, None), row(2, 40, TieBreak.VP), row(3, vp, decided), row(4, 20, TieBreak.VP)]
    (found,) = boundaries(rows, dealt(rows, (2, 2)), ORDER)
    assert (found.last.entrant.id, found.first.entrant.id) == (2, 3)
    assert (found.decided_by, found.is_close) == (expected, close)


def test_whoever_has_withdrawn_stays_with_those_above_and_is_not_counted() -> None:
    rows = [row(1, 50, None, active=False), row(2, 40, TieBreak.VP), row(3, 40, TieBreak.WINS, active=False)]
    rows += [row(4, 40, TieBreak.LOT), row(5, 30, TieBreak.VP), row(6, 20, TieBreak.VP)]
    gironi = dealt(rows, (1, 3))
    assert gironi == {EntrantId(1): 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
    (found,) = boundaries(rows, gironi, ORDER)
    assert found.decided_by is TieBreak.WINS
