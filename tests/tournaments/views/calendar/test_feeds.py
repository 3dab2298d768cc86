"""The club's calendar as a file, read by two libraries: the one that writes it, and another."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import icalendar
import pytest
import vobject
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.factories import make_tournament
from tournaments.interchange.calendar_out import calendar_file
from tournaments.models import Tournament
from tournaments.selectors.calendar import CalendarEvening, EveningStamp
from tournaments.services import (
    club_keep_till,
    club_rename,
    club_set_address,
    entry_terms_set,
    pair_set_status,
    special_prize_add,
    till_terms_set,
    tournament_bring_back,
    tournament_change,
    tournament_delete,
    tournament_delete_for_good,
)

pytestmark = pytest.mark.django_db

FEED = "/calendar.ics"
NAMES = [
    "Torneo, con virgola; e punto e virgola",
    'Barra \\ rovescia \\n e "virgolette"',
    "Carte 🃏 e cuori ♥",
    "ž" * 120,
    "BEGIN:VEVENT",
]


def ahead(days: int = 7) -> date:
    return timezone.localdate() + timedelta(days=days)


def evening(**settings: Any) -> Tournament:
    return make_tournament(**{"date": ahead(), "starts_at": time(20, 45), "venue": "Circolo, sala B"} | settings)


def read(address: str = FEED) -> list[icalendar.Event]:
    """Return the events of a feed, strictly read."""
    answer = Client().get(address)
    assert answer.status_code == 200 and answer["Content-Type"] == "text/calendar; charset=utf-8"
    check_lines(answer.content)
    calendar = icalendar.Calendar.from_ical(answer.content)
    calendar.validate()
    assert not [event.errors for event in calendar.walk() if event.errors]
    return list(calendar.events)


def check_lines(content: bytes) -> None:
    """Hold the lines against RFC 5545, section 3.1: they end with CR and LF, and none is longer than 75 octets."""
    assert content.endswith(b"END:VCALENDAR\r\n")
    lines = content.split(b"\r\n")
    assert not [line for line in lines if len(line) > 75 or b"\n" in line or b"\r" in line]
    content.replace(b"\r\n ", b"").decode()


def only(address: str = FEED) -> icalendar.Event:
    (event,) = read(address)
    return event


@pytest.mark.parametrize(
    ("zone", "year", "rules"),
    [
        ("Europe/Rome", 2026, {"-1SU"}),
        ("Africa/Cairo", 2026, {"-1FR"}),
        # These change on the second Sunday, and by the moon.
        ("America/New_York", 2026, set()),
        ("Africa/Casablanca", 2026, set()),
        # The clocks of Jordan changed once in February instead of March, and do so no longer.
        ("Asia/Amman", 2019, set()),
        ("Asia/Amman", 2020, set()),
    ],
)
def test_clocks_have_a_rule_only_where_it_holds_every_year(zone: str, year: int, rules: set[str]) -> None:
    now = timezone.now()
    planned = CalendarEvening(
        key=1,
        stamp=EveningStamp(created=now, changed=now, changes=0),
        slug="friday",
        name="Friday",
        date=date(year, 11, 20),
        starts_at=None,
        minutes=180,
        venue="",
        is_cancelled=False,
        coming=None,
    )
    with override_settings(TIME_ZONE=zone):
        content = calendar_file([planned], name="Club", address_of=lambda _evening: "/")
    calendar = icalendar.Calendar.from_ical(content)
    parts = [part for zone in calendar.walk("VTIMEZONE") for part in zone.subcomponents]
    assert {day for part in parts if "rrule" in part for day in part["rrule"]["byday"]} == rules


def test_an_empty_club_has_an_empty_calendar() -> None:
    assert read() == []


def test_an_evening_is_in_the_feed_with_its_zone_time_and_place() -> None:
    tournament = evening(rounds_planned=4, round_minutes=40)
    event = only()
    assert event["summary"] == "Torneo del venerdì"
    assert event["location"] == "Circolo, sala B"
    assert event["status"] == "CONFIRMED"
    assert event["dtstart"].params["TZID"] == "Europe/Rome"
    assert event.start.replace(tzinfo=None) == datetime.combine(tournament.date, time(20, 45))
    assert event.end - event.start == timedelta(minutes=160)


def test_an_evening_without_a_time_takes_its_day() -> None:
    tournament = evening(starts_at=None)
    event = only()
    assert (event.start, event.end) == (tournament.date, tournament.date + timedelta(days=1))


@pytest.mark.parametrize("name", NAMES)
def test_names_come_through_both_readers(name: str) -> None:
    evening(name=name, venue=name[:120])
    content = Client().get(FEED).content.decode()
    other = vobject.readOne(content)
    assert only()["summary"] == other.vevent.summary.value == name
    assert only()["location"] == other.vevent.location.value == name


def test_the_other_reader_understands_time_and_zone() -> None:
    tournament = evening()
    event = vobject.readOne(Client().get(FEED).content.decode()).vevent
    assert event.dtstart.value.replace(tzinfo=None) == datetime.combine(tournament.date, time(20, 45))
    utc = datetime.combine(tournament.date, time(20, 45)).astimezone(timezone.get_default_timezone()).astimezone(UTC)
    ours = event.dtstart.value.astimezone(UTC)
    assert (ours - utc).total_seconds() % 3600 == 0
    assert ours == only().start.astimezone(UTC)


def test_at_both_ends_of_summer_time_it_stays_a_quarter_to_nine() -> None:
    days = [date(2030, 3, 30), date(2030, 3, 31), date(2030, 10, 26), date(2030, 10, 27)]
    for day in days:
        evening(date=day, rounds_planned=4, round_minutes=60)
    events = vobject.readOne(Client().get(FEED).content.decode()).vevent_list
    assert [event.dtstart.value.strftime("%H:%M") for event in events] == ["20:45"] * 4
    offsets = [event.dtstart.value.utcoffset() // timedelta(hours=1) for event in events]
    assert offsets == [1, 2, 2, 1]
    assert {event.end.astimezone(UTC) - event.start.astimezone(UTC) for event in read()} == {timedelta(hours=4)}


def test_what_it_costs_and_the_way_in_stand_in_the_description(client: Client) -> None:
    club_set_address(address="https://burraco.example.it")
    club_keep_till(keeps=True)
    tournament = evening(pairs=3)
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": 8})
    till_terms_set(tournament=tournament, terms={"fee": 2000, "per": "pair", "fund_percent": 80})
    special_prize_add(
        tournament=tournament, details={"title": "Miglior junior", "given_for": "chosen", "category": "", "cents": 1000}
    )
    event = only()
    lines = str(event["description"]).split("\n")
    address = f"https://burraco.example.it/t/{tournament.slug}/enter/"
    assert [line.replace("\xa0", " ") for line in lines] == [
        "Quota: € 20,00 per coppia",
        "Premi: 80% delle quote: 50%, 30%, 20%; Miglior junior € 10,00",
        "Posti liberi all’ultimo aggiornamento: 5",
        address,
    ]
    assert event["url"] == address


def test_a_change_arrives_with_the_same_uid_and_a_higher_sequence() -> None:
    tournament = evening()
    before = only()
    tournament_change(tournament=tournament, changes={"starts_at": time(21, 0)})
    after = only()
    assert before["uid"] == after["uid"]
    assert after["sequence"] > before["sequence"] and after["dtstamp"].dt >= before["dtstamp"].dt
    assert after["last-modified"] == after["dtstamp"]
    assert after.start.time() == time(21, 0)


def test_an_entry_changes_the_event_too() -> None:
    tournament = evening(pairs=2)
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": 8})
    before = only()
    pair_set_status(pair=tournament.pairs.get(number=1), status="withdrawn")
    after = only()
    assert "Posti liberi all’ultimo aggiornamento: 6" in before["description"]
    assert "Posti liberi all’ultimo aggiornamento: 7" in after["description"]
    assert after["sequence"] > before["sequence"]


def test_a_deleted_evening_is_cancelled_and_comes_back(client: Client) -> None:
    tournament = evening()
    single = f"/t/{tournament.slug}/evening.ics"
    uids, sequences, states = [], [], []
    for change in (None, "delete", "back", "delete", "for good"):
        match change:
            case "delete":
                tournament = tournament_delete(tournament=tournament, by=None, at=timezone.now())
            case "back":
                tournament = tournament_bring_back(tournament=tournament)
            case "for good":
                tournament_delete_for_good(tournament=tournament)
        feed, alone = only(), only(single)
        assert feed == alone
        uids.append(feed["uid"])
        sequences.append(feed["sequence"])
        states.append(str(feed["status"]))
    assert len(set(uids)) == 1
    assert sequences == sorted(set(sequences))
    assert states == ["CONFIRMED", "CANCELLED", "CONFIRMED", "CANCELLED", "CANCELLED"]


def test_the_last_evening_of_an_address_is_the_one_sent() -> None:
    first = evening()
    uid = only()["uid"]
    tournament_delete(tournament=first, by=None, at=timezone.now())
    second = evening()
    assert second.slug == "torneo-del-venerdi"
    event = only(f"/t/{second.slug}/evening.ics")
    assert event["status"] == "CONFIRMED" and event["uid"] != uid
    assert {str(event["status"]) for event in read()} == {"CONFIRMED", "CANCELLED"}


def test_nothing_new_is_a_304_and_a_change_is_not(client: Client) -> None:
    tournament = evening()
    etag = client.get(FEED)["ETag"]
    assert client.get(FEED, headers={"If-None-Match": etag}).status_code == 304
    tournament_change(tournament=tournament, changes={"venue": "Altrove"})
    answer = client.get(FEED, headers={"If-None-Match": etag})
    assert answer.status_code == 200 and b"Altrove" in answer.content
    assert not answer.cookies and "Cookie" not in answer.get("Vary", "")


def test_it_speaks_the_language_of_its_address() -> None:
    club_rename(name="Circolo Aurora")
    evening()
    assert b"X-WR-CALNAME:Circolo Aurora: tornei" in Client().get(FEED).content
    with override("en"):
        assert b"X-WR-CALNAME:Circolo Aurora: tournaments" in Client().get(reverse("calendar_feed")).content


def test_old_evenings_leave_it_and_recent_ones_stay() -> None:
    make_tournament(name="Vecchio", date=ahead(-200))
    make_tournament(name="Recente", date=ahead(-10))
    assert only()["summary"] == "Recente"


def test_an_unknown_evening_is_not_there() -> None:
    assert Client().get("/t/nessuno/evening.ics").status_code == 404


def test_a_whole_season_is_read_with_few_queries(django_assert_max_num_queries: Any) -> None:
    for day in range(30):
        evening(date=ahead(day))
    with django_assert_max_num_queries(20):
        assert len(read()) == 30
