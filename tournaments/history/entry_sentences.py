"""The sentences about entries: received, answered, and the terms of entry."""

from collections.abc import Iterator
from typing import Any

from django.template.defaultfilters import date
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, EntryTerms

from .change_words import ChangeInWords, Difference
from .changes import Change
from .edits import Edit, EditType


def tell_entries(change: Change) -> ChangeInWords:
    """Return the sentence for entries handled with one press of a button, or for the terms."""
    first = change.edits[0]
    if "is_open" in first.values:
        return ChangeInWords(_("Terms of entry"), tuple(_terms(first)))
    count = len(change.edits) + change.edits_left_out
    if count == 1:
        return ChangeInWords(_("Entry of %(names)s") % {"names": _names(first)}, tuple(_differences(first)))
    headline = ngettext("%(count)s entry", "%(count)s entries", count) % {"count": count}
    shown = () if change.edits_left_out else change.edits
    return ChangeInWords(headline, tuple(_state(edit, _names(edit)) for edit in shown))


def _names(edit: Edit) -> str:
    return " – ".join(filter(None, (edit.values["name1"], edit.values["name2"])))


def _differences(edit: Edit) -> Iterator[Difference]:
    """Yield the state, unless only the wish to be shown has changed, and that wish, if it is new or has changed."""
    if edit.changed != ("looking",):
        yield _state(edit, _("State"))
    if "looking" in edit.changed or (edit.type is EditType.ADDED and edit.values["looking"]):
        before, after = (_value(values["looking"]) if values else "" for values in (edit.before, edit.values))
        yield Difference(str(capfirst(Entry._meta.get_field("looking").verbose_name)), before, after)


def _state(edit: Edit, label: str) -> Difference:
    before, after = (str(Entry.State(values["state"]).label) if values else "" for values in (edit.before, edit.values))
    return Difference(label, before, after)


def _terms(edit: Edit) -> list[Difference]:
    names = edit.changed or tuple(edit.values)
    return [
        Difference(
            str(capfirst(EntryTerms._meta.get_field(name).verbose_name)),  # type: ignore[union-attr]
            _value(edit.before[name]) if edit.before else "",
            _value(edit.values[name]),
        )
        for name in names
    ]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    return str(value) if isinstance(value, int) else date(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
