"""Lists in pages by themselves: which page an address means, what it finds, and what its links say."""

import pytest
from django.test import RequestFactory

from tournaments.views.long_lists import MOST_TYPED, LongList, finds, long_list

ROWS = range(1, 26)


def listed(address: str = "", *, rows: range = ROWS, at: str = "", rows_a_page: int = 10) -> LongList[int]:
    return long_list(
        RequestFactory().get(f"/{address}"),
        rows,
        rows_a_page=rows_a_page,
        is_called=lambda row, typed: str(row) == typed,
        is_found=lambda row, typed: finds(typed, number=row, words=("odd" if row % 2 else "even",)),
        at=at,
    )


@pytest.mark.parametrize(
    ("address", "page", "first", "length"),
    [
        ("", 1, 1, 10),
        ("?page=2", 2, 11, 10),
        ("?page=3", 3, 21, 5),
        ("?page=4", 3, 21, 5),
        ("?page=0", 3, 21, 5),
        ("?page=x", 1, 1, 10),
        ("?at=10", 1, 1, 10),
        ("?at=11", 2, 11, 10),
        ("?at=25", 3, 21, 5),
        ("?at=99", 1, 1, 10),
        ("?at=+11+", 2, 11, 10),
        ("?at=11&page=1", 1, 1, 10),
        ("?q=even&page=2", 2, 22, 2),
        ("?q=even&at=22", 2, 22, 2),
        ("?q=2", 1, 2, 7),
        ("?q=even+odd", 1, None, 0),
        ("?q=+%2C", 1, None, 0),
    ],
)
def test_an_address_means_one_page(address: str, page: int, first: int | None, length: int) -> None:
    found = listed(address)
    rows = list(found.page)
    assert (found.page.number, rows[0] if rows else None, len(rows)) == (page, first, length)
    assert found.length == 25 and found.is_split


def test_the_row_with_the_number_comes_first_and_a_row_that_is_meant_decides_the_page() -> None:
    assert list(listed("?q=2").page) == [2, 20, 21, 22, 23, 24, 25]
    assert listed(at="25").page.number == 3 and listed("?at=1", at="25").page.number == 3
    assert listed("?page=1", at="25").page.number == 1


@pytest.mark.parametrize(("rows", "pages"), [(10, 1), (11, 1), (12, 2), (21, 2), (22, 3)])
def test_a_tenth_of_a_page_more_needs_no_page_of_its_own(rows: int, pages: int) -> None:
    found = listed(rows=range(1, rows + 1))
    assert found.page.paginator.num_pages == pages and found.is_split is (pages > 1)
    assert found.page_of_place(rows - 1) == listed(at=str(rows), rows=range(1, rows + 1)).page.number == pages


def test_what_was_typed_has_an_end() -> None:
    assert listed(f"?q={'x' * (MOST_TYPED + 1)}").found == "x" * MOST_TYPED


@pytest.mark.parametrize(
    ("address", "of_page", "of_all", "query"),
    [
        ("", "?page=1", "", ""),
        ("?order=name&page=2&at=3", "?order=name&page=2", "?order=name", "order=name"),
        ("?q=even&order=name&page=2", "?order=name&q=even&page=2", "?order=name", "order=name&q=even"),
    ],
)
def test_the_links_of_a_list_keep_what_else_was_asked_for(address: str, of_page: str, of_all: str, query: str) -> None:
    found = listed(address)
    assert (found.query_of_page, found.query_of_all, found.query) == (of_page, of_all, query)
    assert listed(address, rows_a_page=30).query_of_page == ""


@pytest.mark.parametrize(
    ("typed", "is_found"),
    [("12", True), ("1", True), ("2", False), ("7", True), ("70", False), ("rossi", True), ("ROSSI anna", True)]
    + [("rossi ugo", False), ("à", True), ("-", False)],
)
def test_a_row_is_found_by_the_beginning_of_its_number_or_by_all_its_words(typed: str, is_found: bool) -> None:
    assert finds(typed, number=12, words=("Rossi", "Ànna"), also=(7, None)) is is_found
