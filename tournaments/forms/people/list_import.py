"""The forms of a list of people: its file or pasted rows, and the contents of its columns."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.people.columns import JOINED, Columns, Holds
from tournaments.people.grid import MOST_BYTES, GridFault, UnreadableGrid, WorkbookSheet, grid_of_text, sheets_of_file
from tournaments.people.roster import ListReading
from tournaments.wording.roster import HOLDS_NAMES, grid_fault

MOST_FIGURES = 15


class ListForm(forms.Form):
    """A file, or rows copied from a spreadsheet; `sheets` of a valid form are its contents."""

    alternatives = ("file", "text")

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy(
            "XLSX, CSV or a page with a table, as the spreadsheet or the federation’s site saves it."
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("Or rows copied from a spreadsheet"),
        required=False,
        strip=False,
        help_text=gettext_lazy(
            "With the headings: last name, first name, card, club, phone, number in the book, tax code …"
        ),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file: UploadedFile[bytes] | None = cleaned.get("file")
        text: str = cleaned.get("text", "")
        if file and text.strip():
            raise forms.ValidationError(_("Either a file or pasted rows, not both: clear one of the two."))
        place = "file" if file else "text"
        try:
            self.sheets = self._read(file, text)
        except UnreadableGrid as unreadable:
            self.add_error(place, grid_fault(unreadable))
        return cleaned

    def _read(self, file: "UploadedFile[bytes] | None", text: str) -> list[WorkbookSheet]:
        if file is None:
            if len(text.encode()) > MOST_BYTES:
                raise UnreadableGrid(GridFault.TOO_BIG)
            return [WorkbookSheet("", grid_of_text(text))]
        # A text is not read before its length is known.
        if (file.size or 0) > MOST_BYTES:  # equivalent `file.size`: what is uploaded has one
            raise UnreadableGrid(GridFault.TOO_BIG)
        return sheets_of_file(file.read())


class ColumnsForm(forms.Form):
    """The contents of a list's columns, and the digits of a card number."""

    card_figures = forms.IntegerField(
        label=gettext_lazy("Digits in a card number"),
        min_value=0,
        max_value=MOST_FIGURES,
        help_text=gettext_lazy(
            "Shorter numbers are filled up with leading zeros, which spreadsheets drop; 0 leaves them as they are."
        ),
    )

    ordinary_letters = forms.BooleanField(
        label=gettext_lazy("Convert names in capitals"),
        required=False,
        help_text=gettext_lazy("ROSSI ANNA becomes Rossi Anna, DE LUCA De Luca."),
    )

    def __init__(self, data: Any, *, columns: Columns, reading: ListReading, first: list[str]) -> None:
        initial: dict[str, Any] = {
            "card_figures": reading.card_figures,
            "ordinary_letters": reading.ordinary_letters,
        }
        initial |= {f"column{at}": holds.value if holds else "" for at, holds in enumerate(columns.holds)}
        super().__init__(data, initial=initial)
        choices = [("", _("not needed")), *((holds.value, name) for holds, name in HOLDS_NAMES.items())]
        self.columns = [f"column{at}" for at in range(len(columns.holds))]
        for at, name in enumerate(self.columns):
            label = columns.headings[at] or _("column %(number)s") % {"number": at + 1}
            self.fields[name] = forms.ChoiceField(
                label=label, choices=choices, required=False, help_text=first[at] if at < len(first) else ""
            )
        self.order_fields([*self.columns, "card_figures", "ordinary_letters"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}  # equivalent `super().clean()`: Django returns the fields
        held = [cleaned.get(name) for name in self.columns]
        for name, holds in zip(self.columns, held, strict=True):
            if holds and holds not in JOINED and held.count(holds) > 1:
                self.add_error(name, _("Two columns cannot both be this: choose one of them."))
        return cleaned

    @property
    def holds(self) -> list[Holds | None]:
        """Return the contents; of a valid form only."""
        return [Holds(self.cleaned_data[name]) if self.cleaned_data[name] else None for name in self.columns]
