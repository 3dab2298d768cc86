"""The form of a file's layout: what a row describes, and each column's place and heading."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.files import CONSTANT
from tournaments.models import FileLayout
from tournaments.people.names import tidy
from tournaments.wording.files import COLUMN_NAMES, MEMBER_COLUMN_NAMES

LONGEST_HEADING = 60
LONGEST_TEXT = 100
MOST_PLACES = 99
CONSTANTS = tuple(f"{CONSTANT}{number}" for number in range(1, 4))
"""The columns that are the same in every row."""


class LayoutForm(forms.ModelForm[FileLayout]):
    """The layout; each column has `place_…` (empty: left out) and `heading_…` (empty: the usual heading).

    A constant has `text_…` too. A layout of members has their columns, and no choice of rows.
    """

    class Meta:
        model = FileLayout
        fields = ("name", "rows", "format")
        help_texts = {"name": gettext_lazy("Who it is for: the federation’s name, for example.")}

    def __init__(self, *args: Any, of_members: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._names: Mapping[Any, Promise] = MEMBER_COLUMN_NAMES if of_members else COLUMN_NAMES
        self._of_members = of_members
        rows = self.fields["rows"]
        if of_members:
            del self.fields["rows"]
        else:
            rows.choices = [  # type: ignore[attr-defined]
                choice for choice in FileLayout.RowsFor.choices if choice[0] != FileLayout.RowsFor.MEMBERS
            ]
        constants = iter(CONSTANTS)
        stored = {
            next(constants, "") if column[0] == CONSTANT else column[0]: (at, *column[1:])
            for at, column in enumerate(self.instance.columns, 1)
        }
        for key, name in self._named():
            at, heading, *text = stored.get(key, (None, "", ""))
            self.fields[f"place_{key}"] = forms.IntegerField(
                required=False, min_value=1, max_value=MOST_PLACES, initial=at, label=name
            )
            self.fields[f"heading_{key}"] = _line(
                _("heading of the column: %(column)s"), name, LONGEST_HEADING, heading
            )
            if key in CONSTANTS:
                self.fields[f"text_{key}"] = _line(_("text of the column: %(column)s"), name, LONGEST_TEXT, *text)

    def _named(self) -> Iterator[tuple[str, str]]:
        """Return the key and the name of each column that can be placed."""
        yield from ((str(key), str(name)) for key, name in self._names.items())
        for number, key in enumerate(CONSTANTS, 1):
            yield key, _("the same in every row (%(number)s)") % {"number": number}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        places: dict[int, str] = {}
        for key, name in self._named():
            place = cleaned.get(f"place_{key}")
            if place in places:
                self.add_error(f"place_{key}", _("%(other)s has this place already.") % {"other": places[place]})
            elif place is not None:
                places[place] = name
        for key in CONSTANTS:
            self._check_constant(key)
        if not places and not self.errors:
            raise forms.ValidationError(_("Number at least one column: 1 is the leftmost."))
        return cleaned

    def _check_constant(self, key: str) -> None:
        """Refuse a column that is the same in every row if half of it is missing."""
        names = (f"place_{key}", f"heading_{key}", f"text_{key}")
        if any(self.has_error(name) for name in names) or not any(self.cleaned_data.get(name) for name in names):
            return
        sentences = (
            _("Number this column, or clear its heading and its text."),
            _("Write a heading for this column."),
            _("Write the text for every row of this column."),
        )
        for name, sentence in zip(names, sentences, strict=True):
            if not self.cleaned_data.get(name):
                self.add_error(name, sentence)

    @property
    def details(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        given = self.cleaned_data
        placed = sorted((given[f"place_{key}"] or 0, key) for key, _name in self._named())
        columns = [
            [CONSTANT, tidy(given[f"heading_{key}"]), tidy(given[f"text_{key}"])]
            if key in CONSTANTS
            else [key, tidy(given[f"heading_{key}"])]
            for place, key in placed
            if place
        ]
        rows = FileLayout.RowsFor.MEMBERS if self._of_members else given["rows"]
        return {"name": given["name"], "rows": rows, "format": given["format"], "columns": columns}

    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.Meta.fields if name in self.fields]

    def column_fields(self) -> Iterator[tuple[forms.BoundField, forms.BoundField, forms.BoundField | None]]:
        """Return place and heading of each column, and the text of a constant."""
        for key, _name in self._named():
            text = self[f"text_{key}"] if key in CONSTANTS else None
            yield self[f"place_{key}"], self[f"heading_{key}"], text


def _line(label: str, column: str, longest: int, initial: str) -> forms.CharField:
    """Return a field for a line of text about a column, with its label for those who cannot see the table."""
    named = label % {"column": column}
    widget = forms.TextInput(attrs={"aria-label": named})
    return forms.CharField(required=False, max_length=longest, initial=initial, label=named, widget=widget)
