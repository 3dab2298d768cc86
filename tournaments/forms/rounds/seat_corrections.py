"""The correction of seats in a round under way."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pairing.moves import Tables, change_lines, exchange_numbers, make_table, sit_in, swap
from tournaments.pairing.result_sources import Slips
from tournaments.records import DraftTable, EntrantId

from .drafts import NumbersField, SeatField, TableField


class SeatCorrection(StrEnum):
    """The kind of correction."""

    SWAP = "swap"
    """Two entrants sat in each other's seats."""
    SIT_IN = "sit_in"
    """An entrant without a seat sat there instead."""
    LINES = "lines"
    """NS sat as EW, and the reverse."""
    TABLES = "tables"
    """Everybody of one table sat at another, and the reverse."""
    PLAY = "play"
    """Entrants who rest, or have no seat, play; one alone rests from now on."""


NEEDS: dict[SeatCorrection, tuple[str, ...]] = {
    SeatCorrection.SWAP: ("one", "other"),
    SeatCorrection.SIT_IN: ("one", "entrant"),
    SeatCorrection.LINES: ("table",),
    SeatCorrection.TABLES: ("table", "and_table"),
    SeatCorrection.PLAY: ("who",),
}


class PlayedSeatsForm(forms.Form):
    """The correction, as the links and the button of the page send it."""

    happened = forms.ChoiceField(choices=[(correction.value, correction.value) for correction in SeatCorrection])
    one = SeatField(required=False)
    other = SeatField(required=False)
    table = TableField(required=False)
    and_table = TableField(required=False)
    entrant = forms.IntegerField(min_value=1, required=False)
    who = NumbersField(required=False)
    slips = forms.ChoiceField(
        label=gettext_lazy("The slips already handed in"),
        choices=[(choice.value, choice.value) for choice in Slips],
        widget=forms.RadioSelect,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors and any(data[name] is None for name in NEEDS[SeatCorrection(data["happened"])]):
            raise forms.ValidationError(_("That change does not fit these seats. Choose again on this page."))
        return data

    @property
    def seen(self) -> list[DraftTable]:
        """Return the tables as the page showed them."""
        data = self.cleaned_data
        named = [data["table"], data["and_table"], *(data[name] and data[name][1] for name in ("one", "other"))]
        return [table for table in named if table is not None]

    @property
    def change(self) -> Callable[[Tables], Tables]:
        """Return the change that corrects the seats."""
        data = self.cleaned_data
        one, other = (data[name] and data[name][0] for name in ("one", "other"))
        table, and_table = (data[name] and data[name].number for name in ("table", "and_table"))
        changes: dict[SeatCorrection, Callable[[Tables], Tables]] = {
            SeatCorrection.SWAP: lambda tables: swap(tables, one, other),
            SeatCorrection.SIT_IN: lambda tables: sit_in(tables, EntrantId(data["entrant"]), one),
            SeatCorrection.LINES: lambda tables: change_lines(tables, table),
            SeatCorrection.TABLES: lambda tables: exchange_numbers(tables, table, and_table),
            SeatCorrection.PLAY: lambda tables: make_table(tables, data["who"]),
        }
        return changes[SeatCorrection(data["happened"])]

    @property
    def slips_chosen(self) -> Slips | None:
        """Return what happens to the slips; None if nothing was chosen."""
        return Slips(self.cleaned_data["slips"]) if self.cleaned_data["slips"] else None
