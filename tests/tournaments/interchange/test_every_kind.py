"""Players, teams, groups, brackets and substitutes move to another machine: same ranking, same next draw."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.factories import AT, draft_round, make_teams, make_tournament, pair, play_round, start_round
from tournaments.interchange import InterchangeError, export_tournament, to_json, tournament_import
from tournaments.models import Pair, Player, Round, Tournament
from tournaments.pairing.moves import sit_in
from tournaments.records import EntrantId, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import request_as_drawn
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    draft_exclude,
    draft_keep,
    draft_undo,
    pair_add,
    pair_change,
    pair_set_status,
    pair_substitute,
    round_publish,
    round_reseat,
)
from tournaments.services.draft_memory import settings_as_drawn
from tournaments.services.rounds import compute_draft

pytestmark = pytest.mark.django_db

SLUG = "torneo-del-venerdi"
SAMPLE = (Path(__file__).parents[2] / "data" / "club-evening.json").read_text(encoding="utf-8")


def played(tournament: Tournament, *rounds: tuple[System, dict[str, Any]]) -> Tournament:
    for seed, (system, settings) in enumerate(rounds):
        play_round(start_round(tournament, system, **settings), seed=seed)
    tournament.refresh_from_db()
    return tournament


def whist() -> Tournament:
    return played(make_tournament(kind="individual", pairs=9, hands_per_round=2), *[(System.INDIVIDUAL, {})] * 2)


def danish_individual() -> Tournament:
    tournament = make_tournament(kind="individual", pairs=11, hands_per_round=2)
    return played(tournament, *[(System.INDIVIDUAL, {"movement": "danish"})] * 2)


def groups() -> Tournament:
    """Create three groups of three, so that three rest in every round."""
    return played(make_tournament(pairs=9, hands_per_round=2), *[(System.ROUND_ROBIN, {"groups": 3, "legs": 2})] * 2)


def cup() -> Tournament:
    """Create a Danish round, then a bracket of the best six with two byes; the others are out."""
    knockout = (System.KNOCKOUT, {"qualifiers": 6, "third_place": False})
    return played(make_tournament(pairs=10, hands_per_round=2), (System.DANISH, {}), knockout)


def teams() -> Tournament:
    tournament = make_teams(4, hands_per_round=2)
    return played(tournament, *[(System.DRAW, {})] * 2)


def withdrawn() -> Tournament:
    """Withdraw pair 3 after the first round: it was in the order of that draw, but is in no later one."""
    tournament = make_tournament(pairs=9, hands_per_round=2, missed_rounds="absence", substitutes_allowed=False)
    played(tournament, (System.DRAW, {}))
    pair_set_status(pair=pair(tournament, 3), status=Pair.Status.WITHDRAWN)
    return played(tournament, (System.DANISH_NO_REMATCH, {"memory": 1, "excluded": ((1, 2),)}))


EVENINGS: dict[Callable[[], Tournament], tuple[System, dict[str, Any]]] = {
    whist: (System.INDIVIDUAL, {}),
    danish_individual: (System.INDIVIDUAL, {"movement": "danish"}),
    groups: (System.ROUND_ROBIN, {"groups": 3, "legs": 2}),
    cup: (System.KNOCKOUT, {"qualifiers": 6, "third_place": False}),
    teams: (System.DANISH_NO_REMATCH, {"policy": "min_square"}),
    withdrawn: (System.SWISS, {"fold": "adjacent"}),
}
"""Evenings of every kind, each with its next draw."""

every_evening = pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)


def moved(tournament: Tournament) -> Tournament:
    """Return the tournament as imported on another machine."""
    return tournament_import(text=to_json(export_tournament(tournament)), slug="copia")


def seats(round_: Round) -> list[Any]:
    numbers = ("ns__number", "ns_partner__number", "ew__number", "ew_partner__number")
    return list(round_.tables.order_by("number").values_list("number", *numbers))


@every_evening
def test_an_evening_goes_out_and_in_and_is_drawn_on_alike(evening: Callable[[], Tournament]) -> None:
    tournament = evening()
    copy = moved(tournament)
    assert to_json(export_tournament(copy)).replace('"copia"', f'"{SLUG}"') == to_json(export_tournament(tournament))
    assert standings_of(copy) == standings_of(tournament)
    system, settings = EVENINGS[evening]
    drafts = [draft_round(played, system, **settings) for played in (tournament, copy)]
    assert seats(drafts[0]) == seats(drafts[1])
    assert drafts[0].seed == drafts[1].seed


@every_evening
def test_the_request_of_every_round_is_the_same_on_the_other_machine(evening: Callable[[], Tournament]) -> None:
    tournament = evening()
    copy = moved(tournament)
    for one, other in zip(*(played.rounds.order_by("number") for played in (tournament, copy)), strict=True):
        assert request_as_drawn(one) == request_as_drawn(other)
        assert [entrant.id for entrant in request_as_drawn(other).entrants] == [number for number, _vp in one.order]


@every_evening
def test_an_order_is_written_only_where_today_s_results_give_another(evening: Callable[[], Tournament]) -> None:
    tournament = evening()
    data = export_tournament(tournament)
    assert [("order" in round_) for round_ in data["rounds"]] == [False] * len(data["rounds"])
    orders = [[round_.order for round_ in one.rounds.order_by("number")] for one in (tournament, moved(tournament))]
    assert orders[0] == orders[1]


def test_a_correction_after_the_draw_leaves_the_order_of_the_draw_in_the_file() -> None:
    tournament = played(make_tournament(pairs=8, hands_per_round=2), *[(System.DANISH, {})] * 2)
    second = tournament.rounds.get(number=2)
    second.order = [second.order[1], second.order[0], *second.order[2:]]
    second.save()
    data = export_tournament(tournament)
    assert "order" not in data["rounds"][0]
    assert data["rounds"][1]["order"] == second.order
    assert moved(tournament).rounds.get(number=2).order == second.order


def test_what_differs_from_the_usual_is_written_and_nothing_else() -> None:
    data = export_tournament(withdrawn())
    assert data["tournament"]["missed_rounds"] == "absence"
    assert data["tournament"]["substitutes_allowed"] is False
    assert data["rounds"][1]["memory"] == 1 and data["rounds"][1]["excluded"] == [[1, 2]]
    usual = export_tournament(played(make_tournament(name="Altro", pairs=4, hands_per_round=2), (System.DRAW, {})))
    assert "missed_rounds" not in usual["tournament"] and "substitutes_allowed" not in usual["tournament"]
    assert set(usual["rounds"][0]) == {"number", "system", "seed", "state", "present", "tables"}
    assert "teams" not in usual and set(usual["pairs"][0]) == {"number", "players", "status"}


def test_players_sit_in_twos_and_rest_alone() -> None:
    data = export_tournament(whist())
    assert [entrant["players"] for entrant in data["pairs"]] == [[number] for number in range(1, 10)]
    for round_ in data["rounds"]:
        *played_tables, rest = round_["tables"]
        seated = [player for table in played_tables for player in (*table["ns"], *table["ew"])]
        assert all(len(table["ns"]) == len(table["ew"]) == 2 for table in played_tables)
        assert (rest["ew"], rest["outcome"]) == (None, "rest")
        assert sorted([*seated, rest["ns"]]) == list(range(1, 10))


def test_teams_substitutes_and_kept_tables_are_carried() -> None:
    tournament = played(make_teams(2, hands_per_round=2), (System.DRAW, {}))
    pair_change(pair=pair(tournament, 1), fixed_table=3)
    pair_substitute(pair=pair(tournament, 1), seat=2, player="Supplente Ugo")
    data = export_tournament(tournament)
    assert data["teams"] == [{"number": 1, "name": "Squadra 1"}, {"number": 2, "name": "Squadra 2"}]
    assert [pair["team"] for pair in data["pairs"]] == [1, 1, 2, 2]
    substitute = next(player["id"] for player in data["players"] if player["last_name"] == "Supplente")
    assert (data["pairs"][0]["substitutes"], data["pairs"][0]["table"]) == ([None, substitute], 3)
    partner = data["pairs"][0]["players"][1]
    assert data["pairs"][0]["substitutions"] == [{"player": substitute, "for": partner, "from": 2}]
    copy = moved(tournament)
    again = pair(copy, 1)
    known = again.substitutes.get()
    assert (str(known), known.seat, known.rounds) == ("Supplente Ugo", 2, (2, None))
    assert (again.fixed_table, str(again.team)) == (3, "Squadra 1")
    assert export_tournament(copy)["pairs"] == data["pairs"]
    # An older file does not say the rounds, so they remain unknown.
    older = {key: value for key, value in data["pairs"][0].items() if key != "substitutions"}
    text = to_json(data | {"pairs": [older, *data["pairs"][1:]]})
    copy = tournament_import(text=text, slug="copia-2")
    assert pair(copy, 1).substitutes.get().rounds == (None, None)
    assert export_tournament(copy)["pairs"][0] == older


def test_kept_tables_and_their_partners_come_back() -> None:
    tournament = make_tournament(kind="individual", pairs=9)
    draft = draft_round(tournament, System.INDIVIDUAL)
    draft.settings = {"kept": [[2, [1, 2], [3, 4]], [3, 5, None]], "advance": [9, 1]}
    draft.save()
    assert moved(tournament).rounds.get().settings == draft.settings


def settled() -> Tournament:
    """Create a draft by lot with a kept table whose meeting is excluded."""
    tournament = make_tournament(pairs=12)
    draft = draft_round(tournament, System.DRAW, memory=1)
    first, second, *_others = drafted(draft).tables
    assert second.ew is not None
    draft_keep(round=draft, seen=first, keep=True)
    draft_exclude(round=draft, one=second.ns, other=second.ew, exclude=True)
    return tournament


def drawn_again(round_: Round) -> list[tuple[EntrantId, ...]]:
    request = replace(request_as_drawn(round_), settings=settings_as_drawn(round_))
    return [table.seated for table in compute_draft(System(round_.system), request).tables]


def test_what_was_settled_after_the_draw_is_told_from_what_it_was_drawn_by() -> None:
    tournament = settled()
    round_publish(round=tournament.rounds.get(), at=AT)
    tournament.refresh_from_db()
    data = export_tournament(tournament)
    assert data["rounds"][0]["drawn"] == {"memory": 1}
    round_ = moved(tournament).rounds.get()
    assert round_.settings == tournament.rounds.get().settings
    assert drawn_again(round_) == [table.seated for table in drafted(round_).tables]
    assert export_tournament(round_.tournament)["rounds"] == data["rounds"]


def test_what_was_settled_after_the_draw_can_be_taken_back_elsewhere() -> None:
    tournament = settled()
    round_ = moved(tournament).rounds.get()
    before = seats(round_)
    draft_undo(round=round_, depth=1)
    round_.refresh_from_db()
    assert (round_.settings, seats(round_)) == ({"memory": 1}, before)


def test_a_tournament_made_by_hand_needs_no_order() -> None:
    """The next draw of a file without the exporter's keys follows from its results."""
    tournament = tournament_import(text=SAMPLE)
    for round_ in tournament.rounds.order_by("number"):
        seated = {entrant.id for entrant in request_as_drawn(round_).entrants}
        at_the_tables = {n for _table, *sides in seats(round_) for n in sides if n is not None}
        assert seated == at_the_tables


Change = Callable[[dict[str, Any]], object]
INDIVIDUAL_FAULTS: list[tuple[str, Change]] = [
    ("teams", lambda data: data.update(teams=[])),
    ("pairs[0].players", lambda data: data["pairs"][0].update(players=[1, 2])),
    ("rounds[0].tables[0].ns", lambda data: table(data).update(ns=1)),
    ("rounds[0].tables[0].ew", lambda data: table(data)["ew"].pop()),
    ("rounds[0].tables[0].ew[1]", lambda data: table(data).update(ew=[table(data)["ew"][0], table(data)["ns"][0]])),
    ("rounds[0].tables[1].ns[0]", lambda data: table(data, 1)["ns"].__setitem__(0, table(data)["ew"][1])),
    ("rounds[0].tables[0].ns[1]", lambda data: table(data).update(ns=[table(data)["ns"][0], "2"])),
    ("rounds[0].tables[2].ns", lambda data: table(data, 2).update(ns=[table(data, 2)["ns"]])),
    ("rounds[0].movement", lambda data: data["rounds"][0].update(movement="waltz")),
    ("rounds[0].kept[0][1][1]", lambda data: data["rounds"][0].update(kept=[[1, [1, 1], [2, 3]]])),
    ("rounds[0].kept[0]", lambda data: data["rounds"][0].update(kept=[[1, [1, 4]]])),
]

TEAM_FAULTS: list[tuple[str, Change]] = [
    ("teams[1].number", lambda data: data["teams"][1].update(number=1)),
    ("teams[1].name", lambda data: data["teams"][1].update(name="Squadra 1")),
    ("teams[0].name", lambda data: data["teams"][0].update(name=" ")),
    ("teams[0].colour", lambda data: data["teams"][0].update(colour="green")),
    ("pairs[0].team", lambda data: data["pairs"][0].update(team=9)),
    ("pairs[0].substitutes", lambda data: data["pairs"][0].update(substitutes=[3])),
    ("pairs[3].substitutes[0]", lambda data: data["pairs"][3].update(substitutes=[1, None])),
    ("pairs[0].substitutes[1]", lambda data: data["pairs"][0].update(substitutes=[None, 99])),
    ("pairs[0].substitutions[0].from", lambda data: substitution(data, **{"from": 0})),
    ("pairs[0].substitutions[0].to", lambda data: substitution(data, **{"from": 3, "to": 2})),
    ("pairs[0].substitutions[0].for", lambda data: substitution(data, **{"for": 3})),
    ("pairs[0].substitutions[0].player", lambda data: substitution(data, player=3)),
    ("pairs[0].substitutions[0].player", lambda data: substitution(data, player=1)),
    ("pairs[0].substitutions[1]", lambda data: substitution(data, twice=True)),
    ("pairs[0].substitutions[0].why", lambda data: substitution(data, why="ill")),
    ("pairs[0].substitutes[0]", lambda data: substitution(data, substitutes=[1, None])),
    ("pairs[0].substitutes", lambda data: substitution(data, substitutes=[None, None])),
    ("pairs[0].table", lambda data: data["pairs"][0].update(table=0)),
    ("tournament.missed_rounds", lambda data: data["tournament"].update(missed_rounds="some")),
    ("tournament.substitutes_allowed", lambda data: data["tournament"].update(substitutes_allowed=1)),
    ("tournament.second_language", lambda data: data["tournament"].update(second_language="la")),
    ("rounds[0].memory", lambda data: data["rounds"][0].update(memory=0)),
    ("rounds[0].avoid_clubs", lambda data: data["rounds"][0].update(avoid_clubs="yes")),
    ("rounds[0].fold", lambda data: data["rounds"][0].update(fold="paper")),
    ("rounds[0].legs", lambda data: data["rounds"][0].update(legs=3)),
    ("rounds[0].groups", lambda data: data["rounds"][0].update(groups=0)),
    ("rounds[0].qualifiers", lambda data: data["rounds"][0].update(qualifiers=1)),
    ("rounds[0].third_place", lambda data: data["rounds"][0].update(third_place=None)),
    ("rounds[0].advance[1]", lambda data: data["rounds"][0].update(advance=[1, 99])),
    ("rounds[0].excluded[0]", lambda data: data["rounds"][0].update(excluded=[[2, 1]])),
    ("rounds[0].excluded[0][1]", lambda data: data["rounds"][0].update(excluded=[[1, 99]])),
    ("rounds[0].kept[0][2]", lambda data: data["rounds"][0].update(kept=[[1, 4, 4]])),
    ("rounds[0].kept[1][0]", lambda data: data["rounds"][0].update(kept=[[1, 4, 5], [1, 6, 7]])),
    ("rounds[0].drawn.memory", lambda data: data["rounds"][0].update(drawn={"memory": 0})),
    ("rounds[0].drawn.excluded[0]", lambda data: data["rounds"][0].update(drawn={"excluded": [[2, 1]]})),
    ("rounds[0].drawn.order", lambda data: data["rounds"][0].update(drawn={"order": []})),
    ("rounds[0].order[1]", lambda data: data["rounds"][0].update(order=[[1, 0], [2]])),
    ("rounds[0].order[1][0]", lambda data: data["rounds"][0].update(order=[[1, 0], [1, 0]])),
    ("rounds[0].order[0][1]", lambda data: data["rounds"][0].update(order=[[1, None]])),
    ("rounds[0].order", lambda data: data["rounds"][0].update(order=[[1, 0]])),
    ("rounds[0].tables", lambda data: data["rounds"][0].pop("present") and data["rounds"][0].update(order=[[1, 0]])),
    ("rounds[0].tables[0].ns", lambda data: table(data).update(ns=[1, 2])),
    ("rounds[0].swap", lambda data: data["rounds"][0].update(swap=True)),
]


def substitution(data: dict[str, Any], *, twice: bool = False, substitutes: Any = None, **otherwise: Any) -> None:
    """Return the data of a substitute for the first player of pair 1, with one fault."""
    for number in (90, 91):
        data["players"].append(data["players"][0] | {"id": number, "last_name": f"Supplente{number}"})
    own = {"player": 90, "for": 1, "from": 1} | otherwise
    data["pairs"][0]["substitutions"] = [own, own | {"player": 91}] if twice else [own]
    if substitutes is not None:
        data["pairs"][0]["substitutes"] = substitutes


def table(data: dict[str, Any], number: int = 0) -> dict[str, Any]:
    return data["rounds"][0]["tables"][number]  # type: ignore[no-any-return]


@pytest.mark.parametrize(("evening", "faults"), [(whist, INDIVIDUAL_FAULTS), (teams, TEAM_FAULTS)])
def test_a_fault_is_named_by_its_path(evening: Callable[[], Tournament], faults: list[tuple[str, Change]]) -> None:
    exported, unnamed = to_json(export_tournament(evening())), []
    before = [model.objects.count() for model in (Tournament, Player, Pair, Round)]
    for path, change in faults:
        data = json.loads(exported)
        change(data)
        refused = ""
        try:
            tournament_import(text=json.dumps(data), slug="copia")
        except InterchangeError as error:
            refused = str(error)
        written = [model.objects.count() for model in (Tournament, Player, Pair, Round)] != before
        if written or not refused.startswith(f"{path}: "):
            unnamed.append((path, refused))
    assert unnamed == []


def test_who_sat_in_for_somebody_else_goes_out_and_in() -> None:
    tournament = make_tournament(pairs=5, hands_per_round=2)
    round_ = start_round(tournament)
    late = EntrantId(pair_add(tournament=tournament, players=("Zanon Ugo", "Zanon Ada"), here=True).number)
    change = partial(sit_in, entrant=late, instead_of=EntrantId(2))
    round_reseat(round=round_, seen=drafted(round_).tables, change=change, slips=None, at=AT)
    tournament.refresh_from_db()
    copy = moved(tournament).rounds.get(number=1)
    assert [table.seated for table in drafted(copy).tables] == [(1, late), (3, 4), (5,)]
    assert request_as_drawn(copy) == request_as_drawn(round_)
