"""Parts of pages by themselves: what each shows of little, of nothing, and at its bounds."""

import logging
from collections import OrderedDict
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.paginator import Paginator
from django.db import DatabaseError
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import JournalEntry
from tests.factories import make_account, make_tournament, start_on_phones
from tests.tournaments.views.pages import url
from tournaments.models import Club, Incident, Mail, Pair, Table, Tournament
from tournaments.records import Line
from tournaments.selectors.desk_state import TilesState
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.incidents import incident_of
from tournaments.selectors.settings import club_name
from tournaments.services import player_create
from tournaments.slips.states import SlipState
from tournaments.slips.typed_slip import EndChoice
from tournaments.views import ratings
from tournaments.views.calendar import series
from tournaments.views.club.settings import _initial
from tournaments.views.desk import incidents, page, phones, results
from tournaments.views.entries import mails
from tournaments.views.hall import wall
from tournaments.views.history import MOST_DETAILS, _is_long
from tournaments.views.long_lists import long_list
from tournaments.views.people import cards
from tournaments.views.phone.door import Visit
from tournaments.views.phone.page import _figures_of, sums_of
from tournaments.views.printing import downloads, report
from tournaments.views.printing.incidents import statement_text
from tournaments.views.printing.matches import _score_in_words
from tournaments.views.rounds.team_matches import _can_draw
from tournaments.views.till.receipts import _wanted

pytestmark = pytest.mark.usefixtures("in_english")

ABOUT: Any = SimpleNamespace
"""What a part reads of something that it is given."""


# --- At the desk -----------------------------------------------------------------------------------------------------


def test_the_desk_remembers_the_latest_states_that_pages_were_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "_KEPT", OrderedDict[str, TilesState]())
    monkeypatch.setattr(results, "MOST_KEPT", 2)
    for digest in "abc":
        assert results._keep(ABOUT(digest=digest)) == digest
    assert [*results._KEPT] == ["b", "c"]


TABLE = ABOUT(pk=1, version=3, state="open", number=1)


def test_a_table_without_a_phone_has_nothing_of_phones() -> None:
    desk = ABOUT(phones={}, table=TABLE)
    assert phones.phoned_slip(desk, TABLE) is None
    assert phones.phone_words(desk, TABLE) == page._tile(desk, TABLE) == {}
    assert results._meanwhile(desk, "2") == {"is_overtaken": True, "is_agreed": False}


def test_a_slip_without_figures_is_none_to_be_taken_over() -> None:
    slip = ABOUT(state=SlipState.SENT, written=ABOUT(agreed=False), typed={})
    assert phones.phoned_slip(ABOUT(phones={1: slip}), TABLE) is None


@pytest.mark.django_db
def test_a_statement_is_signed_by_the_name_of_who_writes_it() -> None:
    request = HttpRequest()
    request.user = make_account("anna")
    assert incidents._name_of(request) == "anna"
    request.user.first_name, request.user.last_name = "Anna", "Rossi"
    assert incidents._name_of(request) == "Anna Rossi"


@pytest.mark.django_db
def test_a_match_day_is_drawn_while_play_goes_on_and_somebody_is_entered() -> None:
    teams, nobody = make_tournament(pairs=2), make_tournament(name="Nobody")
    assert _can_draw(teams, [], [], None) and not _can_draw(teams, [], [], 1) and not _can_draw(nobody, [], [], None)
    teams.state = Tournament.State.FINAL
    assert not _can_draw(teams, [], [], None)


# --- On the players' phones and on the wall --------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "end"), [(EndChoice.CLOSED, ""), (EndChoice.NOT_PLAYED, "not played")])
def test_only_an_end_that_is_not_the_usual_is_named(choice: EndChoice, end: str) -> None:
    judged = ABOUT(row=ABOUT(choice=choice, number=1), totals={Line.NS: None, Line.EW: None})
    assert _figures_of(judged, contested=False).end == end


def test_a_hand_without_a_total_adds_nothing() -> None:
    rows = [ABOUT(total={Line.NS: total}.get) for total in (300, None, 5)]
    assert sums_of(rows, Line.NS) == 305


@pytest.mark.django_db
def test_a_table_that_is_gone_meanwhile_is_not_found() -> None:
    table = start_on_phones().tables.select_related("round__tournament").get(number=1)
    visit = Visit(request=HttpRequest(), table=table, slip=ABOUT(), phone=None)
    assert visit.now().table == table
    Table.objects.filter(pk=table.pk).delete()
    with pytest.raises(Http404):
        visit.now()


def test_a_short_section_of_the_wall_is_empty_in_the_last_parts() -> None:
    section = Paginator([1, 2, 3], 2)
    assert [wall._rows_of(section, part) for part in (1, 2, 3)] == [[1, 2], [3], []]


@pytest.mark.django_db
def test_the_wall_counts_those_who_are_entered(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make_tournament(pairs=4)
    tournament.pairs.filter(number=4).update(status=Pair.Status.WITHDRAWN)
    monkeypatch.setattr(wall, "LARGE_HALL", len(hall_of(tournament).standings))
    context = client.get(url("wall", tournament)).context
    assert (context["entered"], context["large_hall"]) == (3, False)


# --- Lists, files and settings ---------------------------------------------------------------------------------------


def test_a_row_is_found_by_what_it_is_called_alone() -> None:
    listed = long_list(
        RequestFactory().get("/", {"q": "B 2"}),
        ["A 1", "B 2", "B 21"],
        rows_a_page=10,
        is_called=lambda row, typed: row == typed,
        is_found=lambda row, typed: False,
    )
    assert [*listed.page] == ["B 2"]


@pytest.mark.parametrize(
    ("seats", "edits", "differences", "long"),
    [
        (False, 0, 0, False),
        (True, 0, 0, True),
        (False, 1, 0, True),
        (False, 0, MOST_DETAILS, False),
        (False, 0, MOST_DETAILS + 1, True),
    ],
)
def test_a_change_is_long_if_not_all_of_it_is_shown(seats: bool, edits: int, differences: int, long: bool) -> None:
    change, words = ABOUT(seats_left_out=seats, edits_left_out=edits), ABOUT(differences=[""] * differences)
    assert bool(_is_long(change, words)) is long


def test_the_report_marks_a_shared_place_and_names_the_clubs() -> None:
    rows = [(ABOUT(place=place, tied=place == 1, vp=9, mp_difference=-5), "Rossi") for place in (1, 3)]
    assert [row.place for row in report._ranked(rows)] == ["1=", "3"]
    for clubs, named in (((), "7 Rossi"), (("Aurora", "Stella"), "7 Rossi (Aurora, Stella)")):
        assert report._entrant(ABOUT(entrant=ABOUT(id=7, label="Rossi", clubs=clubs))) == named


def test_a_download_that_cannot_be_noted_is_sent_all_the_same_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_args: object, **_facts: object) -> None:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(downloads, "journal_add", refuse)
    request: Any = RequestFactory().get("/")
    request.user = ABOUT(get_username=lambda: "anna")
    with caplog.at_level(logging.WARNING):
        downloads.write_down(request, JournalEntry.Event.RANKING_EXPORT, "Torneo")
    assert "ranking_export: not written into the journal" in caplog.text


def test_a_match_under_way_has_the_score_that_is_known() -> None:
    row = ABOUT(scores=[ABOUT(vp=12, difference=50), None])
    assert _score_in_words(row) == {"vp": "12", "difference": "+50"}


@pytest.mark.django_db
def test_a_statement_says_when_it_was_by_the_clubs_clock() -> None:
    tournament = make_tournament()
    for number, at in ((1, datetime(2026, 12, 4, 20, 0, tzinfo=UTC)), (2, None)):
        Incident.objects.create(tournament=tournament, number=number, facts="A card fell.", happened_at=at)
    whens = []
    for number in (1, 2):
        stated = incident_of(tournament, number)
        assert stated is not None
        whens.append(dict(statement_text(stated).facts)["When"])
    assert whens[0].endswith(", 21:00") and whens[1] == ""


@pytest.mark.django_db
def test_ratings_are_of_those_who_are_members_still(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "ratings_shown", lambda: True)
    monkeypatch.setattr(ratings, "ratings_now", lambda _steps: {999_999: ABOUT()})
    request: Any = RequestFactory().get("/")
    people = list[object]()
    monkeypatch.setattr(ratings, "render", lambda _request, _name, context: people.extend(context["rows"]))
    ratings.ratings(request)
    assert people == []


@pytest.mark.django_db
def test_a_logo_without_a_length_is_refused_as_none(administrator: Client) -> None:
    sent = administrator.generic("POST", reverse("club_logo"), b"", content_type="application/x-www-form-urlencoded")
    assert sent.status_code == 422


@pytest.mark.parametrize(("asked", "year"), [({"year": "2020"}, 2020), ({}, None), ({"year": "x"}, None)])
def test_receipts_are_those_of_the_year_asked_for_or_of_this_one(asked: dict[str, str], year: int | None) -> None:
    _finder, found, words = _wanted(RequestFactory().get("/", asked))
    assert (found, words) == (year or timezone.localdate().year, "")


@pytest.mark.parametrize("language", ["", "es"])
def test_the_settings_name_the_language_of_the_club_or_the_programs(language: str) -> None:
    assert _initial(Club(language=language))["language"] == (language or settings.LANGUAGE_CODE)


@pytest.mark.django_db
def test_a_club_that_has_no_name_yet_is_called_nothing() -> None:
    Club.objects.all().delete()
    assert club_name() == ""
    Club.objects.create(pk=1, name="Aurora")
    assert club_name() == "Aurora"


@pytest.mark.django_db
def test_the_queue_of_emails_is_there_with_a_server_or_an_email(
    administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for has_server, status in ((None, 404), ("mail.example", 200)):
        monkeypatch.setattr(mails, "mail_server", lambda has_server=has_server: has_server)
        assert administrator.get(reverse("mails")).status_code == status
    assert not Mail.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("most", "too_many", "named"), [(2, True, 0), (3, False, 3)])
def test_as_many_cards_as_fit_are_printed_and_named(
    referee: Client, monkeypatch: pytest.MonkeyPatch, most: int, too_many: bool, named: int
) -> None:
    for card in "123":
        player_create(details={"last_name": f"Rossi {card}", "first_name": "Anna", "card": card})
    monkeypatch.setattr(cards, "MOST_CARDS", most)
    monkeypatch.setattr(cards, "MOST_NAMED", most)
    context = referee.get(reverse("member_cards")).context
    assert (bool(context["too_many"]), len(context["choices"])) == (too_many, named)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "asked"), [("member_cards", {"q": "x" * 101}), ("membership_fees", {"year": "1899"})])
def test_a_search_that_cannot_be_read_is_answered_as_such(
    administrator: Client, name: str, asked: dict[str, str]
) -> None:
    assert administrator.get(reverse(name), asked).status_code == 422
    assert administrator.get(reverse(name)).status_code == 200


@pytest.mark.django_db
def test_an_evening_that_repeats_is_like_the_tournament_chosen(
    referee: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = list[object]()

    def create(*, like: object, **_facts: object) -> Any:
        chosen.append(like)
        raise series.Refused("Enough.")

    monkeypatch.setattr(series.services, "series_create", create)
    one, two = make_tournament(name="Uno"), make_tournament(name="Due")
    sent = {"name": "Venerdì", "first": "2026-12-04", "repeats": "weeks", "interval": "1", "starts_at": "21:00"}
    for like in (one, two, None):
        referee.post(reverse("series_new"), sent | {"weeks_ahead": "2", "like": like.pk if like else ""})
    assert chosen == [one, two, None]
