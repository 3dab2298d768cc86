"""Who really sat where, as the page of a round under way asks it."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.drafting.moves import Tables, change_lines, exchange_numbers, sit_in, swap
from tournaments.drafting.results_along import Slips
from tournaments.records import DraftTable, EntrantId

from .drafts import SeatField, TableField


class Happened(StrEnum):
    """How the seats were really."""

    SWAP = "swap"
    """Two sat on each other's seats."""
    SIT_IN = "sit_in"
    """Somebody without a seat sat there instead."""
    LINES = "lines"
    """NS sat as EW, and the reverse."""
    TABLES = "tables"
    """All of one table sat at another, and all of that at this one."""


NEEDS: dict[Happened, tuple[str, ...]] = {
    Happened.SWAP: ("one", "other"),
    Happened.SIT_IN: ("one", "entrant"),
    Happened.LINES: ("table",),
    Happened.TABLES: ("table", "and_table"),
}


class PlayedSeatsForm(forms.Form):
    """What happened, as the links and the button of the page send it."""

    happened = forms.ChoiceField(choices=[(each.value, each.value) for each in Happened])
    one = SeatField(required=False)
    other = SeatField(required=False)
    table = TableField(required=False)
    and_table = TableField(required=False)
    entrant = forms.IntegerField(min_value=1, required=False)
    slips = forms.ChoiceField(
        label=gettext_lazy("The slips that are in"),
        choices=[(each.value, each.value) for each in Slips],
        widget=forms.RadioSelect,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors and any(data[name] is None for name in NEEDS[Happened(data["happened"])]):
            raise forms.ValidationError(_("That is no change of these seats: choose again on this page."))
        return data

    @property
    def seen(self) -> list[DraftTable]:
        """The tables as the page showed them."""
        data = self.cleaned_data
        named = [data["table"], data["and_table"], *(data[name] and data[name][1] for name in ("one", "other"))]
        return [table for table in named if table is not None]

    @property
    def change(self) -> Callable[[Tables], Tables]:
        """What makes the seats as they really were."""
        data = self.cleaned_data
        one, other = (data[name] and data[name][0] for name in ("one", "other"))
        table, and_table = (data[name] and data[name].number for name in ("table", "and_table"))
        changes: dict[Happened, Callable[[Tables], Tables]] = {
            Happened.SWAP: lambda tables: swap(tables, one, other),
            Happened.SIT_IN: lambda tables: sit_in(tables, EntrantId(data["entrant"]), one),
            Happened.LINES: lambda tables: change_lines(tables, table),
            Happened.TABLES: lambda tables: exchange_numbers(tables, table, and_table),
        }
        return changes[Happened(data["happened"])]

    @property
    def slips_chosen(self) -> Slips | None:
        """What becomes of the slips; None where nothing was chosen."""
        return Slips(self.cleaned_data["slips"]) if self.cleaned_data["slips"] else None
