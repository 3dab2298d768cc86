"""The referee's view of the hall: the clock, the tables' calls, announcements; and the players' view of them."""

import re

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from tests.factories import draft_round, make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.clock.clock import ClockState
from tournaments.models import RefereeCall, Round, Tournament
from tournaments.wording.announcements import PREPARED

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening() -> Tournament:
    tournament = make_tournament(pairs=7, round_minutes=50)
    start_round(tournament)
    return tournament


def press(referee: Client, tournament: Tournament, name: str, **sent: str) -> HttpResponse:
    args = [] if name == "announcement" else [1]
    return referee.post(url(name, tournament, *args), sent, headers=HTMX)


def clock_of(tournament: Tournament, table: int | None = None) -> ClockState:
    clocks = Round.objects.select_related("tournament").get(tournament=tournament).running_clocks
    return (clocks.of_table(table) if table else clocks.hall).state


def test_the_clock_is_started_where_the_slips_are_typed_and_everybody_sees_when_it_ends(
    referee: Client, client: Client, evening: Tournament
) -> None:
    for page in ("results", "round"):
        assert re.search("50:00 not started yet .*Start the clock", text_of(referee.get(url(page, evening, 1))))
    assert press(referee, evening, "desk_clock", do="start").status_code == 200
    clock = Round.objects.select_related("tournament").get(tournament=evening).running_clocks.hall
    assert clock.ends_at is not None
    ends = f'data-ends="{clock.ends_at.isoformat()}"'
    pages = [referee.get(url("results", evening, 1))]
    pages += [
        client.get(url(name, evening, *args))
        for name, args in (("wall", []), ("public_ranking", []), ("public_round", [1]), ("public_pair", [1]))
    ]
    for response in pages:
        assert (
            ends in html_of(response)
            and 'data-call="600"' in html_of(response)
            and "10 minutes left" in text_of(response)
        )
    refused = press(referee, evening, "desk_clock", do="start")
    assert refused.status_code == 422 and "The clock has already been started." in text_of(refused)
    press(referee, evening, "desk_clock", do="pause")
    assert "data-ends" not in html_of(client.get(url("wall", evening)))


def test_a_late_table_has_its_own_clock_on_its_pairs_pages_and_gives_it_back(
    referee: Client, client: Client, evening: Tournament
) -> None:
    assert press(referee, evening, "desk_clock", do="start", table="2").status_code == 200
    assert (clock_of(evening), clock_of(evening, 2)) == (ClockState.WAITING, ClockState.RUNNING)
    assert "Table 2" in text_of(client.get(url("wall", evening)))
    at_the_table, elsewhere = (html_of(client.get(url("public_pair", evening, number))) for number in (3, 1))
    assert 'data-clock="2"' in at_the_table and 'data-clock="hall"' not in at_the_table
    assert 'data-clock="2"' not in elsewhere and 'data-clock="hall"' in elsewhere
    press(referee, evening, "desk_clock", do="follow", table="2")
    assert clock_of(evening, 2) is ClockState.WAITING
    for wrong, text in (("", "required"), ("abc", "whole number"), ("99", "Nobody plays at table 99")):
        answer = press(referee, evening, "desk_clock", do="start", table=wrong)
        assert answer.status_code == 422 and text in text_of(answer)
    for do in ("", "stop", "follow"):
        assert press(referee, evening, "desk_clock", do=do).status_code == 404
    assert clock_of(evening) is ClockState.WAITING


def test_a_table_that_calls_stands_on_top_until_somebody_goes_there(referee: Client, evening: Tournament) -> None:
    for table, reason in (("3", "rule"), ("1", "count")):
        assert press(referee, evening, "desk_call", table=table, reason=reason).status_code == 200
    waiting = re.findall(
        r'<span class="row-number">.*?</span> (\d+)</span>', html_of(referee.get(url("results", evening, 1)))
    )
    assert waiting[:2] == ["3", "1"]
    for sent, text in (
        ({"table": "3", "reason": "rule"}, "Table 3 has already called"),
        ({"table": "4", "reason": "rule"}, "Table 4 is not playing now"),
        ({"table": "9", "reason": "rule"}, "Round 1 has no table 9."),
        ({"table": "2", "reason": "hunger"}, "hunger is not one of the available choices"),
        ({"table": "", "reason": "rule"}, "required"),
    ):
        refused = press(referee, evening, "desk_call", **sent)
        assert refused.status_code == 422 and text in text_of(refused)
        assert f'name="table" value="{sent["table"]}"' in html_of(refused) or not sent["table"]
    first, second = RefereeCall.objects.all()
    settled = referee.post(url("desk_call_settled", evening, 1, first.pk), headers=HTMX)
    assert "Answered: table 3 (" in text_of(settled)
    referee.post(url("desk_call_settled", evening, 1, second.pk), {"take_back": "1"}, headers=HTMX)
    first.refresh_from_db()
    second.refresh_from_db()
    # Nobody went to a table that took its call back.
    assert first.answered_by is not None and second.answered_by is None
    assert not any(call.is_open for call in RefereeCall.objects.all())
    again = referee.post(url("desk_call_settled", evening, 1, first.pk), headers=HTMX)
    assert again.status_code == 422 and "already been settled" in text_of(again)
    assert referee.post(url("desk_call_settled", evening, 1, 10**9), headers=HTMX).status_code == 404


def test_what_is_announced_is_read_by_everybody_until_it_is_taken_off(
    referee: Client, client: Client, evening: Tournament
) -> None:
    for wrong in ({"text": " "}, {"text": "x" * 161}, {"prepared": "resume", "at": ""}, {"prepared": "war"}):
        refused = press(referee, evening, "announcement", **wrong)
        assert refused.status_code == 422 and "error-sentence" in html_of(refused)
    assert "x" * 161 in html_of(press(referee, evening, "announcement", text="x" * 161))
    press(referee, evening, "announcement", prepared="resume", at="21:45")
    pages = (("wall", []), ("public_ranking", []), ("public_seat", []), ("public_round", [1]), ("public_pair", [1]))
    for name, args in pages:
        assert "Play resumes at 21:45" in text_of(client.get(url(name, evening, *args)))
    press(referee, evening, "announcement", text="<b>Buffet</b>")
    assert "&lt;b&gt;Buffet" in html_of(client.get(url("wall", evening)))
    press(referee, evening, "announcement", take_back="1")
    assert "Buffet" not in html_of(client.get(url("wall", evening)))


def test_before_the_first_round_announcements_are_made_from_the_overview(referee: Client) -> None:
    tournament = make_tournament()
    overview = referee.get(url("tournament", tournament))
    assert url("announcement", tournament) in html_of(overview)
    assert all(str(prepared.label) in text_of(overview) for prepared in PREPARED.values())
    page = referee.post(url("announcement", tournament), {"prepared": "slips"}, follow=True)
    assert "Bring the signed slips to the referee, please" in text_of(page)
    page = referee.post(url("announcement", tournament), {"text": ""}, follow=True)
    assert [address for address, _status in page.redirect_chain] == [url("tournament", tournament)]  # type: ignore[attr-defined]
    assert "Write what is to be announced." in text_of(page)


def test_without_scripts_every_button_leads_back_to_the_desk(referee: Client, evening: Tournament) -> None:
    started = referee.post(url("desk_clock", evening, 1), {"do": "start"})
    assert started.headers["Location"] == url("results", evening, 1)
    refused = referee.post(url("desk_call", evening, 1), {"table": "9", "reason": "rule"}, follow=True)
    assert "Round 1 has no table 9." in text_of(refused)
    refused = referee.post(url("desk_clock", evening, 1), {"do": "start"}, follow=True)
    assert "The clock has already been started." in text_of(refused)


def test_the_strip_asks_again_cheaply_and_says_when_nothing_changed(
    referee: Client, evening: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    etag = re.search(r'id="hall-live".*?data-etag="(.*?)"', html_of(referee.get(url("results", evening, 1))), re.S)
    # The fifth query, while the clock waits, looks for a table that has already played.
    with django_assert_max_num_queries(5):
        polled = referee.get(url("desk_hall", evening, 1))
    assert etag is not None and polled["ETag"] == etag[1].replace("&quot;", '"')
    press(referee, evening, "desk_call", table="1", reason="count")
    assert referee.get(url("desk_hall", evening, 1))["ETag"] != polled["ETag"]


def test_a_round_that_is_not_under_way_has_no_strip_and_one_without_minutes_no_clock(referee: Client) -> None:
    tournament = make_tournament(pairs=4, round_minutes=0)
    draft_round(tournament)
    assert referee.get(url("desk_hall", tournament, 1)).status_code == 404
    tournament.rounds.all().delete()
    round_ = start_round(tournament)
    page = html_of(referee.get(url("results", tournament, 1)))
    assert 'id="desk-hall"' in page and "data-clock=" not in page
    refused = press(referee, tournament, "desk_clock", do="start")
    assert "give them minutes in the settings" in text_of(refused)
    play_round(round_)
    assert 'id="desk-hall"' not in html_of(referee.get(url("results", tournament, 1)))


@pytest.mark.parametrize("name", ["desk_hall", "desk_clock", "desk_call", "announcement"])
def test_only_the_referee_gets_in(client: Client, evening: Tournament, name: str) -> None:
    with translation.override("en"):
        address = reverse(name, args=[evening.slug, *([] if name == "announcement" else [1])])
    assert client.post(address, {"do": "start", "text": "x"}).status_code == 302
    assert clock_of(evening) is ClockState.WAITING


def test_the_servers_time_is_told_to_everybody_and_kept_by_nobody(
    client: Client, evening: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(0):
        answer = client.get(url("server_time", evening))
    assert isinstance(answer.json()["now"], int) and "no-store" in answer["Cache-Control"] and not answer.cookies


def test_the_form_of_a_tables_call_is_ready_to_be_placed_on_its_phones_page(evening: Tournament) -> None:
    def drawn(call: RefereeCall | None) -> str:
        with translation.override("en"):
            return render_to_string("hall/_call_referee.html", {"call": call, "call_url": "/x/"})

    assert [f'value="{reason}"' in drawn(None) for reason in RefereeCall.Reason] == [True] * 3
    called = drawn(RefereeCall(reason=RefereeCall.Reason.RULE))
    assert "You have called the referee: a rule." in called and 'name="take_back"' in called
