"""The draw: clubmates apart, no rematches, and the same result for the same seed."""

import os
import subprocess
import sys
from random import Random

import pytest

from tests.tournaments.pairing.evenings import entrants, results
from tournaments.pairing.systems import pair_round
from tournaments.pairing_check import every_round
from tournaments.records import Draft, PairingRequest, ReasonCode, System, TableResult


def drawn(clubs: list[tuple[str, ...]], *history: TableResult, seed: int = 1) -> Draft:
    last = max((table.round for table in history), default=0)
    numbered = dict(enumerate(clubs, 1))
    request = PairingRequest(round=last + 1, entrants=entrants(numbered, numbered), history=history, seed=seed)
    return pair_round(System.DRAW, request)


def same_club(draft: Draft) -> int:
    return sum(reason.code is ReasonCode.SAME_CLUB for table in draft.tables for reason in table.why)


@pytest.mark.parametrize("size", [2, 6, 20, 101, 400])
@pytest.mark.parametrize("share", [0, 3, 5, 6, 8, 10])
def test_same_club_tables_are_as_few_as_the_largest_club_allows(size: int, share: int) -> None:
    """`share` tenths are of one club, the others of four."""
    clubs = [("Aurora",) if number * 10 < share * size else (f"Club {number % 4}",) for number in range(size)]
    draft = drawn(clubs)
    playing = [clubs[pair - 1] for table in draft.tables if table.ew is not None for pair in (table.ns, table.ew)]
    largest = max(map(playing.count, playing))
    assert same_club(draft) == max(0, largest - len(playing) // 2)


def test_a_pair_of_two_clubs_belongs_to_both() -> None:
    """1 can meet only 4, of a third club; 2 and 3 share no club."""
    for seed in range(20):
        draft = drawn([("A", "B"), ("A",), ("B",), ("C",)], seed=seed)
        assert {frozenset((table.ns, table.ew)) for table in draft.tables} == {frozenset({1, 4}), frozenset({2, 3})}


def test_where_swaps_alone_get_stuck_the_fewest_are_still_found() -> None:
    """Small fields of three clubs, in which some pairs have two of them, are compared with all rounds."""
    for seed in range(60):
        lot = Random(seed)
        clubs = [tuple(lot.sample("ABCD", lot.choice([1, 2, 2]))) for _ in range(8)]
        rounds = every_round(list(range(8)))
        fewest = min(sum(bool({*clubs[one]} & {*clubs[other]}) for one, other in tables) for tables in rounds)
        assert same_club(drawn(clubs, seed=seed)) == fewest, f"seed {seed}"


def test_later_rounds_bring_no_rematch_even_between_clubs() -> None:
    """Between two clubs of ten, ten rounds are possible, and each is found."""
    clubs = [("A",)] * 10 + [("B",)] * 10
    history: tuple[TableResult, ...] = ()
    for number in range(1, 11):
        draft = drawn(clubs, *history, seed=number)
        assert draft.rematches == 0
        history += results(draft, number)


def test_a_big_field_stuck_in_swaps_is_still_good() -> None:
    """Three hundred pairs have two of five clubs each, so most share a club, yet few tables do."""
    lot = Random(5)
    clubs = [tuple(lot.sample("ABCDE", 2)) for _ in range(300)]
    assert same_club(drawn(clubs)) <= 3


def test_the_first_rest_is_drawn_by_lot() -> None:
    resting = {drawn([()] * 5, seed=seed).rests for seed in range(60)}
    assert resting == {(1,), (2,), (3,), (4,), (5,)}


def test_seeds_differ_and_so_do_the_rounds_of_one_seed() -> None:
    def tables(draft: Draft) -> list[set[int | None]]:
        return [{table.ns, table.ew} for table in draft.tables]

    assert len({str(tables(drawn([()] * 12, seed=seed))) for seed in range(30)}) > 20
    rest_only = TableResult(round=1, table=1, ns=None, ew=None, outcome=results(drawn([()] * 2), 1)[0].outcome)
    assert tables(drawn([()] * 12)) != tables(drawn([()] * 12, rest_only))


PRINT_DRAFTS = """
from tests.tournaments.pairing.evenings import evening
from tournaments.pairing.systems import SYSTEMS
print([repr(paired.answer) for seed in range(12) for paired in evening(seed, list(SYSTEMS))])
"""


def test_the_draw_does_not_depend_on_the_process() -> None:
    """Python orders sets of strings differently in each process; no draft may depend on that."""
    drafts = [
        subprocess.run(
            [sys.executable, "-c", PRINT_DRAFTS],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert drafts[0] == drafts[1]
