"""Knockout rounds: byes, ties, the third place, withdrawals, and a bracket after other rounds."""

from collections.abc import Iterable, Sequence
from random import Random

import pytest

from tests.tournaments.pairing.evenings import entrants, results
from tests.tournaments.ranking.test_bracket import tables
from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.pairing.systems import pair_round
from tournaments.records import (
    Draft,
    EntrantId,
    Outcome,
    PairingRequest,
    ReasonCode,
    RoundSettings,
    Run,
    System,
    TableResult,
)

USUAL = RoundSettings()


def knockout(
    order: Iterable[int],
    *rounds: tuple[TableResult, ...],
    here: Iterable[int] | None = None,
    start: int = 1,
    settings: RoundSettings = USUAL,
) -> Draft:
    """Return the round after `rounds` of a knockout that began in round `start` with `order`.

    `here` are still active.
    """
    order = tuple(EntrantId(number) for number in order)
    history = tuple(table for round_ in rounds for table in round_)
    number = max((table.round for table in history), default=0) + 1
    request = PairingRequest(
        round=number,
        entrants=entrants(order if here is None else here),
        history=history,
        settings=settings,
        run=Run(start=start, order=order) if number > start else None,
    )
    return pair_round(System.KNOCKOUT, request)


def met(draft: Draft) -> list[set[int]]:
    """Return the opponents at tables 1, 2, 3 …; a resting pair is alone."""
    assert [table.number for table in draft.tables] == list(range(1, len(draft.tables) + 1))
    return [set(table.seated) for table in draft.tables]


def facts(draft: Draft, table: int, code: ReasonCode) -> dict[str, object]:
    (found,) = [reason for reason in draft.tables[table - 1].why if reason.code is code]
    return dict(found.facts)


def codes(draft: Draft, table: int) -> list[ReasonCode]:
    return [reason.code for reason in draft.tables[table - 1].why]


def test_eight_pairs_round_by_round() -> None:
    """Drawn from the ranking 3 1 4 5 9 2 6 8; 9 beats 5 and 2 beats 4, then 3 and 1 win."""
    order = [3, 1, 4, 5, 9, 2, 6, 8]
    first = knockout(order)
    assert (met(first), first.out) == ([{3, 8}, {5, 9}, {4, 2}, {1, 6}], ())
    assert facts(first, 2, ReasonCode.KNOCKOUT_MATCH) == {"stage": 8, "upper": 4, "lower": 5}
    one = tables(1, (3, 8, 900, 300), (5, 9, 300, 900), (4, 2, 300, 900), (1, 6, 900, 300))
    second = knockout(order, one)
    assert (met(second), second.out) == ([{3, 9}, {2, 1}], (4, 5, 6, 8))
    two = tables(2, (3, 9, 900, 300), (2, 1, 300, 900))
    third = knockout(order, one, two)
    assert (met(third), third.out) == ([{3, 1}, {9, 2}], (4, 5, 6, 8))
    assert codes(third, 2) == [ReasonCode.KNOCKOUT_THIRD_PLACE]
    assert met(knockout(order, one, two, settings=RoundSettings(third_place=False))) == [{3, 1}]
    with pytest.raises(PairingRefused) as refusal:
        knockout(order, one, two, tables(3, (1, 3, 500, 400), (9, 2, 0, 5)))
    assert (refusal.value.code, refusal.value.facts) == (RefusalCode.KNOCKOUT_OVER, {"pair": 1})


def test_six_pairs_with_two_byes() -> None:
    first = knockout([1, 2, 3, 4, 5, 6])
    assert met(first) == [{4, 5}, {3, 6}, {1}, {2}]
    assert first.rests == (1, 2)
    assert facts(first, 3, ReasonCode.BYE) == {"pair": 1, "later": False}
    second = knockout([1, 2, 3, 4, 5, 6], tables(1, (4, 5, 1, 2), (3, 6, 2, 1), (1,), (2,)))
    assert (met(second), second.out) == ([{1, 5}, {3, 2}], (4, 6))


def test_four_danish_rounds_then_the_best_eight() -> None:
    """One tournament of 19 pairs: the bracket comes from the ranking after round 4, and the others are out."""
    lot = Random(7)
    order = list(range(1, 20))
    history: tuple[TableResult, ...] = ()
    for number in range(1, 5):
        request = PairingRequest(round=number, entrants=entrants(order), history=history)
        history += results(pair_round(System.DANISH_NO_REMATCH, request), number)
        lot.shuffle(order)
    best = RoundSettings(qualifiers=8)
    draft = knockout(order, history, start=5, settings=best)
    assert met(draft) == [{order[0], order[7]}, {order[3], order[4]}, {order[2], order[5]}, {order[1], order[6]}]
    assert draft.out == tuple(order[8:])
    again = knockout(order, history, results(draft, 5), start=5, settings=best)
    assert met(again) == [set(order[:4:3]), set(order[1:3])]
    assert set(again.out) == set(order[4:])
    assert all(not draft.rests for draft in (draft, again))


def test_a_tie_goes_to_the_better_seed_and_says_so() -> None:
    draft = knockout([1, 2, 3, 4], tables(1, (4, 1, 300, 300), (3, 2, 400, 300)))
    assert met(draft) == [{1, 3}, {4, 2}]
    assert facts(draft, 1, ReasonCode.KNOCKOUT_BETTER_SEED) == {"pair": 1, "round": 1}
    assert codes(draft, 2) == [ReasonCode.KNOCKOUT_THIRD_PLACE]


def test_the_referee_lets_another_go_on_from_a_tie() -> None:
    first = tables(1, (4, 1, 300, 300), (3, 2, 400, 300))
    draft = knockout([1, 2, 3, 4], first, settings=RoundSettings(advance=(EntrantId(4),)))
    assert met(draft) == [{4, 3}, {1, 2}]
    assert facts(draft, 1, ReasonCode.KNOCKOUT_ADVANCED) == {"pair": 4, "round": 1}


def test_a_decision_of_an_earlier_round_is_read_off_its_seats() -> None:
    """8 advanced after a tie with 1; its seat in the second round says so, and the third needs nothing else."""
    one = tables(1, (1, 8, 300, 300), (4, 5, 9, 0), (3, 6, 9, 0), (2, 7, 9, 0))
    two = tables(2, (8, 4, 500, 400), (3, 2, 9, 0))
    assert met(knockout(range(1, 9), one, two)) == [{8, 3}, {4, 2}]


def test_who_meets_a_withdrawn_winner_goes_on() -> None:
    one = tables(1, (1, 8, 9, 0), (4, 5, 9, 0), (3, 6, 9, 0), (2, 7, 9, 0))
    here = [1, 2, 3, 5, 6, 7, 8]
    draft = knockout(range(1, 9), one, here=here)
    assert (met(draft), draft.out) == ([{3, 2}, {1}], (5, 6, 7, 8))
    assert facts(draft, 2, ReasonCode.REST_OPPONENT_GONE) == {"pair": 1, "other": 4}
    final = knockout(range(1, 9), one, results(draft, 2), here=here)
    assert met(final) == [{1, 2}]


def test_the_third_place_takes_two() -> None:
    """One of the losers has left, and the other does not come back to rest."""
    one = tables(1, (1, 4, 9, 0), (2, 3, 9, 0))
    draft = knockout([1, 2, 3, 4], one, here=[1, 2, 3])
    assert (met(draft), draft.out) == ([{1, 2}], (3,))


def test_late_pairs_are_not_in_the_bracket() -> None:
    draft = knockout([1, 2, 3, 4], tables(1, (1, 4, 9, 0), (2, 3, 9, 0)), here=[1, 2, 3, 4, 5])
    assert (met(draft), draft.out) == ([{1, 2}, {4, 3}], (5,))


@pytest.mark.parametrize("qualifiers", [-1, 0, 1, 6])
def test_qualifiers_there_are_not(qualifiers: int) -> None:
    with pytest.raises(PairingRefused) as refusal:
        knockout(range(1, 6), settings=RoundSettings(qualifiers=qualifiers))
    assert refusal.value.code is RefusalCode.QUALIFIERS_OUT_OF_RANGE
    assert refusal.value.facts == {"qualifiers": qualifiers, "here": 5}


def test_an_open_table_stops_the_draw() -> None:
    with pytest.raises(PairingRefused) as refusal:
        knockout([1, 2, 3, 4], tables(1, (1, 4, 9, 0), (2, 3, Outcome.OPEN)))
    assert refusal.value.code is RefusalCode.KNOCKOUT_OPEN
    assert refusal.value.facts == {"table": 2, "round": 1}


def test_the_lines_take_turns() -> None:
    """A pair that sat EW in the semi-final sits NS now, whatever its seed."""
    draft = knockout([1, 2, 3, 4], tables(1, (1, 4, 9, 0), (3, 2, 0, 9)))
    assert [(table.ns, table.ew) for table in draft.tables] == [(2, 1), (4, 3)]


@pytest.mark.parametrize("seed", range(60))
def test_a_field_shrinks_to_its_winner(seed: int) -> None:
    """Any size, random results and withdrawals: there are ⌈log2⌉ rounds, and no loser plays again."""
    lot = Random(seed)
    size = lot.randint(2, 33)
    order, here = list(range(1, size + 1)), set(range(1, size + 1))
    rounds: list[tuple[TableResult, ...]] = []
    lost: set[int] = set()
    for number in range(1, (size - 1).bit_length() + 1):
        draft = knockout(order, *rounds, here=sorted(here), settings=RoundSettings(third_place=False))
        seated = {entrant for table in draft.tables for entrant in table.seated}
        assert not seated & lost
        assert set(draft.out) == here - seated
        assert sorted(map(int, (*seated, *draft.out))) == sorted(here)
        rounds.append(played(draft, number, lot))
        lost |= {loser(table) for table in rounds[-1] if table.ew is not None}
        if lot.random() < 0.3 and len(here) > 2:
            here.discard(lot.choice(sorted(here)))
    with pytest.raises(PairingRefused) as refusal:
        knockout(order, *rounds, here=sorted(here))
    assert refusal.value.code is RefusalCode.KNOCKOUT_OVER
    assert refusal.value.facts["pair"] not in lost


def played(draft: Draft, number: int, lot: Random) -> tuple[TableResult, ...]:
    seats: list[Sequence[int]] = [
        (table.ns,) if table.ew is None else (table.ns, table.ew, *lot.sample(range(0, 900, 5), 2))
        for table in draft.tables
    ]
    return tables(number, *seats)  # type: ignore[arg-type]


def loser(table: TableResult) -> int:
    assert table.ns is not None and table.ew is not None
    return table.ew if (table.ns_mp or 0) > (table.ew_mp or 0) else table.ns
