"""A system of its own for a girone: chosen, proposed again, named everywhere, redrawn, and refused with its girone."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.factories import AT, draft_round, make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.interchange import export_tournament, tournament_import
from tournaments.models import Round, Tournament
from tournaments.pairing.moves import swap
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import check_draft
from tournaments.records import Carry, NamedSystem, RoundSettings, System, drawn_in, named_system
from tournaments.selectors.drafts import drafted as tables_drafted
from tournaments.selectors.draws import request_as_drawn
from tournaments.services import draft_keep, draft_redraw, round_publish, tournament_cut
from tournaments.services.drafts import draft_change
from tournaments.views.rounds.draft_page import is_drawn_by_lot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def cut() -> Tournament:
    """Return a tournament cut into gironi A, B and C after its first round, with 4, 5 and 4 pairs."""
    tournament = make_tournament(pairs=13, hands_per_round=2, rounds_planned=5)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament.refresh_from_db()
    return tournament_cut(tournament=tournament, sizes=[4, 5, 4], carry=Carry.HALF)


def drawn(referee: Client, tournament: Tournament, **chosen: Any) -> Round:
    response = referee.post(url("round_new", tournament), chosen)
    assert response.status_code == 302, text_of(response)
    return tournament.rounds.latest("number")


def played(round_: Round) -> None:
    """Publish and close the round, without the results mattering."""
    play_round(round_publish(round=round_, at=AT), seed=round_.number)


def faults(round_: Round) -> list[Any]:
    """Return what the independent check finds in a round drawn again from what is stored."""
    request = request_as_drawn(round_)
    draft = pair_round(System(round_.system), request)
    assert [table.seated for table in draft.tables] == [table.seated for table in tables_drafted(round_).tables]
    return check_draft(draft, request)


def test_each_girone_is_drawn_by_the_system_chosen_for_it_and_the_round_says_so(
    referee: Client, cut: Tournament
) -> None:
    page = html_of(referee.get(url("round_new", cut)))
    assert page.count("as the round") == 3 and "Gironi with a system of their own" in page
    round_ = drawn(referee, cut, system="danish", girone_1="", girone_2="mitchell", girone_3="swiss", fold="adjacent")
    assert round_.chosen == RoundSettings(
        fold=round_.chosen.fold, by_girone=((2, NamedSystem.MITCHELL), (3, NamedSystem.SWISS))
    )
    assert round_.chosen.fold == "adjacent" and faults(round_) == []
    named = "Danish; Mitchell in girone B, Swiss in girone C"
    for name in ("round", "round_check"):
        assert named in text_of(referee.get(url(name, cut, 2)))
    assert named in text_of(referee.get(url("tournament", cut)))
    assert "gives the same tables." in text_of(referee.get(url("round_check", cut, 2)))
    assert f"Round 2 drawn: {named}" in text_of(referee.get(url("history", cut)))


def test_what_was_chosen_is_proposed_again_and_stays_in_a_redraw(referee: Client, cut: Tournament) -> None:
    round_ = drawn(referee, cut, system="danish", girone_2="swiss")
    assert draft_redraw(round=round_, seed=5).chosen.by_girone == ((2, NamedSystem.SWISS),)
    played(round_)
    page = html_of(referee.get(url("round_new", cut)))
    assert page.count('<option value="swiss" selected>') == 1
    # Left out, it stays; as the round, it goes; the system of the round itself is none of its own.
    assert drawn(referee, cut, system="danish").chosen.by_girone == ((2, NamedSystem.SWISS),)
    assert drawn(referee, cut, system="swiss").chosen.by_girone == ()
    assert drawn(referee, cut, system="danish", girone_2="").chosen.by_girone == ()


def test_where_every_girone_has_a_system_of_its_own_the_first_ones_is_the_rounds(
    referee: Client, cut: Tournament
) -> None:
    round_ = drawn(referee, cut, system="draw", girone_1="swiss", girone_2="mitchell", girone_3="swiss")
    assert (round_.system, round_.chosen.by_girone) == ("swiss", ((2, NamedSystem.MITCHELL),))


@pytest.mark.parametrize("system", ["knockout", "manual"])
def test_a_round_of_the_whole_field_has_no_gironi_of_its_own(referee: Client, cut: Tournament, system: str) -> None:
    response = referee.post(url("round_new", cut), {"system": system, "girone_1": "swiss", "qualifiers": "4"})
    assert response.status_code == 302
    assert system == "manual" or cut.rounds.latest("number").chosen.by_girone == ()


def test_the_memory_of_the_modified_danish_is_its_own(referee: Client, cut: Tournament) -> None:
    round_ = drawn(referee, cut, system="danish_modified", girone_1="swiss", girone_3="danish")
    names = [named_system(*drawn_in(girone, System(round_.system), round_.chosen)).value for girone in (1, 2, 3)]
    assert names == ["swiss", "danish_modified", "danish"]
    assert drawn_in(1, System(round_.system), round_.chosen)[1].memory is None
    other = drawn(referee, cut, system="swiss", girone_1="danish_modified", girone_3="", memory="3")
    assert [drawn_in(girone, System.SWISS, other.chosen)[1].memory for girone in (1, 2, 3)] == [1, 3, 3]
    assert "Swiss; Modified Danish in girone A" in text_of(referee.get(url("round", cut, 2)))


def test_round_robins_of_two_gironi_begin_in_different_rounds(referee: Client, cut: Tournament) -> None:
    played(drawn(referee, cut, system="danish", girone_1="round_robin"))
    second = drawn(referee, cut, system="danish", girone_1="round_robin", girone_3="round_robin")
    request = request_as_drawn(second)
    assert {girone: run.start for girone, run in request.girone_runs.items()} == {1: 2}
    assert faults(second) == []
    played(second)
    third = drawn(referee, cut, system="round_robin", girone_2="danish")
    assert {girone: run.start for girone, run in request_as_drawn(third).girone_runs.items()} == {1: 2, 3: 3}
    assert faults(third) == []
    met = [
        frozenset(table.seated)
        for round_ in cut.rounds.filter(number__gt=1)
        for table in tables_drafted(round_).tables
        if request.gironi[table.ns] == 1
    ]
    assert len(met) == len({*met}) == 6
    # Everybody of girone A has met everybody; another number of groups gives up the one of C that is still on.
    played(third)
    refused = referee.post(url("round_new", cut), {"system": "danish", "girone_1": "round_robin", "girone_3": ""})
    assert "Girone A. The round robin is complete after 3 rounds." in text_of(refused)
    asked = {"system": "danish", "girone_1": "", "girone_3": "round_robin", "groups": "2"}
    refused = referee.post(url("round_new", cut), asked)
    assert "Girone C. The round robin that began in round 3 is still on." in text_of(refused)
    assert drawn(referee, cut, **asked, new_run="on").chosen.groups == 2


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"system": "danish", "girone_3": "round_robin", "groups": "3"}, "Girone C. 4 pairs make at most 2 groups"),
        ({"system": "danish", "girone_2": "mitchell", "step": "9"}, "Girone B. EW cannot move by 9"),
        ({"system": "danish", "girone_2": "knockout", "qualifiers": "6"}, "Girone B. A knockout can take from 2 to 5"),
        ({"system": "danish", "girone_2": "individual"}, "Girone B"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_girone_and_what_was_chosen_stays(
    referee: Client, cut: Tournament, chosen: dict[str, str], sentence: str
) -> None:
    response = referee.post(url("round_new", cut), chosen)
    assert response.status_code == 422 and cut.rounds.count() == 1
    assert sentence in text_of(response)
    girone, system = next((name, value) for name, value in chosen.items() if name.startswith("girone"))
    assert response.context["form"][girone].value() == system


def test_the_forecast_is_that_of_each_girone(referee: Client, cut: Tournament) -> None:
    asked = {"system": "danish", "girone_3": "round_robin", "groups": "3"}
    told = text_of(referee.get(url("round_new", cut), asked, headers={"HX-Request": "true"}))
    assert "Girone C. 4 pairs make at most 2 groups" in told
    asked |= {"groups": "1"}
    told = text_of(referee.get(url("round_new", cut), asked, headers={"HX-Request": "true"}))
    assert "This would give 6 tables." in told and "Girone" not in told


def test_two_drafts_are_compared_under_the_names_of_their_gironi(referee: Client, cut: Tournament) -> None:
    drawn(referee, cut, system="danish", girone_2="swiss")
    page = text_of(referee.get(url("draft_compare", cut, 2), {"system": "draw", "girone_2": "", "girone_3": "danish"}))
    assert "Danish; Swiss in girone B" in page and "Draw by lot; Danish in girone C" in page


def test_a_draft_is_drawn_again_where_one_girone_is_drawn_by_lot(referee: Client, cut: Tournament) -> None:
    assert is_drawn_by_lot(drawn(referee, cut, system="danish", girone_2="draw"))
    assert not is_drawn_by_lot(drawn(referee, cut, system="danish", girone_2=""))


def test_the_tables_of_one_girone_stay_while_the_others_are_drawn(referee: Client, cut: Tournament) -> None:
    round_ = drawn(referee, cut, system="danish", girone_2="mitchell", girone_3="draw")
    tables = tables_drafted(round_).tables
    kept = draft_keep(round=round_, seen=tables[0], keep=True).round
    again = draft_redraw(round=kept, seed=7)
    assert tables_drafted(again).tables[0].seated == tables[0].seated and faults(again) == []
    # A movement has no room for a table that stays.
    third = tables_drafted(again).tables[2]
    assert request_as_drawn(again).gironi[third.ns] == 2
    draft_keep(round=again, seen=third, keep=True)
    response = referee.post(url("draft_redraw", cut, 2), {"seed": "8"}, follow=True)
    assert "Girone B. This system seats everybody itself" in text_of(response)


def test_a_table_of_two_gironi_cannot_stay(referee: Client, cut: Tournament) -> None:
    round_ = draft_round(cut, System.DANISH)
    tables = tables_drafted(round_).tables
    one, other = tables[0].ns, tables[2].ns
    moved = draft_change(round=round_, seen=(), change=lambda tables: swap(tables, one, other))
    draft_keep(round=moved.round, seen=moved.tables[0], keep=True)
    response = referee.post(url("draft_redraw", cut, 2), {"seed": "8"}, follow=True)
    assert "because pairs of two gironi sit there: 1" in text_of(response)


def test_it_goes_out_and_in_the_same(referee: Client, cut: Tournament) -> None:
    played(drawn(referee, cut, system="danish", girone_1="round_robin", girone_2="mitchell"))
    drawn(referee, cut, system="danish_modified", girone_1="round_robin", girone_2="swiss")
    data = export_tournament(cut)
    assert data["rounds"][1]["by_girone"] == [[1, "round_robin"], [2, "mitchell"]]
    data["tournament"]["slug"] = "again"
    again = tournament_import(text=json.dumps(data))
    assert export_tournament(again) == data
    assert faults(again.rounds.get(number=3)) == []
    assert request_as_drawn(again.rounds.get(number=3)).girone_runs.keys() == {1}


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ([[2, "manual"]], "rounds[1].by_girone[0][1]"),
        ([[2, "swiss"], [1, "swiss"]], "rounds[1].by_girone[1][0]"),
        ([[0, "swiss"]], "rounds[1].by_girone[0][0]"),
        ([["swiss"]], "rounds[1].by_girone[0]"),
        ("swiss", "rounds[1].by_girone"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(referee: Client, cut: Tournament, value: object, place: str) -> None:
    drawn(referee, cut, system="danish")
    data = export_tournament(cut)
    data["tournament"]["slug"] = "again"
    data["rounds"][1]["by_girone"] = value
    with pytest.raises(Exception, match="by_girone") as refused:
        tournament_import(text=json.dumps(data))
    assert place in str(refused.value)
    del data["rounds"][1]["by_girone"]
    data["rounds"][0]["by_girone"] = [[1, "swiss"]]
    with pytest.raises(Exception, match=r"rounds\[0\].by_girone"):
        tournament_import(text=json.dumps(data))


def command(tournament: Tournament, *options: str) -> Any:
    out = io.StringIO()
    call_command("pair_round", tournament.slug, "--system", "danish", *options, stdout=out)
    return json.loads(out.getvalue())


def test_the_command_draws_gironi_by_systems_of_their_own_and_the_interface_says_so(
    client: Client, cut: Tournament
) -> None:
    options = ("--girone", "C=swiss", "--girone", "A=round_robin")
    draft = command(cut, *options)
    assert draft["by_girone"] == [[1, "round_robin"], [3, "swiss"]] and draft["cost"] is None
    assert command(cut, *options, "--publish") == draft
    assert cut.rounds.get(number=2).chosen.by_girone == ((1, NamedSystem.ROUND_ROBIN), (3, NamedSystem.SWISS))
    first, second = client.get(f"/en/api/v1/tournaments/{cut.slug}/rounds").json()["items"]
    assert "by_girone" not in first
    assert second["by_girone"] == [{"girone": "A", "system": "round_robin"}, {"girone": "C", "system": "swiss"}]


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("D=swiss", "No girone D is drawn in this round. Available: A, B, C"),
        ("B=manual", "as B=swiss"),
        ("2=swiss", "as B=swiss"),
        ("=swiss", "as B=swiss"),
        ("B", "as B=swiss"),
    ],
)
def test_the_command_says_what_is_wrong_with_a_girone(cut: Tournament, option: str, sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        command(cut, "--girone", option)


def test_no_girone_is_drawn_before_the_cut() -> None:
    with pytest.raises(CommandError, match="Available: none, since the ranking is not cut"):
        command(make_tournament(pairs=8), "--girone", "A=swiss")
