"""Penalties and bonuses within the results by which a knockout finds its winners."""

from tournaments.records import EntrantId, Outcome, PointAdjustment, TableResult
from tournaments.selectors.results import with_adjustments

PLAYED = TableResult(round=1, table=1, ns=EntrantId(1), ew=EntrantId(2), outcome=Outcome.PLAYED, ns_mp=900, ew_mp=850)
ASSIGNED = PLAYED._replace(table=2, ns=EntrantId(3), ew=EntrantId(4), outcome=Outcome.ARBITRAL, ns_vp=12, ew_vp=8)
OPEN = PLAYED._replace(table=3, ns=EntrantId(5), ew=EntrantId(6), outcome=Outcome.OPEN, ns_mp=None, ew_mp=None)


def penalty(entrant: int, mp: int = -100, *, felt: bool = True) -> PointAdjustment:
    return PointAdjustment(
        round=1, entrant=EntrantId(entrant), mp=mp, vp=0, felt=felt, reason="late", article="", player=""
    )


def test_a_penalty_changes_what_was_played_and_no_assigned_score() -> None:
    given = [penalty(entrant) for entrant in (1, 3, 5)]
    assert list(with_adjustments([PLAYED, ASSIGNED, OPEN], given)) == [PLAYED._replace(ns_mp=800), ASSIGNED, OPEN]


def test_what_the_opponents_do_not_feel_decides_no_table() -> None:
    assert list(with_adjustments([PLAYED], [penalty(2, 300, felt=False)])) == [PLAYED]
    both = [penalty(2, 300), penalty(2, -50), penalty(1, felt=False)]
    assert list(with_adjustments([PLAYED], both)) == [PLAYED._replace(ew_mp=1100)]
