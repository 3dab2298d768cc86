"""How many blank slips to print."""

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_COPIES = 500


class BlankSlipsForm(forms.Form):
    copies = forms.IntegerField(
        label=_("How many"), min_value=1, max_value=MOST_COPIES, initial=20, help_text=_("Two on a page, as a rule.")
    )
