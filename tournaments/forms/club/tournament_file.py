"""A tournament to be imported from a file."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.common import JsonFileField

LARGEST_TOURNAMENT = 15_000_000
"""In bytes: many times the size of a national event."""


class TournamentFileForm(forms.Form):
    """The file, and the slug of its tournament here."""

    file = JsonFileField(
        label=gettext_lazy("File of a tournament"),
        help_text=gettext_lazy("JSON, as this program writes it: a tournament’s page has it among its files."),
        most=LARGEST_TOURNAMENT,
        too_large=gettext_lazy("This file is too large to be a tournament."),
    )
    slug = forms.SlugField(
        label=gettext_lazy("Another address"),
        required=False,
        max_length=140,
        help_text=gettext_lazy(
            "Lower-case letters, digits and hyphens; needed only if the file’s own address is taken."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    @property
    def wanted_slug(self) -> str | None:
        """Return the slug; None for the file's own. Of a valid form only."""
        return self.cleaned_data["slug"] or None
