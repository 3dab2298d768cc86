"""The moves in a ranking: a number, and words for those who do not see the arrow."""

import re

import pytest
from django.utils import translation

from tournaments.templatetags.moves import moved_mark


@pytest.mark.parametrize(
    ("climbed", "direction", "words"),
    [
        (3, "up", "up 3 places"),
        (1, "up", "up 1 place"),
        (-1, "down", "down 1 place"),
        (-1200, "down", "down 1,200 places"),
    ],
)
def test_a_move_is_a_figure_and_words(climbed: int, direction: str, words: str) -> None:
    with translation.override("en"):
        mark = moved_mark(climbed)
    assert f'class="moved {direction}"' in mark
    assert re.sub("<[^>]*>", "", mark) == words


@pytest.mark.parametrize("climbed", [None, 0])
def test_who_has_not_moved_has_no_mark(climbed: int | None) -> None:
    assert moved_mark(climbed) == ""
