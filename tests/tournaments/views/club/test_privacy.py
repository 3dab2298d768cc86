"""Players learn what the program stores about them, wherever they type personal data."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_tournament, start_on_phones

pytestmark = pytest.mark.django_db


def test_players_are_told_what_is_kept_of_them(client: Client):
    page = client.get(reverse("privacy"))
    assert page.status_code == 200
    assert not page.cookies
    text = page.content.decode()
    assert all(word in text for word in ("tessera", "anno di nascita", "cancellare i tuoi dati"))


def test_every_page_on_which_players_type_leads_there(client: Client):
    played, coming = start_on_phones().tournament, make_tournament(self_check_in=True, name="Coming")
    typed = ("home", []), ("phone_entrance", [played.slug]), ("public_check_in", [coming.slug])
    for name, parts in typed:
        assert f'href="{reverse("privacy")}"' in client.get(reverse(name, args=parts)).content.decode(), name
