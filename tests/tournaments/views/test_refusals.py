"""What a service refuses is said on the page, and changes nothing: somebody else may have been first."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from pages.refusals import Refused
from tests.factories import AT, make_tournament, pair, play_round, start_on_phones, start_round
from tests.tournaments.views.club.test_tournaments import new
from tests.tournaments.views.pages import said, text_of, url
from tournaments import services
from tournaments.models import Incident, PlayerMerge, Tournament
from tournaments.services import pair_substitute, player_create, players_merge, tournament_delete
from tournaments.services.merges import MERGED_FIELDS
from tournaments.views.desk import incidents
from tournaments.views.phone import referee as phones

pytestmark = pytest.mark.django_db

SENTENCE = "Somebody else was first."


def another(client: Client) -> HttpResponse:
    like = make_tournament(pairs=2)
    sent = {"name": "Another", "date": "2026-12-04", "pairs": ["1", "2"]}
    return client.post(url("tournament_another", like), sent)  # type: ignore[return-value]


def statement(client: Client) -> HttpResponse:
    tournament = make_tournament(pairs=2)
    row = Incident.objects.create(tournament=tournament, number=1, facts="A card fell.")
    return client.post(url("incident", tournament, row.number), {"facts": "Two cards fell.", "source": row.source})  # type: ignore[return-value]


def deleted() -> Tournament:
    tournament = make_tournament()
    tournament_delete(tournament=tournament, by=None, at=timezone.now())
    return tournament


def parted(client: Client) -> HttpResponse:
    one, other = (player_create(details={"last_name": name, "first_name": "Anna"}) for name in ("Rossi", "Rosso"))
    details = {name: getattr(one, name) for name in MERGED_FIELDS}
    players_merge(keep=one, gone=other, details=details, by=None, at=AT)
    return client.post(f"/en/players/merges/{PlayerMerge.objects.get().pk}/part/")  # type: ignore[return-value]


def substitute_back(client: Client) -> HttpResponse:
    tournament = make_tournament(pairs=2, substitutes_allowed=True)
    play_round(start_round(tournament))
    player = player_create(details={"last_name": "Zeta", "first_name": "Ugo"})
    done = pair_substitute(pair=pair(tournament, 1), seat=1, player=player)
    address = url("pair_substitute_change", tournament, 1, done.substitute.pk)
    return client.post(address, {"back": "yes"})  # type: ignore[return-value]


def merged(client: Client) -> HttpResponse:
    one, other = (player_create(details={"last_name": name, "first_name": "Anna"}) for name in ("Rossi", "Rosso"))
    return client.post(reverse("player_merge", args=[one.pk]), {"other": str(other.pk)})  # type: ignore[return-value]


def on_paper(client: Client) -> HttpResponse:
    return client.post(url("round_on_paper", start_on_phones().tournament, 1), {"on_paper": "1"})  # type: ignore[return-value]


CASES: dict[str, tuple[object, str, Callable[[Client], HttpResponse]]] = {
    "a new tournament": (services, "tournament_create", new),
    "one like another": (services, "tournament_another", another),
    "a statement": (incidents, "incident_change", statement),
    "a substitute": (services, "substitute_take_back", substitute_back),
    "members merged": (services, "players_merge", merged),
    "slips on paper": (phones, "round_write_on_paper", on_paper),
}


@pytest.mark.parametrize("case", CASES)
def test_a_refusal_is_said_on_the_page_itself(
    administrator: Client, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    module, name, act = CASES[case]
    monkeypatch.setattr(module, name, refuse)
    answer = act(administrator)
    assert answer.status_code in (409, 422) and SENTENCE in text_of(answer)


def refuse(**_facts: object) -> None:
    raise Refused(SENTENCE)


TOLD: dict[str, tuple[str, Callable[[Client], HttpResponse]]] = {
    "a tournament brought back": (
        "tournament_bring_back",
        lambda client: client.post(reverse("tournament_bring_back", args=[deleted().pk])),  # type: ignore[return-value]
    ),
    "a tournament deleted for good": (
        "tournament_delete_for_good",
        lambda client: client.post(reverse("tournament_delete_for_good", args=[deleted().pk])),  # type: ignore[return-value]
    ),
    "members that were merged": ("players_part", parted),
}


@pytest.mark.parametrize("case", TOLD)
def test_a_refusal_is_told_on_the_page_that_follows(
    administrator: Client, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    name, act = TOLD[case]
    monkeypatch.setattr(services, name, refuse)
    answer = act(administrator)
    assert answer.status_code == 302 and said(answer) == SENTENCE
