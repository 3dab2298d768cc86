"""The bracket of a knockout on paper, read back from the PDF."""

import pytest

from tests.tournaments.sheets.sheet_text import HARD_NAMES, HEADER, entrant, pages_of, squeezed
from tournaments.ranking.bracket import bracket_of
from tournaments.records import EntrantId, Outcome, RoundSettings, Run, TableResult
from tournaments.sheets.bracket_sheet import bracket_sheet
from tournaments.wording.knockout_bracket import BracketView, knockout_bracket

SHORT_NAMES = (
    *("Rossi Ada", "Neri Ugo", "Verdi Ida", "Bini Leo"),
    *("Galli Eva", "Riva Ivo", "Costa Lia", "Serra Pio"),
)


pytestmark = pytest.mark.usefixtures("in_english")


def bracket_view(size: int, *tables: TableResult, names: tuple[str, ...] = ()) -> BracketView:
    order = tuple(EntrantId(number) for number in range(1, size + 1))
    people = {number: entrant(number, *names[2 * (number - 1) : 2 * number]) for number in order}
    bracket = bracket_of(Run(start=1, order=order), tables, RoundSettings(), {})
    return knockout_bracket(bracket, people, {(1, EntrantId(1)): 14, (1, EntrantId(4)): 6})


def test_four_pairs_from_left_to_right() -> None:
    table = TableResult(
        round=1, table=1, ns=EntrantId(1), ew=EntrantId(4), outcome=Outcome.PLAYED, ns_mp=1500, ew_mp=1000
    )
    playing = TableResult(round=1, table=2, ns=EntrantId(2), ew=EntrantId(3), outcome=Outcome.OPEN)
    (page,) = pages_of(bracket_sheet(HEADER, [bracket_view(4, table, playing, names=SHORT_NAMES)]))
    assert page.splitlines()[3:-1] == [
        "Semi-finals",
        *("1", "1 Rossi Ada", "Neri Ugo", "14", "1,500"),
        *("4", "4 Costa Lia", "Serra Pio", "6", "1,000", "table 1"),
        *(
            "2",
            "2 Verdi Ida",
            "Bini Leo",
            "3",
            "3 Galli Eva",
            "Riva Ivo",
            "table 2 · playing",
        ),
        *("Final", "1", "1 Rossi Ada", "Neri Ugo", "winner of semi-final 2"),
        *("Third place", "4", "4 Costa Lia", "Serra Pio", "loser of semi-final 2"),
    ]


def test_who_has_won_stands_in_a_box_of_their_own() -> None:
    final = TableResult(
        round=1, table=1, ns=EntrantId(1), ew=EntrantId(2), outcome=Outcome.PLAYED, ns_mp=1500, ew_mp=1000
    )
    views = (bracket_view(2, *tables, names=SHORT_NAMES) for tables in ((), (final,)))
    open_, played = (pages_of(bracket_sheet(HEADER, [view]))[0] for view in views)
    assert "Winner of the knockout" not in open_
    assert "Winner of the knockout\nRossi Ada\nNeri Ugo\n" in played


@pytest.mark.parametrize(
    ("size", "pages"), [(2, 1), (16, 1), (22, 1), (24, 1), (25, 3), (40, 3), (64, 5), (100, 9), (500, 37)]
)
def test_a_large_bracket_is_cut_into_branches(size: int, pages: int) -> None:
    printed = pages_of(bracket_sheet(HEADER, [bracket_view(size)]))
    assert len(printed) == pages
    text = "\n".join(printed)
    for number in range(1, size + 1):
        assert f"{number} Cognome{number:03} Anna" in text
    assert "Final" in printed[-1]
    assert all("Final" not in page.splitlines() for page in printed[:-1])


def test_hard_names_are_printed_whole() -> None:
    text = squeezed("".join(pages_of(bracket_sheet(HEADER, [bracket_view(3, names=HARD_NAMES)]))))
    for name in HARD_NAMES:
        assert squeezed(name) in text


def test_the_same_records_give_the_same_bytes() -> None:
    assert bracket_sheet(HEADER, [bracket_view(8)]) == bracket_sheet(HEADER, [bracket_view(8)])
