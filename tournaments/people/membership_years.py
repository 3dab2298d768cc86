"""Years of membership: a club's begin in a month of its own, such as September."""

from datetime import date, timedelta


def membership_year(day: date, *, starts: int) -> int:
    """Return the year of membership to which a day belongs, named by the calendar year in which it begins.

    `starts` is the month, from 1 to 12, on whose first day the years begin.
    """
    return day.year if day.month >= starts else day.year - 1


def first_day(year: int, *, starts: int) -> date:
    return date(year, starts, 1)


def last_day(year: int, *, starts: int) -> date:
    """Return the day on which a membership paid for this year expires."""
    return first_day(year + 1, starts=starts) - timedelta(days=1)
