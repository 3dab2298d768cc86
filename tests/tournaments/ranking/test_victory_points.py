"""The scales against the published table, and the scales that are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking.victory_points import (
    FIBUR_2026_2,
    FIBUR_2026_3,
    FIBUR_2026_4,
    SCALES,
    InvalidScale,
    Scale,
    ScaleFault,
    ScaleRow,
    absence_allowance,
    parse_scale,
    rest_allowance,
    scale_for_hands,
    scale_to_json,
)
from tournaments.records import Allowance

PUBLISHED = """
10-10 | 0-40     | 0-50      | 0-100
11-9  | 45-120   | 55-150    | 105-300
12-8  | 125-200  | 155-250   | 305-500
13-7  | 205-300  | 255-350   | 505-700
14-6  | 305-400  | 355-500   | 705-900
15-5  | 405-500  | 505-650   | 905-1100
16-4  | 505-620  | 655-800   | 1105-1300
17-3  | 625-740  | 805-1000  | 1305-1500
18-2  | 745-870  | 1005-1250 | 1505-1700
19-1  | 875-1000 | 1255-1500 | 1705-2000
20-0  | 1005-    | 1505-     | 2005-
"""
"""The federation's table (January 2026) as printed; its last line says "over"."""

FAR_BEYOND = 12_000

DIFFERENCES = st.integers(-2500, 2500).map(lambda steps: steps * 5)


def published(hands: int) -> list[tuple[int, int, int, int]]:
    """Return (winner, loser, lowest, highest) of every line for this many hands."""
    lines = []
    for line in PUBLISHED.strip().splitlines():
        result, *bands = (cell.strip() for cell in line.split("|"))
        winner, loser = map(int, result.split("-"))
        low, high = bands[hands - 2].split("-")
        lines.append((winner, loser, int(low), int(high or FAR_BEYOND)))
    return lines


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_every_difference_gives_what_the_published_table_says(hands: int) -> None:
    scale = scale_for_hands(hands)
    for winner, loser, low, high in published(hands):
        for difference in range(low, high + 1, 5):
            assert scale.vp(difference) == (winner, loser), difference
            assert scale.vp(-difference) == (loser, winner) or difference == 0, -difference


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_bands_are_the_lines_of_the_published_table(hands: int) -> None:
    bands = [(b.winner, b.loser, b.low, b.high or FAR_BEYOND) for b in scale_for_hands(hands).bands()]
    assert bands == published(hands)


@given(st.sampled_from(sorted(SCALES)), DIFFERENCES)
def test_vp_add_up_and_mirror(key: str, difference: int) -> None:
    scale = SCALES[key]
    first, second = scale.vp(difference)
    assert first + second == 20
    assert scale.vp(-difference) == (second, first)


@given(st.sampled_from(sorted(SCALES)), DIFFERENCES)
def test_five_points_more_never_give_less(key: str, difference: int) -> None:
    assert SCALES[key].vp(difference + 5)[0] >= SCALES[key].vp(difference)[0]


@pytest.mark.parametrize("key", sorted(SCALES))
def test_smallest_difference_gives_these_vp_and_five_less_does_not(key: str) -> None:
    scale = SCALES[key]
    for vp in range(11, 21):
        smallest = scale.smallest_difference(vp)
        assert scale.vp(smallest) == (vp, 20 - vp)
        assert scale.vp(smallest - 5)[0] == vp - 1
        assert scale.smallest_difference(20 - vp) == -smallest
    assert scale.smallest_difference(10) == 0


def test_smallest_difference_of_vp_that_the_scale_never_gives() -> None:
    with pytest.raises(ValueError, match="expected VP of the scale fibur_2026_4, got 21"):
        FIBUR_2026_4.smallest_difference(21)


@pytest.mark.parametrize(
    ("hands", "rest", "absence"),
    [
        (2, Allowance(vp=14, mp=305), Allowance(vp=6, mp=-305)),
        (3, Allowance(vp=14, mp=355), Allowance(vp=6, mp=-355)),
        (4, Allowance(vp=12, mp=305), Allowance(vp=8, mp=-305)),
    ],
)
def test_rest_and_absence_of_the_federation(hands: int, rest: Allowance, absence: Allowance) -> None:
    scale = scale_for_hands(hands)
    assert rest_allowance(scale, hands) == rest
    assert absence_allowance(scale, hands) == absence


def test_rest_under_a_coarse_scale_takes_the_next_lower_band() -> None:
    win_draw_loss = Scale(key="win_draw_loss", rows=(ScaleRow(0, 1),), total=2)
    assert rest_allowance(win_draw_loss, 4) == Allowance(vp=1, mp=0)
    assert absence_allowance(win_draw_loss, 4) == Allowance(vp=1, mp=0)


@pytest.mark.parametrize("hands", [0, 1, 5])
def test_hands_for_which_nothing_is_published(hands: int) -> None:
    with pytest.raises(ValueError, match=f"got {hands}"):
        scale_for_hands(hands)


@pytest.mark.parametrize(("key", "scale"), [("fibur_2026_2", FIBUR_2026_2), ("fibur_2026_3", FIBUR_2026_3)])
def test_a_key_names_its_scale(key: str, scale: Scale) -> None:
    assert parse_scale(key) is scale
    assert scale_to_json(scale) == key


OWN = {"name": "Circolo Aurora", "rows": [[50, 6], [250, 8], [800, 10]], "total": 12}


def test_a_scale_of_the_club_reads_and_writes() -> None:
    scale = parse_scale(OWN)
    assert [scale.vp(d) for d in (0, 50, 55, -255, 800, 805)] == [(6, 6), (6, 6), (8, 4), (2, 10), (10, 2), (12, 0)]
    assert scale_to_json(scale) == OWN
    assert parse_scale(scale_to_json(scale)) == scale


def test_a_scale_that_borrows_a_key_is_still_written_whole() -> None:
    borrowed = {**OWN, "name": "fibur_2026_4"}
    assert scale_to_json(parse_scale(borrowed)) == borrowed


REFUSED = [
    # (the values, the row with the fault, the fault)
    ("fibur_2025_4", None, ScaleFault.UNKNOWN_SCALE),
    (7, None, ScaleFault.UNKNOWN_SCALE),
    ({**OWN, "sum": 12}, None, ScaleFault.UNKNOWN_KEY),
    ({"name": "x", "rows": [[50, 6]]}, None, ScaleFault.MISSING_KEY),
    ({**OWN, "name": " "}, None, ScaleFault.NOT_A_NAME),
    ({**OWN, "name": 3}, None, ScaleFault.NOT_A_NAME),
    ({**OWN, "total": 13}, None, ScaleFault.ODD_TOTAL),
    ({**OWN, "total": 0}, None, ScaleFault.ODD_TOTAL),
    ({**OWN, "total": "12"}, None, ScaleFault.NOT_A_WHOLE_NUMBER),
    ({**OWN, "total": True}, None, ScaleFault.NOT_A_WHOLE_NUMBER),
    ({**OWN, "rows": []}, None, ScaleFault.NO_ROWS),
    ({**OWN, "rows": "50 6"}, None, ScaleFault.NO_ROWS),
    ({**OWN, "rows": [[50, 6], [250]]}, 2, ScaleFault.NOT_A_ROW),
    ({**OWN, "rows": [[50, 6], 250]}, 2, ScaleFault.NOT_A_ROW),
    ({**OWN, "rows": [[50, 6], [250.0, 8]]}, 2, ScaleFault.NOT_A_WHOLE_NUMBER),
    ({**OWN, "rows": [[50, 7], [250, 8]]}, 1, ScaleFault.NO_DRAW_BAND),
    ({**OWN, "rows": [[-5, 6]]}, 1, ScaleFault.NEGATIVE_DIFFERENCE),
    ({**OWN, "rows": [[-1, 6]]}, 1, ScaleFault.NEGATIVE_DIFFERENCE),
    ({**OWN, "rows": [[50, 6], [252, 8]]}, 2, ScaleFault.NOT_A_MULTIPLE),
    ({**OWN, "rows": [[50, 6], [250, 8], [250, 9]]}, 3, ScaleFault.DIFFERENCE_NOT_RISING),
    ({**OWN, "rows": [[50, 6], [250, 8], [200, 9]]}, 3, ScaleFault.DIFFERENCE_NOT_RISING),
    ({**OWN, "rows": [[50, 6], [250, 8], [800, 8]]}, 3, ScaleFault.VP_NOT_RISING),
    ({**OWN, "rows": [[50, 6], [250, 12]]}, 2, ScaleFault.VP_BEYOND_TOTAL),
]


@pytest.mark.parametrize(("raw", "row", "code"), REFUSED)
def test_a_wrong_scale_is_refused_with_its_row(raw: object, row: int | None, code: ScaleFault) -> None:
    with pytest.raises(InvalidScale) as refused:
        parse_scale(raw)
    assert (refused.value.row, refused.value.code) == (row, code)
    assert row is None or f"row {row}: expected" in str(refused.value)


def test_every_fault_is_refused_somewhere() -> None:
    assert {code for _, _, code in REFUSED} == set(ScaleFault)


def test_the_keys_of_faults_are_stable() -> None:
    assert [fault.value for fault in ScaleFault] == [fault.name.lower() for fault in ScaleFault]
