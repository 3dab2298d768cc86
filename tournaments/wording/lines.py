"""The club's names of the two lines of a table: `NS` and `EW`, or, as in a Mitchell, the fixed and the moving one.

Every page, sheet, phone and file takes the names from here. The club's choice stands for the length of a request,
as the language does; where nobody has chosen, the lines are NS and EW.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, cast

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.records import Line, LineNames

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SHORT: Mapping[LineNames, Mapping[Line, Promise]] = {
    LineNames.COMPASS: {Line.NS: _("NS"), Line.EW: _("EW")},
    LineNames.MOVEMENT: {Line.NS: pgettext_lazy("line", "Fixed"), Line.EW: pgettext_lazy("line", "Moving")},
}

LONG: Mapping[LineNames, Mapping[Line, Promise]] = {
    LineNames.COMPASS: {Line.NS: _("North–South"), Line.EW: _("East–West")},
    LineNames.MOVEMENT: {Line.NS: _("Fixed line"), Line.EW: _("Moving line")},
}

LINE_NAMES_CHOICES: tuple[tuple[str, Promise], ...] = (
    (LineNames.COMPASS.value, _("NS and EW")),
    (LineNames.MOVEMENT.value, _("Fixed and Moving, as in a Mitchell")),
)
"""The names that the club may choose, in words."""

LINE_NAMES: ContextVar[Callable[[], LineNames]] = ContextVar("line_names", default=lambda: LineNames.COMPASS)
"""The answer to what the lines are called now; it is asked whenever a line is named, and never before."""


@contextmanager
def lines_by(names: Callable[[], LineNames]) -> Iterator[None]:
    """Call the lines as `names` answers, for the length of a block."""
    outside = LINE_NAMES.set(names)
    try:
        yield
    finally:
        LINE_NAMES.reset(outside)


def line_name(line: Line | str) -> str:
    """Return `NS` or `EW` as the club says it, in the reader's language."""
    return str(SHORT[LINE_NAMES.get()()][Line(line)])


def long_line_name(line: Line | str) -> str:
    """Return `North–South`, for readers who do not know the letters."""
    return str(LONG[LINE_NAMES.get()()][Line(line)])


def line_facts() -> dict[str, str]:
    """Return both names as facts of a sentence: `%(ns_line)s` and `%(ew_line)s`."""
    return {f"{line.value}_line": line_name(line) for line in Line}


def both_line_names() -> tuple[str, str]:
    """Return the names of both lines, NS first."""
    return line_name(Line.NS), line_name(Line.EW)


def with_lines(sentence: str | Promise) -> str:
    """Return a sentence whose only facts are the names of the lines."""
    return str(sentence) % line_facts()


def with_lines_lazy(sentence: Promise) -> "_StrPromise":
    """Return the same, looked up when it is shown."""
    return cast("_StrPromise", _with_lines_lazy(sentence))


_with_lines_lazy = lazy(with_lines, str)
