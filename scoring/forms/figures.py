"""A figure as somebody types it: a whole number without separators. Nothing is guessed.

`1.250` is 1250 to an Italian and 1.25 to an Englishman, so it is neither here.
"""

import re
from typing import Any

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext as _

MOST_DIGITS = 5
"""No hand holds a figure of more digits than this; what is longer is a slip of the finger."""

WHOLE_NUMBER = re.compile("[-\u2212]?[0-9]+")
"""With a hyphen or a minus sign. Digits of other scripts and widths are left to who can read them."""

WITH_SEPARATORS = re.compile("[-\u2212]?[0-9]+(?:[.,'’ ][0-9]+)+")


class FigureField(forms.Field):
    """A whole number typed on a figure pad, or nothing; what cannot be read is refused in a sentence."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        typed = "" if value is None else str(value).strip()
        if not typed:
            return None
        if fault := _fault(typed):
            shown = Truncator(typed.replace("\0", "␀")).chars(20)
            raise forms.ValidationError(fault, params={"typed": shown})
        return int(typed.replace("\u2212", "-"))


def _fault(typed: str) -> str:
    if WITH_SEPARATORS.fullmatch(typed):
        return _("“%(typed)s” has a separator in it. Write the digits only, without one.")
    if typed.startswith("+") and WHOLE_NUMBER.fullmatch(typed[1:]):
        return _("“%(typed)s” has a plus sign. Write it without.")
    if not WHOLE_NUMBER.fullmatch(typed):
        return _("“%(typed)s” is not a whole number. Write digits only, with a minus in front if it is negative.")
    if len(typed.lstrip("-\u2212")) > MOST_DIGITS:
        return _("“%(typed)s” has too many digits. Check the figure.")
    return ""
