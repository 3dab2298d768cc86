"""The cross-table on paper, read back from the PDF."""

import pytest

from tests.tournaments.sheets.sheet_text import HARD_NAMES, HEADER, entrant, pages_of, squeezed
from tournaments.ranking.cross_table import CrossTable, CrossTableView, cross_table
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import EntrantId, Outcome, TableResult, TieBreak
from tournaments.sheets.cross_table_sheet import cross_table_sheet

pytestmark = pytest.mark.usefixtures("in_english")


def crossed(entrants: int, rounds: int, *, names: tuple[str, ...] = ()) -> CrossTable:
    """Return rounds of neighbours in which the first wins 11–9; the one left over rests."""
    results = [
        TableResult(
            round=round_,
            table=(number + 1) // 2,
            ns=EntrantId(number),
            ew=EntrantId(number + 1) if number < entrants else None,
            outcome=Outcome.PLAYED if number < entrants else Outcome.REST,
            ns_mp=1300 if number < entrants else None,
            ew_mp=1000 if number < entrants else None,
        )
        for round_ in range(1, rounds + 1)
        for number in range(1, entrants + 1, 2)
    ]
    ranking = standings(
        [entrant(number, *names[2 * (number - 1) : 2 * number]) for number in range(1, entrants + 1)],
        results,
        scale=FIBUR_2026_4,
        rest=rest_allowance(FIBUR_2026_4, 4),
        absence=absence_allowance(FIBUR_2026_4, 4),
        tie_breaks=(TieBreak.VP,),
        seed=1,
    )
    return cross_table(ranking)


def printed(*tables: CrossTable, as_list: bool = False, names: tuple[str, ...] = ()) -> list[str]:
    names = names or ("",) * len(tables)
    views = [
        CrossTableView(name=name, table=table, as_matrix=table.fits_a_matrix and not as_list)
        for name, table in zip(names, tables, strict=True)
    ]
    return pages_of(cross_table_sheet(HEADER, views))


def test_three_pairs_against_each_other() -> None:
    (page,) = printed(crossed(3, 1))
    assert page.splitlines()[:-1] == [
        *("Who met whom", "Torneo del venerdì · Friday 20 November 2026 · Sala Aurora", "ASD Burraco Aurora"),
        *("place", "no.", "3", "1", "2", "other VP", "VP"),
        *("1", "3", "Cognome003 Anna – Secondo003 Bruno", "12", "12"),
        *("2", "1", "Cognome001 Anna – Secondo001 Bruno", "11", "1", "11"),
        *("3", "2", "Cognome002 Anna – Secondo002 Bruno", "9", "1", "9"),
        "in each cell: VP of the row, and in which round below",
    ]


def test_three_pairs_round_by_round() -> None:
    (page,) = printed(crossed(3, 2), as_list=True)
    assert page.splitlines()[3:-1] == [
        *("place", "no.", "round 1", "round 2", "VP"),
        *("1", "3", "Cognome003 Anna – Secondo003 Bruno", "rest", "12", "→ 12", "rest", "12", "→ 24", "24"),
        *("2", "1", "Cognome001 Anna – Secondo001 Bruno", "NS 2", "11", "→ 11", "NS 2", "11", "→ 22", "22"),
        *("3", "2", "Cognome002 Anna – Secondo002 Bruno", "EW 1", "9", "→ 9", "EW 1", "9", "→ 18", "18"),
        "of each round: line and opponent, and VP and the total so far below",
    ]


@pytest.mark.parametrize("entrants", [2, 13, 18])
def test_as_many_as_fit_a_matrix_are_on_one_page(entrants: int) -> None:
    (page,) = printed(crossed(entrants, 2))
    for number in range(1, entrants + 1):
        assert page.count(f"Cognome{number:03} Anna") == 1


def test_what_a_matrix_has_no_room_for_goes_on_on_the_next_page() -> None:
    """Thirty pairs that met once take two pages of rows; with two meetings, the columns take two pages as well."""
    once, twice = printed(crossed(30, 1)), printed(crossed(30, 2))
    assert (len(once), len(twice)) == (2, 4)
    for pages, times in ((once, 1), (twice, 2)):
        text = "\n".join(pages)
        assert [text.count(f"Cognome{number:03} Anna") for number in range(1, 31)] == [times] * 30
        assert text.count("11") >= 15


def test_a_hall_of_500_pairs_is_printed_whole() -> None:
    pages = printed(crossed(500, 9))
    for number in range(1, 501):
        assert sum(page.count(f"Cognome{number:03} Anna") for page in pages) == 1
    for number, page in enumerate(pages, start=1):
        assert "round 1\nround 2" in page
        assert f"page {number} of {len(pages)}" in page


def test_more_rounds_than_a_page_is_wide_for_go_on_on_the_next() -> None:
    first, second = printed(crossed(4, 14), as_list=True)
    assert "round 1\n" in first and "round 14" not in first
    assert "round 14\n" in second and "round 1\n" not in second
    for page in (first, second):
        assert page.count("Cognome001 Anna") == 1


def test_groups_have_pages_of_their_own() -> None:
    titles = [
        page.splitlines()[0] for page in printed(crossed(4, 1), crossed(3, 1), crossed(7, 1), names=("A", "B", ""))
    ]
    assert titles == ["Who met whom, group A", "Who met whom, group B", "Who met whom"]


@pytest.mark.parametrize("as_list", [True, False])
def test_hard_names_are_printed_whole(as_list: bool) -> None:
    text = squeezed("".join(printed(crossed(3, 1, names=HARD_NAMES), as_list=as_list)))
    for name in HARD_NAMES:
        assert squeezed(name) in text


def test_before_the_first_round_it_is_an_empty_page() -> None:
    assert [page.splitlines()[0] for page in printed()] == ["Who met whom"]


def test_the_same_records_give_the_same_bytes() -> None:
    tables = [CrossTableView(name="", table=crossed(5, 2), as_matrix=True)]
    assert cross_table_sheet(HEADER, tables) == cross_table_sheet(HEADER, tables)
