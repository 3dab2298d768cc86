"""The form of blank slips and table cards: how many to print."""

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_COPIES = 500
MOST_TABLES = 500


class BlankSlipsForm(forms.Form):
    copies = forms.IntegerField(
        label=_("How many"), min_value=1, max_value=MOST_COPIES, initial=20, help_text=_("Two on a page, as a rule.")
    )


class TablePlatesForm(forms.Form):
    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("From table 1 on, a sheet for each."),
    )
