"""Random careers against the oracle, and the rules that hold for all of them."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.people.oracle_career import facts
from tournaments.people.career import Appearance, Career, PlayedRound, Tally, best_of

CAREERS = 500


def appearance_by_lot(rng: Random, tournament: int) -> Appearance:
    """Return an appearance of a pair or a player, sometimes with a substitute, on one of two scales."""
    of, possible = rng.randint(1, 9), rng.choice([20, 20, 20, 30])
    pair, sat = rng.random() < 0.7, rng.random() < 0.9
    partner = rng.randint(2, 5) if pair else None
    known = rng.random() < 0.9
    rounds = [
        PlayedRound(
            number,
            (partner if known else None) if pair else rng.randint(2, 5),
            tuple(rng.sample(range(6, 12), rng.randint(0, 2))),
            rng.randint(-1, possible + 1),
            100 * rng.randint(-5, 5),
        )
        for number in range(1, rng.randint(0, 5))
    ]
    return Appearance(
        tournament=tournament,
        place=rng.randint(1, of),
        of=of,
        possible=possible,
        partner=partner,
        sat=sat,
        rounds=tuple(rounds) if sat else (),
    )


def career_by_lot(seed: int) -> list[Appearance]:
    rng = Random(seed)
    return [appearance_by_lot(rng, key) for key in range(rng.randint(0, 8))]


def results(tally: Tally) -> tuple[int, int, int, Fraction | None]:
    return tally.won, tally.drawn, tally.lost, tally.vp


def test_careers_by_lot_are_what_the_oracle_says() -> None:
    dealt = {"drawn": 0, "met twice": 0, "no best": 0, "unknown": 0}
    for seed in range(CAREERS):
        appearances = career_by_lot(seed)
        career, wanted = Career(appearances), facts(appearances)
        assert results(career.tally) == wanted["all"], seed
        assert {partnership.partner: results(partnership.tally) for partnership in career.partnerships} == wanted[
            "partners"
        ], seed
        assert {tally.opponent: results(tally.tally) for tally in career.met} == wanted["met"], seed
        bests = {
            partnership.partner: partnership.best and partnership.best.place for partnership in career.partnerships
        }
        assert bests == wanted["best with"], seed
        dealt["drawn"] += career.tally.drawn > 0
        dealt["met twice"] += any(tally.tally.rounds > 1 for tally in career.met)
        dealt["no best"] += None in bests.values()
        dealt["unknown"] += any(round_.played.partner is None for round_ in career.rounds)
    assert min(dealt.values()) > CAREERS // 20, dealt


def test_those_with_more_rounds_come_first_and_then_with_more_points_or_wins() -> None:
    for seed in range(100):
        career = Career(career_by_lot(seed))
        partners = [(tally.rounds, tally.vp or 0) for tally in (one.tally for one in career.partnerships)]
        opponents = [(tally.rounds, tally.won) for tally in (one.tally for one in career.met)]
        assert partners == sorted(partners, reverse=True) and opponents == sorted(opponents, reverse=True), seed


def test_nothing_is_better_than_the_best_nor_worse_than_the_worst() -> None:
    for seed in range(CAREERS):
        career = Career(career_by_lot(seed))
        sat = [evening for evening in career.appearances if evening.sat]
        assert (career.best is None) == (not sat)
        if career.best and career.worst:
            assert all(career.best.place <= evening.place for evening in sat)
            assert all(
                Fraction(career.worst.place, career.worst.of) >= Fraction(evening.place, evening.of) for evening in sat
            )
        if career.best_round and career.worst_round:
            assert all(career.worst_round.rank <= round_.rank <= career.best_round.rank for round_ in career.rounds)


def test_the_order_of_the_tournaments_changes_no_figure() -> None:
    for seed in range(100):
        appearances = career_by_lot(seed)
        one, turned = Career(appearances), Career(appearances[::-1])
        assert results(one.tally) == results(turned.tally)
        assert [(partnership.partner, results(partnership.tally)) for partnership in one.partnerships] == [
            (partnership.partner, results(partnership.tally)) for partnership in turned.partnerships
        ]
        assert one.met == turned.met


def test_a_tournament_more_takes_nothing_away() -> None:
    for seed in range(100):
        appearances = career_by_lot(seed)
        before, after = Career(appearances[1:]), Career(appearances)
        assert after.tally.rounds >= before.tally.rounds
        rounds = {partnership.partner: partnership.tally.rounds for partnership in after.partnerships}
        assert all(rounds[partnership.partner] >= partnership.tally.rounds for partnership in before.partnerships)


def appearance(place: int, of: int, *vp: int, possible: int = 20) -> Appearance:
    rounds = tuple(PlayedRound(number, 2, (3, 4), points, 100 * points) for number, points in enumerate(vp, start=1))
    return Appearance(tournament=1, place=place, of=of, possible=possible, partner=2, rounds=rounds)


def test_the_same_place_among_more_is_better_and_the_worst_is_told_by_the_field() -> None:
    few, many, middle = appearance(1, 4), appearance(1, 40), appearance(9, 20)
    last = appearance(6, 6)
    assert best_of([few, many]) is many
    assert Career([few, middle, last, many]).worst is last


def test_a_round_of_another_scale_is_compared_by_its_share() -> None:
    of_thirty, of_twenty = appearance(1, 4, 18, possible=30), appearance(1, 4, 13)
    career = Career([of_thirty, of_twenty])
    assert career.best_round and career.best_round.appearance is of_twenty
    assert career.tally.vp == Fraction(12 + 13, 2)


@pytest.mark.parametrize(("vp", "won", "drawn", "lost"), [(11, 1, 0, 0), (10, 0, 1, 0), (9, 0, 0, 1), (0, 0, 0, 1)])
def test_more_than_half_of_the_vp_is_won(vp: int, won: int, drawn: int, lost: int) -> None:
    assert results(Career([appearance(1, 4, vp)]).tally)[:3] == (won, drawn, lost)


def test_who_has_played_nothing_has_nothing_good_or_bad() -> None:
    career = Career([])
    assert (career.best, career.worst, career.best_round, career.worst_round) == (None, None, None, None)
    assert career.tally.vp is None and career.partnerships == [] and career.met == []


def test_a_place_of_a_seat_that_changed_hands_is_not_the_best() -> None:
    shared, own = replace(appearance(1, 8), sat=False), appearance(3, 8, 12)
    assert Career([shared, own]).best is own
