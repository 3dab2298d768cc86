"""What the club says about people's data."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Club
from tournaments.people.names import tidy
from tournaments.records.retention import YEARS_AFTER_LEAVING
from tournaments.selectors.privacy import authority

MOST_WORDS = 3000


class PrivacyForm(forms.Form):
    """Who keeps the data, whom to ask, whom to complain to, the club's own words, and the years after leaving."""

    data_keeper = forms.CharField(
        label=gettext_lazy("Who keeps the data"),
        required=False,
        max_length=Club._meta.get_field("data_keeper").max_length,
        widget=forms.Textarea(attrs={"autocomplete": "off", "rows": 2}),
        help_text=gettext_lazy("Name and address of the association that runs the club."),
    )
    data_contact = forms.CharField(
        label=gettext_lazy("Whom to ask"),
        required=False,
        max_length=Club._meta.get_field("data_contact").max_length,
        widget=forms.Textarea(attrs={"autocomplete": "off", "rows": 2}),
        help_text=gettext_lazy(
            "Who answers questions about data, with an email address or a phone number: everybody can read it."
        ),
    )
    data_complaints = forms.CharField(
        label=gettext_lazy("Whom to complain to"),
        required=False,
        max_length=Club._meta.get_field("data_complaints").max_length,
        widget=forms.Textarea(attrs={"autocomplete": "off", "rows": 2}),
    )
    data_words = forms.CharField(
        label=gettext_lazy("In your own words"),
        required=False,
        max_length=MOST_WORDS,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy(
            "Why the club keeps data and whom it gives them to, such as the federation. Lines stay as you write them."
        ),
    )
    years_after_leaving = forms.IntegerField(
        label=gettext_lazy("Years after which the data of members who left are deleted"),
        required=False,
        min_value=YEARS_AFTER_LEAVING[0],
        max_value=YEARS_AFTER_LEAVING[1],
        help_text=gettext_lazy(
            "Date and year of birth, tax code, address, contact, kind and year of the card. They are deleted "
            "automatically and for good, this long after the day of leaving in the book; results, fees and receipts "
            "stay. Ask the club’s accountant how long. Leave empty for never."
        ),
    )

    def __init__(self, typed: Any = None, *, club: Club) -> None:
        """Show what the club has said, and the authority where it named none."""
        initial = {name: getattr(club, name) for name in self.base_fields}
        super().__init__(typed, initial=initial | {"data_complaints": club.data_complaints or authority()})

    @property
    def facts(self) -> dict[str, str | int | None]:
        """Return the arguments of the service; the authority that the program names stays the program's."""
        facts = dict(self.cleaned_data)
        if facts["data_complaints"] == authority():
            facts["data_complaints"] = ""
        return facts

    def clean_data_keeper(self) -> str:
        return tidy(self.cleaned_data["data_keeper"])

    def clean_data_contact(self) -> str:
        return tidy(self.cleaned_data["data_contact"])

    def clean_data_complaints(self) -> str:
        return tidy(self.cleaned_data["data_complaints"])

    def clean(self) -> dict[str, Any]:
        """Refuse a contact of nobody: who asks must know whom."""
        data: dict[str, Any] = self.cleaned_data
        if data.get("data_contact") and "data_keeper" in data and not data["data_keeper"]:
            self.add_error("data_keeper", _("Write who keeps the data, too: the contact alone is not enough."))
        return data
