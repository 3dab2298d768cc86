"""The evenings that repeat, as lines of the journal."""

from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.history.change_words import Difference
from tournaments.history.edits import Edit, EditType, Values
from tournaments.records.evening_rules import EveningRule, Repeats
from tournaments.wording.calendar import rule_in_words
from tournaments.wording.figures import spoken_date

from .journal_lines import JournalLine
from .journal_sentences import line_of

RULE_FIELDS = ("first", "repeats", "interval", "until", "count")
SERIES_FIELDS = ("name", *RULE_FIELDS, "starts_at", "venue", "weeks_ahead")
DAY_FIELDS = ("date", "series__name")


def tell_series(edit: Edit) -> JournalLine:
    """Return the line for an evening that repeats, changed, or no longer repeats."""
    name = {"name": edit.values["name"]}
    if edit.type is EditType.REMOVED:
        return line_of(edit, _("No longer repeats: %(name)s") % name)
    if edit.type is EditType.ADDED:
        return line_of(edit, _("New evening that repeats: %(name)s") % name, (Difference(_in_words(edit.values)),))
    words = Difference(_("The rule"), _in_words(edit.before), _in_words(edit.values))
    return line_of(edit, _("Evening that repeats changed: %(name)s") % name, (words,))


def tell_day(edit: Edit) -> JournalLine:
    """Return the line for a day left out or taken back."""
    facts = {"name": edit.values["series__name"] or "?", "day": spoken_date(edit.values["date"])}
    if edit.type is EditType.REMOVED:
        return line_of(edit, _("No longer left out: %(name)s, %(day)s") % facts)
    return line_of(edit, _("Left out: %(name)s, %(day)s") % facts)


def _in_words(values: Values) -> str:
    """Return the rule with its hour, place and weeks ahead."""
    rule = EveningRule(**{field: values[field] for field in RULE_FIELDS} | {"repeats": Repeats(values["repeats"])})
    parts = [rule_in_words(rule), time_format(values["starts_at"], "H:i"), values["venue"]]
    ahead = ngettext("%(count)s week ahead", "%(count)s weeks ahead", values["weeks_ahead"])
    return ", ".join([*filter(None, parts), ahead % {"count": values["weeks_ahead"]}])
