"""The referee's changes of a draft: after any of them, everybody has one seat and the tables are 1 … T."""

from random import Random

import pytest

from tournaments.pairing.moves import (
    Tables,
    change_lines,
    changed,
    exchange_numbers,
    gather,
    join,
    make_table,
    rest,
    swap,
    table_at,
)
from tournaments.records import DraftTable, EntrantId


def pairs(*tables: tuple[int, int | None]) -> Tables:
    return tuple(
        DraftTable(number=number, ns=EntrantId(ns), ew=None if ew is None else EntrantId(ew))
        for number, (ns, ew) in enumerate(tables, 1)
    )


def players(fours: int, resting: int) -> Tables:
    seated = [
        DraftTable(
            number=number,
            ns=EntrantId(first),
            ns_partner=EntrantId(first + 1),
            ew=EntrantId(first + 2),
            ew_partner=EntrantId(first + 3),
        )
        for number, first in enumerate(range(1, 4 * fours, 4), 1)
    ]
    alone = [
        DraftTable(number=fours + number, ns=EntrantId(4 * fours + number), ew=None) for number in range(1, resting + 1)
    ]
    return (*seated, *alone)


def seats(tables: Tables) -> list[tuple[EntrantId, EntrantId | None]]:
    return [(table.ns, table.ew) for table in tables]


def id_of(number: int) -> EntrantId:
    return EntrantId(number)


def test_two_pairs_swap_and_nobody_else_moves() -> None:
    tables = pairs((1, 2), (3, 4), (5, 6))
    after = swap(tables, id_of(2), id_of(5))
    assert seats(after) == [(1, 5), (3, 4), (2, 6)]
    assert changed(tables, after) == [1, 3]


def test_a_swap_with_a_resting_pair_hands_on_the_rest() -> None:
    assert seats(swap(pairs((1, 2), (3, None)), id_of(3), id_of(1))) == [(3, 2), (1, None)]


def test_a_swap_within_a_table_changes_its_lines() -> None:
    assert seats(swap(pairs((1, 2)), id_of(1), id_of(2))) == seats(change_lines(pairs((1, 2)), 1)) == [(2, 1)]


def test_a_pair_joins_one_that_rests_and_its_opponents_rest() -> None:
    assert seats(join(pairs((1, 2), (3, 4), (5, None)), id_of(3), 3)) == [(1, 2), (4, None), (5, 3)]


def test_two_resting_pairs_make_a_table_and_the_last_table_closes_the_gap() -> None:
    tables = pairs((1, None), (2, None), (3, 4))
    assert seats(join(tables, id_of(1), 2)) == [(3, 4), (2, 1)]
    assert seats(join(tables, id_of(2), 1)) == [(1, 2), (3, 4)]


def test_a_pair_sent_to_rest_gets_the_last_table_and_leaves_its_opponents_theirs() -> None:
    assert seats(rest(pairs((1, 2), (3, 4)), id_of(1))) == [(2, None), (3, 4), (1, None)]


def test_tables_change_numbers_with_everybody_at_them() -> None:
    assert seats(exchange_numbers(pairs((1, 2), (3, 4), (5, None)), 1, 3)) == [(5, None), (3, 4), (1, 2)]


def test_a_table_of_four_is_broken_up_and_put_together_again() -> None:
    tables = players(2, 0)
    apart = rest(tables, id_of(3))
    assert seats(apart) == [(1, None), (5, 7), (2, None), (4, None), (3, None)]
    together = gather(apart, id_of(2), 1)
    assert [table.seated for table in together] == [(1, 2, 4, 3), (5, 6, 7, 8)]


def test_it_takes_four_who_rest_to_make_a_table() -> None:
    assert [table.seated for table in gather(players(0, 4), id_of(3), 2)] == [(2, 3, 1, 4)]
    with pytest.raises(ValueError, match="expected four players who rest, 3 and table 2 among them"):
        gather(players(0, 3), id_of(3), 2)


def test_who_comes_late_plays_against_whoever_rests_or_comes_late_too() -> None:
    tables = pairs((1, 2), (5, None), (3, 4))
    assert seats(make_table(tables, [id_of(24), id_of(5)])) == [(1, 2), (5, 24), (3, 4)]
    assert seats(make_table(tables, [id_of(24), id_of(25)])) == [(1, 2), (5, None), (3, 4), (24, 25)]
    assert seats(make_table(tables, [id_of(24)])) == [(1, 2), (5, None), (3, 4), (24, None)]
    for impossible in ([], [5], [5, 1], [24, 3], [24, 24], [24, 25, 26]):
        with pytest.raises(ValueError, match="expected"):
            make_table(tables, [id_of(number) for number in impossible])


def test_a_player_who_comes_late_plays_with_three_who_rest_or_come_late_too() -> None:
    tables, late = players(1, 3), id_of(24)
    assert [table.seated for table in make_table(tables, [late, *map(id_of, (5, 6, 7))])] == [
        (1, 2, 3, 4),
        (5, 24, 6, 7),
    ]
    assert [table.seated for table in gather(tables, late, 3)] == [(1, 2, 3, 4), (6, 24, 5, 7)]
    alone = players(1, 1)
    assert gather(alone, late, 2, [id_of(25), late, id_of(26)])[1].seated == (5, 24, 25, 26)
    with pytest.raises(ValueError, match="expected four players"):
        gather(alone, late, 2, [late, id_of(25)])


def test_partners_change_with_their_players() -> None:
    assert [table.seated for table in swap(players(2, 1), id_of(2), id_of(9))] == [(1, 9, 3, 4), (5, 6, 7, 8), (2,)]
    assert change_lines(players(1, 0), 1)[0].seated == (3, 4, 1, 2)


@pytest.mark.parametrize(
    "impossible",
    [
        lambda tables: swap(tables, id_of(1), id_of(1)),
        lambda tables: swap(tables, id_of(1), id_of(9)),
        lambda tables: rest(tables, id_of(5)),
        lambda tables: join(tables, id_of(1), 2),
        lambda tables: join(tables, id_of(5), 3),
        lambda tables: gather(tables, id_of(5), 3),
        lambda tables: change_lines(tables, 4),
        lambda tables: exchange_numbers(tables, 1, 0),
    ],
)
def test_what_makes_no_seats_is_an_error(impossible: object) -> None:
    with pytest.raises(ValueError, match="expected"):
        impossible(pairs((1, 2), (3, 4), (5, None)))  # type: ignore[operator]


def one_change(tables: Tables, lot: Random, *, individual: bool) -> Tables:
    """Return a random change of random seats, which may be impossible there."""
    everybody = [entrant for table in tables for entrant in table.seated]
    numbers = [table.number for table in tables]
    join_or_gather = gather if individual else join
    change = lot.choice(
        [
            lambda: swap(tables, *lot.sample(everybody, 2)),
            lambda: rest(tables, lot.choice(everybody)),
            lambda: join_or_gather(tables, lot.choice(everybody), lot.choice(numbers)),
            lambda: change_lines(tables, lot.choice(numbers)),
            lambda: exchange_numbers(tables, lot.choice(numbers), lot.choice(numbers)),
        ]
    )
    try:
        return change()
    except ValueError:
        return tables


@pytest.mark.parametrize("individual", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_changed_everybody_sits_once_and_tables_have_no_holes(seed: int, individual: bool) -> None:
    lot = Random(seed)
    size = lot.randrange(1, 8)
    tables = (
        players(size, lot.randrange(5))
        if individual
        else pairs(*((2 * at - 1, 2 * at) for at in range(1, size + 1)), *[(99, None)] * lot.randrange(2))
    )
    everybody = sorted(entrant for table in tables for entrant in table.seated)
    moved = 0
    for _step in range(120):
        after = one_change(tables, lot, individual=individual)
        numbers = [table.number for table in after]
        assert numbers == list(range(1, len(after) + 1)), f"seed {seed}"
        assert sorted(entrant for table in after for entrant in table.seated) == everybody, f"seed {seed}"
        assert {len(table.seated) for table in after} <= ({1, 4} if individual else {1, 2}), f"seed {seed}"
        moved += after != tables
        tables = after
    assert moved > 30


@pytest.mark.parametrize("seed", range(10))
def test_changed_names_the_tables_where_somebody_moved_and_no_others(seed: int) -> None:
    lot = Random(seed)
    tables = pairs(*((2 * at - 1, 2 * at) for at in range(1, 9)), (99, None))
    for _step in range(40):
        after = one_change(tables, lot, individual=False)
        named = changed(tables, after)
        for entrant_id in (entrant for table in tables for entrant in table.seated):
            was, now = table_at(tables, entrant_id), table_at(after, entrant_id)
            if was.number != now.number:
                assert {was.number, now.number} <= set(named), f"seed {seed}"
        unmoved = [table for table in tables if table.number not in named]
        assert all(table in after for table in unmoved), f"seed {seed}"
        tables = after
