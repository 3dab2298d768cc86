"""Two versions of one table's result side by side, in words."""

from dataclasses import replace

import pytest

from scoring.services import ruleset_for
from tests.tournaments.sample_hand import CARDS, COUNTS, Entries, hand_of
from tournaments.records import Line, Outcome
from tournaments.slips.counted_hand import count_hand
from tournaments.slips.typed_slip import Depth, EndChoice, SlipRow, counted_row
from tournaments.wording.slips import row_in_words
from tournaments.wording.two_slips import TableState, by_hand, contrasts

pytestmark = pytest.mark.usefixtures("in_english")

FIGURES = {(Line.NS, "base"): 300, (Line.NS, "points"): 120, (Line.EW, "points"): -35, (Line.EW, "base"): 0}
TYPED = SlipRow(number=1, depth=Depth.SLIP, choice=EndChoice.CLOSED_NS, figures=FIGURES)
EMPTY = SlipRow(number=1, depth=Depth.SLIP, choice=EndChoice.CLOSED, figures={})


def counted(entries: Entries) -> SlipRow:
    return counted_row(1, count_hand(ruleset_for("fibur_2026", {}), hand_of(entries)), Depth.SLIP)


def said(mine: TableState, theirs: TableState) -> list[tuple[str, str, str]]:
    return [(contrast.what, contrast.mine, contrast.theirs) for contrast in contrasts(mine, theirs)]


def test_figures_and_ends_are_compared_line_by_line() -> None:
    mine, theirs = TableState(Outcome.PLAYED, [TYPED]), TableState(Outcome.ABSENT_EW)
    assert said(mine, theirs) == [
        ("Result", "played", "EW absent"),
        ("Hand 1, NS", "300 / 120", ""),
        ("Hand 1, EW", "0 / −35", ""),
        ("Hand 1, how it ended", "NS closed", ""),
    ]
    assert said(theirs, TableState(Outcome.OPEN, [EMPTY]))[1:] == [
        ("Hand 1, NS", "", ""),
        ("Hand 1, EW", "", ""),
        ("Hand 1, how it ended", "", ""),
    ]


LEFT = "5S 6S 8S 9S 10S JS QS KS AH AH QH 3D QD KD 2C QC KC"
MELDS = [
    "3H 4H 5H 6H 7H 8H 9H · KS KD KC JK · 3C 4C 5C 6C 7C 8C · 6C 7C 8C 9C 10C JC · 3D 4D 5D 6D · 2S 8S 10S QS JK JK",
    f"7S 7H 7D · 8H 9H 10H JH QH KH · 7D 8D 9D 10D · 9D 10D JD · {LEFT}",
]


def test_the_table_is_compared_where_a_hand_was_counted() -> None:
    cards, counts = counted(CARDS), counted(COUNTS)
    compared = said(TableState(Outcome.PLAYED, [cards]), TableState(Outcome.PLAYED, [counts]))
    assert compared[4:] == [
        ("Hand 1, NS, on the table", MELDS[0], "210 − 110"),
        ("Hand 1, EW, on the table", MELDS[1], "140 − 175"),
    ]
    over = replace(counts, figures=FIGURES)
    for other in (TYPED, over):
        compared = said(TableState(Outcome.PLAYED, [other]), TableState(Outcome.PLAYED, [counts]))
        assert compared[4:] == [
            ("Hand 1, NS, on the table", "", "210 − 110"),
            ("Hand 1, EW, on the table", "", "140 − 175"),
        ]
    alone = said(TableState(Outcome.PLAYED, [TYPED]), TableState(Outcome.PLAYED, [TYPED, counts]))
    assert alone[-1] == ("Hand 2, EW, on the table", "", "140 − 175")
    assert len(said(TableState(Outcome.PLAYED, [TYPED]), TableState(Outcome.PLAYED, [over]))) == 4


def test_the_rows_of_a_slip_have_what_else_differs_beside_them() -> None:
    other = replace(TYPED, number=2, choice=EndChoice.STOCK, figures=FIGURES | {(Line.NS, "points"): 100})
    mine, theirs = TableState(Outcome.PLAYED, [TYPED, TYPED]), TableState(Outcome.PLAYED, [TYPED, other])
    first, second = by_hand(contrasts(mine, theirs))
    assert (first.number, first.others, second.number) == (1, [], 2)
    assert [(contrast.line, contrast.mine, contrast.theirs) for contrast in second.figures] == [
        (Line.NS, "300 / 120", "300 / 100"),
        (Line.EW, "0 / −35", "0 / −35"),
    ]
    assert [contrast.theirs for contrast in second.others] == ["stock used up"]
    assert [contrast.differs for contrast in (*second.figures, *second.others)] == [True, False, True]


def test_a_row_is_said_with_how_it_ended() -> None:
    assert row_in_words(TYPED) == "NS 300 / 120, EW 0 / −35 (NS closed)"
    assert row_in_words(EMPTY) == "NS 0 / 0, EW 0 / 0 (closed)"
