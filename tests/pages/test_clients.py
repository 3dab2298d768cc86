"""The addresses that count as one client when games are counted."""

from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from pages.clients import whence
from scoring.free_games.services import MOST_AT_ONCE
from scoring.models import FreeGame
from tests.scoring.views.test_games import players


def of(address: str) -> str:
    return whence(RequestFactory().get("/", REMOTE_ADDR=address))


def test_addresses_are_told_apart_but_not_stored() -> None:
    marks = [of("192.0.2.1"), of("192.0.2.2"), of("2001:db8::1"), of("2001:db8:0:1::1")]
    assert len(set(marks)) == 4
    assert not any("192.0" in mark or ":" in mark for mark in marks)
    assert of("2001:db8::1") == of("2001:db8::ffff")
    assert of("") == of("unix") == ""


@pytest.mark.django_db
def test_a_phone_that_begins_game_after_game_is_stopped_and_the_next_one_is_not() -> None:
    begun = timezone.now() - timedelta(minutes=1)
    FreeGame.objects.bulk_create(
        FreeGame(players=["A", "B"], ruleset="italian", started_at=begun, begun_from=of("192.0.2.1"))
        for _ in range(MOST_AT_ONCE)
    )
    sent = players("Anna", "Bruno")
    refused = Client(REMOTE_ADDR="192.0.2.1").post("/en/games/new/", sent)
    assert refused.status_code == 422
    assert f"{MOST_AT_ONCE} games were begun from your network" in refused.content.decode()
    assert Client(REMOTE_ADDR="192.0.2.2").post("/en/games/new/", sent).status_code == 302
