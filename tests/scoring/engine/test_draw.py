"""Who deals and who begins: what was drawn or rolled must be there for every player."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from scoring.engine.draw import Throw, draw_result, throw_result
from scoring.engine.notation import parse_cards
from scoring.services import ruleset_for


@pytest.mark.parametrize(
    ("judge", "fault"),
    [
        (throw_result, "thrown: expected a number of every player"),
        (
            lambda drawn: draw_result(drawn, ruleset_for("italian", {}).draw_suits),
            "drawn: expected a card of every player",
        ),
    ],
)
@pytest.mark.parametrize("given", [[], [()], ["first", ()], [(), "first"]])
def test_of_every_player_something_is_needed(judge: Callable[[Any], object], fault: str, given: list[Any]) -> None:
    first: Any = (6,) if judge is throw_result else parse_cards("KH")
    with pytest.raises(ValueError, match=fault):
        judge([first if one == "first" else one for one in given])


@pytest.mark.parametrize(
    ("thrown", "result"),
    [
        ([(1,), (6,)], Throw(again=(), first=1)),
        ([(6,), (1,), (6,)], Throw(again=(0, 2))),
        ([(6, 2), (1,), (6, 5)], Throw(again=(), first=2)),
        ([(6, 5), (6, 5), (6, 2)], Throw(again=(0, 1))),
        ([(3,)], Throw(again=(), first=0)),
    ],
)
def test_the_highest_number_begins_and_the_same_one_is_rolled_again(
    thrown: Sequence[Sequence[int]], result: Throw
) -> None:
    assert throw_result(thrown) == result
