"""The sentences of an evening, each with its facts, in every case that has one of its own."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from tournaments.pairing.result_sources import Slips
from tournaments.ranking.gironi import Boundary, GironeMove
from tournaments.records import (
    Carry,
    Cut,
    DraftTable,
    Entrant,
    EntrantId,
    Fold,
    Line,
    Movement,
    NamedSystem,
    Policy,
    RoundSettings,
    Standing,
    System,
    TieBreak,
)
from tournaments.records.plans import PlannedCut
from tournaments.records.sections import in_section
from tournaments.slips.code_tries import Bound, HoldUp
from tournaments.slips.tiles import Tile
from tournaments.wording.gironi import (
    boundary_sentence,
    by_girone,
    cut_sentence,
    gironi_notes,
    move_sentences,
    of_girone,
    place_in_girone,
    planned_cut_sentence,
    sizes_in_words,
)
from tournaments.wording.hall import state_sentence, tables_sentence
from tournaments.wording.phone_slips import (
    TILE_SIGNS,
    TILE_WORDS,
    discarded_sentence,
    held_up_sentence,
    on_the_desk,
    unsettled_sentence,
)
from tournaments.wording.round_settings import (
    new_run_sentence,
    sections_in_words,
    sections_sentence,
    settings_words,
    too_many_sections,
)
from tournaments.wording.seat_corrections import consequences
from tournaments.wording.stages_reached import knockout_notes

pytestmark = pytest.mark.usefixtures("in_english")


def standing(place: int, *, vp: int = 40, girone: int | None = None, by_knockout: bool = False) -> Standing:
    return Standing(
        place=place,
        tied=False,
        entrant=Entrant(id=EntrantId(place + 10), names=(f"Rossi {place}", f"Neri {place}")),
        vp=vp,
        mp_difference=1_250 - 500 * place,
        mp=0,
        wins=0,
        rounds=(),
        girone=girone,
        by_knockout=by_knockout,
    )


UNDER_WAY: dict[str, Any] = {
    "after_round": None,
    "is_final": False,
    "is_over": False,
    "last_round": 2,
    "rounds_planned": 4,
    "tables": 9,
    "tables_in": 3,
}


@pytest.mark.parametrize(
    ("otherwise", "sentence"),
    [
        ({}, "Round 2 of 4 · 3 of 9 tables in"),
        ({"provisional": True}, "Round 2 of 4 · 3 of 9 tables in · provisional"),
        ({"last_round": 5}, "Round 5 of 5 · 3 of 9 tables in"),
        ({"tables": None}, "After round 2 of 4"),
        ({"tables": None, "provisional": True}, "After round 2 of 4"),
        ({"after_round": 1}, "After round 1"),
        ({"after_round": 1, "is_final": True, "is_over": True}, "After round 1"),
        ({"is_final": True, "is_over": True}, "Final ranking"),
        ({"is_over": True}, "Provisional ranking: results are being checked"),
        ({"last_round": None}, "The first round has not started yet"),
        ({"last_round": None, "is_over": True}, "Provisional ranking: results are being checked"),
        (
            {"last_round": None, "starts": (date(2026, 11, 20), time(20, 45))},
            "The first round has not started yet: it starts on Friday 20 November 2026 at 20:45",
        ),
        ({"starts": (date(2026, 11, 20), time(20, 45))}, "Round 2 of 4 · 3 of 9 tables in"),
    ],
)
def test_the_state_of_an_evening(otherwise: dict[str, Any], sentence: str) -> None:
    assert state_sentence(**UNDER_WAY | otherwise) == sentence


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ([7], "Table 7 is missing"),
        ([1, 2, 9], "Tables 1, 2, 9 are missing"),
        (range(1, 25, 2), "Tables 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 are missing"),
        (range(1, 27, 2), "37 of 50 tables are in"),
    ],
)
def test_the_tables_that_are_awaited(missing: Sequence[int], sentence: str) -> None:
    assert tables_sentence(missing, 50) == sentence


def test_a_cut_says_when_and_what_goes_on() -> None:
    cut = Cut(after_round=3, carry=Carry.HALF)
    sentence = "Cut into gironi after round 3: half of the points are carried over, VP rounded up."
    assert cut_sentence(cut) == cut_sentence(cut, with_tables=True) == sentence
    own = replace(cut, own_tables=True)
    assert cut_sentence(own) == sentence
    assert cut_sentence(own, with_tables=True) == f"{sentence} The tables of each girone are numbered from 1."
    assert gironi_notes([standing(1, girone=1)], cut) == [sentence]
    assert gironi_notes([standing(1)], cut) == gironi_notes([standing(1, girone=1)], None) == []
    planned = PlannedCut(after_round=2, gironi=3, carry=Carry.NOTHING)
    assert planned_cut_sentence(planned) == "Announced: 3 gironi after round 2, and the gironi begin from zero."


def test_gironi_are_named_and_counted() -> None:
    assert (of_girone(None, "All play."), of_girone(2, "All play.")) == ("All play.", "Girone B. All play.")
    assert sizes_in_words([16, 15]) == "A 16, B 15"
    first, second, third = standing(1, girone=1), standing(2, girone=2), standing(3, girone=2)
    knocked = standing(1, girone=1, by_knockout=True)
    assert by_girone([first, second, third]) == [("Girone A", [first]), ("Girone B", [second, third])]
    assert by_girone([knocked, second]) == [("Knockout", [knocked]), ("Girone B", [second])]
    assert by_girone([standing(1)]) == [("", [standing(1)])]
    assert place_in_girone(third, [first, second, third]) == "Girone B, place 2"
    assert place_in_girone(standing(3), [standing(3)]) == ""


@pytest.mark.parametrize(
    ("decided_by", "lower", "why"),
    [
        (TieBreak.VP, 38, ""),
        (TieBreak.MP_DIFFERENCE, 40, "Equal so far: MP difference decides."),
        (
            None,
            40,
            "Nothing separates them: they are equal, and the order of their numbers decides. You can move either.",
        ),
    ],
)
def test_where_the_cut_falls(decided_by: TieBreak | None, lower: int, why: str) -> None:
    boundary = Boundary(girone=1, last=standing(2), first=standing(3, vp=lower), decided_by=decided_by)
    above, below, reason = boundary_sentence(boundary)
    assert above == "A: 2. Rossi 2 – Neri 2, 40 VP, +250"
    assert below == f"B: 3. Rossi 3 – Neri 3, {lower} VP, −250"
    assert reason == why


def test_what_it_does_to_move_a_pair_to_another_girone() -> None:
    move = GironeMove(
        entrant=standing(4).entrant,
        origin=1,
        goal=2,
        place=3,
        vp=38,
        sizes={1: 7, 2: 8, 3: 1},
        draft=None,
        under_way=None,
    )
    begin = [
        "14 Rossi 4 – Neri 4 goes from Girone A to Girone B.",
        "It keeps its points: with 38 VP it is number 3 of Girone B.",
    ]
    sizes = [
        "Girone A then has 7 pairs: one rests in each round.",
        "Girone B then has 8 pairs: all of them play.",
    ]
    end = "Rounds that have been played stay as they are."
    assert move_sentences(move) == [*begin, *sizes, end]
    assert move_sentences(replace(move, draft=4))[4:] == [
        "Round 4 is a draft with the gironi as they are: draw it again afterwards.",
        end,
    ]
    assert move_sentences(replace(move, under_way=3))[4:] == [
        "Round 3 is being played: its seats stay, and what it scores there counts.",
        end,
    ]
    alone = move_sentences(replace(move, origin=3, goal=4))
    assert alone[2:4] == [
        "Girone C then has a single pair: it cannot be paired.",
        "Girone D then has no pair.",
    ]


SETTINGS = [
    (System.MITCHELL, RoundSettings(), []),
    (System.MITCHELL, RoundSettings(step=3), ["step 3"]),
    (System.DANISH, RoundSettings(step=3), []),
    (System.MITCHELL, RoundSettings(sections=(16, 31)), ["sections A from table 1, B from table 16, C from table 31"]),
    (System.DANISH, RoundSettings(sections=(16,)), []),
    (System.MITCHELL, RoundSettings(start_by_lot=True), ["first seats by lot"]),
    (System.SWISS, RoundSettings(start_by_lot=True), []),
    (System.DANISH_NO_REMATCH, RoundSettings(policy=Policy.MIN_SQUARE), ["balanced over the whole hall"]),
    (System.SWISS, RoundSettings(policy=Policy.MIN_SQUARE), []),
    (System.SWISS, RoundSettings(fold=Fold.ADJACENT), ["neighbours meet"]),
    (System.DANISH_NO_REMATCH, RoundSettings(fold=Fold.ADJACENT), []),
    (System.DANISH_NO_REMATCH, RoundSettings(memory=1), []),
    (System.DANISH_NO_REMATCH, RoundSettings(memory=2), ["only the last 2 rounds count as met"]),
    (System.SWISS, RoundSettings(memory=1), ["only the last round counts as met"]),
    (System.SWISS, RoundSettings(avoid_clubs=True), ["clubs kept apart"]),
    (System.ROUND_ROBIN, RoundSettings(legs=2), ["two legs"]),
    (System.ROUND_ROBIN, RoundSettings(groups=2), ["2 groups"]),
    (System.SWISS, RoundSettings(legs=2, groups=2), []),
    (System.KNOCKOUT, RoundSettings(qualifiers=8), ["the best 8"]),
    (System.SWISS, RoundSettings(qualifiers=8), []),
    (System.INDIVIDUAL, RoundSettings(movement=Movement.WHIST), ["whist movement"]),
    (System.INDIVIDUAL, RoundSettings(movement=Movement.DANISH), ["down the ranking"]),
    (System.INDIVIDUAL, RoundSettings(), []),
    (System.SWISS, RoundSettings(movement=Movement.WHIST), []),
    (System.DANISH, RoundSettings(step=3, by_girone=((2, NamedSystem.MITCHELL),)), ["step 3"]),
    (
        System.DANISH_NO_REMATCH,
        RoundSettings(legs=2, fold=Fold.ADJACENT, by_girone=((2, NamedSystem.SWISS), (3, NamedSystem.ROUND_ROBIN))),
        ["neighbours meet", "two legs"],
    ),
]


@pytest.mark.parametrize(("system", "settings", "words"), SETTINGS)
def test_the_settings_of_a_round_that_are_not_the_usual(
    system: System, settings: RoundSettings, words: list[str]
) -> None:
    assert settings_words(system, settings) == words
    assert settings_words(system, settings, by_rating=True) == ["in the order of the ratings", *words]


def test_sections_of_gironi_are_no_setting() -> None:
    settings = RoundSettings(sections=(16,), step=2)
    assert settings_words(System.MITCHELL, settings, in_gironi=True) == ["step 2"]
    assert sections_in_words([]) == "sections A from table 1"


@pytest.mark.parametrize(
    ("number", "tables", "sentence"),
    [
        (1, 1, ""),
        (2, 3, "3 tables are at most 1 section."),
        (2, 4, ""),
        (3, 5, "5 tables are at most 2 sections."),
        (3, 6, ""),
    ],
)
def test_a_section_has_two_tables_at_least(number: int, tables: int, sentence: str) -> None:
    assert too_many_sections(number, tables) == sentence


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        (20, "One unless the hall is large: from 21 tables on, sections of 10 to 20."),
        (21, "For 21 tables: 2 sections of 10–11. Clubs are spread over them."),
        (40, "For 40 tables: 2 sections of 20. Clubs are spread over them."),
        (41, "For 41 tables: 3 sections of 13–14. Clubs are spread over them."),
    ],
)
def test_the_sections_that_suit_a_hall(tables: int, sentence: str) -> None:
    assert sections_sentence(tables) == sentence


def test_round_robins_that_end_because_another_begins() -> None:
    assert new_run_sentence([2]) == "The one that began in round 2 ends as it is."
    assert new_run_sentence([2, 4]) == "Those that began in rounds 2, 4 end as they are."


def seats(number: int, ns: int, ew: int | None, *partners: int) -> DraftTable:
    one, other = (*map(EntrantId, partners), None, None)[:2]
    return DraftTable(
        number=number, ns=EntrantId(ns), ew=None if ew is None else EntrantId(ew), ns_partner=one, ew_partner=other
    )


NAMES = {EntrantId(number): f"pair {number}" for number in range(1, 9)}


@pytest.mark.parametrize(
    ("after", "goes"),
    [
        ([seats(1, 2, 1), seats(2, 3, 4)], ["Table 1: NS and EW of the result are swapped as well."]),
        ([seats(1, 3, 4), seats(2, 1, 2)], ["The result of table 1 moves to table 2."]),
        ([seats(1, 1, 3), seats(2, 2, 4)], ["Table 1 is open again: enter its result."]),
    ],
)
def test_what_becomes_of_a_slip_when_seats_are_put_right(after: list[DraftTable], goes: list[str]) -> None:
    before = [seats(1, 1, 2), seats(2, 3, 4)]
    said = consequences(tuple(before), tuple(after), [1], NAMES)
    ns, ew = after[0].ns, after[0].ew
    assert said == {
        Slips.STAY: [
            f"Table 1: what is written under NS counts for pair {ns}, what is written under EW for pair {ew}."
        ],
        Slips.GO_ALONG: goes,
    }


def test_partners_and_sections_are_named_where_seats_are_put_right() -> None:
    before = (replace(seats(23, 1, 2, 5, 6), number=in_section(23, (17,))), seats(24, 3, 4, 7, 8))
    after = (replace(seats(23, 3, 2, 5, 6), number=in_section(23, (17,))), seats(24, 1, 4, 7, 8))
    said = consequences(before, after, [23], NAMES)
    assert said[Slips.STAY] == [
        "Table B 7: what is written under NS counts for pair 3 – pair 5, what is written under EW for pair 2 – pair 6."
    ]
    assert said[Slips.GO_ALONG] == ["Table B 7 is open again: enter its result."]


def test_a_result_stays_where_partners_change_seats_and_a_name_may_be_missing() -> None:
    said = consequences((seats(4, 1, 2, 5, 9),), (seats(4, 5, 2, 1, 9),), [4], NAMES)
    assert said == {
        Slips.STAY: [
            "Table 4: what is written under NS counts for pair 5 – pair 1, what is written under EW for pair 2 – 9."
        ],
        Slips.GO_ALONG: ["Table 4: the result stays as it is."],
    }


def test_the_places_of_a_knockout_are_explained() -> None:
    rows = [standing(1, by_knockout=True), standing(2, by_knockout=True), standing(3)]
    assert knockout_notes(rows) == ["The first 2 places are those of the knockout, whatever the VP."]
    assert knockout_notes(rows[2:]) == []
    of_gironi = [
        replace(standing(place, by_knockout=True, girone=girone), own_bracket=True)
        for place, girone in ((1, 2), (2, 2), (1, 1))
    ]
    assert knockout_notes(of_gironi) == [
        "Girone A: the first 1 places are those of its knockout, whatever the VP.",
        "Girone B: the first 2 places are those of its knockout, whatever the VP.",
    ]


DESK = [
    (Tile.EMPTY, {}, ""),
    (Tile.AGREED, {}, ""),
    (Tile.DECIDED, {}, ""),
    (Tile.WRITING, {}, "NS is writing on a phone. What you save here counts, and the phones say so."),
    (Tile.SENT, {}, "NS has sent these figures, not confirmed yet. Enter saves them as they are."),
    (Tile.DISPUTED, {}, "NS wrote these figures; EW says that they are not right."),
    (
        Tile.DISPUTED,
        {"agreed": True},
        "Both lines had agreed; then EW called you. The result counts until you change it.",
    ),
    (Tile.DOUBTFUL, {}, "Both lines agree on an unusual figure, and the sender said that it is right."),
    (
        Tile.ONE_PHONE,
        {},
        "One phone confirmed for both lines without being handed to the opponents: ask the other line.",
    ),
    (Tile.SHUT, {}, "Wrong codes have locked this table for new phones. Phones already at the table go on."),
    (Tile.LATE, {}, "Time is up, and NS is still writing on a phone. What you save here counts."),
    (Tile.LATE, {"writer": None}, "Time is up, and nothing has come from this table yet."),
]


@pytest.mark.parametrize(("tile", "otherwise", "note"), DESK)
def test_what_the_desk_says_of_a_table_on_phones(tile: Tile, otherwise: dict[str, Any], note: str) -> None:
    about: dict[str, Any] = {"writer": Line.NS, "objector": Line.EW, "agreed": False} | otherwise
    assert on_the_desk(tile, **about) == note


def test_every_tile_has_one_sign_and_a_word() -> None:
    assert TILE_SIGNS.keys() == TILE_WORDS.keys() == set(Tile)
    assert {tile for tile, sign in TILE_SIGNS.items() if len(sign.removesuffix("\ufe0e")) != 1} == set()


def test_which_tables_to_look_at_before_a_round_is_closed() -> None:
    assert unsettled_sentence([]) == ""
    assert unsettled_sentence([(3, Tile.DISPUTED), (in_section(23, (17,)), Tile.DOUBTFUL)]) == (
        "Table 3: the players are calling the referee. Table B 7: agreed, but with an unusual figure."
    )


def test_what_is_lost_with_a_draft() -> None:
    assert discarded_sentence([]) == ""
    what = "the players have written on their phones: what they wrote would be lost."
    assert discarded_sentence([4]) == f"At 1 table (4) {what}"
    assert discarded_sentence([4, 5, 9]) == f"At 3 tables (4, 5, 9) {what}"


@pytest.mark.parametrize(
    ("seconds", "wait"), [(1, "1 minute"), (60, "1 minute"), (61, "2 minutes"), (300, "5 minutes")]
)
@pytest.mark.parametrize("bound", Bound)
def test_how_long_a_code_is_not_checked(bound: Bound, seconds: int, wait: str) -> None:
    at = datetime(2026, 11, 20, 21)
    sentence = held_up_sentence(HoldUp(bound, at + timedelta(seconds=seconds)), at)
    assert sentence.startswith("Too many wrong codes") and f"ait {wait}" in sentence
