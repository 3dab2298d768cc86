"""The field of a club's own VP scale: one row a line."""

import re

from django import forms
from django.utils.translation import gettext as _

ROW = re.compile(r"\s*(-?\d{1,9})[\s:;,=]+(-?\d{1,9})\s*", re.ASCII)
"""A row of a scale: the largest difference, a separator, the winner's VP."""


def read_rows(text: str) -> list[list[int]]:
    """Return the rows of a scale. Raise ValidationError for the first that cannot be read."""
    rows = []
    for number, line in enumerate(filter(str.strip, text.splitlines()), start=1):
        read = ROW.fullmatch(line)
        if not read:
            raise forms.ValidationError(
                _("Row %(row)s, “%(line)s”: write two whole numbers, such as 150 11.") % {"row": number, "line": line}
            )
        rows.append([int(read[1]), int(read[2])])
    return rows
