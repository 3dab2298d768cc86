"""A knockout after gironi: they seed it, and every ranking has its places first and the gironi below."""

import json

import pytest
from django.test import Client

from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.views.ranking.test_gironi import page
from tournaments.interchange import export_tournament, tournament_import
from tournaments.models import Pair, TillTerms, Tournament
from tournaments.records import Carry, System, TieBreak
from tournaments.selectors.cross_tables import cross_tables_of
from tournaments.selectors.draws import request_as_drawn
from tournaments.selectors.evening import evening_of
from tournaments.selectors.gironi import girone_move
from tournaments.selectors.prizes import prizes_of
from tournaments.selectors.rounds import published_rounds
from tournaments.selectors.standings import standings_of
from tournaments.selectors.till import till_of
from tournaments.services import pair_set_status, tournament_cut

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def played_out() -> Tournament:
    """Return a tournament of 9 pairs, cut 5 4, whose four best of both gironi have played their semi-finals."""
    tournament = make_tournament(pairs=9, hands_per_round=2, rounds_planned=4)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament.refresh_from_db()
    tournament = tournament_cut(tournament=tournament, sizes=(5, 4), carry=Carry.WHOLE)
    play_round(start_round(tournament, System.DANISH), seed=2)
    play_round(start_round(tournament, System.KNOCKOUT, qualifiers=4), seed=3)
    tournament.refresh_from_db()
    return tournament


def test_the_first_of_each_girone_is_seeded_before_the_second_of_any(played_out: Tournament) -> None:
    before = [row.entrant.id for row in evening_of(played_out).standings(after_round=2)]
    round_ = played_out.rounds.get(number=3)
    a, b = before[:5], before[5:]
    seeds = [a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], a[4]]
    assert [number for number, _vp in round_.order] == seeds
    assert [entrant.id for entrant in request_as_drawn(round_).entrants] == seeds
    tables = {frozenset((table.ns.number, table.ew.number)) for table in round_.tables.select_related("ns", "ew")}
    assert tables == {frozenset((a[0], b[1])), frozenset((b[0], a[1]))}


def test_who_has_left_seeds_nobody() -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2, rounds_planned=4)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament.refresh_from_db()
    tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    best, second, *_others, fifth, _sixth, _seventh, _last = [row.entrant.id for row in standings_of(tournament)]
    pair_set_status(pair=tournament.pairs.get(number=best), status=Pair.Status.WITHDRAWN)
    tournament.refresh_from_db()
    round_ = start_round(tournament, System.KNOCKOUT, qualifiers=2)
    assert [number for number, _vp in round_.order][:2] == [second, fifth]
    (table,) = round_.tables.select_related("ns", "ew")
    assert table.ew is not None and {table.ns.number, table.ew.number} == {second, fifth}


def test_the_bracket_stands_first_and_the_gironi_below(referee: Client, client: Client, played_out: Tournament) -> None:
    rows, before = standings_of(played_out), evening_of(played_out).standings(after_round=2)
    in_bracket = {row.entrant.id for row in rows[:4]}
    assert [row.by_knockout for row in rows] == [True] * 4 + [False] * 5
    below = [row.entrant.id for row in before if row.entrant.id not in in_bracket]
    assert [row.entrant.id for row in rows[4:]] == below
    assert [row.place for row in rows] == list(range(1, 10))
    # Between the last of A and the first of B below the bracket no tie-break decides.
    first_of_b = next(row for row in rows[4:] if row.girone == 2)
    assert first_of_b.decided_by is None and rows[5].decided_by in set(TieBreak)
    for name in ("ranking", "public_ranking", "wall"):
        html = page(referee if name == "ranking" else client, name, played_out)
        heading = html.index("<strong>Knockout" if name == "wall" else ">Knockout</th>")
        assert heading < html.index("Girone A") < html.index("Girone B"), name
    assert "Girone A, place 3" in page(client, "public_pair", played_out, rows[4].entrant.id)
    ranked = client.get(f"/en/api/v1/tournaments/{played_out.slug}/ranking").json()
    items = ranked if isinstance(ranked, list) else ranked["items"]
    assert [row.get("by_knockout", False) for row in items] == [True] * 4 + [False] * 5
    assert all(row["girone"] in "AB" for row in items)


def test_the_seats_of_a_knockout_are_of_no_girone(referee: Client, client: Client, played_out: Tournament) -> None:
    seats = page(referee, "round", played_out, 3)
    assert "girone-letter" not in seats and "They are in two different gironi" not in seats
    assert "girone-letter" in page(referee, "round", played_out, 2)
    assert "girone-letter" not in page(client, "public_round", played_out, 3)
    drawn = page(referee, "round_new", played_out)
    assert "Final" in drawn or "third place" in drawn


def test_it_goes_out_and_in_the_same(played_out: Tournament) -> None:
    exported = export_tournament(played_out)
    assert "order" not in exported["rounds"][2]
    other = tournament_import(text=json.dumps(exported), slug="other")
    again = export_tournament(other)
    again["tournament"]["slug"] = exported["tournament"]["slug"]
    assert again == exported
    assert [row.entrant.id for row in standings_of(other)] == [row.entrant.id for row in standings_of(played_out)]


def test_prizes_cross_tables_and_a_move_count_a_place_in_the_girone(played_out: Tournament) -> None:
    rows = standings_of(played_out)
    of_b = [row.entrant.id for row in rows if row.girone == 2]
    terms = TillTerms(tournament=played_out, shares=[[50], [30, 20]], fund_amount=10000)
    prizes = prizes_of(played_out, terms, till_of(played_out, terms))
    assert [row.number for row in prizes.by_place if row.girone == 2] == of_b[:2]
    tables = cross_tables_of(published_rounds(played_out), evening_of(played_out), rows)
    assert tables is not None and [table.name for table in tables.groups] == ["A", "B"]
    last_of_a = [row for row in rows if row.girone == 1][-1]
    assert girone_move(played_out, last_of_a.entrant.id, 2).place in range(3, 6)
