"""Legal hands, generated forwards: first the events at the table, then the slip that describes them."""

from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from tests.scoring.oracle_slips import Book


@dataclass(frozen=True)
class LegalHand:
    """A legal hand as two slips: base, points and, for the closer's side, whether the slip says so."""

    end: str
    bases: tuple[int, int]
    points: tuple[int, int]
    closed: tuple[bool | None, bool | None]


@st.composite
def legal_hands(draw: st.DrawFn, book: Book) -> LegalHand:
    burracos = [draw(_burracos(book)) for _ in range(2)]
    took = [draw(st.booleans()) for _ in range(2)]
    end = draw(st.sampled_from(["closed", "stock", "time"]))
    nobody = (0 if book.refills else 11 * took.count(False)) + (0 if end == "time" else book.stays)
    most = book.cards - nobody
    # The deck limits the cards: the second side gives its burracos back grade by grade, then the first.
    for side, grade in product((1, 0), range(4)):
        if _cards(burracos[0]) + _cards(burracos[1]) > most:
            burracos[side] = tuple(0 if index == grade else count for index, count in enumerate(burracos[side]))
    able = [side for side in range(2) if _able_to_close(book, burracos[side], took[side])]
    closer = draw(st.sampled_from(able)) if able and end == "closed" else None
    end = "stock" if closer is None and end == "closed" else end
    missing = 0 if book.waived and not any(took) else book.not_taken
    bases = tuple(
        _bonus(book, burracos[side]) + (book.took if took[side] else missing) + (book.closing if closer == side else 0)
        for side in range(2)
    )
    worth = book.worth - sum(book.cheapest[:nobody])
    # If everything counts against a side, so do the 22 cards dealt to it and those of its pozzetto.
    against = [_all_against(book, burracos[side]) for side in range(2)]
    least = [(33 if took[side] else 22) * 5 if against[side] else 0 for side in range(2)]
    # A player who closes alone has melds and no card left.
    melded = [book.alone and closer == side for side in range(2)]
    least = [5 if melded[side] else least[side] for side in range(2)]
    first = draw(_points(least[0], worth - least[1], against=against[0], in_favour=melded[0]))
    second = draw(_points(least[1], worth - abs(first), against=against[1], in_favour=melded[1]))
    points = first, second
    is_entered = draw(st.booleans())
    closed = tuple((closer == side) if is_entered else None for side in range(2))
    return LegalHand(end, bases, points, closed)


def _all_against(book: Book, counts: tuple[int, ...]) -> bool:
    return (book.all_against and not any(counts)) or (book.unclean_against and not (counts[0] or counts[3]))


def _points(least: int, most: int, *, against: bool, in_favour: bool) -> st.SearchStrategy[int]:
    """Return card points of at least `least` for or against a side, and at most `most`."""
    for_it = st.integers(least // 5, most // 5).map(lambda steps: steps * 5)
    if in_favour:
        return for_it
    return for_it.map(lambda points: -points) if against else st.one_of(for_it, for_it.map(lambda points: -points))


def _burracos(book: Book) -> st.SearchStrategy[tuple[int, int, int, int]]:
    """Return the numbers of clean, semi-clean, dirty and royal burracos of one side."""
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
    enough = sum(counts) >= book.burracos_to_close and (counts[0] + counts[3] > 0 or not book.clean_to_close)
    return enough and (took or not book.pozzetto_to_close)
