"""The commands of docs/interchange.md, called as from a shell."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_teams, make_tournament, play_round, start_round
from tournaments.models import Hand, Round, Tournament
from tournaments.records import System

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[2] / "data"
SAMPLE = DATA / "club-evening.json"


def run(*args: object) -> str:
    out = io.StringIO()
    call_command(*map(str, args), stdout=out)
    return out.getvalue()


def test_the_sample_evening_has_the_expected_ranking():
    run("import_tournament", SAMPLE)
    got = list(csv.DictReader(io.StringIO(run("standings", "torneo-del-venerdi", "--format", "csv"))))
    expected = list(csv.DictReader((DATA / "club-evening.expected.csv").read_text(encoding="utf-8").splitlines()))
    assert [{key: row[key] for key in expected[0]} for row in got] == expected


def test_import_and_export_are_each_others_reverse():
    run("import_tournament", SAMPLE, "--slug", "venerdi")
    exported = run("export_tournament", "venerdi")
    assert exported == SAMPLE.read_text(encoding="utf-8").replace("torneo-del-venerdi", "venerdi")


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path):
    latin = tmp_path / "latin.json"
    latin.write_bytes('{"è": 1}'.encode("latin-1"))
    for file in (tmp_path / "nothing.json", tmp_path, latin):
        with pytest.raises(CommandError, match=str(file)):
            run("import_tournament", file)
    run("import_tournament", SAMPLE)
    with pytest.raises(CommandError, match="torneo-del-venerdi"):
        run("import_tournament", SAMPLE)


def test_rankings_as_of_a_round():
    run("import_tournament", SAMPLE)
    rows: list[dict[str, Any]] = json.loads(
        run("standings", "torneo-del-venerdi", "--after-round", 1, "--format", "json")
    )
    assert [len(row["rounds"]) for row in rows] == [1] * 19
    assert set(rows[0]) == {"place", "pair", "names", "vp", "mp_difference", "mp", "rounds"}
    assert set(rows[0]["rounds"][0]) == {"round", "opponent", "table", "mp", "vp"}
    assert len(run("standings", "torneo-del-venerdi").splitlines()) == 20
    with pytest.raises(CommandError, match="9"):
        run("standings", "torneo-del-venerdi", "--after-round", 9)
    with pytest.raises(CommandError, match="sabato"):
        run("standings", "sabato")


def test_the_rounds_of_players_have_partner_and_opponents():
    tournament = make_tournament(kind="individual", pairs=9, hands_per_round=2)
    round_ = play_round(start_round(tournament, System.INDIVIDUAL))
    rows = json.loads(run("standings", tournament.slug, "--format", "json"))
    table = round_.tables.get(number=1)
    numbers = [entrant.number for entrant in (table.ns, table.ns_partner, table.ew, table.ew_partner) if entrant]
    (score,) = next(row["rounds"] for row in rows if row["pair"] == numbers[1])
    assert set(score) == {"round", "opponent", "table", "mp", "vp", "partner", "opponents"}
    assert (score["partner"], score["opponents"], score["opponent"]) == (numbers[0], numbers[2:], numbers[2])
    rests = [row["rounds"][0] for row in rows if row["rounds"][0]["opponent"] is None]
    assert [(rest["partner"], rest["opponents"]) for rest in rests] == [(None, [])]


def test_teams_have_a_ranking_of_their_own():
    tournament = make_teams(3, hands_per_round=2)
    play_round(start_round(tournament, System.DRAW))
    pairs = {row["pair"]: row for row in json.loads(run("standings", tournament.slug, "--format", "json"))}
    teams = json.loads(run("standings", tournament.slug, "--teams", "--format", "json"))
    assert [team["place"] for team in teams] == [1, 2, 3]
    for team in teams:
        assert sorted(team["pairs"]) == [2 * team["team"] - 1, 2 * team["team"]]
        for figure in ("vp", "mp_difference", "mp"):
            assert team[figure] == sum(pairs[number][figure] for number in team["pairs"])
    header, *lines = run("standings", tournament.slug, "--teams", "--format", "csv").splitlines()
    assert header == "place,team,vp,mp_difference,mp,names" and len(lines) == 3
    assert "Squadra 2" in run("standings", tournament.slug, "--teams")
    with pytest.raises(CommandError, match="altro"):
        run("standings", make_tournament(name="Altro").slug, "--teams")


def test_pairing_writes_nothing_until_it_is_published():
    tournament = make_tournament(pairs=9, hands_per_round=2)
    play_round(start_round(tournament))
    args = ("pair_round", tournament.slug, "--system", "danish_no_rematch", "--policy", "min_square")
    draft = json.loads(run(*args))
    assert Round.objects.count() == 1
    assert draft["system"] == "danish_no_rematch"
    assert draft["rematches"] == 0
    assert draft["cost"] >= 4
    assert [table["number"] for table in draft["tables"]] == [1, 2, 3, 4, 5]
    assert all(table["why"] for table in draft["tables"])
    assert json.loads(run(*args, "--publish")) == draft
    published = Round.objects.get(number=2)
    assert (published.state, published.chosen.policy) == (Round.State.PUBLISHED, "min_square")
    with pytest.raises(CommandError, match="2"):
        run(*args)


def test_the_settings_of_a_draw_can_be_chosen_and_are_stored():
    tournament = make_tournament(pairs=12, hands_per_round=2)
    chosen = ("--memory", 1, "--avoid-clubs", "--fold", "adjacent", "--legs", 2, "--groups", 3)
    others = ("--qualifiers", 8, "--no-third-place", "--movement", "danish")
    run("pair_round", tournament.slug, "--system", "draw", *chosen, *others, "--publish")
    assert Round.objects.get().settings == {
        "memory": 1,
        "avoid_clubs": True,
        "fold": "adjacent",
        "legs": 2,
        "groups": 3,
        "qualifiers": 8,
        "third_place": False,
        "movement": "danish",
    }


@pytest.mark.parametrize("wrong", [("--memory", 0), ("--legs", 3), ("--qualifiers", 1), ("--movement", "waltz")])
def test_a_setting_that_cannot_be_is_refused(wrong: tuple[str, object]):
    tournament = make_tournament(pairs=4)
    with pytest.raises(CommandError):
        run("pair_round", tournament.slug, "--system", "draw", *wrong)


def test_a_hall_is_drawn_in_sections_which_stay():
    tournament = make_tournament(pairs=16, hands_per_round=2)
    with pytest.raises(CommandError, match="8 .* 4 "):
        run("pair_round", tournament.slug, "--system", "mitchell", "--sections", 5)
    run("pair_round", tournament.slug, "--system", "mitchell", "--sections", 2, "--publish")
    play_round(Round.objects.get())
    draft = json.loads(run("pair_round", tournament.slug, "--system", "mitchell", "--publish"))
    first, second = Round.objects.order_by("number")
    assert first.chosen.sections == second.chosen.sections == (5,)
    moved = {table.number: table.ew.number for table in first.tables.select_related("ew")}
    assert [table["ew"] for table in draft["tables"]] == [moved[at] for at in (4, 1, 2, 3, 8, 5, 6, 7)]


def test_one_rest_is_written_as_ever_and_several_as_a_list():
    tournament = make_tournament(pairs=9)
    one = json.loads(run("pair_round", tournament.slug, "--system", "draw"))
    assert isinstance(one["rest"], int) and "rests" not in one and "out" not in one
    several = json.loads(run("pair_round", tournament.slug, "--system", "round_robin", "--groups", 3))
    assert len(several["rests"]) == 3 and several["rest"] == several["rests"][0]
    assert [table["ns"] for table in several["tables"] if table["ew"] is None] == several["rests"]


def test_byes_are_rests_and_who_did_not_qualify_is_out():
    tournament = make_tournament(pairs=10)
    draft = json.loads(run("pair_round", tournament.slug, "--system", "knockout", "--qualifiers", 6))
    assert draft["rests"] == [1, 2]
    assert draft["out"] == [7, 8, 9, 10]


def test_four_players_sit_at_a_table_of_an_individual_tournament():
    tournament = make_tournament(kind="individual", pairs=9)
    draft = json.loads(run("pair_round", tournament.slug, "--system", "individual"))
    playing = [table for table in draft["tables"] if table["ew"] is not None]
    assert sorted([draft["rest"], *(player for table in playing for player in (*table["ns"], *table["ew"]))]) == [
        *range(1, 10)
    ]
    assert "rests" not in draft


@pytest.mark.parametrize(
    "system", ["mitchell", "draw,danish", "registration,mitchell,danish_no_rematch", "draw,gironi:2:half,swiss"]
)
def test_a_simulated_tournament_is_whole_and_the_same_for_the_same_seed(system: str):
    args = ("simulate_tournament", "--pairs", 13, "--rounds", 4, "--hands", 3, "--system", system, "--seed", 5)
    run(*args, "--slug", "uno")
    run(*args, "--slug", "due")
    assert run("export_tournament", "uno") == run("export_tournament", "due").replace('"due"', '"uno"')
    tournament = Tournament.objects.get(slug="uno")
    assert tournament.rounds.filter(state="closed").count() == 4
    assert len(run("standings", "uno").splitlines()) == 14


@pytest.mark.parametrize(
    "wrong",
    [
        ("--pairs", 1),
        ("--pairs", "many"),
        ("--rounds", 0),
        ("--hands", 7),
        ("--system", "roulette"),
        ("--system", "manual"),
        ("--system", "gironi:2,draw"),
        ("--system", "draw,gironi:99,draw"),
        ("--system", "draw,gironi:2"),
        ("--seed", -1),
        ("--slug", "No Slug!"),
        ("--sections", 0),
        ("--sections", 3),
    ],
)
def test_a_simulation_that_cannot_be_is_refused(wrong: tuple[str, object]):
    settings = {"--pairs": 8, "--rounds": 2, "--hands": 4, "--system": "draw", "--seed": 1} | dict([wrong])
    with pytest.raises(CommandError):
        run("simulate_tournament", *(part for setting in settings.items() for part in setting))
    assert not Tournament.objects.exists()


def test_stored_scores_are_those_that_the_engine_gives_again():
    run("import_tournament", SAMPLE)
    assert "144" in run("check_scores")
    assert "144" in run("check_scores", "torneo-del-venerdi")
    hand = Hand.objects.get(table__round__number=2, table__number=5, number=3)
    Hand.objects.filter(pk=hand.pk).update(ns_total=hand.ns_total + 5)
    with pytest.raises(CommandError, match=r"torneo-del-venerdi.* 2.* 5.* 3"):
        run("check_scores")
