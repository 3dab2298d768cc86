"""A pair's page shows the places still within reach, and updates them when a result comes in."""

import pytest
from django.test import Client

from tests.factories import make_tournament, play_round, play_table, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.records import System

pytestmark = pytest.mark.django_db


def test_the_page_of_a_pair_follows_the_tables_that_come_in(client: Client) -> None:
    tournament = make_tournament(pairs=6, rounds_planned=2)
    play_round(start_round(tournament), seed=1)
    last = start_round(tournament, System.DANISH)
    page = url("public_pair", tournament, 1)
    before = client.get(page)
    assert 'class="reach-bar"' in html_of(before)
    assert "in this round" in text_of(before)
    for table in last.tables.all():
        play_table(table)
    after = client.get(page)
    assert 'class="reach-bar"' not in html_of(after)
    assert "in this round" not in text_of(after)
