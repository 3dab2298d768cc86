"""The figures of a career as people read them."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from tournaments.people.career import Appearance, Tally
from tournaments.wording.careers import mean_vp, place_in_words, results_in_words


@pytest.mark.parametrize(
    ("vp", "italian", "english"),
    [
        (None, "–", "–"),
        (Fraction(10), "10,0", "10.0"),
        (Fraction(34, 3), "11,3", "11.3"),
        (Fraction(45, 4), "11,3", "11.3"),
        (Fraction(225, 20), "11,3", "11.3"),
        (Fraction(0), "0,0", "0.0"),
    ],
)
def test_a_mean_has_one_decimal_and_halves_go_up(vp: Fraction | None, italian: str, english: str) -> None:
    for language, written in (("it", italian), ("en", english)):
        with override(language):
            assert mean_vp(vp) == written


def test_places_and_results_in_words() -> None:
    tally = Tally(won=12, drawn=1, lost=7)
    assert results_in_words(tally).split("\u2009–\u2009") == ["12", "1", "7"]
    with override("it"):
        assert place_in_words(Appearance(tournament=1, place=3, of=14)) == "3 su 14"
