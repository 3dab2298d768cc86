"""Figures, sums, dates and lines as people write them, on the screen and on paper alike."""

from datetime import date
from functools import lru_cache

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
    written = _grouped(abs(points), get_language())
    return f"{MINUS}{written}" if points < 0 else written


@lru_cache(maxsize=10_000)
def _grouped(number: int, language: str | None) -> str:
    """A ranking writes the same few thousand figures over and over; looked up, each costs a tenth."""
    return str(number_format(number, force_grouping=True))


def signed(points: int) -> str:
    """The same for differences: `+620`, `−385`, `0`."""
    return f"+{figure(points)}" if points > 0 else figure(points)


def spoken_date(day: date) -> str:
    """`venerdì 20 novembre 2026`: only English writes days and months with a capital."""
    # Translators: a date as people say it, in Django's date format.
    said = date_format(day, _("l j F Y"))
    return said if (get_language() or "en").startswith("en") else said.lower()


def column_sum(base: int, points: int) -> str:
    """The two columns of a slip and what they come to: `300 + 145 = 445`, `0 − 35 = −35`."""
    return f"{figure(base)} {MINUS if points < 0 else '+'} {figure(abs(points))} = {figure(base + points)}"
