"""The usual answers to infractions, as the club's list shows them."""

import pytest

from tournaments.records.infractions import ListedInfraction, Measure
from tournaments.wording.adjustments import answer_in_words

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.mark.parametrize(
    ("measure", "points", "words"),
    [
        (Measure.MP, -100, "−100 MP"),
        (Measure.MP, None, "MP, you set the amount"),
        (Measure.MP_OWN, -50, "−50 MP with no effect on the opponents"),
        (Measure.MP_OWN, None, "MP, you set the amount"),
        (Measure.VP, 2, "+2 VP"),
        (Measure.VP, None, "VP, you set the amount"),
        (Measure.VP_AND_MP, -3, "−3 VP and the MP that go with them"),
        (Measure.VP_AND_MP, None, "VP, you set the amount"),
    ],
)
def test_an_answer_names_its_amount_or_leaves_it_to_the_referee(
    measure: Measure, points: int | None, words: str
) -> None:
    assert answer_in_words(ListedInfraction(key="x", title="Late", measure=measure, points=points)) == words


@pytest.mark.parametrize(("points", "is_bonus"), [(None, False), (-100, False), (0, False), (5, True)])
def test_only_what_is_given_is_a_bonus(points: int | None, is_bonus: bool) -> None:
    assert ListedInfraction(key="1", title="Late", measure=Measure.MP, points=points).is_bonus is is_bonus
