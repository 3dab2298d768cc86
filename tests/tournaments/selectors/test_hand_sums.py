"""The sums of hands of a ranking, read from an index without the slips."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_tournament, play_round, start_round
from tournaments.selectors.results import TABLES

pytestmark = pytest.mark.django_db


def test_a_ranking_sums_hands_without_reading_the_slips() -> None:
    tournament = make_tournament(pairs=8)
    play_round(start_round(tournament))
    with CaptureQueriesContext(connection) as queries:
        assert len(TABLES.raw_rows(tournament.pk, 1)) == 4
    if connection.vendor != "sqlite":
        # PostgreSQL reads a small table whole, even with an index.
        return
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {queries[0]['sql']}")
        plan = [step for *_, step in cursor.fetchall()]
    assert sum("COVERING INDEX hand_sums" in step for step in plan) == 2, plan
