"""The field for a number of points or cards in the rules."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _

MOST_DIGITS = 6

WHOLE_NUMBER = re.compile(rf"[-\u2212]?[0-9]{{1,{MOST_DIGITS}}}")


class WholeNumberField(forms.Field):
    """A whole number as it is written: nothing is rounded, and `1.250` is refused rather than guessed."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        typed = "" if value is None else str(value).strip()
        if not typed:
            return None
        if not WHOLE_NUMBER.fullmatch(typed):
            raise forms.ValidationError(_("Write a whole number, with digits only."))
        return int(typed.replace("\u2212", "-"))
