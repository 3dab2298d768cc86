"""Finals between parts, clubs by their members, the field's size and the bonus: cases worked out by hand."""

from random import Random

import pytest

from tests.tournaments.seasons.oracle import ranking
from tests.tournaments.seasons.test_ranking import season_by_lot
from tournaments.seasons.clubs import clubs_by_members
from tournaments.seasons.finals import season_parts
from tournaments.seasons.ranking import season_ranking
from tournaments.seasons.rule import BonusFor, EqualPlaces, PointsBy, RankedAs, RuleFault, SeasonRule, faults
from tournaments.seasons.rule_json import rule_from_json, rule_to_json
from tournaments.seasons.tournament_points import Finish, PlayedTournament, Ranked, points_of

BY_PLACE = SeasonRule(table=(300, 200, 100), ties=())


def evening(key: int, *order: str) -> PlayedTournament:
    """Return a tournament in which these finished in this order; `A=B` share a place."""
    finishes: list[Finish] = []
    for names in order:
        sharing = names.split("=")
        place, field = len(finishes) + 1, sum(len(tied.split("=")) for tied in order)
        finishes += [Finish(Ranked(who), place, len(sharing), 2, 0, 0, 0, (), field) for who in sharing]
    return PlayedTournament(key=key, finishes=tuple(finishes))


def test_the_first_two_of_each_half_meet_and_those_already_in_are_passed_over() -> None:
    played = [
        evening(1, "A", "B", "C"),
        evening(2, "B", "A", "D"),
        evening(3, "A", "C", "D"),
        evening(4, "B", "D", "C"),
    ]
    rule = SeasonRule(table=(300, 200, 100), ties=(), parts=(2, 2))
    first, second = season_parts(played, rule, seed=1)
    assert [row.who for row in first.qualified] == ["A", "B"] and first.passed_over == ()
    # C and D have 300 points each in the second half, as A and B have: all four share the first place.
    assert [row.who for row in second.qualified] == ["C", "D"] and second.passed_over == ("A", "B")
    assert not second.undecided and (second.first, second.last, second.is_over) == (3, 4, True)


def test_who_shares_the_last_place_that_qualifies_is_named_and_left_to_the_referee() -> None:
    rule = SeasonRule(table=(300, 200, 100), ties=(), parts=(1, 3), qualified=2)
    first, second = season_parts([evening(1, "A", "B=C", "D")], rule, seed=1)
    assert [row.who for row in first.qualified] == ["A", "B", "C"] and first.undecided
    assert second.qualified == () and second.played == 0 and not second.is_over


def test_parts_by_lot_qualify_as_many_as_there_are_places_and_nobody_twice() -> None:
    for seed in range(300):
        played, rule = season_by_lot(seed)
        rng = Random(seed)
        parts = tuple(rng.randint(1, 3) for _part in range(rng.randint(1, 3)))
        rule = rule_from_json(rule_to_json(rule) | {"parts": parts, "qualified": rng.randint(1, 3)})
        known: set[str] = set()
        start = 0
        for part in season_parts(played, rule, seed=seed):
            of_part = played[start : start + parts[part.number - 1]]
            places = {who: place for who, (place, _points) in ranking(of_part, rule).items() if place is not None}
            free = {who: place for who, place in places.items() if who not in known}
            names = {row.who for row in part.qualified}
            better = {
                who for who, place in free.items() if sum(other < place for other in free.values()) < rule.qualified
            }
            assert names == better, (seed, part.number)
            known |= names
            start += parts[part.number - 1]


def test_clubs_have_the_points_of_their_best_members() -> None:
    rows = season_ranking([evening(1, "A", "B", "C", "D"), evening(2, "B", "A", "E")], BY_PLACE, seed=1)
    clubs = {Ranked("A"): "Aurora", Ranked("B"): "Zenit", Ranked("C"): "aurora ", Ranked("D"): "Zenit", Ranked("E"): ""}
    # A and B have 500, C 100, D and E 0 and 100.
    one = clubs_by_members(rows, clubs, best=1)
    assert [(club.club, club.place, club.points, club.tied) for club in one] == [
        ("Aurora", 1, 500, True),
        ("Zenit", 1, 500, True),
    ]
    two = clubs_by_members(rows, clubs, best=2)
    assert [(club.club, club.place, club.points, club.others) for club in two] == [
        ("Aurora", 1, 600, 0),
        ("Zenit", 2, 500, 0),
    ]
    # The best player's club is not the best club.
    clubs = {Ranked("A"): "Aurora", Ranked("B"): "Zenit", Ranked("C"): "Zenit"}
    assert [club.club for club in clubs_by_members(rows, clubs, best=2)] == ["Zenit", "Aurora"]


def test_who_is_not_ranked_brings_a_club_nothing() -> None:
    rule = SeasonRule(table=(300, 200), attendance=2, ties=())
    rows = season_ranking([evening(1, "A", "B"), evening(2, "B")], rule, seed=1)
    (club,) = clubs_by_members(rows, {Ranked("A"): "Aurora", Ranked("B"): "Zenit"}, best=3)
    assert (club.club, club.points) == ("Zenit", 500)


@pytest.mark.parametrize(
    ("place", "sharing", "equal", "worth"),
    [
        (1, 1, EqualPlaces.MEAN, 2300),
        (24, 1, EqualPlaces.MEAN, 0),
        (2, 2, EqualPlaces.MEAN, 2150),
        (2, 2, EqualPlaces.BETTER, 2200),
        (23, 2, EqualPlaces.MEAN, 50),
    ],
)
def test_a_larger_field_is_worth_more(place: int, sharing: int, equal: EqualPlaces, worth: int) -> None:
    rule = SeasonRule(points=PointsBy.FIELD, equal=equal, bonus=0)
    assert points_of(Finish(Ranked("1"), place, sharing, 3, 0, 0, 0, (), 24), rule, 100) == worth


@pytest.mark.parametrize(("bonus_for", "points"), [(BonusFor.COUNTING, 400), (BonusFor.ALL, 600)])
def test_the_bonus_counts_with_the_result_or_in_any_case(bonus_for: BonusFor, points: int) -> None:
    rule = SeasonRule(table=(300, 200, 100), best=1, bonus=100, bonus_for=bonus_for, ties=())
    rows = season_ranking([evening(1, "A"), evening(2, "B", "A"), evening(3, "B", "C", "A")], rule, seed=1)
    assert {row.who: row.points for row in rows}[Ranked("A")] == points


def test_a_rule_of_an_earlier_version_is_read_as_it_was_meant() -> None:
    later = {"bonus_for", "beaten", "parts", "qualified", "club_members"}
    old = {name: value for name, value in rule_to_json(BY_PLACE).items() if name not in later}
    assert rule_from_json(old) == BY_PLACE


def test_clubs_of_teams_and_too_many_tournaments_are_no_rule() -> None:
    assert faults(SeasonRule(ranked=RankedAs.TEAMS, club_members=3)) == [RuleFault.CLUBS_OF_TEAMS]
    assert faults(SeasonRule(parts=(60, 41))) == [RuleFault.PARTS_TOO_LONG]
    assert not faults(SeasonRule(parts=(60, 40)))
