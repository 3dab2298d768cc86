"""Typed numbers, and the form field for one: whole, without separators. Nothing is guessed.

`1.250` is 1250 to an Italian and 1.25 to an Englishman, so it is refused.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy

from pages.joined_widgets import JoinedTextInput

MOST_DIGITS = 5
"""No hand has a score with more digits than this; anything longer is a typing error."""

WHOLE_NUMBER = re.compile("[-\u2212]?[0-9]+")
"""The sign is a hyphen or a minus sign. Digits of other scripts and widths are not accepted."""

WITH_SEPARATORS = re.compile("[-\u2212]?[0-9]+(?:[.,'’ ][0-9]+)+")


class FigureFault(StrEnum):
    """Why a text is not a whole number."""

    SEPARATOR = "separator"
    PLUS = "plus"
    TOO_LONG = "too_long"
    NOT_WHOLE = "not_whole"


FAULTS: Mapping[FigureFault, Promise] = {
    FigureFault.SEPARATOR: gettext_lazy("“%(typed)s” has a separator in it. Write the digits only, without one."),
    FigureFault.PLUS: gettext_lazy("“%(typed)s” has a plus sign. Write it without."),
    FigureFault.TOO_LONG: gettext_lazy("“%(typed)s” has too many digits. Check the figure."),
    FigureFault.NOT_WHOLE: gettext_lazy(
        "“%(typed)s” is not a whole number. Write digits only, with a minus in front if it is negative."
    ),
}


class UnreadableFigure(ValueError):
    """The text is not a whole number; `fault` says why."""

    def __init__(self, fault: FigureFault, text: str) -> None:
        super().__init__(f"expected a whole number, got {text!r}")
        self.fault = fault


class FigureField(forms.Field):
    """A whole number typed on a number pad, or nothing. Unreadable input is refused with a sentence."""

    widget = JoinedTextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        typed = "" if value is None else str(value)
        try:
            return read_figure(typed)
        except UnreadableFigure as unreadable:
            text = Truncator(typed.strip().replace("\0", "␀")).chars(20)
            raise forms.ValidationError(
                str(FAULTS[unreadable.fault]), code=unreadable.fault, params={"typed": text}
            ) from unreadable


def read_figure(text: str) -> int | None:
    """Return the typed number, or None for an empty field.

    >>> read_figure(" −100 "), read_figure("")
    (-100, None)
    """
    typed = text.strip()
    if not typed:
        return None
    if WITH_SEPARATORS.fullmatch(typed):
        raise UnreadableFigure(FigureFault.SEPARATOR, text)
    if typed.startswith("+") and WHOLE_NUMBER.fullmatch(typed[1:]):
        raise UnreadableFigure(FigureFault.PLUS, text)
    if not WHOLE_NUMBER.fullmatch(typed):
        raise UnreadableFigure(FigureFault.NOT_WHOLE, text)
    if len(typed.lstrip("-\u2212")) > MOST_DIGITS:
        raise UnreadableFigure(FigureFault.TOO_LONG, text)
    return int(typed.replace("\u2212", "-"))
