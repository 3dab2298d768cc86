"""Long lists in pages: the page asked for, the one that holds a row, and the rows found on whatever page they are.

A list that fits on one page is filtered in the browser as it is (`static/js/filter.js`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from tournaments.people.names import search_key

Row = TypeVar("Row")

PAGE, FOUND, AT = "page", "q", "at"
"""What an address says of a list: its page, the words that its rows are found by, and the row whose page is meant."""
MOST_TYPED = 80
FEW = 10
"""The last page takes up to a tenth of a page more, so that no page has a handful of rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongList(Generic[Row]):
    """A page of a list, or of those of its rows that were found."""

    page: Page[Row]
    length: int
    """The length of the whole list."""
    found: str
    """What was typed to find rows; empty for the whole list."""
    found_as: str
    """The address's name for it."""
    others: tuple[tuple[str, str], ...]
    """What else the address says, names and values."""
    is_split: bool
    """Whether the whole list has several pages."""

    def page_of_place(self, place: int) -> int:
        """Return the number of the page with the row at that place, from 0, of those found."""
        paginator = self.page.paginator
        return min(place // paginator.per_page + 1, paginator.num_pages)

    @property
    def query_of_page(self) -> str:
        """Return the query by which a page asks again for what it shows; empty for a list on one page."""
        return self.query_of(self.page.number) if self.is_split else ""

    def query_of(self, page: int) -> str:
        """Return the query of the address of a page."""
        return f"?{urlencode([*self.others, *self._found_as, (PAGE, str(page))])}"

    @property
    def _found_as(self) -> list[tuple[str, str]]:
        return [(self.found_as, self.found)] if self.found else []

    @property
    def query_of_all(self) -> str:
        """Return the query of the address that shows all rows; empty if it has none."""
        return f"?{urlencode(self.others)}" if self.others else ""

    @property
    def query(self) -> str:
        """Return what the addresses of all its pages say besides the page."""
        return urlencode([*self.others, *self._found_as])


def long_list(
    request: HttpRequest,
    rows: Sequence[Row],
    *,
    rows_a_page: int,
    is_called: Callable[[Row, str], bool],
    is_found: Callable[[Row, str], bool],
    found_as: str = FOUND,
    at: str = "",
    is_at: Callable[[Row, str], bool] | None = None,
) -> LongList[Row]:
    """Return the page of these rows that the address asks for.

    `is_called` says whether typed text is the number of a row, `is_found` whether a row is one of those that it finds:
    the rows with that number come first. `found_as` is the address's name for that text. `at`: a row whose page is
    meant, unless the address names a page; `is_at` says of which row that is, if not `is_called`.
    """
    typed, at = request.GET.get(found_as, "").strip()[:MOST_TYPED], at or request.GET.get(AT, "").strip()[:MOST_TYPED]
    found = rows
    if typed:
        found = [row for row in rows if is_called(row, typed) or is_found(row, typed)]
        found.sort(key=lambda row: not is_called(row, typed))
    paginator = Paginator(found, rows_a_page, orphans=rows_a_page // FEW)
    number = request.GET.get(PAGE, "1")  # equivalent `'1x'`: what is no number is page 1, too
    if at and PAGE not in request.GET:
        place = next((place for place, row in enumerate(found) if (is_at or is_called)(row, at)), 0)
        number = str(min(place // rows_a_page + 1, paginator.num_pages))
    return LongList(
        page=paginator.get_page(number),
        length=len(rows),
        found=typed,
        found_as=found_as,
        others=tuple((name, request.GET.get(name, "")) for name in request.GET if name not in (PAGE, found_as, AT)),
        is_split=len(rows) > rows_a_page + rows_a_page // FEW,
    )


def finds(typed: str, *, number: int, words: Iterable[str], also: Iterable[object] = ()) -> bool:
    """Return whether typed text finds a row, as in `static/js/filter.js`.

    A number finds the numbers that begin with it, and those that a row has `also`; words find a row that has them all.
    """
    if typed.isdecimal():
        return str(number).startswith(typed) or typed in map(str, also)
    key = search_key(" ".join(words))
    return all(word in key for word in search_key(typed).split() or [typed])
