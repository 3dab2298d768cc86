"""After the erasure, a person is found nowhere: not in the database, its file, or a cached page."""

import os

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from accounts.models import Role
from burraco_club.integrity.histories import history_faults
from tests.factories import make_account

from .forgetting_walk import Walk, found_in_data_folder

WALKS = int(os.environ.get("BURRACO_WALKS", "10"))
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
