"""The club's calendar in words: what it says of an evening, and the rule of one that repeats."""

from collections.abc import Mapping
from typing import Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from tournaments.records.evening_rules import EveningRule, Repeats

from .figures import spoken_date

SATURDAY: Final = 5
SUNDAY: Final = 6
LAST: Final = -1

PLACES: Mapping[int, Promise] = {
    1: pgettext_lazy("day of a month", "first"),
    2: pgettext_lazy("day of a month", "second"),
    3: pgettext_lazy("day of a month", "third"),
    4: pgettext_lazy("day of a month", "fourth"),
    LAST: pgettext_lazy("day of a month", "last"),
}
PLACES_OF_SATURDAYS: Mapping[int, Promise] = {
    1: pgettext_lazy("Saturday of a month", "first"),
    2: pgettext_lazy("Saturday of a month", "second"),
    3: pgettext_lazy("Saturday of a month", "third"),
    4: pgettext_lazy("Saturday of a month", "fourth"),
    LAST: pgettext_lazy("Saturday of a month", "last"),
}
PLACES_OF_SUNDAYS: Mapping[int, Promise] = {
    1: pgettext_lazy("Sunday of a month", "first"),
    2: pgettext_lazy("Sunday of a month", "second"),
    3: pgettext_lazy("Sunday of a month", "third"),
    4: pgettext_lazy("Sunday of a month", "fourth"),
    LAST: pgettext_lazy("Sunday of a month", "last"),
}
"""Italian has another word beside Sunday than beside the other days, Portuguese beside Saturday as well."""


def evening_lines(*, fee: str, prizes: str, free: int | None, way_in: str) -> list[str]:
    """Return what a calendar says of a coming evening, line by line; `free` places, None if there is no limit."""
    lines = [
        f"{name}: {sentence}" for name, sentence in ((pgettext("entry", "Fee"), fee), (_("Prizes"), prizes)) if sentence
    ]
    if free is not None:
        lines.append(_("Places free at the last update: %(count)s") % {"count": free})
    return [*lines, way_in] if way_in else lines


def calendar_name(club: str) -> str:
    """Return the name that the calendar has in a calendar program."""
    return _("%(name)s: tournaments") % {"name": club or "Burraco Club"}


def needs_of_subscription(reach: str) -> str:
    """Return what a subscribed calendar needs; `reach` is who can open its address, empty for everybody."""
    if not reach:
        return _("Your calendar asks the club for news by itself, a few times a day: changes and cancellations arrive.")
    return _(
        "%(reach)s So only a device there can follow the calendar, while it is there. A calendar kept on the "
        "internet, such as Google’s, needs the club’s public address, and the club has none. A single evening can be "
        "added anywhere."
    ) % {"reach": reach}


def rule_in_words(rule: EveningRule) -> str:
    """Return `Every 2 weeks: Friday, from Friday 4 December 2026, until …`, or `Every month: first Friday, …`."""
    weekday = date_format(rule.first, "l")
    if not (get_language() or "en").startswith("en"):
        weekday = weekday.lower()
    if rule.repeats is Repeats.WEEKS:
        often = ngettext("Every week: %(day)s", "Every %(count)s weeks: %(day)s", rule.interval)
    else:
        often = ngettext("Every month: %(day)s", "Every %(count)s months: %(day)s", rule.interval)
        places = {SATURDAY: PLACES_OF_SATURDAYS, SUNDAY: PLACES_OF_SUNDAYS}.get(rule.first.weekday(), PLACES)
        last = rule.repeats is Repeats.LAST
        weekday = f"{places[LAST if last else rule.week_of_month]} {weekday}"
    parts = [often % {"day": weekday, "count": rule.interval}, _("from %(day)s") % {"day": spoken_date(rule.first)}]
    if rule.until is not None:
        parts.append(_("until %(day)s") % {"day": spoken_date(rule.until)})
    if rule.count is not None:
        parts.append(ngettext("%(count)s evening", "%(count)s evenings", rule.count) % {"count": rule.count})
    return ", ".join(parts)
