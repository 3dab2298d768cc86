"""A referee's change of a draft, as the buttons of its page send it."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.drafting.table_keys import table_from_key
from tournaments.records import DraftTable, EntrantId

Read = TypeVar("Read")

HIGHEST_TABLE = 9_999
TYPE_A_TABLE = gettext_lazy("Type the number of a table.")
HIGHEST_SEED = 2**31 - 1
"""What the column of `Round.seed` holds in every database."""


class Do(StrEnum):
    """What can be done with the seats of a draft."""

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


NEEDS: dict[Do, tuple[str, ...]] = {
    Do.SWAP: ("one", "other"),
    Do.JOIN: ("one", "table"),
    Do.REST: ("one",),
    Do.LINES: ("table",),
    Do.NUMBER: ("table", "to"),
    Do.KEEP: ("table",),
    Do.RELEASE: ("table",),
    Do.EXCLUDE: ("meeting",),
    Do.ALLOW: ("meeting",),
    Do.FIX: ("pair", "to"),
    Do.UNFIX: ("pair",),
}
"""Which of the fields each change reads."""


class TableField(forms.CharField):
    """A table as the referee saw it: `4:7-12`."""

    def clean(self, value: Any) -> DraftTable | None:
        text = super().clean(value)
        return _read(table_from_key, text) if text else None


class SeatField(forms.CharField):
    """Somebody at a table as the referee saw it: `12@4:7-12`."""

    def clean(self, value: Any) -> tuple[EntrantId, DraftTable] | None:
        text = super().clean(value)
        return _read(_seat, text) if text else None


class MeetingField(forms.CharField):
    """Two who meet: `7-12`."""

    def clean(self, value: Any) -> tuple[EntrantId, EntrantId] | None:
        text = super().clean(value)
        return _read(_meeting, text) if text else None


class UndoForm(forms.Form):
    """Take back the latest of so many changes."""

    depth = forms.IntegerField(min_value=0, max_value=HIGHEST_TABLE)


class RedrawForm(forms.Form):
    """Draw again with that seed."""

    seed = forms.IntegerField(min_value=0, max_value=HIGHEST_SEED)


class DraftChangeForm(forms.Form):
    """One change; which fields it needs depends on what is done."""

    do = forms.ChoiceField(choices=[(do.value, do.value) for do in Do])
    one = SeatField(required=False)
    other = SeatField(required=False)
    table = TableField(required=False)
    meeting = MeetingField(required=False)
    pair = forms.IntegerField(min_value=1, required=False)
    to = forms.IntegerField(
        label=gettext_lazy("Table number"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), TYPE_A_TABLE),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors:
            for name in NEEDS[Do(data["do"])]:
                if data[name] is None:
                    self.add_error(name, TYPE_A_TABLE if name == "to" else _unreadable())
        return data


def what_is_wrong(form: forms.Form) -> str:
    """All that a form refuses, for a note."""
    return " ".join(dict.fromkeys(str(error) for errors in form.errors.values() for error in errors))


def _seat(text: str) -> tuple[EntrantId, DraftTable]:
    number, _at, key = text.partition("@")
    table = table_from_key(key)
    for entrant in table.seated:
        if str(entrant) == number:
            return entrant, table
    raise ValueError(f"expected somebody at the table, got {number[:20]!r}")


def _meeting(text: str) -> tuple[EntrantId, EntrantId]:
    one, _dash, other = text.partition("-")
    if not all(each.isascii() and each.isdigit() and len(each) <= 6 for each in (one, other)) or one == other:
        raise ValueError(f"expected two numbers as 7-12, got {text[:40]!r}")
    return EntrantId(int(one)), EntrantId(int(other))


def _read(reader: Callable[[str], Read], text: str) -> Read:
    try:
        return reader(text)
    except ValueError as unreadable:
        raise forms.ValidationError(_unreadable()) from unreadable


def _unreadable() -> str:
    return _("That is no change of this draft: choose again on its page.")
