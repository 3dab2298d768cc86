"""After the erasure, a person is found nowhere: not in the database, its file, or a cached page."""

import os
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import translation

from accounts.models import Role
from burraco_club.integrity.histories import history_faults
from tests.factories import make_account
from tests.tournaments.views.pages import text_of
from tournaments.services import player_create, traces_erase
from tournaments.services.forgetting import traces_note

from .forgetting_walk import Walk, found_in_data_folder

WALKS = int(os.environ.get("BURRACO_WALKS", "6"))
"""The long run is `BURRACO_WALKS=1000 python -m pytest tests/tournaments/services/test_forgetting.py`."""
A_CLUB = 10
"""The number of walks in one club; each begins with the remains of the previous ones."""
STEPS = 40


@pytest.fixture
def administrator(transactional_db: None) -> User:
    translation.activate("en")
    return make_account("ada", Role.ADMINISTRATOR)


@pytest.mark.parametrize("first", range(0, WALKS, A_CLUB))
def test_nothing_is_found_of_who_was_forgotten_in_whatever_order_things_were_done(
    administrator: User, first: int
) -> None:
    client = Client()
    client.force_login(administrator)
    for number in range(first, min(first + A_CLUB, WALKS)):
        walk = Walk(number, client, administrator)
        walk.go(STEPS)
        words = walk.forget()
        found = found_in_data_folder(words)
        assert not found, "\n".join([f"walk {number}", *found, *walk.done])
        # Later acts bring nothing back.
        walk.acts = lambda walk=walk: [  # type: ignore[method-assign,misc]
            *(walk.part, walk.take_list_back, walk.bring_back, walk.move_up, walk.accept_all, walk.come_back),
            *(walk.put_away, walk.delete_for_good, walk.look_at_pages, walk.withdraw, walk.refuse),
        ]
        walk.go(STEPS // 4)
        found = found_in_data_folder(words)
        assert not found, "\n".join([f"after walk {number}", *found, *walk.done])
    assert list(history_faults()) == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server clears its own files")
def test_while_somebody_reads_the_file_keeps_the_name_and_says_so_and_afterwards_it_is_cleared(
    administrator: User,
) -> None:
    client, name = Client(), connection.settings_dict["NAME"]
    client.force_login(administrator)
    player = player_create(details={"last_name": "Zanettiq", "first_name": "Ludovicaq"})
    with closing(sqlite3.connect(name, isolation_level=None)) as other:
        other.execute("BEGIN")
        assert other.execute("SELECT last_name FROM tournaments_player").fetchall() == [("Zanettiq",)]
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 50")
        text = text_of(client.post(f"/en/players/{player.pk}/forget/", follow=True))
        assert "The member’s data have been erased" in text and "could not be cleared at once" in text
    assert found_in_data_folder(["Zanettiq"])
    assert traces_erase() and not found_in_data_folder(["Zanettiq", "Ludovicaq"])
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA user_version").fetchone() == (0,)


def test_a_database_on_a_server_needs_no_rewriting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.forgetting.connection", SimpleNamespace(vendor="postgresql"))
    traces_note()
    assert traces_erase() is True
