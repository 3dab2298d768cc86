"""The form of a file's layout: what a row describes, and each column's place and heading."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.files import Column
from tournaments.models import FileLayout
from tournaments.people.names import tidy
from tournaments.wording.files import COLUMN_NAMES

LONGEST_HEADING = 60
MOST_PLACES = 99


class LayoutForm(forms.ModelForm[FileLayout]):
    """The layout; each column has `place_…` (empty: left out) and `heading_…` (empty: the usual heading)."""

    class Meta:
        model = FileLayout
        fields = ("name", "rows", "format")
        help_texts = {"name": gettext_lazy("For whom it is: the federation’s name, say.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored = {key: (at, heading) for at, (key, heading) in enumerate(self.instance.columns, 1)}
        for column in Column:
            at, heading = stored.get(column.value, (None, ""))
            self.fields[f"place_{column}"] = forms.IntegerField(
                required=False, min_value=1, max_value=MOST_PLACES, initial=at, label=str(COLUMN_NAMES[column])
            )
            named = _("heading of the column: %(column)s") % {"column": COLUMN_NAMES[column]}
            self.fields[f"heading_{column}"] = forms.CharField(
                required=False,
                max_length=LONGEST_HEADING,
                initial=heading,
                label=named,
                widget=forms.TextInput(attrs={"aria-label": named}),
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        places: dict[int, Column] = {}
        for column in Column:
            place = cleaned.get(f"place_{column}")
            if place in places:
                self.add_error(
                    f"place_{column}", _("%(other)s has this place already.") % {"other": COLUMN_NAMES[places[place]]}
                )
            elif place is not None:
                places[place] = column
        if not places and not self.errors:
            raise forms.ValidationError(_("Number at least one column: 1 is the leftmost."))
        return cleaned

    @property
    def details(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        placed = sorted((self.cleaned_data[f"place_{column}"] or 0, column) for column in Column)
        columns = [[column.value, tidy(self.cleaned_data[f"heading_{column}"])] for place, column in placed if place]
        return {**{name: self.cleaned_data[name] for name in self.Meta.fields}, "columns": columns}

    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.Meta.fields]

    def column_fields(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """Return place and heading of each column."""
        return ((self[f"place_{column}"], self[f"heading_{column}"]) for column in Column)
