"""Figures, sums and dates as people write them, on screen and on paper."""

from collections.abc import Callable
from datetime import date
from functools import cache, partial

from django.utils.formats import date_format, number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

MINUS = "\u2212"


def figure(points: int) -> str:
    """Return `1.250` or `−385` in the reader's language."""
    return _written(points, _separator(get_language()))


def figure_writer() -> Callable[[int], str]:
    """Return `figure` for the current language: a table looks the language up once, not for each of its thousands."""
    return partial(_written, between=_separator(get_language()))


def _written(points: int, between: str) -> str:
    written = f"{abs(points):,}".replace(",", between)
    return f"{MINUS}{written}" if points < 0 else written


@cache
def _separator(language: str | None) -> str:
    """Return the separator of thousands. Django would look it up for each of a page's figures."""
    return str(number_format(1000, force_grouping=True))[1:-3]


def signed(points: int) -> str:
    """Return a difference with its sign: `+620`, `−385`, `0`."""
    return with_sign(points, figure)


def with_sign(points: int, write: Callable[[int], str]) -> str:
    """Return the function `signed` for the current language."""
    return f"+{write(points)}" if points > 0 else write(points)


def spoken_date(day: date) -> str:
    """Return `venerdì 20 novembre 2026`."""
    # Translators: a date as people say it, in Django's date format.
    return _said(day, _("l j F Y"))


def spoken_month(day: date) -> str:
    """Return `novembre 2026`."""
    return _said(day, "F Y")


def _said(day: date, parts: str) -> str:
    """Return parts of a day in words: only English capitalises days and months."""
    words = date_format(day, parts)
    return words if (get_language() or "en").startswith("en") else words.lower()


def column_sum(base: int, points: int) -> str:
    """Return the two columns of a slip with their sum: `300 + 145 = 445`, `0 − 35 = −35`."""
    return f"{figure(base)} {MINUS if points < 0 else '+'} {figure(abs(points))} = {figure(base + points)}"
