"""The numbers of pairs in the changes of a draft, each place in which one can stand."""

from typing import Any

import pytest

from tournaments.services.round_numbers import _numbers_in, _undo_without

EVERYWHERE: dict[str, Any] = {
    "tables": [[1, 11, 12, None, None], [2, 13, 14, 15, 16, 99], [3, 17, None, None, None]],
    "fixed": [21, 88],
    "round": {
        "settings": {
            "advance": [31, 32],
            "excluded": [[41, 42], [43, 44]],
            "kept": [[5, 51, 52], [6, [53, 54], [55, 56]]],
        },
        "order": [[61, 20], [62, 0]],
    },
}


def test_a_number_is_found_wherever_a_change_holds_one() -> None:
    numbers = {*range(11, 18), 21, 31, 32, *range(41, 45), *range(51, 57), 61, 62}
    assert _numbers_in(EVERYWHERE) == numbers
    assert _numbers_in({"tables": []}) == {0}


@pytest.mark.parametrize(("number", "left"), [(1, 3), (11, 0), (12, 1), (13, 2), (0, 0)])
def test_changes_since_the_last_one_with_the_number_stay(number: int, left: int) -> None:
    undo = [{"tables": [[1, seat, None, None, None]]} for seat in (13, 12, 11)]
    assert _undo_without(undo, number) == undo[3 - left :]
