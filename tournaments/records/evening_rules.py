"""The rule by which an evening repeats, and the days that it gives."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum

LONGEST_EVENING_NAME = 120
"""In characters."""
MOST_WEEKS_AHEAD = 26
MOST_INTERVAL = 12
MOST_EVENINGS = 999
DAYS_OF_A_WEEK = 7
WEEKS_OF_A_MONTH = 4
"""Each day of the week comes four times in every month, and in some a fifth time."""
COUNTED = re.compile(r"(?<!\d)([0-9]{1,4})$")


class Repeats(StrEnum):
    """How an evening comes back."""

    WEEKS = "weeks"
    """On the same day of the week."""
    MONTHS = "months"
    """On the same day of the same week of the month, as the first Friday."""
    LAST = "last"
    """On the last such day of the week of the month, as the last Friday."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRule:
    """A rule: from its first day on, every `interval` weeks or months, until a day or for a number of evenings."""

    first: date
    repeats: Repeats = Repeats.WEEKS
    interval: int = 1
    until: date | None = None
    """The last day on which an evening may be; None for no end."""
    count: int | None = None
    """The number of evenings, with those that are left out; None for no end."""

    @property
    def week_of_month(self) -> int:
        """Return the week of the month of the first day, from 1 to 5."""
        return (self.first.day - 1) // DAYS_OF_A_WEEK + 1

    @property
    def begins_with_first(self) -> bool:
        """Return whether the first day is one of the days that the rule describes in every month."""
        match self.repeats:
            case Repeats.WEEKS:
                return True
            case Repeats.MONTHS:
                return self.week_of_month <= WEEKS_OF_A_MONTH
            case Repeats.LAST:
                return (self.first + timedelta(days=DAYS_OF_A_WEEK)).month != self.first.month

    def days(self, since: date, to: date) -> list[date]:
        """Return its days between these two, both included.

        >>> friday = EveningRule(first=date(2026, 12, 4), repeats=Repeats.MONTHS)
        >>> [str(day) for day in friday.days(date(2026, 12, 1), date(2027, 2, 28))]
        ['2026-12-04', '2027-01-01', '2027-02-05']
        """
        # Read where it is used: the program starts without it.
        from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday

        by_week = self.repeats is Repeats.WEEKS
        place = -1 if self.repeats is Repeats.LAST else self.week_of_month
        found = rrule(
            WEEKLY if by_week else MONTHLY,
            dtstart=datetime.combine(self.first, time()),
            interval=self.interval,
            byweekday=weekday(self.first.weekday(), None if by_week else place),
            until=None if self.until is None else datetime.combine(self.until, time()),
            count=self.count,
        )
        between = found.between(datetime.combine(since, time()), datetime.combine(to, time()), inc=True)
        return [moment.date() for moment in between]


def next_name(name: str) -> str:
    """Return the name with the next number, if it ends with one; otherwise the same name.

    >>> next_name("Torneo del venerdì n. 9"), next_name("Torneo del venerdì")
    ('Torneo del venerdì n. 10', 'Torneo del venerdì')
    """
    found = COUNTED.search(name)
    counted = f"{name[: found.start()]}{int(found[1]) + 1}" if found else name
    return counted if len(counted) <= LONGEST_EVENING_NAME else name


def name_without_number(name: str) -> str:
    """Return the name without the number at its end, by which evenings of one series are alike.

    >>> name_without_number("Torneo del venerdì n. 9")
    'Torneo del venerdì n. '
    """
    return COUNTED.sub("", name)
