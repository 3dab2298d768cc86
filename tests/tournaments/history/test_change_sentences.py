"""The sentences of a tournament's history, each with its facts, in every case that reads otherwise."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.factories import AT
from tournaments.history.changes import Change, ChangeKind, History, without_many_edits
from tournaments.history.edits import Edit, EditType
from tournaments.history.sentences import tell
from tournaments.models import PhoneLog
from tournaments.pairing.moves import OPENED_LATE
from tournaments.pairing.result_sources import Slips
from tournaments.records import Kind
from tournaments.records.sections import in_section
from tournaments.slips.states import BY_BOTH_LINES

pytestmark = pytest.mark.usefixtures("in_english")

ADDED, CHANGED, REMOVED = EditType

Told = tuple[Any, ...]
"""The headline, and each difference as its label, what was before, and what comes after."""

HISTORY = History(
    changes=(),
    numbers={31: 1, 32: 2, 33: 3, 34: 4},
    pairs={31: {"player1_id": 11, "player2_id": 12}, 32: {"player1_id": 13, "player2_id": None}},
    players={1: "Bruni Leo", 11: "Rossi Anna", 12: "Neri Ugo", 13: "Verdi Ada", 14: "Zanon Pia"},
    teams={1: "Wolves", 21: "Lions", 22: "Bears"},
    rounds={},
)


def edit(type: EditType, values: dict[str, Any], reason: str = "", **before: Any) -> Edit:
    """Return the edit of a row; `before` has the fields that were different, if the row was there."""
    was = values | before if type is CHANGED else {}
    return Edit(type=type, id=4, row=9, at=AT, who="carla", reason=reason, values=values, before=was)


def told(kind: ChangeKind, *edits: Edit, history: History = HISTORY, **about: Any) -> Told:
    words = tell(Change(kind=kind, edits=edits, **about), history)
    return (words.headline, *((one.label, one.before, one.after) for one in words.differences))


PAIR = {
    "number": 1,
    "player1_id": 11,
    "player2_id": 12,
    "team_id": None,
    "fixed_table": None,
    "girone": None,
    "late_after": None,
    "late_reason": "",
    "status": "active",
}
LATE = PAIR | {"team_id": 21, "late_after": 2, "late_reason": "the train"}
ALONE = PAIR | {"number": 2, "player1_id": 13, "player2_id": None}


@pytest.mark.parametrize(
    ("edits", "line"),
    [
        ([edit(ADDED, PAIR)], ("Pair 1 added: Rossi Anna – Neri Ugo",)),
        (
            [edit(ADDED, LATE)],
            (
                "Pair 1 added: Rossi Anna – Neri Ugo",
                ("Team", "", "Lions"),
                ("Admitted late", "", "after round 2: the train"),
            ),
        ),
        ([edit(CHANGED, LATE)], ("Pair 1, Rossi Anna – Neri Ugo",)),
        ([edit(REMOVED, PAIR | {"player2_id": 99})], ("Pair 1 deleted: Rossi Anna – ?",)),
        (
            [edit(CHANGED, PAIR, number=7, player2_id=14, fixed_table=3, girone=2, status="expected")],
            (
                "Pair 1, Rossi Anna – Neri Ugo",
                ("Number", "7", "1"),
                ("Players", "Rossi Anna – Zanon Pia", "Rossi Anna – Neri Ugo"),
                ("Keeps table", "3", ""),
                ("Girone", "B", ""),
                ("Presence", "expected", "here"),
            ),
        ),
        (
            [edit(CHANGED, PAIR | {"team_id": 22, "fixed_table": 3, "girone": 1}, player1_id=14)],
            ("Pair 1, Rossi Anna – Neri Ugo", ("Players", "Zanon Pia – Neri Ugo", "Rossi Anna – Neri Ugo")),
        ),
        (
            [edit(CHANGED, PAIR | {"team_id": 22, "fixed_table": 3, "girone": 1}, team_id=21, fixed_table=None)],
            ("Pair 1, Rossi Anna – Neri Ugo", ("Team", "Lions", "Bears"), ("Keeps table", "", "3")),
        ),
        (
            [edit(CHANGED, PAIR | {"girone": 1}, girone=2, team_id=21)],
            ("Pair 1, Rossi Anna – Neri Ugo", ("Team", "Lions", ""), ("Girone", "B", "A")),
        ),
        (
            [edit(ADDED, PAIR), edit(ADDED, ALONE)],
            ("2 pairs added", ("1 Rossi Anna – Neri Ugo", "", ""), ("2 Verdi Ada", "", "")),
        ),
        (
            [edit(CHANGED, PAIR, status="expected"), edit(CHANGED, ALONE, status="withdrawn")],
            (
                "2 pairs changed",
                ("1 Rossi Anna – Neri Ugo", "expected", "here"),
                ("2 Verdi Ada", "withdrawn", "here"),
            ),
        ),
    ],
)
def test_pairs(edits: list[Edit], line: Told) -> None:
    assert told(ChangeKind.PAIR, *edits) == line


def test_of_many_pairs_the_number_alone_is_told_and_players_are_called_so() -> None:
    individual = replace(HISTORY, kind=Kind.INDIVIDUAL)
    assert told(ChangeKind.PAIR, edit(ADDED, ALONE), edits_left_out=60) == ("61 pairs added",)
    assert told(ChangeKind.PAIR, edit(ADDED, ALONE), history=individual) == ("Player 2 added: Verdi Ada",)


def test_of_what_was_put_right_at_many_tables_all_is_told() -> None:
    for kind, count in ((ChangeKind.PAIR, 1), (ChangeKind.ENTRY, 1), (ChangeKind.PAIRING, 3)):
        change = without_many_edits(Change(kind=kind, edits=(edit(ADDED, PAIR),) * 3), 2)
        assert (len(change.edits), change.edits_left_out) == (count, 3 - count)


IN_HIS_PLACE = {"pair_id": 31, "player_id": 14, "seat": 2, "first_round": 2, "last_round": 3}


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (edit(ADDED, IN_HIS_PLACE), ("Pair 1: Zanon Pia in place of Neri Ugo, in rounds 2 to 3",)),
        (edit(ADDED, IN_HIS_PLACE | {"seat": 1}), ("Pair 1: Zanon Pia in place of Rossi Anna, in rounds 2 to 3",)),
        (
            edit(CHANGED, IN_HIS_PLACE, first_round=1),
            (
                "Pair 1, changed: Zanon Pia in place of Neri Ugo, in rounds 2 to 3",
                ("Rounds", "in rounds 1 to 3", "in rounds 2 to 3"),
            ),
        ),
        (
            edit(CHANGED, IN_HIS_PLACE, last_round=None),
            (
                "Pair 1, changed: Zanon Pia in place of Neri Ugo, in rounds 2 to 3",
                ("Rounds", "from round 2", "in rounds 2 to 3"),
            ),
        ),
        (
            edit(CHANGED, IN_HIS_PLACE, seat=1),
            ("Pair 1, changed: Zanon Pia in place of Neri Ugo, in rounds 2 to 3",),
        ),
        (edit(REMOVED, IN_HIS_PLACE), ("Pair 1, undone: Zanon Pia in place of Neri Ugo, in rounds 2 to 3",)),
        (edit(ADDED, IN_HIS_PLACE | {"pair_id": 32}), ("Pair 2: Zanon Pia in place of ?, in rounds 2 to 3",)),
        (
            edit(ADDED, IN_HIS_PLACE | {"pair_id": 99, "player_id": 99}),
            ("Pair ?: ? in place of ?, in rounds 2 to 3",),
        ),
    ],
)
def test_substitutes(edit: Edit, line: Told) -> None:
    assert told(ChangeKind.SUBSTITUTE, edit) == line


def test_teams() -> None:
    lions = {"number": 2, "name": "Lions"}
    assert told(ChangeKind.TEAM, edit(CHANGED, lions, name="Cats")) == ("Team 2", ("Name", "Cats", "Lions"))
    assert told(ChangeKind.TEAM, edit(REMOVED, lions)) == ("Team 2 deleted: Lions",)


@pytest.mark.parametrize(
    ("type", "players", "sentence"),
    [
        (ADDED, [11], "Looks for a partner: Rossi Anna"),
        (ADDED, [11, 99], "Look for a partner: Rossi Anna, ?"),
        (REMOVED, [11], "No longer looking for a partner: Rossi Anna"),
        (REMOVED, [11, 12], "No longer looking for a partner: Rossi Anna, Neri Ugo"),
    ],
)
def test_players_without_a_partner(type: EditType, players: list[int], sentence: str) -> None:
    edits = [edit(type, {"player_id": player}) for player in players]
    assert told(ChangeKind.SINGLE, *edits) == (sentence,)


DAY = {"number": 2, "system": "swiss", "settings": {}, "seed": 5}
LINE_UP = {"team_id": 21, "session": 1, "pairs": [31, 33], "by_captain": False}


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ([edit(ADDED, DAY)], "Match day 2 drawn: Swiss"),
        (
            [edit(ADDED, DAY | {"settings": {"memory": 1}, "system": "danish_no_rematch"})],
            "Match day 2 drawn: Modified Danish",
        ),
        ([edit(REMOVED, DAY)], "Draw of match day 2 discarded"),
        ([edit(ADDED, LINE_UP)], "Line-up of Lions: 1, 3"),
        ([edit(ADDED, LINE_UP | {"by_captain": True})], "Line-up of Lions handed in by its captain: 1, 3"),
        ([edit(REMOVED, LINE_UP | {"by_captain": True})], "Line-up of Lions withdrawn: 1, 3"),
        (
            [edit(CHANGED, LINE_UP, pairs=[31]), edit(ADDED, LINE_UP | {"team_id": 99, "pairs": [99]})],
            "Line-up of Lions: 1, 3; Line-up of ?: ?",
        ),
    ],
)
def test_matches_of_teams(edits: list[Edit], sentence: str) -> None:
    assert told(ChangeKind.MATCHES, *edits) == (sentence,)


ENTRY = {"name1": "Rossi Anna", "name2": "Neri Ugo", "state": "accepted", "looking": False}
ALONE_ENTERED = {"name1": "Verdi Ada", "name2": "", "state": "waiting", "looking": True}
WAITING, ACCEPTED = "awaiting the club’s approval", "accepted"


@pytest.mark.parametrize(
    ("edits", "line"),
    [
        ([edit(ADDED, ENTRY)], ("Entry of Rossi Anna – Neri Ugo", ("State", "", ACCEPTED))),
        (
            [edit(CHANGED, ENTRY, state="waiting")],
            ("Entry of Rossi Anna – Neri Ugo", ("State", WAITING, ACCEPTED)),
        ),
        (
            [edit(ADDED, ALONE_ENTERED)],
            ("Entry of Verdi Ada", ("State", "", WAITING), ("Shown as looking for a partner", "", "yes")),
        ),
        ([edit(CHANGED, ALONE_ENTERED, state="accepted")], ("Entry of Verdi Ada", ("State", ACCEPTED, WAITING))),
        (
            [edit(CHANGED, ALONE_ENTERED, looking=False)],
            ("Entry of Verdi Ada", ("Shown as looking for a partner", "no", "yes")),
        ),
        (
            [edit(CHANGED, ALONE_ENTERED, looking=False, state="accepted")],
            ("Entry of Verdi Ada", ("State", ACCEPTED, WAITING), ("Shown as looking for a partner", "no", "yes")),
        ),
        (
            [edit(CHANGED, ENTRY, state="waiting"), edit(ADDED, ALONE_ENTERED)],
            ("2 entries", ("Rossi Anna – Neri Ugo", WAITING, ACCEPTED), ("Verdi Ada", "", WAITING)),
        ),
    ],
)
def test_entries(edits: list[Edit], line: Told) -> None:
    assert told(ChangeKind.ENTRY, *edits) == line


def test_of_many_entries_the_number_alone_is_told() -> None:
    assert told(ChangeKind.ENTRY, edit(ADDED, ENTRY), edits_left_out=60) == ("61 entries",)


def test_the_terms_of_entry() -> None:
    closes = datetime(2026, 11, 20, 21, tzinfo=ZoneInfo("Europe/Rome"))
    terms = {"is_open": True, "places": 30, "closes_at": closes, "without_yes": False}
    changed = edit(CHANGED, terms, is_open=False, places=None, closes_at=None)
    assert told(ChangeKind.ENTRY, changed) == (
        "Terms of entry",
        ("Pairs enter themselves", "no", "yes"),
        ("Places", "none", "30"),
        ("Closes", "none", "20/11/2026 21:00"),
    )
    assert told(ChangeKind.ENTRY, edit(ADDED, terms | {"closes_at": None})) == (
        "Terms of entry",
        ("Pairs enter themselves", "", "yes"),
        ("Places", "", "30"),
        ("Closes", "", "none"),
        ("Accepted automatically", "", "no"),
    )


REFEREES = (PhoneLog.Event.UNLOCK, PhoneLog.Event.DECIDE, PhoneLog.Event.REOPEN)


@pytest.mark.parametrize(
    ("event", "line", "phone", "sentence", "who"),
    [
        ("send", "ns", "B", "NS sent the slip to the opponents", "phone B"),
        ("contest", "ew", "", "EW contested the slip", ""),
        ("wrong_code", "", "A", "a wrong code was given", "phone A"),
        ("unlock", "", "A", "unlocked for new phones", "referee"),
        ("decide", "", "", "the referee’s word takes the place of the slip on phones", "referee"),
        ("reopen", "", "", "the slip is open again for phones", "referee"),
    ],
)
def test_phones(event: str, line: str, phone: str, sentence: str, who: str) -> None:
    act = edit(ADDED, {"event": event, "line": line, "phone": phone})
    words = tell(Change(kind=ChangeKind.PHONES, edits=(act,), round=2, table=in_section(23, (17,))), HISTORY)
    assert (words.headline, words.differences, words.who) == (f"Round 2, table B 7: {sentence}", (), who)


SEATS = {"number": 2, "ns_id": 31, "ew_id": 32, "ns_partner_id": None, "ew_partner_id": None}


@pytest.mark.parametrize(
    ("edits", "line"),
    [
        (
            [edit(CHANGED, SEATS, Slips.STAY.value, ew_id=33)],
            (
                "Seats of round 3 corrected: the results stayed at their tables",
                ("Table 2", "1 – 3", "1 – 2"),
            ),
        ),
        (
            [edit(ADDED, SEATS, OPENED_LATE), edit(CHANGED, SEATS | {"number": 1}, "go_along", ew_id=None)],
            (
                "Seats of round 3 corrected: the results went with those for whom they were entered",
                ("Table 2", "", "1 – 2"),
                ("Table 1", "1 rests", "1 – 2"),
            ),
        ),
        (
            [edit(ADDED, SEATS | {"ns_partner_id": 33, "ew_partner_id": 34}, OPENED_LATE)],
            ("Seats of round 3 corrected", ("Table 2", "", "1 + 3 – 2 + 4")),
        ),
    ],
)
def test_seats_put_right(edits: list[Edit], line: Told) -> None:
    assert told(ChangeKind.PAIRING, *edits, round=3) == line


ROUND = {"system": "mitchell", "settings": {"step": 3}, "seed": 5, "by_rating": False, "on_paper": False}
DRAFT, OUT, CLOSED = (ROUND | {"state": state} for state in ("draft", "published", "closed"))


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (edit(ADDED, DRAFT), "Round 3 drawn: Mitchell, step 3"),
        (edit(ADDED, OUT), "Round 3 imported: Mitchell, step 3"),
        (edit(CHANGED, DRAFT, seed=4), "Round 3 drawn again: Mitchell, step 3"),
        (edit(CHANGED, OUT, state="draft"), "Round 3 published: Mitchell, step 3"),
        (edit(CHANGED, OUT, state="closed"), "Round 3 published: Mitchell, step 3"),
        (edit(CHANGED, CLOSED, state="published"), "Round 3 closed"),
        (edit(CHANGED, DRAFT, state="published"), "Round 3 unpublished: a draft again"),
        (edit(REMOVED, DRAFT), "Draft of round 3 discarded"),
        (edit(CHANGED, OUT, on_paper=True), "Round 3: slips on phones, too"),
        (edit(CHANGED, OUT | {"on_paper": True}, on_paper=False), "Round 3: slips on paper only"),
        (edit(ADDED, DRAFT | {"by_rating": True}), "Round 3 drawn: Mitchell, in the order of the ratings"),
        (edit(ADDED, DRAFT | {"settings": {}, "system": "draw"}), "Round 3 drawn: Draw by lot, seed 5"),
        (edit(ADDED, DRAFT | {"settings": {}, "system": "swiss"}), "Round 3 drawn: Swiss"),
    ],
)
def test_steps_of_a_round(edit: Edit, sentence: str) -> None:
    assert told(ChangeKind.PAIRING, edit, round=3) == (sentence,)


def test_the_seats_of_a_round_that_was_published() -> None:
    parts = (edit(ADDED, SEATS), edit(ADDED, SEATS | {"number": in_section(23, (17,)), "ns_id": 33, "ew_id": None}))
    assert told(ChangeKind.PAIRING, edit(CHANGED, OUT, state="draft"), parts=parts, round=3) == (
        "Round 3 published: Mitchell, step 3",
        ("Table 2", "", "1 – 2"),
        ("Table B 7", "", "3 rests"),
    )


STARTED = AT.isoformat()
RUNNING = {"minutes": 50, "started_at": STARTED}
STOPPED = RUNNING | {"stopped_at": (AT + timedelta(minutes=5)).isoformat()}


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ({}, {"hall": RUNNING}, ("Clock of round 3, hall: started",)),
        ({"hall": RUNNING}, {}, ("Clock of round 3, hall: resumed",)),
        ({}, {"hall": {"minutes": 50}, "4": RUNNING}, ("Clock of round 3, table A 4: started",)),
        ({"hall": {"minutes": 50}, "4": RUNNING}, {}, ("Clock of round 3, table A 4: goes with the hall again",)),
        ({"hall": RUNNING}, {"hall": STOPPED}, ("Clock of round 3, hall: paused",)),
        (
            {"hall": RUNNING},
            {"hall": RUNNING, "23": RUNNING | {"added": 120}},
            ("Clock of round 3, table B 7: 2:00 added",),
        ),
        (
            {"hall": RUNNING, "4": RUNNING},
            {"hall": STOPPED, "4": STOPPED},
            ("Clock of round 3", ("hall", "", "paused"), ("table A 4", "", "paused")),
        ),
    ],
)
def test_clocks(before: dict[str, Any], after: dict[str, Any], line: Told) -> None:
    change = edit(CHANGED, {"clocks": after, "settings": {"sections": [17]}}, clocks=before)
    assert told(ChangeKind.CLOCK, change, round=3) == line


RESULT = {
    "outcome": "played",
    "ns_vp_set": None,
    "ns_mp_set": None,
    "ew_vp_set": None,
    "ew_mp_set": None,
    "ruling": "",
    "ruling_article": "",
}
RULED = RESULT | {"outcome": "arbitral", "ns_vp_set": 12, "ns_mp_set": 1_305, "ew_vp_set": 4, "ew_mp_set": 0}
RULED |= {"ruling": "cards mixed", "ruling_article": "art. 9"}
SCORE = "NS 12 VP, 1,305 MP · EW 4 VP, 0 MP: cards mixed (art. 9)"


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (edit(CHANGED, RESULT, outcome="open"), ("result entered",)),
        (
            edit(CHANGED, RESULT, BY_BOTH_LINES, outcome="open"),
            ("result entered, confirmed by both lines on their phones",),
        ),
        (edit(CHANGED, RESULT, x=1), ("result corrected",)),
        (edit(CHANGED, RESULT | {"outcome": "open"}, outcome="played"), ("result removed",)),
        (edit(CHANGED, RESULT | {"outcome": "absent_ns"}, outcome="open"), ("NS absent",)),
        (edit(CHANGED, RULED, **RESULT | {"outcome": "open"}), ("assigned score", ("Assigned score", "", SCORE))),
        (
            edit(CHANGED, RULED, ns_vp_set=10),
            ("assigned score", ("Assigned score", SCORE.replace("12", "10"), SCORE)),
        ),
        (
            edit(CHANGED, RESULT, **RULED),
            ("assigned score cancelled, played", ("Assigned score", SCORE, "")),
        ),
        (edit(ADDED, RULED), ("assigned score", ("Assigned score", "", SCORE))),
    ],
)
def test_results(edit: Edit, line: Told) -> None:
    headline, *differences = told(ChangeKind.RESULT, edit, round=2, table=in_section(23, (17,)))
    expected, *changed = line
    assert headline == f"Round 2, table B 7: {expected}"
    assert [(label.lower(), *values) for label, *values in differences] == [
        (label.lower(), *values) for label, *values in changed
    ]


SLIP = {
    "table_id": 5,
    "number": 3,
    "end": "closed",
    "ns_entry": {"base": 300, "points": 145},
    "ew_entry": {"base": 0, "points": -35},
    "ns_total": 445,
    "ew_total": -35,
    "ns_set": None,
    "ew_set": None,
    "set_reason": "",
}
TURNED = {"ns_entry": SLIP["ew_entry"], "ew_entry": SLIP["ns_entry"]}
TOTALS = SLIP | {"ns_entry": {"total": 445}, "ew_entry": {"total": -35}}
CARDS = SLIP | {"ns_entry": {"melds": ["A"], "left": ""}, "ew_entry": {"melds": [], "left": "K"}}
COUNTS = SLIP | {"ns_entry": {"clean": 1, "melded": 245}, "ew_entry": {"melded": 0}}
WRITTEN = "NS 300 + 145 = 445 · EW 0 − 35 = −35"
BY_CARDS = "NS 445 (from the cards) · EW −35 (from the cards)"
BY_COUNTS = BY_CARDS.replace("the cards", "burracos and values")
AS_WRITTEN = "Hand 3, as the players wrote it"
OTHER_CARDS = {"melds": ["2"], "left": ""}


def claim(*sides: tuple[int, ...]) -> str:
    return json.dumps({"claim": sides})


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        (edit(ADDED, SLIP), ("", ("Hand 3", "", f"{WRITTEN} (closed)"))),
        (edit(ADDED, TOTALS), ("", ("Hand 3", "", "NS 445 · EW −35 (closed)"))),
        (edit(REMOVED, SLIP), ("", ("Hand 3", f"{WRITTEN} (closed)", ""))),
        (edit(CHANGED, SLIP, end="time"), ("", ("Hand 3, end", "time", "closed"))),
        (
            replace(edit(CHANGED, SLIP), before={}),
            ("", ("Hand 3, NS", "", "445"), ("Hand 3, EW", "", "−35")),
        ),
        (
            edit(CHANGED, SLIP, **TURNED, end="time"),
            (
                "",
                ("Hand 3, NS base", "0", "300"),
                ("Hand 3, NS points", "−35", "145"),
                ("Hand 3, EW base", "300", "0"),
                ("Hand 3, EW points", "145", "−35"),
                ("Hand 3, end", "time", "closed"),
            ),
        ),
        (
            edit(CHANGED, SLIP, ns_entry=SLIP["ew_entry"]),
            ("", ("Hand 3, NS base", "0", "300"), ("Hand 3, NS points", "−35", "145")),
        ),
        (
            edit(CHANGED, SLIP, ew_entry=SLIP["ns_entry"]),
            ("", ("Hand 3, EW base", "300", "0"), ("Hand 3, EW points", "145", "−35")),
        ),
        (edit(ADDED, CARDS), (", hand 3 counted on the table", ("Hand 3", "", f"{BY_CARDS} (closed)"))),
        (edit(ADDED, COUNTS), (", hand 3 counted on the table", ("Hand 3", "", f"{BY_COUNTS} (closed)"))),
        (edit(REMOVED, CARDS), ("", ("Hand 3", f"{BY_CARDS} (closed)", ""))),
        (edit(CHANGED, CARDS, end="time"), ("", ("Hand 3, end", "time", "closed"))),
        (
            edit(CHANGED, CARDS, ns_entry=OTHER_CARDS, ns_total=400),
            (
                ", hand 3 counted on the table",
                ("Hand 3, NS", "400 (from the cards)", "445 (from the cards)"),
            ),
        ),
        (
            edit(ADDED, SLIP, claim((300, 145), (0, -35))),
            ("", (AS_WRITTEN, WRITTEN, ""), ("Hand 3", "", f"{WRITTEN} (closed)")),
        ),
        (
            edit(CHANGED, SLIP, claim((300, 145), (0, -35)), ew_entry={"base": 0, "points": -30}),
            ("", (AS_WRITTEN, WRITTEN, ""), ("Hand 3, EW points", "−30", "−35")),
        ),
        (
            edit(CHANGED, TOTALS, claim((445,), (-35,)), ew_entry={"total": -30}),
            ("", (AS_WRITTEN, "NS 445 · EW −35", ""), ("Hand 3, EW total", "−30", "−35")),
        ),
        (edit(CHANGED, SLIP, claim((300, 145), (0, -35)), end="time"), ("", ("Hand 3, end", "time", "closed"))),
        (edit(REMOVED, SLIP, claim((445,), (-35,))), ("", ("Hand 3", f"{WRITTEN} (closed)", ""))),
    ],
)
def test_hands_of_a_result(hand: Edit, line: Told) -> None:
    also, *differences = line
    headline, *told_of_it = told(ChangeKind.RESULT, edit(CHANGED, RESULT, x=1), parts=(hand,), round=2, table=4)
    assert headline == f"Round 2, table 4: result corrected{also}"
    assert [tuple(one) for one in told_of_it] == differences


@pytest.mark.parametrize("hand", [SLIP, CARDS])
def test_lines_that_were_swapped_are_told_in_one_sentence(hand: dict[str, Any]) -> None:
    swapped = edit(CHANGED, hand, ns_entry=hand["ew_entry"], ew_entry=hand["ns_entry"])
    lines = told(ChangeKind.RESULT, edit(CHANGED, RESULT, x=1), parts=(swapped, swapped), round=2, table=4)
    assert lines == ("Round 2, table 4: NS and EW of the result swapped",)


SETTINGS = "Settings of the tournament"
OWN_SCALE = {"name": "Own", "total": 20}


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (edit(CHANGED, {"called_off_at": AT}, called_off_at=None), ("Called off",)),
        (edit(CHANGED, {"called_off_at": None}, called_off_at=AT), ("Takes place after all",)),
        (
            edit(CHANGED, {"cut_after": None, "carry": "", "own_tables": False}, cut_after=2, carry="half"),
            ("The cut into gironi after round 2 was undone.",),
        ),
        (
            edit(CHANGED, {"options": {"x": 1, "y": 2}}, options={}),
            (SETTINGS, ("Options of the ruleset", "none", "x: 1, y: 2")),
        ),
        (
            edit(CHANGED, {"match_scale": OWN_SCALE}, match_scale=None),
            (SETTINGS, ("VP scale of the matches", "that of the pairs, widened", "name: Own, total: 20")),
        ),
        (
            edit(CHANGED, {"scale": OWN_SCALE}, scale="fibur_2026_2"),
            (SETTINGS, ("VP scale", "fibur_2026_2", "name: Own, total: 20")),
        ),
        (
            edit(CHANGED, {"call_minutes": [10, 5]}, call_minutes=[]),
            (SETTINGS, ("Minutes left that are called", "none", "10, 5")),
        ),
        (
            edit(CHANGED, {"tie_breaks": ["vp", "lot"]}, tie_breaks=["lot"]),
            (SETTINGS, ("Tie-breaks", "lot", "VP, lot")),
        ),
        (
            edit(CHANGED, {"entry": "slip"}, entry="total"),
            (SETTINGS, ("Slips are entered as", "totals only", "base and points")),
        ),
    ],
)
def test_settings_of_a_tournament(edit: Edit, line: Told) -> None:
    assert told(ChangeKind.TOURNAMENT, edit) == line
