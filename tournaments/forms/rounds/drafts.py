"""The changes of a draft, as the buttons of its page send them."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.written_numbers import written_number
from tournaments.forms.common import TableNumberField
from tournaments.pairing.table_keys import table_from_key
from tournaments.records import DraftTable, EntrantId
from tournaments.records.defaults import HIGHEST_SEED

Read = TypeVar("Read")

HIGHEST_TABLE = 9_999
MOST_NUMBERS = 4
"""The most numbers in a row: those at one table."""
TYPE_A_TABLE = gettext_lazy("Type the number of a table.")


class DraftAction(StrEnum):
    """An action with the seats of a draft."""

    SWAP = "swap"
    JOIN = "join"
    REST = "rest"
    LINES = "lines"
    NUMBER = "number"
    KEEP = "keep"
    RELEASE = "release"
    EXCLUDE = "exclude"
    ALLOW = "allow"
    FIX = "fix"
    UNFIX = "unfix"


NEEDS: dict[DraftAction, tuple[str, ...]] = {
    DraftAction.SWAP: ("one", "other"),
    DraftAction.JOIN: ("one", "table"),
    DraftAction.REST: ("one",),
    DraftAction.LINES: ("table",),
    DraftAction.NUMBER: ("table", "to"),
    DraftAction.KEEP: ("table",),
    DraftAction.RELEASE: ("table",),
    DraftAction.EXCLUDE: ("meeting",),
    DraftAction.ALLOW: ("meeting",),
    DraftAction.FIX: ("pair", "to"),
    DraftAction.UNFIX: ("pair",),
}
"""The fields that each change reads."""


class TableField(forms.CharField):
    """A table as the referee saw it: `4:7-12`."""

    def clean(self, value: Any) -> DraftTable | None:
        text = super().clean(value)
        return _read(table_from_key, text) if text else None


class SeatField(forms.CharField):
    """An entrant at a table as the referee saw it: `12@4:7-12`, or without a seat: `12@`."""

    def clean(self, value: Any) -> tuple[EntrantId, DraftTable | None] | None:
        text = super().clean(value)
        return _read(_seat, text) if text else None


class NumbersField(forms.CharField):
    """Some entrants: `6-24`."""

    def clean(self, value: Any) -> list[EntrantId] | None:
        text = super().clean(value)
        return _read(_numbers, text) if text else None


class MeetingField(forms.CharField):
    """Two entrants who meet: `7-12`."""

    def clean(self, value: Any) -> tuple[EntrantId, EntrantId] | None:
        text = super().clean(value)
        return _read(_meeting, text) if text else None


class UndoForm(forms.Form):
    """The undoing of the latest of that many changes."""

    depth = forms.IntegerField(min_value=0, max_value=HIGHEST_TABLE)


class RedrawForm(forms.Form):
    """A new draw with that seed."""

    seed = forms.IntegerField(min_value=0, max_value=HIGHEST_SEED)


class DraftChangeForm(forms.Form):
    """A change of the draft, and its fields."""

    do = forms.ChoiceField(choices=[(do.value, do.value) for do in DraftAction])
    one = SeatField(required=False)
    other = SeatField(required=False)
    table = TableField(required=False)
    meeting = MeetingField(required=False)
    pair = forms.IntegerField(min_value=1, required=False)
    to = TableNumberField(
        label=gettext_lazy("Table number"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), TYPE_A_TABLE),
        required=False,
    )

    def __init__(self, *args: Any, starts: Sequence[int] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        TableNumberField.read_names(self, starts)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors:
            for name in NEEDS[DraftAction(data["do"])]:
                if data[name] is None:
                    self.add_error(name, TYPE_A_TABLE if name == "to" else _unreadable())
        return data


def what_is_wrong(form: forms.Form) -> str:
    """Return all errors of a form, for a note."""
    return " ".join(dict.fromkeys(str(error) for errors in form.errors.values() for error in errors))


def _seat(text: str) -> tuple[EntrantId, DraftTable | None]:
    number, at, key = text.partition("@")
    if at and not key:
        return _numbers(number)[0], None
    table = table_from_key(key)
    for entrant in table.seated:
        if str(entrant) == number:
            return entrant, table
    raise ValueError(f"expected somebody at the table, got {number[:20]!r}")


def _meeting(text: str) -> tuple[EntrantId, EntrantId]:
    one, *others = _numbers(text)
    if len(others) != 1 or one in others:
        raise ValueError(f"expected two numbers as 7-12, got {text[:40]!r}")
    return one, others[0]


def _numbers(text: str) -> list[EntrantId]:
    numbers = [written_number(number, 6) for number in text.split("-", MOST_NUMBERS)]
    if len(numbers) > MOST_NUMBERS or None in numbers:
        raise ValueError(f"expected numbers as 7-12, got {text[:40]!r}")
    return [EntrantId(number) for number in numbers if number is not None]  # equivalent `True`: none is left


def _read(reader: Callable[[str], Read], text: str) -> Read:
    try:
        return reader(text)
    except ValueError as unreadable:
        raise forms.ValidationError(_unreadable()) from unreadable


def _unreadable() -> str:
    return _("That change does not fit this draft. Choose again on its page.")
