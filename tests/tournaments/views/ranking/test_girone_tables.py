"""Gironi with tables of their own, numbered from 1 in each: every page, file and typed place names a seat so."""

import json
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draft_round, make_tournament, play_round, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.ranking.test_gironi import page
from tournaments.interchange import InterchangeError, export_tournament, tournament_import
from tournaments.models import Pair, RefereeCall, Round, Tournament
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import Rule, check_draft
from tournaments.records import System
from tournaments.records.sections import table_name
from tournaments.selectors.draws import request_as_drawn
from tournaments.services import pair_set_status

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def cut(referee: Client) -> Tournament:
    """Return a tournament of 13 pairs, cut 5 8 by the referee, who asks for tables of each girone."""
    tournament = make_tournament(pairs=13, hands_per_round=2, rounds_planned=4)
    play_round(start_round(tournament, System.DRAW), seed=1)
    asked = {"sizes": "5 8", "carry": "whole", "tables": "own"}
    shown = referee.post(reverse("gironi_cut", args=[tournament.slug]), asked | {"show": "yes"}).content.decode()
    assert "checked" in shown.split('value="own"')[1].split(">")[0]
    assert referee.post(reverse("gironi_cut", args=[tournament.slug]), asked).status_code == 302
    tournament.refresh_from_db()
    assert tournament.own_tables
    return tournament


def names_in(round_: Round) -> list[str]:
    return [table_name(round_.table_number(table.number)) for table in round_.tables.order_by("number")]


@pytest.mark.parametrize("system", [System.DANISH, System.SWISS, System.MITCHELL, System.DRAW])
def test_the_rest_of_a_girone_follows_its_tables_and_the_check_agrees(cut: Tournament, system: System) -> None:
    round_ = draft_round(cut, system)
    assert names_in(round_) == ["A 1", "A 2", "A 3", "B 1", "B 2", "B 3", "B 4"]
    third = round_.tables.get(number=3)
    assert third.ew is None and third.ns.girone == 1
    request = request_as_drawn(round_)
    assert request.settings.sections == (4,)
    assert check_draft(pair_round(system, request), request) == []
    shifted = replace(request, settings=replace(request.settings, sections=(3,)))
    assert [fault.rule for fault in check_draft(pair_round(system, shifted), shifted)] == [Rule.TABLE_NUMBERS]


def test_gironi_are_not_called_the_sections_of_a_movement(referee: Client, cut: Tournament) -> None:
    draft_round(cut, System.MITCHELL, step=1)
    for html in (page(referee, "round", cut, 2), page(referee, "draft_compare", cut, 2, system="danish")):
        assert "step 1" in html and "from table" not in html


def test_every_page_names_a_seat_by_its_girone(referee: Client, client: Client, cut: Tournament) -> None:
    play_round(start_round(cut, System.DANISH), seed=2)
    start_round(cut, System.DANISH)
    for name, reader in (("round", referee), ("public_round", client)):
        html = page(reader, name, cut, 3)
        assert "B 4" in html and "A 1" in html and "girone-letter" not in html, name
    assert "B 4" in page(client, "wall", cut)
    seats = pages_of(referee.get(reverse("sheet_seating", args=[cut.slug, 3])).content)
    assert "B 4" in "\n".join(seats)
    assert "The tables of each girone are numbered from 1." in page(referee, "gironi", cut)
    assert "The tables of each girone are numbered from 1." in page(referee, "history", cut)
    referee.post(reverse("desk_call", args=[cut.slug, 3]), {"table": "b4", "reason": "other"})
    assert [call.table.number for call in RefereeCall.objects.select_related("table")] == [7]


def test_sizes_that_change_move_the_first_tables(cut: Tournament) -> None:
    for pair in cut.pairs.filter(girone=1)[:2]:
        pair_set_status(pair=pair, status=Pair.Status.WITHDRAWN)
    cut.refresh_from_db()
    assert names_in(draft_round(cut, System.DANISH)) == ["A 1", "A 2", "B 1", "B 2", "B 3", "B 4"]


def test_a_knockout_and_seats_by_hand_are_of_the_whole_hall(cut: Tournament) -> None:
    assert names_in(draft_round(cut, System.KNOCKOUT, qualifiers=4)) == ["1", "2"]


def test_it_goes_out_and_in_the_same(cut: Tournament) -> None:
    play_round(start_round(cut, System.DANISH), seed=2)
    exported = export_tournament(cut)
    assert exported["tournament"]["stages"][0]["own_tables"] is True and exported["rounds"][1]["sections"] == [4]
    again = export_tournament(tournament_import(text=json.dumps(exported), slug="other"))
    again["tournament"]["slug"] = exported["tournament"]["slug"]
    assert again == exported
    exported["tournament"]["stages"][0]["own_tables"] = "yes"
    with pytest.raises(InterchangeError):
        tournament_import(text=json.dumps(exported), slug="third")


def test_an_uncut_ranking_has_no_tables_of_gironi(referee: Client, cut: Tournament) -> None:
    assert referee.post(reverse("gironi_uncut", args=[cut.slug])).status_code == 302
    cut.refresh_from_db()
    assert not cut.own_tables and names_in(draft_round(cut, System.DANISH))[0] == "1"
