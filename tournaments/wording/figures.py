"""Figures, sums, dates and lines as people write them, on the screen and on paper alike."""

from collections.abc import Callable
from datetime import date
from functools import cache, partial

from django.utils.formats import date_format, number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.records import Line

MINUS = "\u2212"


def line_name(line: Line) -> str:
    """`NS`, `EW`, as the reader's language writes them."""
    return _("NS") if line is Line.NS else _("EW")


def figure(points: int) -> str:
    """`1.250`, `−385` in the reader's language."""
    return _written(points, _separator(get_language()))


def figure_writer() -> Callable[[int], str]:
    """`figure` in the language of now: a table asks once which that is, and not for each of its thousands."""
    return partial(_written, between=_separator(get_language()))


def _written(points: int, between: str) -> str:
    written = f"{abs(points):,}".replace(",", between)
    return f"{MINUS}{written}" if points < 0 else written


@cache
def _separator(language: str | None) -> str:
    """What stands between thousands. A page writes thousands of figures: Django would look it up for each."""
    return str(number_format(1000, force_grouping=True))[1:-3]


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
