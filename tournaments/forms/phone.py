"""The forms on the players' phones beside the slip itself: codes, a total, an objection."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.figures import FigureField
from tournaments.forms.common import TableNumberField, VersionField
from tournaments.selectors.generations import NOT_SEEN
from tournaments.wording.slips import hand_label

LONGEST_CODE = 40
LONGEST_NOTE = 200
MOST = 2**31 - 1  # equivalent: a limit of the database that nobody reaches
MOST_WRITES = 2**53 - 1
"""The highest number to which a phone can count."""


def code_field(label: Any, help_text: Any) -> forms.CharField:
    """Return a field for the four characters of a slip's code."""
    attrs = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
    return forms.CharField(label=label, help_text=help_text, max_length=LONGEST_CODE, widget=forms.TextInput(attrs))


class CodeForm(forms.Form):
    """The code of this phone's line."""

    code = code_field(
        gettext_lazy("The code of your line"),
        gettext_lazy("Four characters, on your half of the slip, beside your names."),
    )

    def refuse_code(self) -> None:
        """Add the error of a code that belongs to no line of the table. The form must be valid."""
        code = self.cleaned_data["code"]
        self.add_error("code", _("No line of this table has the code “%(code)s”.") % {"code": code})


class EntranceForm(CodeForm):
    """The way to a table for players who cannot scan its QR code."""

    table = TableNumberField(
        label=gettext_lazy("Table"),
        min_value=1,
        max_value=MOST,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    field_order = ("table", "code")

    def __init__(self, *args: Any, starts: Sequence[int] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        TableNumberField.read_names(self, starts)


class ProofForm(forms.Form):
    """The proof that somebody belongs to a pair."""

    proof = code_field(
        gettext_lazy("Card number, or the code on the slip"),
        gettext_lazy("The card number of one of you. You are asked once, then this phone knows you."),
    )


class PassingForm(CodeForm):
    """The code and total that the other line types on a phone passed to it, before it sees a figure."""

    total = FigureField(
        label=gettext_lazy("Your total of this round, in MP"),
        help_text=gettext_lazy("As you have counted it yourselves."),
        error_messages={"required": gettext_lazy("Write your total, as you have counted it.")},
    )


class ObjectionForm(forms.Form):
    """An objection to the figures."""

    hand = forms.TypedChoiceField(
        label=gettext_lazy("Which hand?"), coerce=int, empty_value=None, required=False, widget=forms.RadioSelect
    )
    note = forms.CharField(
        label=gettext_lazy("What should it be?"),
        max_length=LONGEST_NOTE,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, hands: int) -> None:
        super().__init__(data, initial={"hand": ""})
        numbered = [(str(hand), hand_label(hand)) for hand in range(1, hands + 1)]
        self.fields["hand"].choices = [*numbered, ("", _("Something else"))]  # type: ignore[attr-defined]


class PhotoForm(forms.Form):
    """A photo of the paper slip; a phone opens its camera for it."""

    photo = forms.FileField(
        label=gettext_lazy("Photo of the slip"),
        help_text=gettext_lazy("Only the referees see it; it is deleted 30 days after the tournament."),
        widget=forms.FileInput(attrs={"accept": "image/*", "capture": "environment"}),
        error_messages={"required": gettext_lazy("Take a photo first, or choose one.")},
    )


class ActForm(forms.Form):
    """The facts of every act: the version of the slip that the phone saw, and its own number of the write."""

    version = VersionField(required=False)
    serial = forms.IntegerField(required=False, min_value=0, max_value=MOST_WRITES)
    proof = forms.CharField(required=False, max_length=64)

    def read(self) -> tuple[int, int, str]:
        """Return the facts; unreadable ones become a version that no slip has, number 0, and no device."""
        self.full_clean()
        given = self.cleaned_data
        return given.get("version", NOT_SEEN), given.get("serial") or 0, given.get("proof") or ""
