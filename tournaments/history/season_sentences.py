"""Seasons as sentences: created, changed and deleted, with their rules and tournaments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import IMPORTED
from tournaments.seasons.rule import POINT
from tournaments.seasons.rule_json import rule_from_json
from tournaments.wording.seasons import PART_NAMES, parts_in_words, points_in_words, rule_in_words

from .change_words import ChangeInWords, Difference
from .edits import Edit, EditType

Names = Mapping[int, str]
"""The names of tournaments by key."""


def tell_season(edit: Edit, entries: Sequence[Edit], names: Names) -> ChangeInWords:
    """Return the sentence for a season, with the tournaments changed by the same press of a button."""
    return ChangeInWords(_headline(edit), (*_differences(edit), *_tournaments(entries, names)))


def tell_tournaments(entries: Sequence[Edit], names: Names) -> ChangeInWords:
    """Return the sentence for tournaments that left because they were deleted for good."""
    return ChangeInWords(_("Tournaments of the season"), tuple(_tournaments(entries, names)))


def _headline(edit: Edit) -> str:
    match edit.type:
        case EditType.ADDED if edit.reason == IMPORTED:
            sentence = _("Season imported: %(name)s")
        case EditType.ADDED:
            sentence = _("New season: %(name)s")
        case EditType.REMOVED:
            sentence = _("Season deleted: %(name)s")
        case _changed if edit.changed == ("public",):
            sentence = _("Season made public: %(name)s") if edit.values["public"] else _("Season hidden: %(name)s")
        case _changed:
            sentence = _("Season changed: %(name)s")
    return sentence % {"name": edit.values["name"]}


def _differences(edit: Edit) -> Iterator[Difference]:
    """Return the parts that changed, or the whole rule of a season that was created or deleted."""
    if edit.type is EditType.ADDED:
        yield Difference(_("The rule"), after=_whole(edit.values["rule"]))
        yield Difference(_("Public"), after=_yes_or_no(edit.values["public"]))
    elif edit.type is EditType.REMOVED:
        yield Difference(_("The rule"), before=_whole(edit.values["rule"]))
    if "name" in edit.changed:
        yield Difference(_("Name"), edit.before["name"], edit.values["name"])
    if "rule" in edit.changed:
        before, after = (parts_in_words(rule_from_json(values["rule"])) for values in (edit.before, edit.values))
        for part, name in PART_NAMES.items():
            if before[part] != after[part]:
                yield Difference(str(name), before[part], after[part])
    if "public" in edit.changed:
        yield Difference(_("Public"), _yes_or_no(edit.before["public"]), _yes_or_no(edit.values["public"]))


def _tournaments(entries: Sequence[Edit], names: Names) -> Iterator[Difference]:
    for edit in entries:
        name, weight = names.get(edit.values["tournament_id"], "?"), edit.values["weight"]
        match edit.type:
            case EditType.ADDED:
                yield Difference(_("Tournament added"), after=_weighed(name, weight))
            case EditType.REMOVED:
                yield Difference(_("Tournament removed"), before=_weighed(name, weight))
            case EditType.CHANGED if "weight" in edit.changed:
                label = _("Weight of %(tournament)s") % {"tournament": name}
                yield Difference(label, points_in_words(edit.before["weight"]), points_in_words(weight))


def _weighed(name: str, weight: int) -> str:
    return name if weight == POINT else f"{name} × {points_in_words(weight)}"


def _whole(rule: Mapping[str, Any]) -> str:
    return " ".join(rule_in_words(rule_from_json(rule)))


def _yes_or_no(value: bool) -> str:
    return _("yes") if value else _("no")
