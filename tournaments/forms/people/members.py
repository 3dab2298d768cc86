"""What the club knows of its members."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Player
from tournaments.people.names import tidy


class PlayerForm(forms.ModelForm[Player]):
    """A member's names, club, card and contact."""

    class Meta:
        model = Player
        fields = ("last_name", "first_name", "club", "card", "contact")
        help_texts = {
            "club": gettext_lazy("Pairs of the same club are kept apart in the first round, where it can be done."),
            "contact": gettext_lazy("For the secretary only: it is shown on no public page."),
        }
        widgets = {name: forms.TextInput(attrs={"autocomplete": "off"}) for name in fields}

    def clean_last_name(self) -> str:
        last_name = tidy(self.cleaned_data["last_name"])
        # A member without a single letter in the name could not be found again.
        if not any(char.isalpha() for char in last_name):
            raise forms.ValidationError(_("A last name has letters."))
        return last_name

    def clean_first_name(self) -> str:
        return tidy(self.cleaned_data["first_name"])

    def clean_club(self) -> str:
        return tidy(self.cleaned_data["club"])

    def clean_card(self) -> str:
        return tidy(self.cleaned_data["card"])
