"""Random seasons against the oracle, and the rule case by case."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.seasons.oracle import ranking, titles
from tournaments.seasons.best_results import CountedResult, Counts, counting
from tournaments.seasons.ranking import SeasonRow, only, points_after_each, season_ranking
from tournaments.seasons.rule import BonusFor, EqualPlaces, PointsBy, RuleFault, SeasonRule, SeasonTie, faults
from tournaments.seasons.rule_json import rule_from_json, rule_to_json
from tournaments.seasons.title_race import still_needed
from tournaments.seasons.tournament_points import Finish, PlayedTournament, Ranked, points_of

SEASONS = 1_000
WITHOUT_LOT = [tie for tie in SeasonTie if tie is not SeasonTie.LOT]
VENUES = ("Ferrara", "Rovigo", "")


def rule_by_lot(rng: Random) -> SeasonRule:
    points = rng.choice([*PointsBy])
    best = rng.choice([None, 1, 2, 3])
    table = tuple(sorted((50 * rng.randint(0, 3) for _place in range(rng.randint(1, 5))), reverse=True))
    return SeasonRule(
        points=points,
        table=table,
        equal=rng.choice([*EqualPlaces]),
        bonus=rng.choice([0, 0, 100, 150]),
        least_rounds=rng.choice([0, 1, 1, 2]),
        best=best,
        per_venue=None if best is None else rng.choice([None, *range(1, best + 1)]),
        attendance=rng.choice([0, 1, 1, 2]),
        bonus_for=rng.choice([*BonusFor]),
        beaten=rng.choice([50, 100, 130]),
        ties=tuple(rng.sample(WITHOUT_LOT, rng.randint(0, len(WITHOUT_LOT)))),
    )


def played_by_lot(rng: Random, names: list[Ranked], key: int) -> PlayedTournament:
    """Return a tournament in which some come late, leave early or never come, with shared places and round figures."""
    here = rng.sample(names, rng.randint(0, len(names)))
    finishes: list[Finish] = []
    while len(finishes) < len(here):
        sharing = min(rng.choice([1, 1, 1, 2, 3]), len(here) - len(finishes))
        place = len(finishes) + 1
        for _ in range(sharing):
            who = here[len(finishes)]
            met = [rng.choice(here) for _round in range(rng.randint(0, 3))]
            meetings = tuple(((other,), rng.randint(0, 3)) for other in met if other != who)
            figures = (rng.randint(0, 3), rng.randint(-1, 5), rng.choice([0, 6, 9]), 100 * rng.randint(-1, 1))
            finishes.append(Finish(who, place, sharing, *figures, meetings, len(here)))
    weight = rng.choice([50, 100, 100, 100, 133, 200])
    return PlayedTournament(key=key, weight=weight, venue=rng.choice(VENUES), finishes=tuple(finishes))


def season_by_lot(seed: int) -> tuple[list[PlayedTournament], SeasonRule]:
    rng = Random(seed)
    names = [Ranked(str(number)) for number in range(1, rng.randint(3, 9))]
    return [played_by_lot(rng, names, key) for key in range(rng.randint(0, 6))], rule_by_lot(rng)


def places_and_points(rows: tuple[SeasonRow, ...]) -> dict[str, tuple[int | None, Fraction]]:
    return {row.who: (row.place, Fraction(row.points, 100)) for row in rows}  # type: ignore[misc]


def test_seasons_by_lot_are_ranked_as_the_oracle_ranks_them() -> None:
    shared, parted, unranked = 0, 0, 0
    for seed in range(SEASONS):
        played, rule = season_by_lot(seed)
        rows = season_ranking(played, rule, seed=seed)
        assert places_and_points(rows) == ranking(played, rule), seed
        for row in rows:
            counted = [cell.points for cell in row.cells if cell and cell.counts is Counts.YES]
            others = row.attended - len(counted) if rule.bonus_for is BonusFor.ALL else 0
            assert sum(counted) + others * rule.bonus == row.points, seed
        shared += any(row.tied for row in rows)
        parted += any(row.decided_by for row in rows)
        unranked += any(row.place is None for row in rows)
    # All cases occur.
    assert min(shared, parted, unranked) > SEASONS // 20


def test_a_ranking_as_of_a_tournament_knows_nothing_of_the_later_ones() -> None:
    for seed in range(100):
        played, rule = season_by_lot(seed)
        for number in range(len(played)):
            assert places_and_points(season_ranking(played[:number], rule, seed=1)) == ranking(played[:number], rule)


def test_the_points_after_each_tournament_are_those_of_the_ranking_as_of_then() -> None:
    for seed in range(100):
        played, rule = season_by_lot(seed)
        names = {finish.who for tournament in played for finish in tournament.finishes}
        courses = points_after_each(played, rule, names)
        for number in range(1, len(played) + 1):
            then = season_ranking(played[:number], rule, seed=1)
            here = {row.who for row in then}
            assert {who: course[number - 1] for who, course in courses.items() if who in here} == {
                row.who: row.points for row in then
            }


def test_the_order_in_which_people_are_named_changes_nothing() -> None:
    for seed in range(200):
        played, rule = season_by_lot(seed)
        turned = [replace(tournament, finishes=tournament.finishes[::-1]) for tournament in played]
        assert season_ranking(turned, rule, seed=3) == season_ranking(played, rule, seed=3), seed


def finish(who: str, place: int, *, sharing: int = 1, rounds: int = 4, vp: int = 0, difference: int = 0) -> Finish:
    return Finish(Ranked(who), place, sharing, rounds, vp, 80, difference)


BY_PLACE = SeasonRule(table=(1000, 700, 500))


@pytest.mark.parametrize(
    ("sharing", "place", "equal", "points"),
    [
        (1, 2, EqualPlaces.MEAN, 700),
        (2, 1, EqualPlaces.MEAN, 850),
        (2, 1, EqualPlaces.BETTER, 1000),
        (3, 1, EqualPlaces.MEAN, 700),
        (2, 3, EqualPlaces.MEAN, 250),
        (1, 4, EqualPlaces.MEAN, 0),
    ],
)
def test_what_a_place_is_worth(sharing: int, place: int, equal: EqualPlaces, points: int) -> None:
    rule = replace(BY_PLACE, equal=equal)
    assert points_of(finish("1", place, sharing=sharing), rule, 100) == points


def test_a_weight_multiplies_the_points_and_not_the_bonus() -> None:
    assert points_of(finish("1", 1), replace(BY_PLACE, bonus=100), 200) == 2100


def test_vp_in_per_cent_are_rounded_down() -> None:
    rule = SeasonRule(points=PointsBy.VP_SHARE, table=())
    assert points_of(finish("1", 1, vp=53), rule, 100) == 6625
    assert points_of(Finish(Ranked("1"), 1, 1, 3, 40, 60, 0), rule, 100) == 6666


def test_the_best_of_each_venue_is_the_best_choice_there_is() -> None:
    results = [
        CountedResult(at, venue, points) for at, (venue, points) in enumerate([("a", 9), ("a", 8), ("a", 7), ("b", 1)])
    ]
    assert counting(results, SeasonRule(best=3, per_venue=2)) == {0, 1, 3}
    assert counting(results, SeasonRule(best=3)) == {0, 1, 2}
    assert counting(results, SeasonRule()) == {0, 1, 2, 3}


def test_too_few_rounds_are_no_result_and_no_attendance() -> None:
    played = [PlayedTournament(key=1, finishes=(finish("1", 1, rounds=1), finish("2", 2)))]
    first, second = season_ranking(played, replace(BY_PLACE, least_rounds=2), seed=1)
    assert (first.who, first.place, first.points) == ("2", 1, 700)
    assert (second.place, second.attended) == (None, 0)
    assert second.cells[0] is not None and second.cells[0].counts is Counts.TOO_SHORT


def test_the_lot_parts_whom_nothing_else_does_and_stays() -> None:
    played = [PlayedTournament(key=1, finishes=tuple(finish(str(n), 1, sharing=6) for n in range(6)))]
    rule = replace(BY_PLACE, ties=(SeasonTie.LOT,))
    orders = {tuple(row.who for row in season_ranking(played, rule, seed=seed)) for seed in range(20)}
    assert len(orders) > 10
    (order,) = {tuple(row.who for row in season_ranking(played, rule, seed=5)) for _again in range(3)}
    without = [PlayedTournament(key=1, finishes=played[0].finishes[1:])]
    assert tuple(row.who for row in season_ranking(without, rule, seed=5)) == tuple(who for who in order if who != "0")


def test_a_group_has_places_of_its_own_in_the_same_order() -> None:
    played = [
        PlayedTournament(key=1, finishes=(finish("1", 1), *(finish(n, 2, sharing=2) for n in "23"), finish("4", 4)))
    ]
    rows = season_ranking(played, replace(BY_PLACE, ties=()), seed=1)
    assert [(row.who, row.place, row.tied) for row in rows] == [
        ("1", 1, False),
        ("2", 2, True),
        ("3", 2, True),
        ("4", 4, False),
    ]
    group = only(rows, {Ranked("3"), Ranked("4")})
    assert [(row.who, row.place, row.tied) for row in group] == [("3", 1, False), ("4", 2, False)]
    assert [row.place for row in only(rows, {Ranked("2"), Ranked("3")})] == [1, 1]


# --- What is still needed --------------------------------------------------------------------------------------------


def test_what_is_needed_is_what_every_order_of_the_last_tournament_says() -> None:
    """Fields of up to five, with all orders played; pairs take a place together."""
    known, sure_ones = 0, 0
    for seed in range(250):
        rng = Random(seed)
        names = [Ranked(str(number)) for number in range(1, 9)]
        played = [played_by_lot(rng, names, key) for key in range(rng.randint(1, 3))]
        rule = replace(rule_by_lot(rng), points=PointsBy.PLACE)
        rule = replace(rule, table=rule.table or (300, 200, 50))
        last = PlayedTournament(key=99, weight=rng.choice([100, 200]), venue=rng.choice(VENUES))
        here, field = rng.sample(names, rng.randint(1, 6)), []
        while here and len(field) < 5:
            size = rng.choice([1, 2])
            field.append(tuple(here[:size]))
            here = here[size:]
        wanted = titles(played, rule, last, field)  # type: ignore[arg-type]
        found = {needed.who: needed for needed in still_needed(played, rule, last=last, field=field)}
        for who, (sure, possible) in wanted.items():
            needed = found.get(Ranked(who))
            assert (needed is not None) == bool(possible), (seed, who)
            if needed is not None:
                known += 1
                sure_ones += needed.sure is not None
                assert needed.possible == max(possible), (seed, who)
                assert needed.sure == (max(sure) if sure else None), (seed, who)
    assert known > 100 and sure_ones > 30


def test_nothing_is_needed_where_points_are_not_by_place() -> None:
    rule = SeasonRule(points=PointsBy.VP, table=())
    assert still_needed([], rule, last=PlayedTournament(key=1), field=[(Ranked("1"),)]) == ()


# --- The rule --------------------------------------------------------------------------------------------------------


def test_a_rule_goes_into_json_and_out_again() -> None:
    for seed in range(100):
        rule = rule_by_lot(Random(seed))
        assert rule_from_json(rule_to_json(rule)) == rule


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, []),
        ({"table": ()}, [RuleFault.NO_TABLE]),
        ({"points": PointsBy.VP, "table": ()}, []),
        ({"table": (100, 200)}, [RuleFault.TABLE_RISES]),
        ({"per_venue": 2}, [RuleFault.VENUE_WITHOUT_BEST]),
        ({"per_venue": 3, "best": 2}, [RuleFault.VENUE_ABOVE_BEST]),
        ({"per_venue": 2, "best": 2}, []),
        ({"ties": (SeasonTie.LOT, SeasonTie.LOT)}, [RuleFault.TIE_TWICE]),
    ],
)
def test_every_fault_of_a_rule_is_found(changes: dict[str, object], found: list[RuleFault]) -> None:
    assert faults(replace(SeasonRule(), **changes)) == found  # type: ignore[arg-type]


def test_who_is_not_ranked_has_no_place_in_a_group_either() -> None:
    played = [
        PlayedTournament(key=1, finishes=(finish("1", 1), finish("2", 2), finish("3", 3))),
        PlayedTournament(key=2, finishes=(finish("3", 1),)),
    ]
    rows = only(season_ranking(played, replace(BY_PLACE, attendance=2), seed=1), [Ranked("2"), Ranked("3")])
    assert [(row.who, row.place, row.tied) for row in rows] == [("3", 1, False), ("2", None, False)]


def test_who_came_too_seldom_is_listed_by_points_below_the_ranking() -> None:
    played = [PlayedTournament(key=1, finishes=(finish("1", 3), finish("2", 1), finish("3", 2)))]
    rows = season_ranking(played, replace(BY_PLACE, attendance=2), seed=1)
    assert [(row.who, row.place) for row in rows] == [("2", None), ("3", None), ("1", None)]
