"""The highlights of an evening."""

from tests.tournaments.ranking.test_standings import ORDER, ranked, table
from tournaments.ranking.course import Course, course_of
from tournaments.ranking.highlights import Feat, Highlight, Holder, LineHand, highlights_of
from tournaments.records import EntrantId, Line, Outcome, TableResult

NO_COURSE = Course(places={})
ONE, TWO, THREE, FOUR = map(EntrantId, (1, 2, 3, 4))


def found(highlights: tuple[Highlight, ...], feat: Feat) -> Highlight | None:
    return next((highlight for highlight in highlights if highlight.feat is feat), None)


def whole(results: list[TableResult]) -> tuple[Highlight, ...]:
    return highlights_of(results, course_of(ranked(4, results), tie_breaks=ORDER, seed=7))


def test_the_tables_tell_the_most_points_the_largest_and_the_smallest_difference() -> None:
    highlights = highlights_of(
        [table(1, 1, 2, 900, 1500), table(1, 3, 4, 1000, 990), table(2, 1, 3, 1400, 100)], NO_COURSE
    )
    assert [
        (highlight.feat, highlight.figure, [holder.side for holder in highlight.holders]) for highlight in highlights
    ] == [
        (Feat.TABLE, 1500, [(2,)]),
        (Feat.WIN, 1300, [(1,)]),
        (Feat.CLOSEST, 10, [(3,)]),
    ]
    assert highlights[0].holders == (Holder(side=(TWO,), against=(ONE,), round=1, table=1, line=Line.EW),)


def test_a_point_is_enough_to_win_the_closest_table() -> None:
    closest = found(highlights_of([table(1, 1, 2, 699, 700)], NO_COURSE), Feat.CLOSEST)
    assert closest is not None and [holder.side for holder in closest.holders] == [(2,)]


def test_equals_share_a_feat() -> None:
    highlights = highlights_of([table(1, 1, 2, 700, 700), table(2, 2, 1, 700, 700)], NO_COURSE)
    closest = found(highlights, Feat.CLOSEST)
    assert closest is not None and closest.figure == 0
    assert [(holder.round, holder.side, holder.against) for holder in closest.holders] == [
        (1, (1,), (2,)),
        (2, (2,), (1,)),
    ]
    assert found(highlights, Feat.WIN) is None


def test_only_what_was_played_is_a_feat() -> None:
    set_by_the_referee = table(1, 1, 2, 5000, 0, outcome=Outcome.ARBITRAL, ns_vp=20, ew_vp=0, ruling="cards mixed")
    left = table(1, 3, 4, 4000, 0, outcome=Outcome.ABSENT_EW)
    assert highlights_of([set_by_the_referee, left], NO_COURSE) == ()


def test_the_biggest_climb_begins_at_the_lowest_place() -> None:
    results = [
        *(table(1, 1, 2, 2500, 0), table(1, 3, 4, 500, 400)),
        *(table(2, 1, 4, 300, 100), table(2, 3, 2, 100, 0)),
        *(table(3, 4, 1, 2500, 0), table(3, 2, 3, 2500, 0)),
    ]
    climb = found(whole(results), Feat.CLIMB)
    assert climb is not None
    rows = course_of(ranked(4, results), tie_breaks=ORDER, seed=7)
    for holder in climb.holders:
        (entrant,) = holder.side
        lowest, now = max(place for _number, place in rows.of(entrant)), rows.of(entrant)[-1][1]
        assert holder.places == (lowest, now) and lowest - now == climb.figure
        assert (holder.round, lowest) in rows.of(entrant)
    every = [max(p for _n, p in rows.of(entrant)) - rows.of(entrant)[-1][1] for entrant in (ONE, TWO, THREE, FOUR)]
    assert climb.figure == max(every) > 0


def test_who_led_longest() -> None:
    results = [table(number, 1, 2, 900, 300) for number in (1, 2, 3)]
    led = found(whole(results), Feat.LED)
    assert led is not None and (led.figure, led.holders) == (3, (Holder(side=(ONE,)),))
    assert found(whole(results), Feat.CLIMB) is None


def test_of_one_round_nobody_led_or_climbed() -> None:
    feats = {highlight.feat for highlight in whole([table(1, 1, 2, 900, 300)])}
    assert feats == {Feat.TABLE, Feat.WIN, Feat.CLOSEST}


def test_hands_are_told_with_their_line_of_the_table() -> None:
    highest = LineHand(round=1, table=1, hand=3, line=Line.EW, figure=1845)
    clean = [
        LineHand(round=1, table=1, hand=1, line=Line.EW, figure=2),
        LineHand(round=1, table=1, hand=2, line=Line.NS, figure=3),
        LineHand(round=1, table=1, hand=2, line=Line.EW, figure=2),
    ]
    highlights = highlights_of([table(1, 1, 2, 900, 1900)], NO_COURSE, highest=[highest], clean=clean)
    hand, most = found(highlights, Feat.HAND), found(highlights, Feat.CLEAN)
    expected = Holder(side=(TWO,), against=(ONE,), round=1, table=1, hand=3, line=Line.EW)
    assert hand is not None and hand.holders == (expected,)
    assert most is not None and (most.figure, most.holders) == (4, (Holder(side=(TWO,)),))


def test_players_of_an_individual_tournament_hold_it_together() -> None:
    seated = table(1, 1, 2, 900, 1500, ns_partner=THREE, ew_partner=FOUR)
    (most, *_others) = highlights_of([seated], NO_COURSE)
    assert most.holders[0].side == (TWO, FOUR)
