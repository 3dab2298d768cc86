"""The forms on the players' own phones."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player


class CardForm(forms.Form):
    """The number of a player's card, with its leading zeros."""

    card = forms.CharField(
        label=_("Number of your card"),
        max_length=Player._meta.get_field("card").max_length,
        help_text=_("As it is printed, with the leading zeros. One card checks in you and your partner."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
