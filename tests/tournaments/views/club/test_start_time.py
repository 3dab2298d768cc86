"""A tournament's start time: typed once, and shown wherever somebody waits for it, but not elsewhere."""

from datetime import time

import pytest
from django.test import Client
from django.utils.translation import override

from tests.factories import make_tournament, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.club.test_tournaments import DEFAULTS
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Tournament
from tournaments.services import tournament_change

pytestmark = pytest.mark.django_db

PUBLIC = ("public_seat", "public_rounds", "public_ranking", "wall")


def test_it_is_typed_with_the_date_kept_and_taken_back(referee: Client) -> None:
    assert referee.post("/en/tournaments/new/", DEFAULTS | {"starts_at": "21:15"}).status_code == 302
    tournament = Tournament.objects.get()
    assert tournament.starts_at == time(21, 15)
    settings = url("tournament_settings", tournament)
    assert 'name="starts_at" value="21:15"' in html_of(referee.get(settings))
    assert referee.post(settings, DEFAULTS | {"starts_at": ""}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.starts_at is None


@pytest.mark.parametrize("typed", ["quarter past", "25:00", "21", "²1:00"])
def test_what_is_no_time_is_refused_and_stays_in_its_field(referee: Client, typed: str) -> None:
    refused = referee.post("/en/tournaments/new/", DEFAULTS | {"starts_at": typed})
    assert refused.status_code == 422 and "starts_at" in refused.context["form"].errors
    assert f'name="starts_at" value="{typed}"' in html_of(refused)
    assert not Tournament.objects.exists()


def test_whoever_waits_for_it_reads_it_and_a_change_reaches_them(client: Client) -> None:
    tournament = make_tournament(pairs=4)
    for page in PUBLIC:
        assert "21:15" not in text_of(client.get(url(page, tournament)))
    tournament_change(tournament=tournament, changes={"starts_at": time(21, 15)})
    for page in PUBLIC:
        assert "at 21:15" in text_of(client.get(url(page, tournament))), page


def test_once_the_first_round_is_there_the_players_read_of_that_instead(client: Client) -> None:
    tournament = make_tournament(pairs=4, starts_at=time(21, 15))
    start_round(tournament)
    for page in PUBLIC:
        assert "21:15" not in text_of(client.get(url(page, tournament))), page


def test_the_referee_reads_it_with_the_date_and_in_the_history(referee: Client) -> None:
    tournament = make_tournament(pairs=4, venue="Sala Aurora")
    tournament_change(tournament=tournament, changes={"starts_at": time(21, 15)})
    with override("en"):
        for page in (url("tournament", tournament), "/en/"):
            assert "Friday 20 November 2026, at 21:15 · Sala Aurora" in text_of(referee.get(page))
    text = text_of(referee.get(url("history", tournament)))
    assert "Starts at" in text and "none" in text


def test_the_announcement_has_it_where_it_is_known(referee: Client) -> None:
    tournament = make_tournament(starts_at=time(9, 5))
    sheet = url("sheet_poster", tournament)
    assert "Starts at" in pages_of(referee.get(sheet).content)[0]
    assert "09:05" in pages_of(referee.get(sheet).content)[0]
    tournament_change(tournament=tournament, changes={"starts_at": None})
    assert "Starts at" not in pages_of(referee.get(sheet).content)[0]
