"""More than half of a table's VP is told from less in the same way on every page with one table's VP."""

import re

import pytest
from django.test import Client

from tests.factories import AT, make_tournament, play_round, play_table, slip, start_round
from tests.tournaments.views.pages import html_of, url
from tournaments.models import Tournament
from tournaments.records import Outcome
from tournaments.services import table_set_outcome

pytestmark = pytest.mark.django_db

HALF = {1: "over-half", 2: "under-half", 3: "", 4: "", 5: "", 6: "", 7: ""}
"""A table won, one drawn, one with an absent pair, and a rest."""
VP = re.compile(r'<strong[^>]*?((?:over|under)-half|)\s*"?>\s*\d+(?: VP)?\s*</strong>')


def evening() -> Tournament:
    tournament = make_tournament(pairs=7, hands_per_round=1, scale="fibur_2026_2")
    round_ = start_round(tournament)
    won, drawn, absent = round_.tables.exclude(outcome=Outcome.REST).order_by("number")
    play_table(won, slip(1000, 300))
    play_table(drawn, slip(300, 100, other_base=300, other_points=100))
    table_set_outcome(table=absent, version=0, outcome=Outcome.ABSENT_NS, at=AT)
    play_round(round_)
    return tournament


def of_rows(page: str, row: str) -> list[str]:
    return [half for found in re.findall(row, page, re.DOTALL) for half in VP.findall(found)]


def test_every_page_marks_the_same_vp(referee: Client) -> None:
    tournament = evening()
    by_table = list(HALF.values())
    public = html_of(referee.get(url("public_round", tournament, 1)))
    assert of_rows(public, r'<p class="side">.*?</p>') == by_table
    seats = html_of(referee.get(url("round", tournament, 1)))
    assert of_rows(seats, r'<span class="played-score">.*?</span>\s*</span>') == by_table
    for number, half in HALF.items():
        own = html_of(referee.get(url("public_pair", tournament, number)))
        assert of_rows(own, r"<tbody>.*?</tbody>")[:1] == [half]
        row = html_of(referee.get(url("ranking_pair", tournament, number)))
        assert of_rows(row, r'<span class="round-figures.*?</summary>') == [half]
