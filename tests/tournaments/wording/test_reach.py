"""The phone's sentences on the places still within reach."""

import pytest
from django.utils.translation import override

from tournaments.ranking.chances import Chances
from tournaments.ranking.reach import Need, Reach
from tournaments.wording.reach import WHOLE, reach_words

pytestmark = pytest.mark.usefixtures("in_english")


NOTHING = Need(possible=0, certain=None, least=0)


def reach(
    best: int = 1, worst: int = 9, first: Need | None = NOTHING, podium: Need | None = NOTHING, drawn: bool = True
) -> Reach:
    return Reach(best=best, worst=worst, first=first, podium=podium, is_drawn=drawn)


def need(possible: int | None, certain: int | None) -> Need:
    return Need(possible=possible, certain=certain, least=0)


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        (need(14, 19), "First place: possible with at least 14 VP in this round, certain with 19."),
        (need(14, None), "First place: possible with at least 14 VP in this round."),
        (need(0, 12), "First place: certain with at least 12 VP in this round."),
        (need(12, 12), "First place: certain with at least 12 VP in this round, out of reach with fewer."),
    ],
)
def test_the_words_name_the_goals_that_the_next_table_decides(first: Need, sentence: str) -> None:
    words = reach_words(reach(first=first), None, place=2, of=20)
    assert words is not None and list(words.goals) == [sentence]


@pytest.mark.parametrize("first", [need(0, None), need(0, 0), need(None, None), None])
def test_the_words_leave_out_goals_that_the_next_table_does_not_decide(first: Need | None) -> None:
    words = reach_words(reach(first=first), None, place=2, of=20)
    assert words is not None and list(words.goals) == []


def test_a_round_that_is_to_be_drawn_is_the_next_one() -> None:
    words = reach_words(reach(podium=need(8, None), drawn=False), None, place=2, of=20)
    assert words is not None and list(words.goals) == ["Podium: possible with at least 8 VP in the next round."]


def test_three_pairs_have_no_podium_to_play_for() -> None:
    words = reach_words(reach(worst=2, podium=need(0, 8)), None, place=1, of=3)
    assert words is not None and list(words.goals) == []


def test_there_are_no_words_while_everything_is_open() -> None:
    assert reach_words(reach(worst=20), None, place=2, of=20) is None
    assert reach_words(reach(worst=1), None, place=1, of=1) is None
    assert reach_words(reach(worst=1, first=need(3, None)), None, place=1, of=1) is None
    assert reach_words(reach(worst=20, first=need(3, None)), None, place=2, of=20) is not None


def test_places_are_said_in_both_languages() -> None:
    open_, sure = reach(2, 9), reach(4, 4)
    for language, texts in {
        "en": ["Places still possible: 2–9.", "Place 4 is certain."],
        "it": ["Posti ancora possibili: 2º–9º.", "4º posto sicuro."],
    }.items():
        with override(language):
            words = [reach_words(range_, None, place=4, of=20) for range_ in (open_, sure)]
            assert [word.places for word in words if word is not None] == texts


@pytest.mark.parametrize(
    ("within", "first", "podium", "sentence"),
    [
        (reach(1, 9), 334, 976, "first place 35\u00a0%, podium over 95\u00a0%."),
        (reach(1, 9), 10, 25, "first place under 5\u00a0%, podium 5\u00a0%."),
        (reach(1, 3), 500, 1000, "first place 50\u00a0%."),
        (reach(2, 9), 0, 500, "podium 50\u00a0%."),
    ],
)
def test_an_estimate_is_called_one_and_says_only_what_is_open(
    within: Reach, first: int, podium: int, sentence: str
) -> None:
    words = reach_words(within, Chances(trials=1000, first=first, podium=podium), place=2, of=20)
    assert words is not None and words.estimate == f"Estimate from simulated results: {sentence}"


@pytest.mark.parametrize(
    ("counted", "trials", "share"),
    [
        (0, 1000, "under 5"),
        (24, 1000, "under 5"),
        (25, 1000, "5"),
        (74, 1000, "5"),
        (75, 1000, "10"),
        (974, 1000, "95"),
        (975, 1000, "over 95"),
        (1000, 1000, "over 95"),
        (4, 200, "under 5"),
        (5, 200, "5"),
        (101, 200, "50"),
        (105, 200, "55"),
        (194, 200, "95"),
        (195, 200, "over 95"),
    ],
)
def test_a_share_is_rounded_to_five_per_cent(counted: int, trials: int, share: str) -> None:
    words = reach_words(reach(2, 9), Chances(trials=trials, first=0, podium=counted), place=2, of=20)
    assert words is not None and words.estimate == f"Estimate from simulated results: podium {share}\u00a0%."


@pytest.mark.parametrize(("best", "worst"), [(1, 1), (2, 2), (2, 3)])
def test_nothing_is_estimated_where_first_place_and_podium_are_settled(best: int, worst: int) -> None:
    words = reach_words(reach(best, worst), Chances(trials=200, first=100, podium=100), place=2, of=20)
    assert words is not None and words.estimate == ""


@pytest.mark.parametrize(("best", "worst", "place", "of"), [(1, 8, 1, 8), (8, 8, 8, 8), (499, 500, 500, 500)])
def test_the_bar_never_leaves_its_frame(best: int, worst: int, place: int, of: int) -> None:
    words = reach_words(reach(best, worst, first=need(3, None)), None, place=place, of=of)
    assert words is not None
    for part in (words.possible, words.now):
        assert 0 <= part.start < part.start + part.length <= WHOLE


def test_before_a_cut_the_possible_gironi_are_named() -> None:
    def said(best: int, worst: int, *gironi: int) -> tuple[str, list[str]] | None:
        words = reach_words(reach(best, worst), None, place=best, of=20, cut_after=3, gironi=gironi)
        return words and (words.places, list(words.goals))

    assert said(2, 9, 1, 2) == (
        *("At the cut after round 3: Places still possible: 2–9.", ["With equal gironi, still possible: A, B."]),
    )
    assert said(1, 4, 1) == (
        *("At the cut after round 3: Places still possible: 1–4.", ["With equal gironi: Girone A is certain."]),
    )
    assert said(1, 20, 1, 2, 3) is None
