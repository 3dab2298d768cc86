"""A season's rule in sentences."""

from dataclasses import replace
from typing import Any

import pytest

from tournaments.seasons.rule import BonusFor, EqualPlaces, PointsBy, RankedAs, SeasonRule, SeasonTie
from tournaments.wording.seasons import PART_NAMES, parts_in_words, points_in_words, rule_in_words

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (SeasonRule(), "All results count."),
        (SeasonRule(best=1), "The best result counts."),
        (SeasonRule(best=1200), "The best 1,200 results count."),
        (SeasonRule(best=5, per_venue=2), "The best 5 results count, at most 2 from one venue."),
        (SeasonRule(bonus=150), "Points for taking part: 1.5."),
        (SeasonRule(bonus=150, bonus_for=BonusFor.ALL), "They count also where the result does not."),
        (SeasonRule(least_rounds=3), "A tournament counts if at least 3 rounds were played."),
        (SeasonRule(attendance=4), "Ranked after at least 4 tournaments."),
        (SeasonRule(parts=(5, 6)), "Parts of 5 + 6 tournaments: the first 2 of each are in the final."),
        (SeasonRule(club_members=3), "Clubs are ranked by their best members: 3."),
    ],
)
def test_each_part_of_a_rule_has_its_sentence_and_none_without_it(rule: SeasonRule, sentence: str) -> None:
    usual = rule_in_words(SeasonRule())
    assert sentence in rule_in_words(rule)
    assert (sentence in usual) is (rule == SeasonRule())


RULE = SeasonRule(
    ranked=RankedAs.PAIRS,
    points=PointsBy.PLACE,
    table=(150_000, 1_850),
    equal=EqualPlaces.BETTER,
    bonus=150,
    least_rounds=1_001,
    best=1_002,
    per_venue=1_003,
    attendance=1_004,
    ties=(SeasonTie.BEST, SeasonTie.LOT),
    bonus_for=BonusFor.ALL,
    beaten=25,
    parts=(1_005, 6),
    qualified=1_007,
    club_members=1_008,
)


def test_each_part_of_a_rule_in_words() -> None:
    assert parts_in_words(RULE) == {
        "ranked": "pairs",
        "points": "by place, from a table",
        "table": "1,500 · 18.5",
        "equal": "what the better place is worth",
        "bonus": "1.5",
        "least_rounds": "1,001",
        "best": "1,002",
        "per_venue": "1,003",
        "attendance": "1,004",
        "ties": "the higher best result; lot",
        "bonus_for": "for results that do not count, too",
        "beaten": "0.25",
        "parts": "1,005 + 6",
        "qualified": "1,007",
        "club_members": "1,008",
    }
    assert parts_in_words(RULE).keys() == PART_NAMES.keys()


@pytest.mark.parametrize(
    ("without", "words"),
    [
        ({"table": ()}, "none"),
        ({"best": None}, "all of them"),
        ({"per_venue": None}, "as many as there are"),
        ({"ties": ()}, "none"),
        ({"parts": ()}, "none"),
    ],
)
def test_what_a_rule_does_not_have_is_named(without: dict[str, Any], words: str) -> None:
    ((name, _nothing),) = without.items()
    assert parts_in_words(replace(RULE, **without)) == parts_in_words(RULE) | {name: words}


def test_points_below_zero_have_a_minus() -> None:
    assert [points_in_words(points) for points in (-1_850, -5, 0, 1_810)] == ["−18.5", "−0.05", "0", "18.1"]


def test_without_points_for_taking_part_nothing_is_said_of_them() -> None:
    assert rule_in_words(SeasonRule(bonus_for=BonusFor.ALL)) == rule_in_words(SeasonRule())
