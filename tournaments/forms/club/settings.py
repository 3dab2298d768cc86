"""The club's settings."""

from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.http.request import validate_host
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.common import site_address
from tournaments.models import Club
from tournaments.people.names import tidy
from tournaments.records import LineNames
from tournaments.wording.addresses import unanswered
from tournaments.wording.lines import LINE_NAMES_CHOICES


class ClubForm(forms.Form):
    """The club's name, its features, and what is public."""

    name = forms.CharField(
        label=gettext_lazy("Name of the club"),
        required=False,
        max_length=Club._meta.get_field("name").max_length,
        help_text=gettext_lazy("It is shown at the top of every page and on every printed sheet."),
    )

    address = forms.CharField(
        label=gettext_lazy("Public address"),
        required=False,
        max_length=Club._meta.get_field("address").max_length,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Where people at home reach this program, such as https://burraco.example.it: links and QR codes contain "
            "it. Leave empty if the program runs in the hall only."
        ),
    )

    lines = forms.TypedChoiceField(
        label=gettext_lazy("The two lines of a table are called"),
        choices=LINE_NAMES_CHOICES,
        coerce=LineNames,
        empty_value=None,
        required=False,
        initial=LineNames.COMPASS.value,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "On every page, sheet and phone, whatever the system of the round: a Mitchell moves the second of them."
        ),
    )

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=settings.LANGUAGES,
        required=False,
        initial=settings.LANGUAGE_CODE,
        help_text=gettext_lazy(
            "Whoever opens the program reads it in the language of their browser, or else in this one. New"
            " tournaments begin with the ruleset of its country."
        ),
    )

    till = forms.BooleanField(
        label=gettext_lazy("Keep a till"),
        required=False,
        help_text=gettext_lazy("Entry fees, who has paid, and prizes. If it is turned off, nobody sees any of it."),
    )

    players_public = forms.BooleanField(
        label=gettext_lazy("Make players’ pages public"),
        required=False,
        help_text=gettext_lazy(
            "A public page for everybody who has played in a final tournament: tournaments and places, partners, VP "
            "per round, who was met most often, and the rating where it is shown. Contacts, cards, years of birth and "
            "categories are never on it."
        ),
    )

    def clean_address(self) -> str:
        """Return scheme, host and port; https is the default scheme."""
        typed = tidy(self.cleaned_data["address"])
        if not typed:
            return ""
        address = site_address(typed)
        if address is None:
            raise forms.ValidationError(
                _("“%(typed)s” is not the address of a site: write it as https://burraco.example.it.")
                % {"typed": typed}
            )
        host = urlsplit(address).hostname or ""  # equivalent `urlsplit(address).hostname`: a site has one
        if not validate_host(host, settings.ALLOWED_HOSTS):
            raise forms.ValidationError(unanswered(host))
        return address

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name and self.initial.get("name"):
            raise forms.ValidationError(_("Give the club a name."))
        return name
