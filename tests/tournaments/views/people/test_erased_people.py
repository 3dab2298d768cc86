"""An erased person is not offered in any list, and stays in the pairs of the past."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Role
from tests.factories import make_account, make_tournament
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Player, Single, Tournament
from tournaments.people.grid import grid_of_text
from tournaments.people.verdicts import Verdict
from tournaments.selectors.members import Members
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services import (
    pair_add,
    people_import_begin,
    player_find_or_create,
    player_forget,
    single_add,
    tournament_another,
)

pytestmark = pytest.mark.django_db

NOBODY = "giocatore cancellato"


@pytest.fixture
def administrator() -> Client:
    client = Client()
    client.force_login(make_account("ada", Role.ADMINISTRATOR))
    return client


@pytest.fixture
def tournament() -> Tournament:
    """A pair whose second player is erased, another pair, and an erased player who looked for a partner."""
    made = make_tournament()
    pair_add(tournament=made, players=["Rossi Anna", "Verdi Ugo"])
    pair_add(tournament=made, players=["Neri Ivo", "Bruni Ada"])
    single_add(tournament=made, player="Gallo Pia")
    for last in ("Verdi", "Gallo"):
        player_forget(player=Player.objects.get(last_name=last))
    return made


def test_no_page_offers_a_forgotten_member(administrator: Client, tournament: Tournament) -> None:
    rossi = Player.objects.get(last_name="Rossi")
    for page in (
        *("/players/", "/players/?q=giocatore", "/players/?state=left", "/players/cards/", "/players/complete/?q=gio"),
        *(f"/players/{rossi.pk}/merge/?q=giocatore", url("tournament_another", tournament).removeprefix("/en")),
    ):
        answer = administrator.get(page)
        assert answer.status_code == 200 and NOBODY not in html_of(answer), page
    assert not Single.objects.exists()


def test_an_earlier_pair_of_whoever_is_forgotten_does_not_come_again(tournament: Tournament) -> None:
    again = tournament_another(like=tournament, name="Ancora", date=tournament.date, pairs=[1, 2])
    assert [str(pair) for pair in again.pairs.all()] == ["Neri Ivo – Bruni Ada"]


def test_nobody_is_taken_for_a_forgotten_member(tournament: Tournament) -> None:
    forgotten = set(Player.objects.filter(forgotten=True).values_list("pk", flat=True))
    assert Members([NOBODY]).who_is(NOBODY, seated={}).member is None
    assert player_find_or_create(text=NOBODY).pk not in forgotten
    rows = grid_of_text("Cognome;Nome\ngiocatore;cancellato\n")
    pending = people_import_begin(rows=rows, file_name="", by=None, at=timezone.now())
    Player.objects.filter(forgotten=False, search_name=NOBODY).delete()
    assert list_looked_at(pending).counts[Verdict.NEW] == 1


def test_a_past_pair_keeps_its_forgotten_member_when_it_is_changed(
    administrator: Client, tournament: Tournament
) -> None:
    pair = tournament.pairs.get(number=1)
    rossi, nobody = pair.players
    sent = {"player1": rossi.full_name, "player1_id": rossi.pk, "player2": nobody.full_name, "player2_id": nobody.pk}
    page = url("pair_edit", tournament, 1)
    answer = administrator.post(page, sent | {"number": 9})
    assert answer.status_code == 302, text_of(answer)
    pair.refresh_from_db()
    assert (pair.number, pair.player2_id) == (9, nobody.pk)
