"""The results' tables after a correction of seats in a round in progress: no change doubles a result."""

from random import Random

import pytest

from tests.tournaments.pairing.test_moves import pairs, players
from tournaments.pairing.moves import Tables, change_lines, exchange_numbers, sit_in, swap
from tournaments.pairing.result_sources import ResultSource, Slips, sources
from tournaments.records import EntrantId


def one_change(tables: Tables, lot: Random) -> Tables:
    playing = [table.number for table in tables if table.ew is not None]
    seated = [entrant for table in tables for entrant in table.seated]
    one, other = lot.sample(seated, 2)
    return lot.choice(
        [
            lambda: swap(tables, one, other),
            lambda: sit_in(tables, EntrantId(1000), one),
            lambda: change_lines(tables, lot.choice(playing)),
            lambda: exchange_numbers(tables, *lot.sample(playing, 2)),
        ]
    )()


def test_a_result_goes_with_exactly_those_for_whom_it_was_entered_and_with_nobody_twice() -> None:
    for seed in range(300):
        lot = Random(seed)
        before = lot.choice([pairs((1, 2), (3, 4), (5, 6), (7, None)), players(3, 2)])
        after = one_change(before, lot)
        was = {table.number: table for table in before}
        for table in (table for table in after if table.ew is not None):
            ours = ({table.ns, table.ns_partner}, {table.ew, table.ew_partner})
            source = sources(before, after, Slips.GO_ALONG).get(table.number, ResultSource(table.number))
            met = [table for table in before if table.ew is not None and _sides(table) in (ours, ours[::-1])]
            assert ([source.table] if source else []) == [table.number for table in met], seed
            if source is not None:
                assert (_sides(was[source.table]) == ours[::-1]) is source.turned, seed
        for slips in Slips:
            used = [source.table for source in sources(before, after, slips).values() if source is not None]
            assert len(used) == len(set(used)), seed
        stay = sources(before, after, Slips.STAY)
        assert all(source == ResultSource(number) for number, source in stay.items()), seed


def _sides(table: object) -> tuple[set[object], set[object]]:
    return {table.ns, table.ns_partner}, {table.ew, table.ew_partner}  # type: ignore[attr-defined]


def test_who_sits_in_takes_the_seat_and_nobody_sits_twice() -> None:
    tables = pairs((1, 2), (3, None))
    assert [table.seated for table in sit_in(tables, EntrantId(9), EntrantId(2))] == [(1, 9), (3,)]
    for coming, leaving in ((1, 2), (9, 8)):
        with pytest.raises(ValueError, match="expected"):
            sit_in(tables, EntrantId(coming), EntrantId(leaving))


def test_where_somebody_rested_no_slip_is_left_for_those_who_play_there_now() -> None:
    before, after = pairs((1, 2), (3, None)), pairs((1, 2), (3, 4))
    assert sources(before, after, Slips.STAY) == {2: None}
