"""The ranking: the sample evening, the rules one by one, and generated tournaments against a naive oracle."""

import csv
import json
from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.oracle_ranking import Tournament as Oracle
from tournaments.ranking.standings import placed_by_knockout, standings, sums_of
from tournaments.ranking.tie_breaks import Comparable, in_order
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, parse_scale, rest_allowance
from tournaments.records import (
    SCORED,
    Allowance,
    Entrant,
    EntrantId,
    Outcome,
    PointAdjustment,
    Standing,
    TableResult,
    TieBreak,
)

DATA = Path(__file__).parents[2] / "data"
REST = rest_allowance(FIBUR_2026_4, 4)
ABSENCE = absence_allowance(FIBUR_2026_4, 4)
ORDER = tuple(TieBreak)


def entrant(number: int) -> Entrant:
    return Entrant(id=EntrantId(number), names=(f"Player {number} North", f"Player {number} South"))


def table(
    round_: int, ns: int | None, ew: int | None, ns_mp: int | None = None, ew_mp: int | None = None, **more: Any
) -> TableResult:
    """Return one table, played by default; its number is that of the pair seated there."""
    known: dict[str, Any] = {"table": ns or ew, "outcome": Outcome.PLAYED, **more}
    return TableResult(round=round_, ns=ns, ew=ew, ns_mp=ns_mp, ew_mp=ew_mp, **known)


def ranked(
    count: int,
    results: list[TableResult],
    adjustments: list[PointAdjustment] | None = None,
    *,
    tie_breaks: tuple[TieBreak, ...] = ORDER,
    **more: Any,
) -> tuple[Standing, ...]:
    known: dict[str, Any] = {"scale": FIBUR_2026_4, "rest": REST, "absence": ABSENCE, "seed": 7, **more}
    entrants = [entrant(number) for number in range(1, count + 1)]
    return standings(entrants, results, adjustments or [], tie_breaks=tie_breaks, **known)


def figures(rows: tuple[Standing, ...]) -> dict[int, tuple[int, int, int]]:
    """Return VP, MP difference and MP of every entrant."""
    return {row.entrant.id: (row.vp, row.mp_difference, row.mp) for row in rows}


def places(rows: tuple[Standing, ...]) -> list[tuple[int, int]]:
    return [(row.place, row.entrant.id) for row in rows]


# The sample evening


def test_the_sample_evening_place_by_place() -> None:
    evening = json.loads((DATA / "club-evening.json").read_text(encoding="utf-8"))
    settings = evening["tournament"]
    results = [
        TableResult(
            round=round_["number"],
            table=row["number"],
            ns=row["ns"],
            ew=row["ew"],
            outcome=Outcome(row["outcome"]),
            ns_mp=sum(h["ns"]["base"] + h["ns"]["points"] for h in row["hands"]) if row["hands"] else None,
            ew_mp=sum(h["ew"]["base"] + h["ew"]["points"] for h in row["hands"]) if row["hands"] else None,
        )
        for round_ in evening["rounds"]
        for row in round_["tables"]
    ]
    adjustments = [
        PointAdjustment(round=a["round"], entrant=a["pair"], mp=a["mp"], vp=a["vp"]) for a in evening["adjustments"]
    ]
    rows = ranked(
        len(evening["pairs"]),
        results,
        adjustments,
        scale=parse_scale(settings["scale"]),
        rest=Allowance(**settings["rest"]),
        tie_breaks=tuple(map(TieBreak, settings["tie_breaks"])),
        seed=settings["seed"],
    )
    with (DATA / "club-evening.expected.csv").open(encoding="utf-8", newline="") as file:
        expected = [tuple(map(int, row.values())) for row in csv.DictReader(file)]
    assert [(r.place, r.entrant.id, r.vp, r.mp_difference, r.mp) for r in rows] == expected


# The value of a round


def test_a_played_table_is_read_from_the_scale() -> None:
    rows = ranked(2, [table(1, 1, 2, 1500, 1190)])
    assert figures(rows) == {1: (12, 310, 1500), 2: (8, -310, 1190)}
    assert [row.wins for row in rows] == [1, 0]


def test_an_mp_penalty_comes_before_the_vp_and_the_opponents_feel_it() -> None:
    rows = ranked(2, [table(1, 1, 2, 1500, 1190)], [PointAdjustment(round=1, entrant=EntrantId(1), mp=-100)])
    assert figures(rows) == {1: (11, 210, 1400), 2: (9, -210, 1190)}
    assert rows[1].rounds[0].conceded == 1400


def test_a_vp_penalty_changes_only_its_own_total() -> None:
    rows = ranked(2, [table(1, 1, 2, 1500, 1190)], [PointAdjustment(round=1, entrant=EntrantId(1), vp=-5)])
    assert figures(rows) == {1: (7, 310, 1500), 2: (8, -310, 1190)}
    first = rows[1].rounds[0]
    assert (first.vp, first.vp_adjustment, first.won) == (12, -5, True)
    assert rows[1].vp_by_round == {1: 7}


def test_mp_that_the_opponents_do_not_feel_change_the_pairs_own_mp_alone_and_a_warning_nothing() -> None:
    warning = PointAdjustment(round=1, entrant=EntrantId(1), reason="talking")
    taken = PointAdjustment(round=1, entrant=EntrantId(1), mp=-300, felt=False)
    rows = ranked(2, [table(1, 1, 2, 1500, 1190)], [warning, taken])
    assert figures(rows) == {1: (12, 10, 1200), 2: (8, -310, 1190)}
    assert rows[0].adjustments == (taken, warning)


def assigned(**more: Any) -> TableResult:
    """Return a table whose score the referee set to 10–10, with these changes."""
    even: dict[str, Any] = {"ns": 1, "ew": 2, "ns_mp": 0, "ew_mp": 0, "ns_vp": 10, "ew_vp": 10}
    return TableResult(round=1, table=1, outcome=Outcome.ARBITRAL, ruling="cards mixed", **even | more)


def test_nobody_wins_a_score_set_to_one_half_each() -> None:
    assert [row.wins for row in ranked(2, [assigned()])] == [0, 0]
    assert {row.entrant.id: row.wins for row in ranked(2, [assigned(ns_vp=9, ew_vp=11)])} == {1: 0, 2: 1}


def test_an_assigned_score_gives_both_lines_what_the_referee_set() -> None:
    split = {"outcome": Outcome.ARBITRAL, "ns_vp": 12, "ew_vp": 4, "ruling": "cards mixed"}
    late = PointAdjustment(round=1, entrant=EntrantId(1), mp=-100)
    rows = ranked(2, [table(1, 1, 2, 305, 0, **split)], [late])
    assert figures(rows) == {1: (12, 205, 205), 2: (4, -305, 0)}
    assert [row.wins for row in rows] == [1, 0]
    assert {row.rounds[0].ruling for row in rows} == {"cards mixed"}


def test_adjustments_of_one_round_add_up() -> None:
    late = PointAdjustment(round=1, entrant=EntrantId(2), mp=-100)
    rows = ranked(2, [table(1, 1, 2, 1000, 1000)], [late, late, replace(late, mp=0, vp=-1)])
    assert figures(rows) == {1: (11, 200, 1000), 2: (8, -200, 800)}


def test_a_rest_is_neither_won_nor_lost_and_a_penalty_changes_only_its_mp() -> None:
    resting = table(1, 1, None, None, None, outcome=Outcome.REST)
    rows = ranked(1, [resting], [PointAdjustment(round=1, entrant=EntrantId(1), mp=-100)])
    assert figures(rows) == {1: (12, 205, 205)}
    assert rows[0].wins == 0
    assert rows[0].rounds[0].opponent is None


ABSENCES = [
    # (the absent side, MP entered before it left, figures of NS, figures of EW)
    (Outcome.ABSENT_EW, (None, None), (12, 305, 305), (8, -305, 0)),
    (Outcome.ABSENT_NS, (None, None), (8, -305, 0), (12, 305, 305)),
    (Outcome.ABSENT_BOTH, (None, None), (0, 0, 0), (0, 0, 0)),
    (Outcome.ABSENT_BOTH, (800, 100), (0, 0, 0), (0, 0, 0)),
    (Outcome.ABSENT_EW, (800, 100), (13, 700, 800), (8, -305, 0)),
    (Outcome.ABSENT_EW, (450, 100), (12, 350, 450), (8, -305, 0)),
    (Outcome.ABSENT_EW, (800, 500), (12, 305, 305), (8, -305, 0)),
    (Outcome.ABSENT_EW, (805, 500), (12, 305, 805), (8, -305, 0)),
    (Outcome.ABSENT_NS, (800, 100), (8, -305, 0), (12, 305, 305)),
]


@pytest.mark.parametrize(("outcome", "mp", "ns", "ew"), ABSENCES)
def test_absences(outcome: Outcome, mp: tuple[int, int], ns: tuple[int, int, int], ew: tuple[int, int, int]) -> None:
    rows = ranked(2, [table(1, 1, 2, *mp, outcome=outcome)])
    assert figures(rows) == {1: ns, 2: ew}
    assert [row.wins for row in rows] == [0, 0]


def test_a_penalty_at_an_absence_changes_only_the_pairs_own_mp() -> None:
    penalties = [PointAdjustment(round=1, entrant=EntrantId(number), mp=-100) for number in (1, 2)]
    rows = ranked(2, [table(1, 1, 2, 450, 100, outcome=Outcome.ABSENT_EW)], penalties)
    assert figures(rows) == {1: (12, 250, 350), 2: (8, -405, -100)}


def test_a_missed_round_may_be_given_as_an_absence_with_no_opponent() -> None:
    rows = ranked(1, [table(1, 1, None, None, None, outcome=Outcome.ABSENT_NS)])
    assert figures(rows) == {1: (8, -305, 0)}


def test_an_open_table_counts_the_mp_known_and_no_vp() -> None:
    results = [table(1, 1, 2, 400, 150, outcome=Outcome.OPEN), table(1, 3, 4, None, None, outcome=Outcome.OPEN)]
    rows = ranked(4, results, [PointAdjustment(round=1, entrant=EntrantId(4), mp=-100)])
    assert figures(rows) == {1: (0, 250, 400), 2: (0, -250, 150), 3: (0, 100, 0), 4: (0, -100, -100)}


def test_an_open_table_with_nobody_opposite_counts_what_is_known() -> None:
    assert figures(ranked(1, [table(1, 1, None, 400, None, outcome=Outcome.OPEN)])) == {1: (0, 400, 400)}


def test_an_adjustment_in_a_round_without_a_table_still_counts() -> None:
    rows = ranked(1, [], [PointAdjustment(round=1, entrant=EntrantId(1), mp=-100, vp=-2)])
    assert figures(rows) == {1: (-2, -100, -100)}
    assert rows[0].rounds == ()


def test_an_adjustment_of_somebody_who_is_not_ranked_counts_for_nothing() -> None:
    results = [table(1, 1, 2, 1500, 1190)]
    stranger = PointAdjustment(round=1, entrant=EntrantId(9), mp=-100, vp=-2)
    assert ranked(2, results, [stranger]) == ranked(2, results)


def test_a_result_of_somebody_who_is_not_ranked_is_refused_in_the_sums_of_earlier_rounds_too() -> None:
    results = [table(1, 1, 2, 1500, 1190)]
    earlier = sums_of(results, scale=FIBUR_2026_4, rest=REST, absence=ABSENCE)
    for others in ({"results": results}, {"results": [], "earlier": earlier}):
        with pytest.raises(ValueError, match="ranked at the tables, got 2"):
            ranked(1, **others)  # type: ignore[arg-type]


def test_a_pair_that_withdrew_keeps_its_results() -> None:
    gone = replace(entrant(1), active=False)
    rows = standings(
        [gone, entrant(2)],
        [table(1, 1, 2, 3000, 0)],
        scale=FIBUR_2026_4,
        rest=REST,
        absence=ABSENCE,
        tie_breaks=ORDER,
        seed=7,
    )
    assert [(row.entrant, row.vp) for row in rows] == [(gone, 20), (entrant(2), 0)]


# Individual tournaments: four players at a table


def four(
    round_: int, seats: tuple[int, int, int, int], ns_mp: int | None = None, ew_mp: int | None = None, **more: Any
) -> TableResult:
    ns, ns_partner, ew, ew_partner = map(EntrantId, seats)
    return table(round_, ns, ew, ns_mp, ew_mp, ns_partner=ns_partner, ew_partner=ew_partner, **more)


def test_each_player_gets_what_the_side_played_in_got() -> None:
    rows = ranked(4, [four(1, (1, 2, 3, 4), 1500, 1190)])
    assert figures(rows) == {1: (12, 310, 1500), 2: (12, 310, 1500), 3: (8, -310, 1190), 4: (8, -310, 1190)}
    rounds = {row.entrant.id: row.rounds[0] for row in rows}
    assert [(rounds[n].partner, rounds[n].opponents) for n in (1, 2, 3, 4)] == [
        (2, (3, 4)),
        (1, (3, 4)),
        (4, (1, 2)),
        (3, (1, 2)),
    ]


def test_an_mp_penalty_of_a_player_is_felt_by_partner_and_opponents_a_vp_penalty_by_nobody() -> None:
    late = PointAdjustment(round=1, entrant=EntrantId(1), mp=-100, vp=-3)
    rows = ranked(4, [four(1, (1, 2, 3, 4), 1500, 1190)], [late])
    assert figures(rows) == {1: (8, 210, 1400), 2: (11, 210, 1400), 3: (9, -210, 1190), 4: (9, -210, 1190)}
    rounds = {row.entrant.id: row.rounds[0] for row in rows}
    assert [rounds[n].mp_adjustment for n in (1, 2, 3)] == [-100, -100, 0]
    assert [rounds[n].vp_adjustment for n in (1, 2)] == [-3, 0]


def test_penalties_of_two_partners_add_up() -> None:
    penalties = [PointAdjustment(round=1, entrant=EntrantId(number), mp=-100) for number in (1, 2)]
    rows = ranked(4, [four(1, (1, 2, 3, 4), 1500, 1190)], penalties)
    assert figures(rows)[1] == figures(rows)[2] == (11, 110, 1300)


def test_an_absent_side_scores_the_absence_twice_and_whoever_rests_a_rest() -> None:
    absent = four(1, (1, 2, 3, 4), None, None, outcome=Outcome.ABSENT_NS)
    rows = ranked(5, [absent, table(1, 5, None, None, None, outcome=Outcome.REST)])
    assert figures(rows) == {
        **dict.fromkeys((1, 2), (8, -305, 0)),
        **dict.fromkeys((3, 4, 5), (12, 305, 305)),
    }


@pytest.mark.parametrize(
    ("outcome", "mine", "partner"),
    [
        (Outcome.ABSENT_NS, (8, -405, -100), (8, -305, 0)),
        (Outcome.ABSENT_EW, (12, 205, 205), (12, 305, 305)),
        (Outcome.ABSENT_BOTH, (0, -100, -100), (0, 0, 0)),
        (Outcome.ARBITRAL, (12, 210, 1400), (12, 310, 1500)),
    ],
)
def test_nobody_pays_the_partner_s_penalty_where_the_scale_reads_no_mp(
    outcome: Outcome, mine: tuple[int, int, int], partner: tuple[int, int, int]
) -> None:
    """docs/tournaments.md §5: at an absence or an assigned score, it changes only the entrant's own MP."""
    is_set = outcome is Outcome.ARBITRAL
    set_to: dict[str, Any] = {"ns_vp": 12, "ew_vp": 8} if is_set else {}
    mp = (1500, 1190) if is_set else (None, None)
    late = [PointAdjustment(round=1, entrant=EntrantId(1), mp=-100)]
    rows = ranked(4, [four(1, (1, 2, 3, 4), *mp, outcome=outcome, **set_to)], late)
    without = ranked(4, [four(1, (1, 2, 3, 4), *mp, outcome=outcome, **set_to)])
    assert (figures(rows)[1], figures(rows)[2]) == (mine, partner)
    assert figures(rows) == figures(without) | {1: mine}
    assert {row.entrant.id: row.rounds[0].mp_adjustment for row in rows} == {1: -100, 2: 0, 3: 0, 4: 0}


def test_players_have_met_when_they_were_opponents() -> None:
    """1 and 2 finish level on 20 VP, and 2 was better in their meeting."""
    results = [four(1, (1, 3, 2, 4), 0, 500), four(2, (1, 5, 3, 6), 500, 0), four(2, (2, 9, 7, 8), 0, 500)]
    rows = ranked(9, results, tie_breaks=(TieBreak.VP, TieBreak.DIRECT))
    assert [(row.place, row.entrant.id, row.vp) for row in rows[:2]] == [(1, 2, 20), (2, 1, 20)]
    assert rows[1].decided_by is TieBreak.DIRECT


def test_partners_have_not_met() -> None:
    """2 and 4, partners twice, are level with 1 as well, so nobody knows which of them is better."""
    results = [four(1, (1, 3, 2, 4), 0, 500), four(2, (1, 5, 3, 6), 500, 0), four(2, (2, 4, 7, 8), 0, 500)]
    rows = ranked(8, results, tie_breaks=(TieBreak.VP, TieBreak.DIRECT))
    assert [(row.place, row.entrant.id, row.vp) for row in rows[:3]] == [(1, 1, 20), (1, 2, 20), (1, 4, 20)]


# A knockout


def test_a_bracket_comes_first_and_the_others_close_up() -> None:
    """By figures 1 is first and everybody else level; the bracket ends 4, 2."""
    by_figures = ranked(6, [table(1, 1, None, None, None, outcome=Outcome.REST)], tie_breaks=(TieBreak.VP,))
    assert places(by_figures) == [(1, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6)]
    rows = placed_by_knockout(by_figures, [EntrantId(4), EntrantId(2), EntrantId(99)], (TieBreak.VP,))
    assert [(row.place, row.entrant.id, row.tied, row.by_knockout) for row in rows] == [
        (1, 4, False, True),
        (2, 2, False, True),
        (3, 1, False, False),
        (4, 3, True, False),
        (4, 5, True, False),
        (4, 6, True, False),
    ]
    assert [row.decided_by for row in rows] == [None, None, None, TieBreak.VP, None, None]


def test_who_is_left_alone_by_the_bracket_shares_no_place_and_knows_what_decided() -> None:
    """VP 12, 10, 10, 8, with MP between the two in the middle; without the second, VP separate the first two left."""
    results = [table(1, 1, 2, 500, 0), table(1, 3, 4, 400, 300)]
    by = (TieBreak.VP, TieBreak.MP)
    by_figures = ranked(4, results, tie_breaks=by)
    assert [(row.entrant.id, row.decided_by) for row in by_figures] == [
        (1, None),
        (3, TieBreak.VP),
        (4, TieBreak.MP),
        (2, TieBreak.VP),
    ]
    rows = placed_by_knockout(by_figures, [EntrantId(3)], by)
    assert [(row.place, row.entrant.id, row.decided_by) for row in rows] == [
        (1, 3, None),
        (2, 1, None),
        (3, 4, TieBreak.VP),
        (4, 2, TieBreak.VP),
    ]
    level = ranked(4, [table(1, 1, 2, 500, 0), table(1, 3, 4, 300, 300)], tie_breaks=by)
    assert [(row.place, row.tied) for row in level] == [(1, False), (2, True), (2, True), (4, False)]
    assert [row.tied for row in placed_by_knockout(level, [EntrantId(4)], by)] == [False] * 4


def test_what_parted_rows_above_does_not_part_those_below() -> None:
    """VP separate 3 from 1, and only MP separate 5, 4 and 6 from 3: without 5, MP still separate 4 from 3."""
    results = [table(1, 1, 2, 500, 0), table(1, 3, 4, 400, 300), table(1, 5, 6, 350, 250)]
    by = (TieBreak.VP, TieBreak.MP)
    rows = placed_by_knockout(ranked(6, results, tie_breaks=by), [EntrantId(5)], by)
    assert [(row.entrant.id, row.decided_by) for row in rows] == [
        (5, None),
        (1, None),
        (3, TieBreak.VP),
        (4, TieBreak.MP),
        (6, TieBreak.MP),
        (2, TieBreak.VP),
    ]


# Ties


def test_who_shares_a_place_stands_by_number_however_they_come() -> None:
    known: dict[str, Any] = {"scale": FIBUR_2026_4, "rest": REST, "absence": ABSENCE, "seed": 7}
    rows = standings([entrant(number) for number in (3, 1, 2)], [], tie_breaks=ORDER[:-1], **known)
    assert places(rows) == [(1, 1), (1, 2), (1, 3)]


def test_truly_equal_pairs_share_the_place_without_the_lot() -> None:
    results = [table(1, 1, 2, 0, 0), table(1, 3, 4, 1000, 0)]
    rows = ranked(4, results, tie_breaks=ORDER[:-1])
    assert [(row.place, row.tied, row.entrant.id) for row in rows] == [
        (1, False, 3),
        (2, True, 1),
        (2, True, 2),
        (4, False, 4),
    ]
    assert [row.decided_by for row in rows] == [None, TieBreak.VP, None, TieBreak.VP]


def test_the_direct_meeting_parts_two_equal_pairs() -> None:
    results = [table(1, 1, 2, 0, 5), table(2, 1, 3, 500, 0), table(2, 2, 4, 495, 5)]
    by = (TieBreak.MP_DIFFERENCE, TieBreak.DIRECT)
    # 1 and 2 both end at +495, have met, and have 10-10: the tie-break separates nobody.
    assert places(ranked(4, results, tie_breaks=by))[:2] == [(1, 1), (1, 2)]
    closer = [table(1, 1, 2, 0, 105), table(2, 1, 3, 600, 0), table(2, 2, 4, 400, 10)]
    rows = ranked(4, closer, tie_breaks=by)
    assert places(rows)[:2] == [(1, 2), (2, 1)]
    assert rows[1].decided_by is TieBreak.DIRECT


def test_the_direct_meeting_is_passed_over_unless_every_two_of_the_group_have_met() -> None:
    # 1 beats 2 and 2 beats 3, and all three are level on VP; 1 and 3 have not met.
    results = [table(1, 1, 2, 105, 0), table(2, 2, 3, 105, 0), table(3, 3, 4, 105, 0), table(3, 1, 5, 0, 105)]
    rows = ranked(5, results, tie_breaks=(TieBreak.VP, TieBreak.DIRECT))
    assert [row.vp for row in rows] == [20, 20, 20, 11, 9]
    assert places(rows) == [(1, 1), (1, 2), (1, 3), (4, 5), (5, 4)]


def test_several_meetings_of_two_pairs_are_summed() -> None:
    won_then_lost = [table(1, 1, 2, 105, 0), table(2, 1, 2, 0, 2005)]
    others = [table(3, 1, 3, 2005, 0), table(3, 2, 4, 0, 0), table(4, 1, 4, 105, 0), table(4, 2, 3, 305, 0)]
    evened = [PointAdjustment(round=4, entrant=EntrantId(1), vp=9)]
    rows = ranked(4, [*won_then_lost, *others], evened, tie_breaks=(TieBreak.VP, TieBreak.DIRECT))
    assert [(row.entrant.id, row.vp, row.decided_by) for row in rows[:2]] == [(2, 51, None), (1, 51, TieBreak.DIRECT)]


def test_an_absence_is_not_a_meeting() -> None:
    results = [table(1, 1, 2, None, None, outcome=Outcome.ABSENT_NS)]
    even = PointAdjustment(round=1, entrant=EntrantId(1), vp=4)
    assert places(ranked(2, results, [even], tie_breaks=(TieBreak.VP, TieBreak.DIRECT))) == [(1, 1), (1, 2)]


def test_the_lot_is_stable_whoever_else_takes_part() -> None:
    everybody = [row.entrant.id for row in ranked(40, [], seed=20)]
    assert everybody != sorted(everybody)
    assert everybody != [row.entrant.id for row in ranked(40, [], seed=21)]
    assert [row.entrant.id for row in ranked(15, [], seed=20)] == [number for number in everybody if number <= 15]


# Impossible data


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ([table(1, 1, 9, 0, 0)], "expected only entrants that are ranked at the tables, got 9"),
        ([table(1, 1, 2, None, None)], "expected two pairs and their MP at a played table"),
        ([table(1, 1, None, 500, None)], "expected two pairs and their MP at a played table"),
        ([table(1, 1, None, 500, 0)], "expected two pairs and their MP at a played table"),
        ([table(1, None, 1, 500, 0)], "expected two pairs and their MP at a played table"),
        ([table(1, 1, 2, None, 0)], "expected two pairs and their MP at a played table"),
        ([table(1, 1, 2, 500, None)], "expected two pairs and their MP at a played table"),
        ([table(1, 1, None, 500, 0, ns_partner=2)], "expected two pairs and their MP at a played table"),
        ([table(1, 1, 3, None, 0, ns_partner=2)], "expected two pairs and their MP at a played table"),
        ([table(1, 1, 3, 500, None, ns_partner=2)], "expected two pairs and their MP at a played table"),
        ([table(1, 1, 2, 0, 0), table(1, 3, 1, 0, 0)], "expected one table of round 1 for entrant 1, got two"),
        ([assigned(ew=None, ew_vp=None, ew_mp=None)], "expected VP and MP of both lines at an assigned score"),
        ([assigned(ns_vp=None)], "expected VP and MP of both lines at an assigned score"),
        ([assigned(ew_vp=None)], "expected VP and MP of both lines at an assigned score"),
        ([assigned(ns_mp=None)], "expected VP and MP of both lines at an assigned score"),
        ([assigned(ew_mp=None)], "expected VP and MP of both lines at an assigned score"),
    ],
)
def test_contradictory_results_are_refused(results: list[TableResult], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ranked(3, results)


# Generated tournaments

MP = st.integers(-40, 500).map(lambda steps: steps * 5)
FEW_MP = st.sampled_from([0, 5, 105, 310, 2500])
PLAYED_TWICE_AS_OFTEN = [Outcome.PLAYED] * 5 + [
    outcome for outcome in Outcome if outcome not in (Outcome.PLAYED, Outcome.REST)
]


def adjustments_in(rounds: int, count: int) -> st.SearchStrategy[PointAdjustment]:
    return st.builds(
        PointAdjustment,
        round=st.integers(1, max(rounds, 1)),
        entrant=st.integers(1, count),
        mp=st.sampled_from([-100, 0, 50]),
        vp=st.sampled_from([-2, 0, 1]),
        felt=st.booleans(),
    )


def result_of(draw: st.DrawFn, outcomes: list[Outcome], mp: st.SearchStrategy[int]) -> dict[str, Any]:
    """Return the result of a table: its MP if known, and VP that need not add up if the referee set them."""
    outcome = draw(st.sampled_from(outcomes))
    known = outcome in SCORED or draw(st.booleans())
    ns_mp, ew_mp = (draw(mp), draw(mp)) if known else (None, None)
    set_vp = outcome is Outcome.ARBITRAL
    ns_vp, ew_vp = (draw(st.integers(0, 20)), draw(st.integers(0, 20))) if set_vp else (None, None)
    return {"outcome": outcome, "ns_mp": ns_mp, "ew_mp": ew_mp, "ns_vp": ns_vp, "ew_vp": ew_vp}


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[int, list[TableResult], list[PointAdjustment]]:
    """Draw up to 7 entrants and 5 rounds; half of them have small figures, so that ties are common."""
    count = draw(st.integers(1, 7))
    mp = draw(st.sampled_from([MP, FEW_MP]))
    outcomes = draw(st.sampled_from([PLAYED_TWICE_AS_OFTEN, [Outcome.PLAYED]]))
    results = []
    rounds = draw(st.integers(0, 5))
    for round_ in range(1, rounds + 1):
        seated = draw(st.permutations(range(1, count + 1)))
        for number, (ns, ew) in enumerate(zip(seated[::2], seated[1::2], strict=False), start=1):
            results.append(table(round_, ns, ew, table=number, **result_of(draw, outcomes, mp)))
        if count % 2 and draw(st.booleans()):
            results.append(table(round_, seated[-1], None, None, None, table=99, outcome=Outcome.REST))
    return count, results, draw(st.lists(adjustments_in(rounds, count), max_size=3))


@st.composite
def individual_tournaments(draw: st.DrawFn) -> tuple[int, list[TableResult], list[PointAdjustment]]:
    """Draw the same with 4 to 9 players and random partners and opponents."""
    count = draw(st.integers(4, 9))
    mp = draw(st.sampled_from([MP, FEW_MP]))
    outcomes = draw(st.sampled_from([PLAYED_TWICE_AS_OFTEN, [Outcome.PLAYED]]))
    results = []
    rounds = draw(st.integers(0, 5))
    for round_ in range(1, rounds + 1):
        players = draw(st.permutations(range(1, count + 1)))
        for number in range(count // 4):
            a, b, c, d = players[4 * number : 4 * number + 4]
            results.append(four(round_, (a, b, c, d), table=number + 1, **result_of(draw, outcomes, mp)))
        for number, player in enumerate(players[count - count % 4 :], 90):
            results.append(table(round_, player, None, None, None, table=number, outcome=Outcome.REST))
    return count, results, draw(st.lists(adjustments_in(rounds, count), max_size=4))


ANY_TOURNAMENT = st.one_of(tournaments(), individual_tournaments())


TIE_BREAK_ORDERS = [order for length in range(1, len(ORDER) + 1) for order in permutations(ORDER, length)]
SEEDS = st.integers(0, 10**6)


@settings(max_examples=150, deadline=None)
@given(ANY_TOURNAMENT, st.sampled_from(TIE_BREAK_ORDERS), SEEDS)
def test_the_naive_ranking_agrees(
    made: tuple[int, list[TableResult], list[PointAdjustment]], order: tuple[TieBreak, ...], seed: int
) -> None:
    count, results, adjustments = made
    rows = ranked(count, results, adjustments, tie_breaks=order, seed=seed)
    oracle = Oracle(
        ids=range(1, count + 1),
        results=results,
        adjustments=adjustments,
        rows=[(100, 10), *((up_to, 11 + n) for n, up_to in enumerate(range(300, 1701, 200))), (2000, 19)],
        total=20,
        rest=REST,
        absence=ABSENCE,
        seed=seed,
    )
    assert places(rows) == oracle.ranked(order)
    for row in rows:
        who = row.entrant.id
        assert (row.vp, row.mp_difference, row.mp, row.wins) == (
            oracle.vp(who),
            oracle.mp_difference(who),
            oracle.mp(who),
            oracle.wins(who),
        )


@settings(max_examples=100, deadline=None)
@given(ANY_TOURNAMENT, st.randoms(use_true_random=False))
def test_the_order_of_what_is_given_never_matters(
    made: tuple[int, list[TableResult], list[PointAdjustment]], random: Any
) -> None:
    count, results, adjustments = made
    rows = ranked(count, results, adjustments)
    entrants = [entrant(number) for number in range(1, count + 1)]
    for shuffled in (entrants, results, adjustments):
        random.shuffle(shuffled)
    known: dict[str, Any] = {"scale": FIBUR_2026_4, "rest": REST, "absence": ABSENCE, "seed": 7}
    assert standings(entrants, results, adjustments, tie_breaks=ORDER, **known) == rows


@settings(max_examples=100, deadline=None)
@given(ANY_TOURNAMENT, st.integers(0, 5))
def test_as_of_a_round_is_the_ranking_of_the_tournament_cut_there(
    made: tuple[int, list[TableResult], list[PointAdjustment]], last: int
) -> None:
    count, results, adjustments = made
    cut = ranked(count, [r for r in results if r.round <= last], [a for a in adjustments if a.round <= last])
    assert ranked(count, results, adjustments, after_round=last) == cut


def seated(result: TableResult) -> tuple[EntrantId, ...]:
    return (*result.ns_side, *result.ew_side)


@settings(max_examples=100, deadline=None)
@given(ANY_TOURNAMENT)
def test_a_played_table_shares_the_total_and_totals_are_the_sum_of_the_rounds(
    made: tuple[int, list[TableResult], list[PointAdjustment]],
) -> None:
    count, results, adjustments = made
    rows = ranked(count, results, adjustments)
    rounds = {(score.round, row.entrant.id): score for row in rows for score in row.rounds}
    unfelt = Counter[tuple[int, EntrantId]]()
    for adjustment in adjustments:
        unfelt[adjustment.round, adjustment.entrant] += 0 if adjustment.felt else adjustment.mp
    for result in results:
        if result.outcome is Outcome.PLAYED:
            ns, ew = (rounds[result.round, entrant_id] for entrant_id in (result.ns, result.ew))
            at_table = {who: rounds[result.round, who].difference - unfelt[result.round, who] for who in seated(result)}
            assert {at_table[who] for who in result.ns_side} == {at_table[result.ns]}
            assert ns.vp + ew.vp == FIBUR_2026_4.total
            assert at_table[result.ns] == -at_table[result.ew]
            assert not (ns.won and ew.won)
        if result.outcome is Outcome.ARBITRAL:
            ns, ew = (rounds[result.round, entrant_id] for entrant_id in (result.ns, result.ew))
            assert (ns.vp, ew.vp) == (result.ns_vp, result.ew_vp)
    loose = {(a.round, a.entrant) for a in adjustments} - set(rounds)
    for row in rows:
        assert sum(row.vp_by_round.values()) == row.vp
        if not any(who == row.entrant.id for _, who in loose):
            assert row.vp == sum(score.vp + score.vp_adjustment for score in row.rounds)
            assert row.mp == sum(score.mp for score in row.rounds)
            assert row.mp_difference == sum(score.difference for score in row.rounds)


def test_nobody_is_in_no_group() -> None:
    nobody: list[Comparable] = []
    assert in_order(nobody, ORDER, seed=1) == []
