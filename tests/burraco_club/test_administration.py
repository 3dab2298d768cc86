"""Django's administration: what can be edited there, and what it must not reveal."""

import pytest
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from scoring.models import FreeGame
from tests.factories import make_tournament
from tests.scoring.free_games.tables import make_game
from tournaments.services import tournament_change


@pytest.fixture
def administrator(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("anna"))
    return client


def test_the_history_of_what_is_no_number_is_not_found(administrator: Client) -> None:
    tournament = make_tournament()
    base = "/admin/tournaments/tournament"
    version = tournament.history.get().pk  # type: ignore[attr-defined]
    assert administrator.get(f"{base}/{tournament.pk}/history/").status_code == 200
    assert administrator.get(f"{base}/{tournament.pk}/history/{version}/").status_code == 200
    for wrong in ("zap", "²", "-1", "9" * 30, "1.0", "_00"):
        assert administrator.get(f"{base}/{wrong}/history/").status_code == 404
        assert administrator.get(f"{base}/{wrong}/history/{version}/").status_code == 404
        assert administrator.get(f"{base}/{tournament.pk}/history/{wrong}/").status_code == 404


def test_a_state_of_the_past_is_looked_at_and_never_written(administrator: Client) -> None:
    tournament = make_tournament()
    version = tournament.history.get().pk  # type: ignore[attr-defined]
    tournament_change(tournament=tournament, changes={"name": "Torneo del sabato"})
    page = f"/admin/tournaments/tournament/{tournament.pk}/history/{version}/"
    assert administrator.get(page).status_code == 200
    assert administrator.post(page, {"name": "Torneo del venerdì", "options": "9" * 5_000}).status_code == 403
    tournament.refresh_from_db()
    assert (tournament.name, tournament.history.count()) == ("Torneo del sabato", 2)  # type: ignore[attr-defined]


def test_a_free_games_number_does_not_lead_to_its_secret_address(administrator: Client) -> None:
    game = make_game()
    kind = ContentType.objects.get_for_model(FreeGame)
    answer = administrator.get(f"/admin/r/{kind.pk}/{game.pk}/")
    assert answer.status_code == 404
    assert game.secret not in answer.content.decode()
