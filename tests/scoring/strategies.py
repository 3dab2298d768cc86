"""Legal hands, dealt forwards: first what happened at the table, then the slip that tells it."""

from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from tests.scoring.oracle_slips import Book


@dataclass(frozen=True)
class Told:
    """A legal hand as two slips: base, points and, for the closer's side, whether the slip says so."""

    closing_end: bool
    bases: tuple[int, int]
    points: tuple[int, int]
    closed: tuple[bool | None, bool | None]


@st.composite
def told_hands(draw: st.DrawFn, book: Book) -> Told:
    burracos = [draw(_burracos(book)) for _ in range(2)]
    took = [draw(st.booleans()) for _ in range(2)]
    most = book.cards - (0 if book.refills else 11 * took.count(False))
    # Not more cards than there are: the second side gives its burracos back, one grade after the other; then the first.
    for side, grade in product((1, 0), range(4)):
        if _cards(burracos[0]) + _cards(burracos[1]) > most:
            burracos[side] = tuple(0 if index == grade else count for index, count in enumerate(burracos[side]))
    able = [side for side in range(2) if _able_to_close(book, burracos[side], took[side])]
    closer = draw(st.sampled_from([None, *able]))
    missing = 0 if book.waived and not any(took) else book.not_taken
    bases = tuple(
        _bonus(book, burracos[side]) + (book.took if took[side] else missing) + (book.closing if closer == side else 0)
        for side in range(2)
    )
    first = draw(st.integers(-book.worth // 5, book.worth // 5)) * 5
    second = draw(st.integers(-(book.worth - abs(first)) // 5, (book.worth - abs(first)) // 5)) * 5
    points = tuple(
        -abs(value) if book.all_against and not any(burracos[side]) else value
        for side, value in enumerate((first, second))
    )
    said = draw(st.booleans())
    closed = tuple((closer == side) if said else None for side in range(2))
    return Told(closer is not None, bases, points, closed)


def _burracos(book: Book) -> st.SearchStrategy[tuple[int, int, int, int]]:
    """Counts of clean, semi-clean, dirty and royal burracos of one side."""
    return st.tuples(
        st.integers(0, 4),
        st.integers(0, 3) if book.semi is not None else st.just(0),
        st.integers(0, 4),
        st.integers(0, 2) if book.royal is not None else st.just(0),
    ).filter(lambda counts: _cards(counts) <= book.cards)


def _cards(counts: tuple[int, ...]) -> int:
    return sum(count * size for count, size in zip(counts, (7, 8, 7, 13), strict=True))


def _bonus(book: Book, counts: tuple[int, ...]) -> int:
    bonuses = (book.clean, book.semi or 0, book.dirty, book.royal or 0)
    return sum(count * bonus for count, bonus in zip(counts, bonuses, strict=True))


def _able_to_close(book: Book, counts: tuple[int, ...], took: bool) -> bool:
    shown = counts[0] + counts[3] if book.clean_to_close else sum(counts)
    return shown > 0 and (took or not book.pozzetto_to_close)
