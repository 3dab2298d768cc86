"""A season's rule in sentences."""

import pytest

from tournaments.seasons.rule import BonusFor, SeasonRule
from tournaments.wording.seasons import rule_in_words

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
