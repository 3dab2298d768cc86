"""The club's evenings as an iCalendar file (RFC 5545), for the calendars of its members.

An evening keeps its UID whatever becomes of it, and counts its changes in SEQUENCE, so a calendar that has it already
replaces it. An evening that was deleted or called off is sent as cancelled.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import ZoneInfo

from django.conf import settings

from tournaments.selectors.calendar import CalendarEvening
from tournaments.selectors.entries import Entrance
from tournaments.wording.calendar import evening_lines
from tournaments.wording.entries import ENTRANCE_SENTENCES

if TYPE_CHECKING:
    from icalendar import Event, Timezone

PROGRAM = "-//Burraco Club//IT"
UID_DOMAIN = "burraco-club"
ASKED_EVERY = timedelta(hours=4)
"""The time after which a calendar shall ask again; each program decides for itself."""

ZONE_YEARS = 10
"""The years for which the changes of the clocks are known to follow a rule."""
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")

AddressOf = Callable[[CalendarEvening], str]
"""The address of an evening's page: the entries' as long as they are open, then the players'."""


def calendar_file(evenings: Sequence[CalendarEvening], *, name: str, address_of: AddressOf) -> bytes:
    """Return the file with these evenings; `name` is the calendar's."""
    # Read where it is used: the program starts without it.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", PROGRAM)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", settings.TIME_ZONE)
    calendar.add("refresh-interval", ASKED_EVERY)
    calendar.add("x-published-ttl", "PT4H")
    # A calendar must hold something, and a club without evenings has its zone.
    first = min([evening.date for evening in evenings], default=date.today())
    calendar.add_component(_club_zone(first.replace(month=1, day=1)))
    for evening in evenings:
        calendar.add_component(_event(evening, address_of(evening)))
    content: bytes = calendar.to_ical()
    return content


def _club_zone(since: date) -> "Timezone":
    """Return the club's zone from that day on.

    The library lists the days on which the clocks change, and some calendars read that wrongly. Where they follow a
    rule in every year, as the last Sunday of March, the rule is written instead: it goes on for ever.
    """
    from icalendar import Timezone

    zone = Timezone.from_tzid(
        settings.TIME_ZONE, first_date=since, last_date=since.replace(year=since.year + ZONE_YEARS)
    )
    zone.pop("comment", None)
    for part in zone.subcomponents:
        changes: list[datetime] = []
        if "rdate" in part:
            begins, listed = cast(Any, part["dtstart"]), cast(Any, part["rdate"])
            changes = [begins.dt, *(change.dt for change in listed.dts)]
        weeks = {(day.month, WEEKDAYS[day.weekday()], day.time()) for day in changes}
        if len(changes) >= ZONE_YEARS and len(weeks) == 1 and all(map(_is_in_last_week, changes)):
            month, weekday, _time = weeks.pop()
            del part["rdate"]
            part.add("rrule", {"freq": "yearly", "bymonth": month, "byday": f"-1{weekday}"})
    return zone


def _is_in_last_week(day: date) -> bool:
    return (day + timedelta(days=7)).month != day.month


def uid_of(evening: CalendarEvening) -> str:
    """Return the UID: the key, which a club never gives twice, and the moment of its creation, as no two clubs do."""
    return f"{evening.key}-{evening.stamp.created.astimezone(UTC):%Y%m%dT%H%M%S%f}@{UID_DOMAIN}"


def _event(evening: CalendarEvening, address: str) -> "Event":
    from icalendar import Event

    changed = evening.stamp.changed.astimezone(UTC).replace(microsecond=0)
    event = Event()
    event.add("uid", uid_of(evening))
    event.add("sequence", evening.stamp.changes)
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("created", evening.stamp.created.astimezone(UTC).replace(microsecond=0))
    event.add("status", "CANCELLED" if evening.is_cancelled else "CONFIRMED")
    event.add("summary", evening.name)
    if evening.starts_at is None:
        event.add("dtstart", evening.date)
        event.add("dtend", evening.date + timedelta(days=1))
    else:
        zone = ZoneInfo(settings.TIME_ZONE)
        starts = datetime.combine(evening.date, evening.starts_at, tzinfo=zone)
        event.add("dtstart", starts)
        # Across a change of the clocks an evening takes as long as ever.
        event.add("dtend", (starts.astimezone(UTC) + timedelta(minutes=evening.minutes)).astimezone(zone))
    if evening.venue:
        event.add("location", evening.venue)
    if evening.coming is not None:
        event.add("description", "\n".join(_lines(evening, address)))
    if not evening.is_cancelled:
        event.add("url", address)
    return event


def _lines(evening: CalendarEvening, address: str) -> list[str]:
    coming = evening.coming
    assert coming is not None
    is_open = coming.entrance is Entrance.OPEN
    way_in = address if is_open else str(ENTRANCE_SENTENCES[coming.entrance.value])
    return evening_lines(fee=coming.fee, prizes=coming.prizes, free=coming.free, way_in=way_in)
