"""Private data of people is on no public page."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from burraco_club.rights import EVERYBODY, RIGHTS
from tests.factories import make_account, play_round, start_on_phones
from tests.tournaments.selectors.test_seasons import played, season
from tests.tournaments.views.pages import html_of
from tests.tournaments.views.public_evening import evening
from tournaments.models import Player, Tournament
from tournaments.seasons.rule import PointsBy, SeasonRule
from tournaments.services import club_show_players, tournament_finish_play, tournament_make_final

pytestmark = pytest.mark.django_db

SECRETS = {"contact": "+39 333 5550000", "birth_year": 1931, "category": "Zeta", "card": "CARD-77"}
"""The data of all members; each card has the member's own key at its end."""


def keep_secrets() -> None:
    for player in Player.objects.all():
        Player.objects.filter(pk=player.pk).update(**SECRETS | {"card": f"{SECRETS['card']}{player.pk}"})


def public_addresses(tournament: Tournament) -> Iterator[str]:
    """Yield every public address whose parameters a tournament provides."""
    known = {
        "slug": tournament.slug,
        "pk": tournament.pairs.get(number=1).player1_id,
        "number": 1,
        "pair": 1,
        "width": 1080,
        "height": 1350,
    }
    for name in (name for name, rights in RIGHTS.items() if rights.look is EVERYBODY and ":" not in name):
        parts = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
        if set(parts) <= known.keys():
            yield reverse(name, args=[known[part] for part in parts])


@pytest.fixture(params=["under way", "on phones", "final"])
def tournament(request: pytest.FixtureRequest) -> Tournament:
    club_show_players(shown=True)
    if request.param == "on phones":
        return start_on_phones().tournament
    tournament = evening()
    if request.param == "final":
        play_round(tournament.rounds.get(number=2), close=True)
        tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    return tournament


def test_no_page_that_everybody_may_open_tells_what_is_known_of_people(client: Client, tournament: Tournament):
    keep_secrets()
    opened = set()
    for address in public_addresses(tournament):
        answer = client.get(address)
        body = b"".join(answer) if answer.streaming else answer.content
        opened |= {address} if answer.status_code == 200 else set()
        texts = [secret for secret in map(str, SECRETS.values()) if secret.encode() in body]
        assert texts == [], address
    assert len(opened) >= 12


def test_a_public_season_tells_the_categories_it_ranks_and_nothing_else(client: Client) -> None:
    public = season(SeasonRule(points=PointsBy.VP, table=()), played("Uno"), played("Due"), public=True)
    keep_secrets()
    page = html_of(client.get(reverse("public_season", args=[public.slug])))
    assert [name for name, secret in SECRETS.items() if str(secret) in page] == ["category"]


def test_a_name_is_shortened_on_every_page_that_everybody_may_open(client: Client, tournament: Tournament):
    Player.objects.update(first_name="Hildegardis", shown=Player.Shown.SHORT)
    shortened = set()
    for address in public_addresses(tournament):
        body = b"".join(client.get(address))
        assert b"hildegardis" not in body.lower(), address
        shortened |= {address} if b" H." in body else set()
    assert len(shortened) >= 5
    assert reverse("public_pair", args=[tournament.slug, 1]) in shortened
    page = reverse("public_player", args=[tournament.pairs.get(number=1).player1_id])
    assert (page in shortened) is Tournament.objects.filter(state=Tournament.State.FINAL).exists()


def test_whoever_keeps_the_score_reads_the_whole_name(client: Client, tournament: Tournament):
    Player.objects.update(first_name="Hildegardis", shown=Player.Shown.SHORT)
    client.force_login(make_account())
    for name in ("ranking", "pairs"):
        assert b"Hildegardis" in client.get(reverse(name, args=[tournament.slug])).content, name
