"""Figures, sums, dates and lines as people write them, on the screen and on paper alike."""

from collections.abc import Callable
from datetime import date
from functools import lru_cache, partial

from django.utils.formats import date_format, number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.records import Line

MINUS = "\u2212"
MOST_FIGURES = 10_000
"""Written once: a large table has thousands, and of each the same few hundred."""


def line_name(line: Line) -> str:
    """`NS`, `EW`, as the reader's language writes them."""
    return _("NS") if line is Line.NS else _("EW")


def figure(points: int) -> str:
    """`1.250`, `−385` in the reader's language."""
    return _figure(points, get_language())


def figure_writer() -> Callable[[int], str]:
    """`figure` in the language of now: a table asks once which that is, and not for each of its thousands."""
    return partial(_figure, language=get_language())


@lru_cache(maxsize=MOST_FIGURES)
def _figure(points: int, language: str | None) -> str:
    # The language is what the number is written in, as it was when this was called first.
    written = str(number_format(abs(points), force_grouping=True))
    return f"{MINUS}{written}" if points < 0 else written


def signed(points: int) -> str:
    """The same for differences: `+620`, `−385`, `0`."""
    return with_sign(points, figure)


def with_sign(points: int, write: Callable[[int], str]) -> str:
    """The same as that writes figures."""
    return f"+{write(points)}" if points > 0 else write(points)


def spoken_date(day: date) -> str:
    """`venerdì 20 novembre 2026`: only English writes days and months with a capital."""
    # Translators: a date as people say it, in Django's date format.
    said = date_format(day, _("l j F Y"))
    return said if (get_language() or "en").startswith("en") else said.lower()


def column_sum(base: int, points: int) -> str:
    """The two columns of a slip and what they come to: `300 + 145 = 445`, `0 − 35 = −35`."""
    return f"{figure(base)} {MINUS if points < 0 else '+'} {figure(abs(points))} = {figure(base + points)}"
