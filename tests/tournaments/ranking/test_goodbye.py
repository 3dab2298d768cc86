"""What an entrant takes home: random tournaments of pairs and players, cut into gironi or not, against an oracle."""

import os
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.oracle_ranking import Tournament as Oracle
from tests.tournaments.ranking.test_gironi import Made, oracle_of, staged
from tests.tournaments.ranking.test_standings import ABSENCE, ORDER, REST, SEEDS, entrant, ranked, table, tournaments
from tournaments.ranking.course import Course, course_of
from tournaments.ranking.goodbye import Beaten, Climb, Goodbye, Missed, OwnHand, goodbye_of
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4
from tournaments.records import Carry, Cut, EntrantId, Outcome, PointAdjustment, TableResult, TieBreak

EXAMPLES = int(os.environ.get("BURRACO_EVENINGS", "60"))
FIGURES = ("vp", "mp_difference", "mp", "wins")


def check(goodbye: Goodbye, who: int, all_of: Oracle, field: Oracle, ahead: int) -> None:
    """Compare with what the tables say. `field`: the girone, or everybody; `ahead`: how many are in gironi above."""
    order = [(ahead + place, other) for place, other in field.ranked(ORDER)]
    place = next(place for place, other in order if other == who)
    assert (goodbye.place, goodbye.of) == (place, len(all_of.ids))
    assert goodbye.tied == (sum(there == place for there, _other in order) > 1)
    assert (goodbye.vp, goodbye.mp_difference) == (field.vp(who), field.mp_difference(who))
    won = [found for found in all_of.tables_of(who) if all_of.at(found, who)[3]]
    expected = [(found.round, sorted(all_of.opponents(who, found))) for found in sorted(won, key=lambda t: t.round)]
    assert [(beaten.round, sorted(beaten.opponents)) for beaten in goodbye.beaten] == expected
    above = [(there, other) for there, other in order if there < place]
    if not above:
        assert goodbye.missed is None
        return
    next_place = max(there for there, _other in above)
    rival = next(other for there, other in above if there == next_place)
    # The shortest list of tie-breaks that parts the two: its last one did it.
    for count in range(1, len(ORDER) + 1):
        so_far = {other: there for there, other in field.ranked(ORDER[:count])}
        if so_far[rival] != so_far[who]:
            break
    by = ORDER[count - 1]
    short = getattr(field, by)(rival) - getattr(field, by)(who) if by in FIGURES else 0
    assert goodbye.missed == Missed(next_place, by, short)


@settings(max_examples=EXAMPLES, deadline=None)
@given(tournaments(), SEEDS, st.data())
def test_place_wins_and_what_was_missed_are_what_a_naive_reader_of_the_tables_finds(
    made: Made, seed: int, data: st.DataObject
) -> None:
    count, results, adjustments = made
    rows = standings(
        [entrant(number) for number in range(1, count + 1)],
        results,
        adjustments,
        scale=FIBUR_2026_4,
        rest=REST,
        absence=ABSENCE,
        tie_breaks=ORDER,
        seed=seed,
    )
    course = course_of(rows, tie_breaks=ORDER, seed=seed)
    oracle = oracle_of(range(1, count + 1), results, adjustments, seed)
    for row in rows:
        numbered = st.lists(st.builds(OwnHand, st.integers(1, 5), st.integers(1, 4), st.integers(-300, 2000)))
        hands = sorted(data.draw(numbered))
        goodbye = goodbye_of(row, rows, course, hands)
        check(goodbye, row.entrant.id, oracle, oracle, 0)
        played = {t.round for t in oracle.tables_of(row.entrant.id) if t.outcome == "played"}
        scored = [hand for hand in hands if hand.round in played and hand.mp > 0]
        best = sorted(scored, key=lambda hand: (-hand.mp, hand.round, hand.number))
        assert goodbye.best_hand == (best[0] if best else None)
        lower = [(place, number) for number, place in course.of(row.entrant.id) if place > row.place]
        if not lower:
            assert goodbye.climb is None
        else:
            lowest = sorted(lower)[-1]
            assert goodbye.climb == Climb(lowest[1], lowest[0], row.place)


@settings(max_examples=EXAMPLES, deadline=None)
@given(tournaments(), st.integers(1, 4), st.sampled_from(Carry), st.data(), SEEDS)
def test_in_gironi_the_next_place_is_that_of_the_same_girone(
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
    everybody = oracle_of(range(1, count + 1), results, adjustments, seed)
    scored = any(found.round > after and found.outcome not in (Outcome.OPEN, Outcome.REST) for found in results)
    if carry is Carry.NOTHING and not scored:
        # The figures of the qualification still order the rows, and count no more.
        missed = [goodbye_of(row, rows, Course(places={}), []).missed for row in rows]
        assert all(found is None or found.by not in FIGURES for found in missed)
        return
    for row in rows:
        girone = gironi[row.entrant.id - 1]
        members = [number for number, its in enumerate(gironi, start=1) if its == girone]
        ahead = sum(its < girone for its in gironi)
        field = staged(made, cut, members, seed)
        check(goodbye_of(row, rows, Course(places={}), []), row.entrant.id, everybody, field, ahead)


def goodbyes(
    count: int, results: list[TableResult], adjustments: list[PointAdjustment] | None = None
) -> dict[int, Goodbye]:
    rows = ranked(count, results, adjustments)
    course = course_of(rows, tie_breaks=ORDER, seed=7)
    return {row.entrant.id: goodbye_of(row, rows, course, [OwnHand(1, 1, 400)]) for row in rows}


def test_an_evening_as_it_is_told() -> None:
    found = goodbyes(4, [table(1, 1, 2, 900, 400), table(1, 3, 4, 600, 500), table(2, 2, 3, 1500, 0)])
    assert found[2] == Goodbye(
        place=1,
        tied=False,
        of=4,
        vp=25,
        mp_difference=1000,
        best_hand=OwnHand(1, 1, 400),
        climb=Climb(1, 4, 1),
        beaten=(Beaten(2, (EntrantId(3),)),),
        missed=None,
    )


def test_an_assigned_score_is_no_best_hand_but_whom_it_beat_is_told() -> None:
    ruled = table(1, 1, 2, 0, 0, outcome=Outcome.ARBITRAL, ns_vp=15, ew_vp=5, ruling="cards mixed")
    won = goodbyes(2, [ruled])[1]
    assert won.best_hand is None and won.beaten == (Beaten(1, (EntrantId(2),)),)


def test_a_hand_that_scored_nothing_is_no_best_hand() -> None:
    rows = ranked(2, [table(1, 1, 2, 900, 400)])
    best = [goodbye_of(rows[1], rows, Course(places={}), [OwnHand(1, 1, mp)]).best_hand for mp in (-5, 0, 5)]
    assert best == [None, None, OwnHand(1, 1, 5)]


def test_who_shares_a_place_missed_the_same() -> None:
    rows = [replace(row, place=min(row.place, 2), tied=row.place > 1) for row in ranked(3, [table(1, 1, 2, 900, 400)])]
    rows[2] = replace(rows[2], decided_by=None)
    missed = [goodbye_of(row, rows, Course(places={}), []).missed for row in rows]
    assert missed[0] is None and missed[1] == missed[2] and missed[1] is not None


@pytest.mark.parametrize("above", [{"by_knockout": True}, {"girone": 1}])
def test_a_bracket_and_another_girone_above_are_nothing_that_one_missed(above: dict[str, object]) -> None:
    first, second = ranked(2, [table(1, 1, 2, 900, 400)])
    rows = [replace(first, **above), second]
    assert goodbye_of(second, [first, second], Course(places={}), []).missed == Missed(1, TieBreak.VP, 4)
    assert goodbye_of(second, rows, Course(places={}), []).missed is None
