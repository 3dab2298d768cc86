"""The forecast for chosen settings, compared with the rounds that follow."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

import pytest
from django.utils import translation

from tests.tournaments.pairing.evenings import entrants, results
from tests.tournaments.pairing.test_mitchell import seated
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.outlook import OutlookCode, OutlookNote, outlook_of
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    DraftTable,
    EntrantId,
    Movement,
    NamedSystem,
    Outcome,
    PairingRequest,
    RoundSettings,
    Run,
    System,
    TableResult,
)
from tournaments.wording.outlook import outlook_sentence

pytestmark = pytest.mark.usefixtures("in_english")


def asked(
    size: int,
    *history: TableResult,
    planned: int | None = None,
    teams: Mapping[int, int] | None = None,
    fixed: Mapping[int, int] | None = None,
    start: int | None = None,
    **settings: object,
) -> PairingRequest:
    """Return a request of entrants 1, 2, 3 …; `start` is the first round of a run."""
    teams, fixed = teams or {}, fixed or {}
    field = tuple(
        replace(entrant, team=teams.get(entrant.id), fixed_table=fixed.get(entrant.id))
        for entrant in entrants(range(1, size + 1))
    )
    return PairingRequest(
        round=max((table.round for table in history), default=0) + 1,
        entrants=field,
        history=history,
        settings=RoundSettings(**settings),  # type: ignore[arg-type]
        rounds_planned=planned,
        run=None if start is None else Run(start=start, order=tuple(entrant.id for entrant in field)),
    )


def expected(system: System, request: PairingRequest) -> dict[OutlookCode, Mapping[str, object]]:
    return {note.code: note.facts for note in outlook_of(system, request)}


def sentences(system: System, request: PairingRequest) -> list[str]:
    return [outlook_sentence(note) for note in outlook_of(system, request)]


QUIET = [
    (System.MITCHELL, {"size": 10, "planned": 5, "step": 1}),
    (System.DRAW, {"size": 8, "planned": 7}),
    (System.DANISH_NO_REMATCH, {"size": 7, "planned": 7}),
    (System.DANISH, {"size": 4, "planned": 20}),
    (System.ROUND_ROBIN, {"size": 8, "planned": 7}),
    (System.ROUND_ROBIN, {"size": 8, "planned": 14, "legs": 2}),
    (System.ROUND_ROBIN, {"size": 8, "planned": 3, "groups": 2}),
    (System.KNOCKOUT, {"size": 30, "planned": 3, "qualifiers": 8}),
    (System.INDIVIDUAL, {"size": 8, "planned": 7}),
    (System.INDIVIDUAL, {"size": 8, "planned": 20, "movement": Movement.DANISH}),
    (System.DANISH_NO_REMATCH, {"size": 4, "planned": 20, "memory": 1}),
    (System.MITCHELL, {"size": 4, "step": 1}),
]


@pytest.mark.parametrize(("system", "settings"), QUIET)
def test_the_outlook_is_empty_where_all_is_well(system: System, settings: dict[str, int]) -> None:
    assert outlook_of(system, asked(**settings)) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("system", "settings", "code"),
    [
        (System.DRAW, {"size": 1}, RefusalCode.TOO_FEW),
        (System.INDIVIDUAL, {"size": 3}, RefusalCode.TOO_FEW_PLAYERS),
        (System.INDIVIDUAL, {"size": 6, "movement": Movement.WHIST}, RefusalCode.NO_WHIST),
        (System.MITCHELL, {"size": 8, "step": 4}, RefusalCode.STEP_OUT_OF_RANGE),
        (System.ROUND_ROBIN, {"size": 7, "groups": 4}, RefusalCode.GROUPS_TOO_MANY),
        (System.KNOCKOUT, {"size": 7, "qualifiers": 8}, RefusalCode.QUALIFIERS_OUT_OF_RANGE),
    ],
)
def test_what_cannot_be_drawn_is_said_as_the_draw_says_it(
    system: System, settings: dict[str, int], code: RefusalCode
) -> None:
    request = asked(**settings, planned=5)  # type: ignore[arg-type]
    (note,) = outlook_of(system, request)
    assert not note.possible
    assert note.refusal is not None
    with pytest.raises(PairingRefused) as refusal:
        pair_round(system, request)
    assert note.refusal.code is refusal.value.code is code


def test_a_step_that_ends_before_the_evening() -> None:
    """Step 2 at ten tables lasts five rounds; the steps 1, 3, 7 and 9 last all ten."""
    request = asked(20, planned=8, step=2)
    assert expected(System.MITCHELL, request) == {
        OutlookCode.STEP_TOO_SHORT: {"step": 2, "rounds": 5, "planned": 8, "longer": [1, 3, 7, 9], "most": 8}
    }
    assert sentences(System.MITCHELL, request) == [
        "With a step of 2 rematches begin after 5 rounds, and 8 are still to play. "
        "Steps that work for longer: 1, 3, 7, 9."
    ]


def test_more_mitchell_rounds_than_tables() -> None:
    assert sentences(System.MITCHELL, asked(8, planned=6, step=2)) == [
        "With a step of 2 rematches begin after 2 rounds, and 6 are still to play. Longest, for 4 rounds: 1, 3."
    ]
    assert sentences(System.MITCHELL, asked(8, planned=6, step=1)) == [
        "With a step of 1 rematches begin after 4 rounds, and 6 are still to play. "
        "No step lasts longer: choose another system for the rounds after that."
    ]


@pytest.mark.parametrize("size", range(4, 24))
def test_a_mitchell_lasts_as_long_as_the_outlook_says(size: int) -> None:
    """The first round by hand shuffles the hall; every step is played until it is refused."""
    shuffled = [(number, number + 1 if number < size else None) for number in range(1, size + 1, 2)]
    tables = len(shuffled)
    for step in range(1, tables):
        history = seated(*shuffled)
        request = asked(size, *history, planned=40, step=step)
        facts = expected(System.MITCHELL, request).get(OutlookCode.STEP_TOO_SHORT, {})
        rounds = 0
        while True:
            request = asked(size, *history, planned=40, step=step)
            try:
                history += results(pair_round(System.MITCHELL, request), rounds + 2)
            except PairingRefused:
                break
            rounds += 1
        assert facts.get("rounds", 0) == rounds


@pytest.mark.parametrize("size", range(4, 13))
def test_rounds_without_rematches_last_no_longer_than_the_outlook_says(size: int) -> None:
    """The number falls with each round; at 0, a round without rematches is impossible."""
    history: tuple[TableResult, ...] = ()
    figures = []
    for number in range(1, size + 3):
        request = asked(size, *history, planned=99)
        (note,) = outlook_of(System.DANISH_NO_REMATCH, request)
        figures.append(note.facts["rounds"])
        draft = pair_round(System.DANISH_NO_REMATCH, request)
        assert figures[-1] or draft.rematches
        history += results(draft, number)
    assert figures[:3] == [size - 1 + size % 2 - played for played in range(3)]
    assert figures[-1] == 0
    assert outlook_sentence(note) == "Some have already met everybody, so there are rematches now, as few as possible."


def test_more_rounds_than_opponents() -> None:
    assert sentences(System.DRAW, asked(6, planned=8)) == [
        "This works without rematches for 5 rounds at most, and 8 are still to play: after that there are rematches, "
        "as few as possible."
    ]


def test_a_round_robin_with_too_few_rounds() -> None:
    """Twelve pairs need eleven rounds; in three groups of four they need three, in two groups five."""
    assert sentences(System.ROUND_ROBIN, asked(12, planned=5)) == [
        "The round robin takes 11 more rounds, and 5 are still to play. In 2 groups it takes 5."
    ]
    assert sentences(System.ROUND_ROBIN, asked(12, planned=4)) == [
        "The round robin takes 11 more rounds, and 4 are still to play. In 3 groups it takes 3."
    ]
    assert sentences(System.ROUND_ROBIN, asked(4, planned=5, legs=2)) == [
        "The round robin takes 6 more rounds, and 5 are still to play. One leg takes 3. In 2 groups it takes 2."
    ]


def test_a_round_robin_under_way_cannot_change_its_groups() -> None:
    history = results(pair_round(System.ROUND_ROBIN, asked(12)), 1)
    assert sentences(System.ROUND_ROBIN, asked(12, *history, planned=5, start=1)) == [
        "The round robin takes 10 more rounds, and 4 are still to play. Plan more rounds, or choose another system."
    ]


def test_uneven_groups() -> None:
    assert sentences(System.ROUND_ROBIN, asked(9, planned=5, groups=2)) == [
        "There are groups of 4 and of 5: the smaller ones wait two rounds at the end of each leg."
    ]
    assert outlook_of(System.ROUND_ROBIN, asked(11, planned=5, groups=2)) == []


def test_a_knockout_with_too_few_rounds() -> None:
    assert sentences(System.KNOCKOUT, asked(19, planned=3)) == [
        "The knockout takes 5 more rounds, and 3 are still to play. It ends in time with 8 qualifiers."
    ]
    history = results(pair_round(System.KNOCKOUT, asked(19)), 1)
    assert sentences(System.KNOCKOUT, asked(19, *history, planned=3, start=1)) == [
        "The knockout takes 4 more rounds, and 2 are still to play. Plan more rounds."
    ]


def test_a_whist_movement_that_is_too_short() -> None:
    assert sentences(System.INDIVIDUAL, asked(5, planned=7)) == [
        "The whist movement of 5 players has 5 rounds left, and 7 are still to play. "
        "After that it goes on as a Danish individual."
    ]
    assert sentences(System.INDIVIDUAL, asked(4, planned=4, movement=Movement.WHIST)) == [
        "The whist movement of 4 players has 3 rounds left, and 4 are still to play. "
        "After that choose the Danish individual."
    ]


def test_a_team_of_more_than_half() -> None:
    """Of eight pairs, five are teammates and four of them can meet the other three, so one table is theirs.

    Not of nine.
    """
    five = dict.fromkeys(range(1, 6), 7)
    assert sentences(System.DRAW, asked(8, teams=five)) == [
        "Team 7 has 5 pairs, more than half: they meet each other at 1 table at least."
    ]
    assert sentences(System.DRAW, asked(9, teams=five)) == []


def test_teammates_meet_in_a_round_robin_unless_their_groups_part_them() -> None:
    """In two groups A is 1 4 5 8 and B is 2 3 6 7."""
    assert sentences(System.ROUND_ROBIN, asked(8, teams={1: 1, 4: 1, 2: 2, 5: 2}, groups=2)) == [
        "In a group everybody meets everybody, so pairs of one team meet too. Teams: 1."
    ]


def test_tables_that_are_kept_in_vain() -> None:
    request = asked(9, fixed={3: 5, 4: 2, 8: 2, 9: 1})
    assert sentences(System.SWISS, request) == [
        "A table beyond the last one is kept for no. 3: there are 4 tables.",
        "Table 2 is kept by more than one: no. 4, no. 8. The better ranked sits there.",
    ]
    names = {EntrantId(3): "Rossi – Bianchi"}
    (first, _second) = outlook_of(System.SWISS, request)
    assert outlook_sentence(first, names) == (
        "A table beyond the last one is kept for Rossi – Bianchi: there are 4 tables."
    )


def every_note() -> Iterable[OutlookNote]:
    """Return notes of each kind, warnings and refusals."""
    for system in System:
        for size in range(1, 14):
            for planned in (1, 4, 9, 30):
                teams = dict.fromkeys(range(1, size // 2 + 3), 1)
                fixed = {1: 1, 2: 1, 3: 99}
                for settings in ({}, {"legs": 2}, {"step": 2}, {"groups": 2}, {"movement": Movement.WHIST}):
                    yield from outlook_of(system, asked(size, planned=planned, teams=teams, fixed=fixed, **settings))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_note_has_a_sentence(language: str) -> None:
    translation.activate(language)
    seen = set()
    for note in every_note():
        seen.add(note.code)
        sentence = outlook_sentence(note)
        assert sentence.endswith(".") and "%" not in sentence and "[" not in sentence
    assert seen == set(OutlookCode)


def rounds_left(request: PairingRequest) -> int:
    """Return how many rounds without a rematch somebody has left, counted table by table."""
    here, left = [entrant.id for entrant in request.entrants], []
    first = 1 if request.settings.memory is None else max(1, request.round - request.settings.memory)
    rests = {
        pair: sum(table.outcome is Outcome.REST and table.ns == pair for table in request.history) for pair in here
    }
    for pair in here:
        met = [{table.ns, table.ew} for table in request.history if table.round >= first]
        others = [other for other in here if other != pair and {pair, other} not in met]
        left.append(len(others) + (len(here) % 2 == 1 and rests[pair] == min(rests.values())))
    return min(left)


def test_who_has_met_everybody_first_is_counted_as_table_by_table() -> None:
    """Some left, and some came later; pairs meet again; the memory is short, long or of all rounds."""
    warned = 0
    for seed in range(300):
        lot = Random(seed)
        ever, here, history = lot.randint(4, 9), lot.randint(3, 8), []
        for number in range(1, lot.randint(1, 6)):
            row = lot.sample(range(1, ever + 1), ever)
            pairs = [*zip(row[::2], row[1::2], strict=False), *([(row[-1], None)] if ever % 2 else [])]
            for table, (ns, ew) in enumerate(pairs, 1):
                outcome = Outcome.REST if ew is None else Outcome.PLAYED
                against = None if ew is None else EntrantId(ew)
                history.append(TableResult(round=number, table=table, ns=EntrantId(ns), ew=against, outcome=outcome))
        begun = max((table.round for table in history), default=0)
        request = asked(here, *history, planned=begun + lot.randint(1, 6), memory=lot.choice([None, here - 1, 9]))
        assert request.rounds_planned is not None
        planned, left = request.rounds_planned - begun, rounds_left(request)
        told = expected(System.SWISS, request).get(OutlookCode.REMATCHES_AHEAD)
        assert told == ({"rounds": left, "planned": planned} if left < planned else None), seed
        warned += told is not None
    assert 50 < warned < 250


def test_what_refuses_the_draw_of_gironi_is_said_with_the_girone() -> None:
    field = entrants(range(1, 6))
    gironi = {entrant.id: 1 if entrant.id < 5 else 2 for entrant in field}
    small = PairingRequest(round=2, entrants=field, gironi=gironi, since=2)
    (note,) = outlook_of(System.DANISH, small)
    assert note.refusal is not None and note.refusal.code is RefusalCode.GIRONE_TOO_FEW
    kept = DraftTable(number=1, ns=EntrantId(1), ew=EntrantId(5))
    across = replace(small, gironi={**gironi, EntrantId(4): 2}, settings=RoundSettings(kept=(kept,)))
    codes = [(note.girone, note.refusal.code) for note in outlook_of(System.DANISH, across) if note.refusal is not None]
    assert codes == [(1, RefusalCode.KEPT_ACROSS), (2, RefusalCode.KEPT_ACROSS)]


def test_a_girone_that_cannot_be_drawn_is_named_beside_one_that_can() -> None:
    gironi = {EntrantId(number): 1 if number < 4 else 2 for number in range(1, 8)}
    request = PairingRequest(round=2, entrants=entrants(range(1, 8)), gironi=gironi, since=2)
    own = RoundSettings(by_girone=((1, NamedSystem.KNOCKOUT),), qualifiers=4)
    outlook = outlook_of(System.DANISH, replace(request, settings=own))
    notes = {note.girone: note.refusal.code for note in outlook if note.refusal}
    assert notes == {1: RefusalCode.QUALIFIERS_OUT_OF_RANGE}


def test_who_keeps_a_table_in_vain_is_named_in_order() -> None:
    request = asked(4, fixed={4: 9, 1: 9, 3: 8})
    assert expected(System.DANISH, request)[OutlookCode.TABLE_MISSING] == {"pairs": [1, 3, 4], "tables": 2}
    both = asked(4, fixed={4: 1, 2: 1})
    ranked = replace(both, entrants=both.entrants[::-1])
    assert expected(System.DANISH, ranked)[OutlookCode.TABLE_TWICE] == {"table": 1, "pairs": [2, 4]}
