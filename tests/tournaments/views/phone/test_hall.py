"""The hall on a table's phone: its clock, the announcements, and the calls for the referee."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.factories import AT, play_table, start_on_phones
from tests.tournaments.views.pages import text_of
from tests.tournaments.views.phone.visitors import HTMX, PhoneAt, address, figures
from tournaments.clock.clock import ClockAction
from tournaments.models import PhoneLog, PhoneSlip, RefereeCall, Round, Table, Tournament
from tournaments.records import Line
from tournaments.selectors.referee_calls import open_call_of
from tournaments.services import call_answer, clock_change, tournament_announce

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def table() -> Table:
    return start_on_phones(round_minutes=50).tables.select_related("round__tournament").get(number=1)


def to_the_hall(phone: PhoneAt, form: dict[str, str] | None = None, **headers: str) -> HttpResponse:
    url = address(phone.table) + "hall/"
    answer: Any = phone.client.get(url, headers=headers) if form is None else phone.client.post(url, form, headers=HTMX)
    return answer


def test_the_clock_is_the_tables_own_and_what_is_announced_is_there(table: Table) -> None:
    ns = PhoneAt(table, Line.NS)
    assert 'data-clock="hall"' in ns.look().content.decode()
    first = to_the_hall(ns).headers["ETag"]
    clock_change(round=table.round, action=ClockAction.START, at=AT, table=1)
    tournament_announce(tournament=table.round.tournament, text="Il buffet è aperto")
    page = ns.look().content.decode()
    assert 'data-clock="1"' in page and 'data-clock="hall"' not in page and "Il buffet è aperto" in page
    other = PhoneAt(table.round.tables.select_related("round__tournament").get(number=2), Line.EW)
    assert 'data-clock="hall"' in other.look().content.decode()
    again = to_the_hall(ns)
    assert f'action="{address(table)}hall/"' in again.content.decode()
    assert f'hx-get="{address(table)}hall/"' in again.content.decode()
    assert again.headers["ETag"] not in ("", first) and "<html" not in again.content.decode()
    assert to_the_hall(ns, **{"If-None-Match": again.headers["ETag"]}).status_code == 304
    # A result at another table does not change this part of the page.
    Tournament.objects.update(revision=99)
    assert to_the_hall(ns).headers["ETag"] == again.headers["ETag"]


def test_a_clock_that_nobody_started_is_gone_once_half_of_the_tables_are_in(
    table: Table, django_assert_max_num_queries: Any
) -> None:
    """As with 133 of 150 slips, 25:00 is not the time left; the wall and the players' pages hide it, too."""
    ns = PhoneAt(table, Line.NS)
    page = ns.look(**HTMX)
    assert 'data-clock="hall"' in page.content.decode()
    known = {"If-None-Match": page.headers["ETag"]} | HTMX
    play_table(table.round.tables.get(number=2))
    with django_assert_max_num_queries(1):
        hall = ns.look(**known)
    assert hall.headers["HX-Retarget"] == "#phone-hall" and "data-clock" not in hall.content.decode()
    known["If-None-Match"] = hall.headers["ETag"]
    clock_change(round=table.round, action=ClockAction.START, at=timezone.now())
    assert 'data-clock="hall"' in ns.look(**known).content.decode()


def test_a_phone_that_got_news_of_the_hall_alone_goes_on_asking_for_its_slip(table: Table) -> None:
    ns = PhoneAt(table, Line.NS)
    known = {"If-None-Match": ns.look(**HTMX).headers["ETag"]} | HTMX
    tournament_announce(tournament=table.round.tournament, text="Il buffet è aperto")
    hall = ns.look(**known).content.decode()
    assert f'hx-get="{address(table)}?us=1"' in hall and 'hx-target="#phone"' in hall


def test_a_first_slip_alone_takes_no_clock_from_a_phone() -> None:
    round_ = start_on_phones(pairs=6, round_minutes=50)
    ns = PhoneAt(round_.tables.select_related("round__tournament").get(number=1), Line.NS)
    known = {"If-None-Match": ns.look(**HTMX).headers["ETag"]} | HTMX
    play_table(round_.tables.get(number=2))
    assert ns.look(**known).status_code == 304


def test_the_page_asks_for_slip_and_hall_at_once_and_is_told_what_is_new_alone(
    table: Table, django_assert_max_num_queries: Any
) -> None:
    ns = PhoneAt(table, Line.NS)
    known = {"If-None-Match": ns.look(**HTMX).headers["ETag"]} | HTMX
    tournament_announce(tournament=table.round.tournament, text="Il buffet è aperto")
    with django_assert_max_num_queries(1):
        hall = ns.look(**known)
    assert hall.headers["HX-Retarget"] == "#phone-hall"
    assert "Il buffet è aperto" in text_of(hall) and 'id="phone-slip"' not in hall.content.decode()
    known |= {"If-None-Match": hall.headers["ETag"]}
    # The answer contains the next request's ETag, and replaces the element that asks.
    assert hall.headers["ETag"].strip('"') in hall.content.decode() and "hx-swap-oob" in hall.content.decode()
    assert ns.look(**known).status_code == 304
    ns.do("type", figures())
    assert ns.look(**known).status_code == 304
    PhoneAt(table, Line.NS).do("take_over")
    whole = ns.look(**known)
    assert "HX-Retarget" not in whole.headers and "Il buffet è aperto" in text_of(whole)


def test_a_table_calls_once_at_a_time_and_takes_it_back_from_either_line(table: Table) -> None:
    ns, ew = PhoneAt(table, Line.NS), PhoneAt(table, Line.EW)
    assert "You have called the referee: a count." in text_of(to_the_hall(ns, {"reason": "count"}))
    assert "You have called the referee: a count." in text_of(ew.look())
    assert to_the_hall(ew).status_code == 200
    twice = to_the_hall(ew, {"reason": "rule"})
    assert twice.status_code == 422 and "has already called" in text_of(twice)
    assert (RefereeCall.objects.get().line, RefereeCall.objects.get().reason) == ("ns", "count")
    assert "We need the referee" in text_of(to_the_hall(ew, {"take_back": "1"}))
    assert to_the_hall(ns, {"take_back": "1"}).status_code == 422
    assert "<html" not in twice.content.decode() and 'id="phone-slip"' not in twice.content.decode()
    # Without scripts the whole page says why.
    plain: Any = ns.client.post(address(table) + "hall/", {"take_back": "1"})
    assert plain.status_code == 422 and "<html" in plain.content.decode()
    assert "This call from table 1 has already been settled." in text_of(plain)
    to_the_hall(ew, {"reason": "rule"})
    call = open_call_of(table)
    assert call is not None
    call_answer(call=call, at=timezone.now())
    assert "You have called" not in text_of(to_the_hall(ns))
    deeds = [(entry.event, entry.line) for entry in PhoneLog.objects.exclude(event="enter")]
    assert deeds == [("summon", "ns"), ("settle", "ew"), ("summon", "ew")]
    assert to_the_hall(ns, {"reason": "beer"}).status_code == 404


def test_who_may_call_is_who_has_the_tables_ticket_though_wrong_codes_locked_it(table: Table) -> None:
    assert Client().get(address(table) + "hall/").status_code == 403
    assert Client().post(address(table) + "hall/", {"reason": "rule"}).status_code == 403
    assert not RefereeCall.objects.exists()
    ns = PhoneAt(table, Line.NS)
    ns.do("type", figures())
    PhoneSlip.objects.update(shut_at=timezone.now() - timedelta(seconds=5))
    assert "You have called the referee" in text_of(to_the_hall(ns, {"reason": "other"}))
    plain = ns.client.post(address(table) + "hall/", {"take_back": "1"})
    assert (plain.status_code, plain.headers["Location"]) == (302, address(table))
    for _ in range(30):
        PhoneLog.objects.create(table=table, at=timezone.now(), event=PhoneLog.Event.SUMMON)
    assert to_the_hall(ns, {"reason": "other"}).status_code == 422 and open_call_of(table) is None


def test_in_a_closed_round_nobody_calls(table: Table) -> None:
    ns = PhoneAt(table, Line.NS)
    Round.objects.update(state=Round.State.CLOSED)
    assert "We need the referee" not in text_of(ns.look())
    assert to_the_hall(ns, {"reason": "rule"}).status_code == 422
