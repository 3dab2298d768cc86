"""A table's result by who sits there."""

import pytest

from tournaments.records import EntrantId, Outcome
from tournaments.records.results import TableResult

ONE, TWO, THREE, FOUR = map(EntrantId, range(1, 5))


@pytest.mark.parametrize(
    ("ns", "ns_partner", "side"), [(ONE, None, (ONE,)), (ONE, TWO, (ONE, TWO)), (None, None, ()), (None, TWO, (TWO,))]
)
def test_a_side_is_a_pair_two_players_one_or_nobody(
    ns: EntrantId | None, ns_partner: EntrantId | None, side: tuple[EntrantId, ...]
) -> None:
    of_ns = TableResult(round=1, table=1, outcome=Outcome.OPEN, ns=ns, ew=None, ns_partner=ns_partner)
    of_ew = TableResult(round=1, table=1, outcome=Outcome.OPEN, ns=None, ew=ns, ew_partner=ns_partner)
    assert (of_ns.ns_side, of_ns.ew_side) == (side, ())
    assert (of_ew.ns_side, of_ew.ew_side) == ((), side)


@pytest.mark.parametrize(("ns", "ew"), [(ONE, TWO), (ONE, None), (None, TWO), (None, None)])
def test_nobody_meets_alone(ns: EntrantId | None, ew: EntrantId | None) -> None:
    met = TableResult(round=1, table=1, outcome=Outcome.OPEN, ns=ns, ew=ew).met
    assert met == ((ns, ew) if ns and ew else None)
