"""A field for numbers of minutes: `10, 2`."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from pages.written_numbers import written_number

MOST_MINUTES = 600
"""The longest round, so the longest call."""
MOST_CALLS = 6


class MinutesField(forms.CharField):
    """Whole minutes with any separators; kept as a list without duplicates, the highest first."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        typed = super().clean(value)
        words = re.split(r"[\s,;/]+", typed.strip()) if typed.strip() else []
        for word in words:
            if not 0 < (written_number(word, 3) or 0) <= MOST_MINUTES:
                raise forms.ValidationError(
                    _("“%(typed)s” is not a number of minutes: write whole ones, such as 10, 2.") % {"typed": word}
                )
        if len(words) > MOST_CALLS:
            raise forms.ValidationError(_("At most %(most)s calls: with more, nobody listens.") % {"most": MOST_CALLS})
        return sorted({int(word) for word in words}, reverse=True)
