"""An export comes back byte by byte; a faulty file is refused with the path of its fault, and nothing is imported."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring.engine.hand import HandEnd, SlipEntry
from scoring.engine.violations import ViolationCode
from scoring.services import read_entry, ruleset_for
from tests.factories import AT, make_tournament, pair, play_round, play_table, slip, start_round
from tests.test_interchange_documented import evening
from tests.tournaments.sample_hand import CARDS, COUNTS, SLIP, TOTAL, entry_of
from tournaments.interchange import InterchangeError, export_tournament, to_json, tournament_import
from tournaments.models import Adjustment, Hand, Pair, Player, Round, Table, Tournament
from tournaments.records import Allowance, Line, Outcome, System
from tournaments.selectors.saved_slips import saved_slip_of
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    HandEntry,
    adjustment_add,
    hand_set,
    round_draft,
    table_award,
    table_record,
    table_set_outcome,
    table_swap_lines,
)
from tournaments.services.refusals import SlipRefused

pytestmark = pytest.mark.django_db

SAMPLE = (Path(__file__).parents[2] / "data" / "club-evening.json").read_text(encoding="utf-8")


def test_the_sample_evening_goes_out_as_it_came_in():
    assert to_json(export_tournament(tournament_import(text=SAMPLE))) == SAMPLE


def test_a_file_of_a_newer_program_says_so_whatever_else_is_in_it():
    newer = SAMPLE.replace('"version": 1', '"version": 2, "stages": []')
    with translation.override("en"), pytest.raises(InterchangeError) as refused:
        tournament_import(text=newer)
    sentence = "version: a newer program wrote this file, in version 2; this one reads version 1"
    assert str(refused.value) == sentence and not Tournament.objects.exists()


def test_importing_under_another_slug_makes_no_player_twice():
    tournament_import(text=SAMPLE)
    players = Player.objects.count()
    copy = tournament_import(text=SAMPLE, slug="copia")
    assert Player.objects.count() == players == 38
    assert to_json(export_tournament(copy)) == SAMPLE.replace('"torneo-del-venerdi"', '"copia"')


def test_a_player_of_a_file_is_the_member_of_the_same_card_or_of_the_same_name_and_club():
    known = {
        name: Player.objects.create(last_name=name, first_name="Ada", club="Aurora", card=card)
        for name, card in (("Rossi", "A-1"), ("Verdi", ""), ("Costa", ""), ("Serra", "A-2"))
    }
    data = evening()
    people = [("Rossi", "B-1"), ("Verdi", "B-2"), ("Costa", ""), ("Costa", ""), ("Serra", ""), ("Neri", "")]
    for player, (name, card) in zip(data["players"], people, strict=True):
        player.update(last_name=name, first_name="Ada", club="Aurora", card=card)
    tournament = tournament_import(text=json.dumps(data))
    found = [player for pair_ in tournament.pairs.order_by("number") for player in pair_.players]
    # Another card is another person; of two namesakes one is the member.
    assert [player in known.values() for player in found] == [False, True, True, False, True, False]
    assert (found[1], found[2], found[4]) == (known["Verdi"], known["Costa"], known["Serra"])
    assert [Player.objects.get(pk=player.pk).card for player in found] == ["B-1", "B-2", "", "", "A-2", ""]
    assert Player.objects.get(pk=known["Rossi"].pk).card == "A-1"


def test_an_evening_under_way_goes_out_and_in_with_everything_that_differs_from_the_defaults():
    tournament = make_tournament(
        pairs=7, hands_per_round=2, absence_vp=4, round_minutes=35, entry="total", seed=11, options={"closing": 150}
    )
    first = start_round(tournament, System.MITCHELL, step=1)
    table = first.tables.get(number=1)
    table_set_outcome(table=table, version=0, outcome=Outcome.ABSENT_EW, hands=[slip(400)], at=AT)
    play_round(first)
    second = pair(tournament, 2)
    adjustment_add(round=first, pair=second, vp=-1, mp=-45, felt=False, reason="phone", article="12")
    adjustment_add(round=first, pair=second, reason="comment", player=second.player2)
    set_by_hand, awarded = first.tables.filter(outcome=Outcome.PLAYED)
    hand_set(table=set_by_hand, version=set_by_hand.version, number=2, line=Line.EW, mp=0, reason="stood up")
    split = {"ns": Allowance(vp=12, mp=305), "ew": Allowance(vp=4, mp=-100)}
    table_award(table=awarded, version=awarded.version, reason="cards mixed", article="31", at=AT, **split)
    start_round(tournament, System.DANISH_NO_REMATCH, policy="min_square")
    tournament.refresh_from_db()
    text = to_json(export_tournament(tournament))
    copy = tournament_import(text=text.replace('"torneo-del-venerdi"', '"copia"'))
    assert to_json(export_tournament(copy)).replace('"copia"', '"torneo-del-venerdi"') == text
    assert standings_of(copy) == standings_of(tournament)


UNLOOKED = "3C 4C 5C 6D 8D 9S 9S JC QD KH KS"


def test_hands_of_every_depth_go_out_and_in_with_the_lines_of_their_scores():
    tournament = make_tournament(pairs=2, ruleset="italian_semiclean", options={"dirty": 120})
    ns, ew = CARDS
    unlooked = entry_of((ns, ew | {"left": "2C 6S JS AH AH 3D", "pozzetto": "unlooked", "pozzetto_cards": UNLOOKED}))
    play_table(start_round(tournament).tables.get(), entry_of(COUNTS), entry_of(SLIP), entry_of(TOTAL), unlooked)
    tournament.refresh_from_db()
    data = export_tournament(tournament)
    hands = data["rounds"][0]["tables"][0]["hands"]
    assert [hand["ns"] for hand in hands] == [COUNTS[0], SLIP[0], TOTAL[0], CARDS[0]]
    assert hands[3]["ew"]["pozzetto_cards"] == UNLOOKED
    copy = tournament_import(text=to_json(data), slug="copia")
    assert to_json(export_tournament(copy)).replace('"copia"', '"torneo-del-venerdi"') == to_json(data)
    stored, again = (
        list(
            Hand.objects.filter(table__round__tournament=played).order_by("number").values_list("ns_lines", "ew_lines")
        )
        for played in (tournament, copy)
    )
    assert stored == again and standings_of(copy) == standings_of(tournament)


def test_hands_recorded_before_their_fault_was_known_stay_and_are_refused_again():
    """Earlier versions accepted 1070 points, which no three cards give, and burracos of 106 cards."""
    tournament = make_tournament(pairs=2, hands_per_round=2)
    play_table(start_round(tournament).tables.get(), slip(), slip())
    tournament.refresh_from_db()
    data = export_tournament(tournament)
    counts = {"semi_clean": 0, "dirty": 0, "royal": 0, "left_value": 0, "pozzetto": "taken", "closed": False}
    recorded = [
        {"end": "closed", "ns": {"base": 300, "points": 565}, "ew": {"base": 200, "points": 505}},
        {
            "end": "stock",
            "ns": counts | {"clean": 8, "melded": 520},
            "ew": counts | {"clean": 6, "semi_clean": 1, "melded": 500},
        },
    ]
    data["rounds"][0]["tables"][0]["hands"] = recorded
    copy = tournament_import(text=to_json(data), slug="copia")
    assert export_tournament(copy)["rounds"] == data["rounds"]
    assert {standing.mp for standing in standings_of(copy)} == {865 + 1600 + 520, 705 + 1200 + 150 + 500}
    call_command("check_scores", "copia")
    table = copy.rounds.get().tables.get()
    rules = ruleset_for(copy.ruleset, copy.options)
    saved = saved_slip_of(table.pk, copy).slip
    assert [row.total(line) for row in saved.typed for line in Line] == [865, 705, 2120, 1850]
    table_swap_lines(table=table, version=table.version, at=AT)
    assert [hand.ns_total for hand in Hand.objects.filter(table=table).order_by("number")] == [705, 1850]
    end, ns, ew = (recorded[0][name] for name in ("end", "ns", "ew"))
    corrected = HandEntry(HandEnd(end), SlipEntry(**ew), SlipEntry(base=ns["base"] + 100, points=ns["points"]))
    as_recorded = HandEntry(
        HandEnd(recorded[1]["end"]), *(read_entry(recorded[1][line], line, rules) for line in ("ew", "ns"))
    )
    table.refresh_from_db()
    with pytest.raises(SlipRefused) as refused:
        table_record(table=table, version=table.version, hands=[corrected, as_recorded], at=AT, confirmed=True)
    assert [(number, fault.code) for number, fault in refused.value.faults] == [(1, ViolationCode.POINTS_BEYOND_DECK)]
    table_record(table=table, version=table.version, hands=[slip(), as_recorded], at=AT, confirmed=True)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("ns.melds[1]", {"melds": ["3H 4H 5H", "3H XX"]}),
        ("ns.left", {"left": 4}),
        ("ns.pozzetto", {"pozzetto": "lost"}),
        ("ns.pozzetto_cards", {"pozzetto": "unlooked"}),
        ("ns.honours", {"honours": 1}),
        ("ns.closed", {"closed": "yes"}),
    ],
)
def test_cards_that_cannot_be_read_are_named_by_their_path(path: str, change: dict[str, Any]):
    data = json.loads(SAMPLE)
    ns, ew = CARDS
    data["rounds"][0]["tables"][0]["hands"][0] = {"end": "closed", "ns": ns | change, "ew": ew}
    with pytest.raises(InterchangeError) as refused:
        tournament_import(text=json.dumps(data))
    assert str(refused.value).startswith(f"rounds[0].tables[0].hands[0].{path}: ")
    assert not Tournament.objects.exists()


def test_cards_against_the_rules_are_refused_in_a_sentence():
    data = json.loads(SAMPLE)
    ns, ew = CARDS
    hand = {"end": "closed", "ns": ns | {"melds": ["3H 4H 5H 6H 7H 8H 9H", "KS KD 4C"]}, "ew": ew}
    data["rounds"][0]["tables"][0]["hands"][0] = hand
    with pytest.raises(InterchangeError, match=r"^rounds\[0\]\.tables\[0\]\.hands\[0\]: "):
        tournament_import(text=json.dumps(data))


def test_the_next_draw_is_the_same_after_moving_to_another_machine():
    tournament = make_tournament(pairs=20, hands_per_round=2)
    play_round(start_round(tournament, System.DRAW))
    tournament.refresh_from_db()
    copy = tournament_import(text=to_json(export_tournament(tournament)), slug="copia")
    drafts = [round_draft(tournament=played, system=System.DRAW) for played in (tournament, copy)]
    seats = [list(draft.tables.values_list("number", "ns__number", "ew__number")) for draft in drafts]
    assert seats[0] == seats[1]


NO_LINE = {"line": "n", "mp": 0, "reason": "left the table"}

Change = Callable[[dict[str, Any]], object]
FAULTS: list[tuple[str, Change]] = [
    ("colour", lambda data: data.update(colour="green")),
    ("players", lambda data: data.pop("players")),
    ("version", lambda data: data.update(version=2)),
    ("tournament.date", lambda data: data["tournament"].update(date="20/11/2026")),
    ("tournament.hands_per_round", lambda data: data["tournament"].update(hands_per_round="4")),
    ("tournament.scale", lambda data: data["tournament"].update(scale="fibur_1999_4")),
    ("tournament.ruleset", lambda data: data["tournament"].update(ruleset="poker")),
    ("tournament.tie_breaks", lambda data: data["tournament"].update(tie_breaks=["vp", "vp"])),
    ("tournament.tie_breaks[0]", lambda data: data["tournament"].update(tie_breaks=["luck"])),
    ("tournament.slug", lambda data: data["tournament"].update(slug="No Slug!")),
    ("tournament.state", lambda data: data["tournament"].update(state="registration")),
    ("tournament.rest.vp", lambda data: data["tournament"]["rest"].update(vp=21)),
    ("tournament.rest.vp", lambda data: data["tournament"]["rest"].update(vp=-1)),
    ("tournament.rest.mp", lambda data: data["tournament"]["rest"].update(mp=-1)),
    ("players[0].last_name", lambda data: data["players"][0].update(last_name=" ")),
    ("players[1].id", lambda data: data["players"][1].update(id=1)),
    ("players[1].card", lambda data: data["players"][1].update(card=7)),
    ("pairs[0].players[1]", lambda data: data["pairs"][0].update(players=[1, 99])),
    ("pairs[1].players[0]", lambda data: data["pairs"][1].update(players=[1, 4])),
    ("pairs[1].number", lambda data: data["pairs"][1].update(number=1)),
    ("pairs[0].status", lambda data: data["pairs"][0].update(status="asleep")),
    ("rounds[0].system", lambda data: data["rounds"][0].update(system="roulette")),
    ("rounds[1].number", lambda data: data["rounds"][1].update(number=3)),
    ("rounds[0].tables", lambda data: data["rounds"][0].update(state="published")),
    ("rounds[2].tables[1].ew", lambda data: data["rounds"][2]["tables"][1].update(ew=1)),
    ("rounds[2].tables[1].ns", lambda data: data["rounds"][2]["tables"][1].update(ns=77)),
    ("rounds[2].tables[1].outcome", lambda data: data["rounds"][2]["tables"][1].update(outcome="rest")),
    ("rounds[2].tables[1].outcome", lambda data: data["rounds"][2]["tables"][1].update(outcome="open")),
    ("rounds[2].tables[1].hands", lambda data: data["rounds"][2]["tables"][1]["hands"].pop()),
    ("rounds[2].tables[4].hands[0].ns.base", lambda data: hand(data)["ns"].update(base="300")),
    ("rounds[2].tables[4].hands[0].ns.base", lambda data: hand(data)["ns"].update(base=300.0)),
    ("rounds[2].tables[4].hands[0].ew.honours", lambda data: hand(data)["ew"].update(honours=100)),
    ("rounds[2].tables[4].hands[0].end", lambda data: hand(data).update(end="boredom")),
    ("rounds[2].tables[4].hands[0]", lambda data: hand(data)["ns"].update(points=143)),
    ("rounds[2].tables[4].hands[0]", lambda data: hand(data)["ns"].update(points=5000)),
    ("adjustments[0].pair", lambda data: data["adjustments"][0].update(pair=20)),
    ("adjustments[0].round", lambda data: data["adjustments"][0].update(round=5)),
    ("adjustments[0].mp", lambda data: data["adjustments"][0].update(mp=-99)),
    ("adjustments[0].reason", lambda data: data["adjustments"][0].update(reason="")),
    ("adjustments[0].felt", lambda data: data["adjustments"][0].update(mp=0, vp=-1, felt=False)),
    ("adjustments[0].player", lambda data: data["adjustments"][0].update(player=99)),
    ("rounds[2].tables[4].outcome", lambda data: data["rounds"][2]["tables"][4].update(outcome="arbitral")),
    ("rounds[2].tables[4].outcome", lambda data: data["rounds"][2]["tables"][4].update(arbitral={})),
    ("rounds[2].tables[4].arbitral.ew.vp", lambda data: set_score(data, ew={"vp": 21, "mp": 0})),
    ("rounds[2].tables[4].arbitral.ns.mp", lambda data: set_score(data, ns={"vp": 12, "mp": 7})),
    ("rounds[2].tables[4].arbitral.reason", lambda data: set_score(data, reason=" ")),
    (
        "rounds[2].tables[4].hands[0].set.line",
        lambda data: hand(data).update(set=NO_LINE),
    ),
]


def hand(data: dict[str, Any]) -> dict[str, Any]:
    return data["rounds"][2]["tables"][4]["hands"][0]  # type: ignore[no-any-return]


def set_score(data: dict[str, Any], **changes: Any) -> None:
    award = {"ns": {"vp": 12, "mp": 305}, "ew": {"vp": 4, "mp": 0}, "reason": "cards mixed"} | changes
    data["rounds"][2]["tables"][4].update(outcome="arbitral", arbitral=award)


@pytest.mark.parametrize(("path", "change"), FAULTS, ids=[f"{at}-{path}" for at, (path, _) in enumerate(FAULTS)])
def test_a_fault_is_named_by_its_path_and_nothing_is_imported(path: str, change: Change):
    data = json.loads(SAMPLE)
    change(data)
    with pytest.raises(InterchangeError) as refused:
        tournament_import(text=json.dumps(data))
    assert str(refused.value).startswith(f"{path}: ")
    for model in (Tournament, Player, Pair, Round, Table, Hand, Adjustment):
        assert not model.objects.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 1, "format": 2}', "[" * 100_000, '"\\u0000"'])
def test_what_is_no_tournament_is_refused(text: str):
    with pytest.raises(InterchangeError):
        tournament_import(text=text)


def test_a_card_number_of_somebody_else_is_refused():
    Player.objects.create(last_name="Altra", first_name="Persona", card="07919")
    with pytest.raises(InterchangeError, match="Altra Persona"):
        tournament_import(text=SAMPLE)


def test_two_players_of_one_card_are_refused():
    sample = json.loads(SAMPLE)
    for player in sample["players"][:2]:
        player["card"] = "99999"
    with pytest.raises(InterchangeError, match=r"players\[1\].*99999"):
        tournament_import(text=json.dumps(sample))
    assert not Player.objects.exists()


def test_nobody_is_two_players_of_a_file():
    sample = json.loads(SAMPLE)
    sample["players"][1] |= {name: sample["players"][0][name] for name in ("last_name", "first_name", "club")}
    for player in sample["players"][:2]:
        player["card"] = "99999"
    with pytest.raises(InterchangeError, match=r"players\[1\].*99999"):
        tournament_import(text=json.dumps(sample))
    assert not Player.objects.exists()


def test_a_large_club_costs_an_import_nothing():
    """An import reads only the members whose card or name is in the file, by an index."""
    known = Player.objects.create(last_name="Gentile", first_name="Tullio", card="07919")
    strangers = [Player(last_name="Rossi", first_name=f"Anna {n}", search_name=f"rossi anna {n}") for n in range(500)]
    Player.objects.bulk_create(strangers)
    read: list[int] = []

    def note(sender: type[Player], instance: Player, **kwargs: object) -> None:
        if instance.pk:
            read.append(instance.pk)

    post_init.connect(note, sender=Player)
    try:
        with CaptureQueriesContext(connection) as queries:
            tournament_import(text=SAMPLE)
    finally:
        post_init.disconnect(note, sender=Player)
    assert set(read) == {known.pk}
    asked = [query["sql"] for query in queries if 'FROM "tournaments_player"' in query["sql"]]
    assert len(asked) == 2
    if connection.vendor != "sqlite":
        # PostgreSQL reads a table of a few hundred rows whole, even with an index.
        return
    with connection.cursor() as cursor:
        for sql in asked:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            assert not any("SCAN" in step for *_, step in cursor.fetchall())


def test_a_member_without_a_card_gets_the_one_in_the_file():
    member = Player.objects.create(last_name="Gentile", first_name="Tullio", club="ASD Burraco Aurora")
    tournament_import(text=SAMPLE)
    member.refresh_from_db()
    assert member.card == "07919"
    assert Player.objects.count() == 38
