"""The form of a round seated by hand."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.forms.formsets import BaseFormSet, formset_factory
from django.utils.translation import gettext as _

from tournaments.models import Pair
from tournaments.records import EntrantId, Line
from tournaments.wording.lines import line_name, with_lines

HIGHEST_NUMBER = 999_999

SPARE_TABLES = 2
"""For pairs that rest although they could meet."""

Seat = tuple[EntrantId, EntrantId | None]


class SeatForm(forms.Form):
    """A table: the numbers of its pairs, none, or one pair that rests."""

    ns = forms.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, required=False)
    ew = forms.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for line in Line:
            label = _("Table %(table)s, %(line)s") % {"table": self.table, "line": line_name(line)}
            attrs = {"inputmode": "numeric", "list": "pairs-here", "autocomplete": "off", "aria-label": label}
            self.fields[line.value].widget = forms.TextInput(attrs=attrs)

    @property
    def table(self) -> int:
        return int(str(self.prefix).rsplit("-", 1)[-1]) + 1

    @property
    def is_empty(self) -> bool:
        """Return whether nobody sits at a table that was read without a fault."""
        return self.cleaned_data.get("ns") is None

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        # A pair alone at a table rests, and is written as NS.
        if not self.errors and data["ns"] is None and data["ew"] is not None:
            raise forms.ValidationError(with_lines(_("A pair that rests is written under %(ns_line)s.")))
        return data


class BaseSeatFormSet(BaseFormSet[SeatForm]):
    """The tables of a round, numbered from 1 without gaps."""

    def clean(self) -> None:
        if any(self.errors):
            return
        last = max((form.table for form in self.forms if not form.is_empty), default=0)
        for form in self.forms:
            if form.is_empty and form.table < last:
                form.add_error(None, _("Nobody sits here: fill this table before the ones after it."))
        if any(form.errors for form in self.forms):
            raise forms.ValidationError(_("Table numbers must not have gaps."))

    @property
    def seats(self) -> list[Seat]:
        """Return NS and EW of tables 1, 2, 3 …; of a valid formset only."""
        return [
            (EntrantId(form.cleaned_data["ns"]), None if (ew := form.cleaned_data["ew"]) is None else EntrantId(ew))
            for form in self.forms
            if not form.is_empty
        ]


SeatFormSet = cast("type[BaseSeatFormSet]", formset_factory(SeatForm, formset=BaseSeatFormSet, extra=0))


def seats_initial(seats: Sequence[tuple[int, int | None]], pairs: int) -> list[dict[str, int | None]]:
    """Return the rows of the form: the seats of the draft, empty tables for the other pairs, and spare ones."""
    rows: list[dict[str, int | None]] = [{"ns": ns, "ew": ew} for ns, ew in seats]
    return rows + [{"ns": None, "ew": None}] * (max(0, (pairs + 1) // 2 - len(rows)) + SPARE_TABLES)


def pair_choices(pairs: Sequence[Pair]) -> list[tuple[int, str]]:
    """Return number and names of those who can be seated, for completion."""
    return [(pair.number, str(pair)) for pair in pairs if pair.status == Pair.Status.ACTIVE]
