"""The part of a knockout's bracket that the wall shows, on as many screens as its names need."""

import pytest

from tournaments.selectors.hall.wall import bracket_screens
from tournaments.wording.knockout_bracket import BracketMatch, BracketStage, BracketView

STAGES = {16: "32nds", 8: "16ths", 4: "quarter-finals", 2: "semi-finals", 1: "final"}


def match(number: int, *, is_open: bool) -> BracketMatch:
    return BracketMatch(number=number, table=None, where="", sides=(), is_open=is_open, remark="")


def bracket_view(first: int, *, played: int) -> BracketView:
    """Create the bracket of this many first matches, of which so many stages are played, and of the next a half."""
    sizes = [size for size in STAGES if size <= first]
    stages = [
        BracketStage(
            name=STAGES[size],
            round=at + 1,
            when="",
            matches=tuple(
                match(number, is_open=at > played or at == played and 2 * number > size)
                for number in range(1, size + 1)
            ),
        )
        for at, size in enumerate(sizes)
    ]
    return BracketView(stages=tuple(stages), third_place=match(9, is_open=True), winner=None, to_play=1)


FINAL = "semi-finals 1-2, final 1-1, third place"
EXPECTED = {
    (16, 0): [
        "32nds 1-4, 16ths 1-2, quarter-finals 1-1",
        "32nds 5-8, 16ths 3-4, quarter-finals 2-2",
        "32nds 9-12, 16ths 5-6, quarter-finals 3-3",
        "32nds 13-16, 16ths 7-8, quarter-finals 4-4",
    ],
    (16, 1): [
        "16ths 1-4, quarter-finals 1-2, semi-finals 1-1",
        "16ths 5-8, quarter-finals 3-4, semi-finals 2-2",
    ],
    (16, 2): [f"quarter-finals 1-4, {FINAL}"],
    (16, 3): [f"quarter-finals 1-4, {FINAL}"],
    (16, 4): [FINAL],
    (16, 5): [FINAL],
    (4, 0): [f"quarter-finals 1-4, {FINAL}"],
    (2, 0): [FINAL],
    (1, 0): ["final 1-1, third place"],
}


@pytest.mark.parametrize(("first", "played"), EXPECTED)
def test_a_screen_begins_a_stage_before_the_one_under_way_with_four_matches_at_most(first: int, played: int) -> None:
    screens = []
    for screen in bracket_screens(bracket_view(first, played=played)):
        parts = [f"{stage.name} {stage.matches[0].number}-{stage.matches[-1].number}" for stage in screen.stages]
        screens.append(", ".join([*parts, "third place"] if screen.third_place else parts))
    assert screens == EXPECTED[first, played]
