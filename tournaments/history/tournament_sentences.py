"""The tournament itself as sentences: created, its settings, its state, its announcements."""

from typing import Any

from django.conf import settings
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.models import IMPORTED, Tournament
from tournaments.records import Carry, Cut, TieBreak
from tournaments.wording.gironi import cut_sentence
from tournaments.wording.plan_announcement import plan_words
from tournaments.wording.results import TIE_BREAK_NAMES

from .change_words import ChangeInWords, Difference
from .changes import Change
from .edits import Edit, EditType


def tell_tournament(change: Change) -> ChangeInWords:
    """Return the sentence for changed settings, with the values before."""
    (edit,) = change.edits
    if "deleted_at" in edit.changed or edit.type is not EditType.CHANGED:
        return ChangeInWords(life_sentence(edit))
    if "cut_after" in edit.changed:
        return ChangeInWords(_cut(edit))
    differences = tuple(
        Difference(_field_name(name), _setting(name, edit.before[name]), _setting(name, edit.values[name]))
        for name in edit.changed
        if name != "podium_shown_at"
    )
    if edit.changed == ("podium_shown_at",):
        return ChangeInWords(_("The podium was shown"))
    if edit.changed == ("called_off_at",):
        is_off = edit.values["called_off_at"] is not None
        return ChangeInWords(_("Called off") if is_off else _("Takes place after all"))
    if edit.changed == ("announcement",):
        return ChangeInWords(_announced(edit))
    headline = _("State of the tournament") if "state" in edit.changed else _("Settings of the tournament")
    return ChangeInWords(f"{headline}: {edit.reason}" if edit.reason else headline, differences)


def life_sentence(edit: Edit) -> str:
    """Return the sentence for a tournament created, deleted or restored."""
    match edit.type:
        case EditType.ADDED if edit.reason == IMPORTED:
            sentence = _("Tournament imported: %(name)s")
        case EditType.ADDED:
            sentence = _("Tournament created: %(name)s")
        case EditType.REMOVED:
            sentence = _("Tournament deleted for good: %(name)s")
        case _changed if edit.values["deleted_at"]:
            sentence = _("Tournament deleted: %(name)s")
        case _changed:
            sentence = _("Tournament brought back: %(name)s")
    return sentence % {"name": edit.values["name"]}


def _announced(edit: Edit) -> str:
    """Return the sentence for an announcement made or removed."""
    if text := edit.values["announcement"]:
        return _("Announced: %(said)s") % {"said": text}
    return _("Announcement removed: %(said)s") % {"said": edit.before["announcement"]}


def _cut(edit: Edit) -> str:
    """Return the sentence for a ranking cut into gironi, or put together again."""
    after = edit.values["cut_after"]
    if after is None:
        return _("The cut into gironi after round %(round)s was undone.") % {"round": edit.before["cut_after"]}
    cut = Cut(after_round=after, carry=Carry(edit.values["carry"]), own_tables=edit.values["own_tables"])
    return cut_sentence(cut, with_tables=True)


def _field_name(name: str) -> str:
    if name == "state":
        return _("State")
    if name == "options":
        return _("Options of the ruleset")
    field = Tournament._meta.get_field(name)
    return str(capfirst(getattr(field, "verbose_name", name)))


def _setting(name: str, value: Any) -> str:
    """Return a setting in readable form; stored data are written out."""
    match name:
        case "state":
            return str(Tournament.State(value).label)
        case "entry":
            return str(Tournament.Entry(value).label)
        case "kind":
            return str(Tournament.Kind(value).label)
        case "writing":
            return str(Tournament.Writing(value).label)
        case "missed_rounds":
            return str(Tournament.MissedRounds(value).label)
        case "substitutes_allowed" | "self_check_in":
            return _("yes") if value else _("no")
        case "match_scale" if not value:
            return _("that of the pairs, widened")
        case "options" | "scale" | "match_scale" if isinstance(value, dict):
            return ", ".join(f"{key}: {part}" for key, part in value.items()) or _("none")
        case "check_in_until" | "starts_at":
            return time_format(value) if value else _("none")
        case "second_language":
            return str(dict(settings.LANGUAGES).get(value, value)) or _("none")
        case "call_minutes":
            return ", ".join(map(str, value)) or _("none")
        case "plan":
            return plan_words(value)
        case "tie_breaks":
            return ", ".join(str(TIE_BREAK_NAMES[TieBreak(key)]) for key in value)
    return str(value)
