"""Knockouts of gironi: each has a bracket of its own, and others play on when it is over."""

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories import AT, draft_round, make_tournament, pair, play_round, play_table, slip, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import text_of, url
from tournaments.interchange import export_tournament, tournament_import
from tournaments.models import Round, Tournament
from tournaments.pairing.moves import swap
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import check_draft
from tournaments.records import Carry, EntrantId, NamedSystem, System
from tournaments.selectors.drafts import drafted as tables_drafted
from tournaments.selectors.draws import request_as_drawn
from tournaments.selectors.evening import evening_of
from tournaments.selectors.final_standings import finals_of
from tournaments.selectors.gironi import members_of
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.hall.podium import podiums_of
from tournaments.selectors.knockout import bracket_views_of
from tournaments.selectors.rounds import published_rounds
from tournaments.services import round_publish, tournament_cut, tournament_finish_play, tournament_make_final
from tournaments.services.drafts import draft_change, draft_undo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

TIED = slip(300, 100, other_base=300, other_points=100)
ALL_OWN = {"girone_1": "knockout", "girone_2": "knockout", "girone_3": ""}


@pytest.fixture
def cut() -> Tournament:
    """Return a tournament cut into gironi A, B and C after its first round, with 6, 4 and 5 pairs."""
    tournament = make_tournament(pairs=15, hands_per_round=2, rounds_planned=5)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament.refresh_from_db()
    return tournament_cut(tournament=tournament, sizes=[6, 4, 5], carry=Carry.HALF)


def drawn(referee: Client, tournament: Tournament, **chosen: Any) -> Round:
    response = referee.post(url("round_new", tournament), {"system": "danish", "qualifiers": "", **chosen})
    assert response.status_code == 302, text_of(response)
    round_ = tournament.rounds.latest("number")
    assert faults(round_) == []
    return round_


def faults(round_: Round) -> list[Any]:
    """Return what the independent check finds in a round drawn again from what is stored."""
    request = request_as_drawn(round_)
    draft = pair_round(System(round_.system), request)
    assert [table.seated for table in draft.tables] == [table.seated for table in tables_drafted(round_).tables]
    return check_draft(draft, request)


def played(round_: Round) -> Round:
    round_ = round_publish(round=round_, at=AT)
    play_round(round_, seed=round_.number)
    return round_


def members(tournament: Tournament) -> dict[int, set[int]]:
    return {girone: {int(entrant.id) for entrant in its} for girone, its in members_of(tournament).items()}


def seated(round_: Round, girone: int) -> list[tuple[int, ...]]:
    mine = members(round_.tournament)[girone]
    return [tuple(map(int, table.seated)) for table in tables_drafted(round_).tables if table.ns in mine]


def test_each_girone_has_a_bracket_of_its_own_seeded_by_its_ranking(referee: Client, cut: Tournament) -> None:
    by_place = {
        girone: [int(row.entrant.id) for row in evening_of(cut).standings() if row.entrant.id in its]
        for girone, its in members(cut).items()
    }
    round_ = drawn(referee, cut, **ALL_OWN)
    assert (round_.system, dict(round_.chosen.by_girone)) == (
        "danish",
        {1: NamedSystem.KNOCKOUT, 2: NamedSystem.KNOCKOUT},
    )
    one, two, three, four, five, six = by_place[1]
    byes = {frozenset({one}), frozenset({two})}
    assert set(map(frozenset, seated(round_, 1))) == {frozenset({four, five}), frozenset({three, six}), *byes}
    one, two, three, four = by_place[2]
    assert list(map(set, seated(round_, 2))) == [{one, four}, {two, three}]
    assert len(seated(round_, 3)) == 3
    page = text_of(referee.get(url("round", cut, 2)))
    assert "Danish; Knockout in girone A, Knockout in girone B" in page and "Knockout bracket" in page
    assert page.count("the better seeds pass the first round.") == 2 and "Quarter-final: seed 3 against seed 6." in page


def test_byes_are_told_from_rests_on_every_page(client: Client, referee: Client, cut: Tournament) -> None:
    round_ = round_publish(round=drawn(referee, cut, **ALL_OWN), at=AT)
    ((bye,), _other) = [seats for seats in seated(round_, 1) if len(seats) == 1]
    ((rests,),) = [seats for seats in seated(round_, 3) if len(seats) == 1]
    assert "You are through to the next round without playing." in text_of(client.get(url("public_pair", cut, bye)))
    assert "Rest" in text_of(client.get(url("public_pair", cut, rests)))
    names = text_of(client.get(url("public_seat", cut)))
    assert names.count("bye: through without playing") == 4 and names.count("rests this round") == 2
    tables = text_of(client.get(url("public_round", cut, 2)))
    assert (tables.count(" bye"), tables.count(" rests")) == (2, 1)
    wall = text_of(client.get(url("wall", cut)))
    assert (wall.count(" bye"), wall.count(" rest")) == (4, 2)
    table = {int(row.ns.number): row.number for row in round_.tables.filter(ew=None)}
    assert "A bye, through to the next round" in text_of(referee.get(url("table_entry", cut, 2, table[bye])))
    assert "A bye, through to the next round" not in text_of(referee.get(url("table_entry", cut, 2, table[rests])))
    assert text_of(referee.get(url("results", cut, 2))).count("bye") == 2


def test_winners_go_on_and_a_girone_whose_knockout_is_over_is_out_of_the_round(
    client: Client, referee: Client, cut: Tournament
) -> None:
    for number in (2, 3):
        played(drawn(referee, cut, **ALL_OWN))
        assert cut.rounds.count() == number
    fourth = drawn(referee, cut, **ALL_OWN)
    # B has played its final; A plays it, and C plays on.
    assert [len(seated(fourth, girone)) for girone in (1, 2, 3)] == [2, 0, 3]
    page = text_of(referee.get(url("round", cut, 4)))
    assert "has no seat" not in page
    fourth = round_publish(round=fourth, at=AT)
    b_out = next(iter(members(cut)[2]))
    assert "The knockout of your girone is over." in text_of(client.get(url("public_pair", cut, b_out)))
    in_a = {number for seats in seated(fourth, 1) for number in seats}
    a_out = next(iter(members(cut)[1] - in_a))
    assert "Out of the knockout." in text_of(client.get(url("public_pair", cut, a_out)))
    play_round(fourth, seed=4)
    fifth = drawn(referee, cut, **ALL_OWN)
    assert [len(seated(fifth, girone)) for girone in (1, 2, 3)] == [0, 0, 3]
    told = referee.post(url("round_new", cut), {"system": "knockout", "own_brackets": "yes", "qualifiers": "2"})
    assert told.status_code == 302


def test_where_every_knockout_is_over_the_round_is_refused(referee: Client, cut: Tournament) -> None:
    own = {
        "system": "knockout",
        "own_brackets": "yes",
        "girone_1": "",
        "girone_2": "",
        "girone_3": "",
        "qualifiers": "2",
    }
    first = drawn(referee, cut, **own)
    assert first.system == "knockout" and {named for _girone, named in first.chosen.by_girone} == {NamedSystem.KNOCKOUT}
    assert "Knockout in each girone" in text_of(referee.get(url("round", cut, 2)))
    assert len(tables_drafted(first).tables) == 3
    played(first)
    response = referee.post(url("round_new", cut), own)
    assert response.status_code == 422 and "The knockout is over" in text_of(response)


def test_a_pair_that_is_out_keeps_the_place_of_its_stage_within_its_girone(referee: Client, cut: Tournament) -> None:
    for _number in (2, 3, 4, 5):
        played(drawn(referee, cut, **ALL_OWN))
    evening, rounds = evening_of(cut), published_rounds(cut)
    standings = evening.standings(rounds=rounds)
    views = {view.girone: view for view in bracket_views_of(rounds, evening, standings)}
    assert views.keys() == {1, 2}
    assert [row.girone for row in standings] == [1] * 6 + [2] * 4 + [3] * 5
    assert [row.place for row in standings] == list(range(1, 16))
    for girone, first in ((1, 0), (2, 6)):
        of_girone = standings[first : first + len(members(cut)[girone])]
        assert all(row.by_knockout and row.own_bracket and not row.before_gironi for row in of_girone)
        winner, third = views[girone].winner, views[girone].third_place
        assert winner is not None and third is not None
        assert of_girone[0].entrant.id == winner.id
        assert of_girone[2].entrant.id == next(side.entrant.id for side in third.sides if side.wins and side.entrant)
    assert not any(row.by_knockout for row in standings[10:])
    page = text_of(referee.get(url("ranking", cut)))
    assert "Girone A: the first 6 places are those of its knockout, whatever the VP." in page
    assert page.count("Winner of the knockout") == 2 and "Girone C" in page
    rows = json.loads(_called("standings", cut.slug, "--format", "json"))
    assert [row.get("by_knockout", False) for row in rows] == [True] * 10 + [False] * 5
    # Nothing that is out is an absence.
    assert all(row.vp == sum(row.vp_by_round.values()) - _halved_away(row) for row in standings)


def _halved_away(row: Any) -> int:
    before = sum(score.vp for score in row.rounds if score.round == 1)
    return before - row.carried.vp


def _called(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_nobody_misses_a_round_of_the_knockout_of_their_girone(referee: Client, cut: Tournament) -> None:
    cut.missed_rounds = Tournament.MissedRounds.ABSENCE
    cut.save()
    for _number in (2, 3, 4):
        played(drawn(referee, cut, **ALL_OWN))
    rows = {int(row.entrant.id): row for row in evening_of(cut).standings()}
    assert not any(score.absent and not score.table for row in rows.values() for score in row.rounds)
    assert any(len(rows[number].rounds) < 4 for number in members(cut)[1])


def test_what_can_still_be_reached_is_said_of_the_other_gironi_alone(referee: Client, cut: Tournament) -> None:
    played(drawn(referee, cut, **ALL_OWN))
    assert hall_of(cut).prospects.keys() == {EntrantId(number) for number in members(cut)[3]}


def test_the_brackets_stand_under_the_names_of_their_gironi(client: Client, referee: Client, cut: Tournament) -> None:
    round_ = drawn(referee, cut, **ALL_OWN)
    page = text_of(referee.get(url("bracket", cut)))
    assert "Girone A" in page and "Girone B" in page and "Girone C" not in page
    assert client.get(url("public_bracket", cut)).status_code == 404
    played(round_)
    page = text_of(client.get(url("public_bracket", cut)))
    assert page.index("Girone A") < page.index("Quarter-finals") < page.index("Girone B") < page.rindex("Semi-finals")
    wall = text_of(client.get(url("wall", cut)))
    assert "Knockout · Girone A" in wall and "Knockout · Girone B" in wall
    pages = pages_of(referee.get(url("sheet_bracket", cut)).content)
    assert ["Girone A" in page for page in pages] == [True, False] and "Girone B" in pages[1]


def test_a_tie_goes_to_the_better_seed_or_as_the_referee_says(referee: Client, cut: Tournament) -> None:
    round_ = round_publish(round=drawn(referee, cut, **ALL_OWN), at=AT)
    for table in round_.tables.filter(ew__isnull=False).order_by("number"):
        play_table(table, *([TIED, TIED] if table.ns.number in members(cut)[2] else []))
    form = text_of(referee.get(url("round_new", cut)))
    assert form.count("was a tie: who goes on") == 2
    (first, _second) = seated(round_, 2)
    table = next(row for row in tables_drafted(round_).tables if set(row.seated) == set(first))
    seeds = [number for number, _vp in round_.order if number in first]
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    chosen = drawn(referee, cut, **ALL_OWN, **{f"advance_{table.number}": str(seeds[1])})
    assert chosen.chosen.advance == (seeds[1],)
    final = next(seats for seats in seated(chosen, 2) if seeds[1] in seats)
    assert seeds[0] not in final


def test_seats_are_changed_by_hand_within_a_girone_and_back(referee: Client, cut: Tournament) -> None:
    round_ = drawn(referee, cut, **ALL_OWN)
    one, other = (seats[0] for seats in seated(round_, 2))
    moved = draft_change(round=round_, seen=(), change=lambda tables: swap(tables, EntrantId(one), EntrantId(other)))
    round_.refresh_from_db()
    assert round_.has_bracket and seated(round_, 2) != []
    page = text_of(referee.get(url("bracket", cut)))
    assert "Girone B" in page
    back = draft_undo(round=moved.round, depth=1)
    assert back.tables == tables_drafted(round_).tables and faults(round_) == []


def test_a_seat_sheet_by_hand_of_the_same_field_stays_a_knockout(referee: Client, cut: Tournament) -> None:
    played(drawn(referee, cut, **ALL_OWN))
    round_ = drawn(referee, cut, **ALL_OWN)
    tables = [*tables_drafted(round_).tables]
    rows: dict[str, str] = {"form-TOTAL_FORMS": str(len(tables)), "form-INITIAL_FORMS": "0"}
    (at, first), (other_at, other) = [(at, t) for at, t in enumerate(tables) if t.ns in members(cut)[1]][:2]
    swapped = {at: (other.ns, first.ew), other_at: (first.ns, other.ew)}
    for index, table in enumerate(tables):
        ns, ew = swapped.get(index, (table.ns, table.ew))
        rows |= {f"form-{index}-ns": str(ns), f"form-{index}-ew": "" if ew is None else str(ew)}
    response = referee.post(url("round_manual", cut, 3), rows)
    assert response.status_code == 302, text_of(response)
    again = cut.rounds.get(number=3)
    assert again.system == "danish" and again.has_bracket
    met = [{*table.seated} for table in tables_drafted(again).tables]
    assert {other.ns, first.ew} in met


def test_it_goes_out_and_in_the_same_and_is_drawn_on(referee: Client, cut: Tournament) -> None:
    played(drawn(referee, cut, **ALL_OWN))
    played(drawn(referee, cut, **ALL_OWN))
    data = export_tournament(cut)
    assert data["rounds"][2]["by_girone"] == [[1, "knockout"], [2, "knockout"]]
    data["tournament"]["slug"] = "again"
    again = tournament_import(text=json.dumps(data))
    assert export_tournament(again) == data
    assert evening_of(again).standings() == evening_of(cut).standings()
    assert seated(drawn(referee, again, **ALL_OWN), 1) == seated(drawn(referee, cut, **ALL_OWN), 1)


def test_the_command_draws_a_knockout_of_each_girone(cut: Tournament) -> None:
    called = _called("pair_round", cut.slug, "--system", "knockout", "--girone", "C=swiss")
    draft = json.loads(called)
    assert draft["by_girone"] == [[1, "knockout"], [2, "knockout"], [3, "swiss"]]
    assert len(draft["tables"]) == 4 + 2 + 3 and "out" not in draft
    draft = json.loads(
        _called("pair_round", cut.slug, "--system", "knockout", "--girone", "A=knockout", "--qualifiers", "2")
    )
    assert len(draft["tables"]) == 3 and len(draft["out"]) == 9
    whole = json.loads(_called("pair_round", cut.slug, "--system", "knockout", "--qualifiers", "8"))
    assert "by_girone" not in whole and len(whole["tables"]) == 4


def test_tables_of_their_own_follow_what_each_girone_needs(referee: Client) -> None:
    tournament = make_tournament(pairs=12, hands_per_round=2, rounds_planned=5)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament.refresh_from_db()
    tournament = tournament_cut(tournament=tournament, sizes=[6, 4, 2], carry=Carry.WHOLE, own_tables=True)
    chosen = {"girone_1": "knockout", "girone_2": "knockout", "girone_3": "swiss", "qualifiers": "2"}
    round_ = drawn(referee, tournament, **chosen)
    assert [*round_.section_starts] == [2, 3]
    names = [table.name for table in round_.tables.order_by("number")]
    assert names == ["A 1", "B 1", "C 1"]


def test_one_bracket_of_all_may_follow_with_the_first_of_each_girone(referee: Client, cut: Tournament) -> None:
    own = {"girone_1": "knockout", "girone_2": "knockout", "girone_3": "knockout", "qualifiers": "2"}
    played(drawn(referee, cut, **own))
    firsts = {}
    for row in evening_of(cut).standings():
        firsts.setdefault(row.girone, row.entrant.id)
    whole = drawn(referee, cut, system="knockout", own_brackets="no", qualifiers="2")
    assert whole.chosen.by_girone == () and whole.is_one_bracket
    assert set(tables_drafted(whole).tables[0].seated) == {firsts[1], firsts[2]}


def test_a_season_and_a_podium_read_the_places_of_the_brackets(referee: Client, cut: Tournament) -> None:
    for _number in (2, 3, 4):
        played(drawn(referee, cut, **ALL_OWN))
    rows = evening_of(cut).standings()
    final = tournament_make_final(tournament=tournament_finish_play(tournament=cut))
    places = {row.number: row.place for row in finals_of([final])[final.pk].pairs}
    assert places == {int(row.entrant.id): row.place for row in rows}
    podiums = podiums_of(rows, {})
    assert [podium.title for podium in podiums] == ["Girone A", "Girone B", "Girone C"]
    assert [step.number for step in podiums[1].steps] == [row.entrant.id for row in rows[6:9]]


def test_two_gironi_cannot_be_told_apart_before_the_cut() -> None:
    tournament = make_tournament(pairs=8)
    assert draft_round(tournament, System.KNOCKOUT).is_one_bracket
    assert pair(tournament, 1).girone is None
