"""What the club says of itself."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Club
from tournaments.people.names import tidy


class ClubForm(forms.Form):
    """The name on every page and sheet, and whether there is a till, and what everybody may read of players."""

    name = forms.CharField(
        label=gettext_lazy("Name of the club"),
        required=False,
        max_length=Club._meta.get_field("name").max_length,
        help_text=gettext_lazy("It stands on top of every page, and on every sheet that is printed."),
    )

    till = forms.BooleanField(
        label=gettext_lazy("Keep a till"),
        required=False,
        help_text=gettext_lazy("Entry fees, who has paid, and prizes. Left out, nobody sees anything of it."),
    )

    players_public = forms.BooleanField(
        label=gettext_lazy("Show everybody what players have done"),
        required=False,
        help_text=gettext_lazy(
            "A public page for everybody who has played in a final tournament: tournaments and places, partners,"
            " VP a round, who was met most often, and the rating where it is shown. Contacts, cards, years of birth"
            " and categories are never on it."
        ),
    )

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name and self.initial.get("name"):
            raise forms.ValidationError(_("Give the club a name."))
        return name
