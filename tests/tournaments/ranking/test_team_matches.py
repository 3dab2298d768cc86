"""The matches of teams: their VP, the ranking, ties, rests, knockouts, and the naive oracle over generated seasons."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.oracle_ranking import Tournament as OracleOfPairs
from tests.tournaments.ranking.oracle_team_matches import Championship
from tests.tournaments.ranking.test_standings import ABSENCE, REST, entrant, table
from tournaments.ranking.standings import standings
from tournaments.ranking.team_matches import (
    MatchRule,
    match_results,
    match_scores,
    match_standings,
    teams_by_knockout,
)
from tournaments.ranking.victory_points import FIBUR_2026_4, InvalidScale, parse_scale, rest_allowance, widened
from tournaments.records import (
    EntrantId,
    Fixture,
    MatchFormat,
    Outcome,
    PointAdjustment,
    Standing,
    TableResult,
    TeamStanding,
    TieBreak,
)

NAMES = {1: "Aurora", 2: "Borgo", 3: "Riviera", 4: "Levante"}
ORDER = tuple(TieBreak)
SCALE = widened(FIBUR_2026_4, 2)


def rule(sessions: int = 1, tables: int = 2) -> MatchRule:
    return MatchRule(
        format=MatchFormat(tables=tables, sessions=sessions), scale=SCALE, rest=rest_allowance(SCALE, hands=4)
    )


def pairs_ranked(results: list[TableResult], *adjustments: PointAdjustment, teams: int = 3) -> tuple[Standing, ...]:
    """Return the pairs' ranking of teams of three pairs: 1, 2, 3 belong to team 1, and so on."""
    entrants = [replace(entrant(number), team=(number - 1) // 3 + 1) for number in range(1, 3 * teams + 1)]
    known: dict[str, Any] = {"scale": FIBUR_2026_4, "rest": REST, "absence": ABSENCE, "seed": 7}
    return standings(entrants, results, adjustments, tie_breaks=ORDER, **known)


def fixture(day: int, home: int, away: int | None, number: int = 1) -> Fixture:
    return Fixture(day=day, number=number, home=home, away=away)


def ranked(
    fixtures: list[Fixture], results: list[TableResult], *adjustments: PointAdjustment, **choices: Any
) -> tuple[TeamStanding, ...]:
    rows = pairs_ranked(results, *adjustments)
    return match_standings(rows, fixtures, NAMES, rule=choices.pop("rule", rule()), seed=7, **choices)


def figures(rows: tuple[TeamStanding, ...]) -> list[tuple[int, str, int, int, int]]:
    return [(row.place, row.name, row.vp, row.mp_difference, row.pairs_vp) for row in rows]


def test_the_scale_of_a_match_reads_the_sum_of_its_tables() -> None:
    """+310 and -1000 are -690 for Aurora: 8-12 in a scale twice as wide as the pairs', whose VP are 12-8 and 5-15."""
    results = [table(1, 1, 4, 1500, 1190), table(1, 2, 5, 0, 1000)]
    rows = ranked([fixture(1, 1, 2), fixture(1, 3, None, 2)], results)
    assert figures(rows) == [
        (1, "Borgo", 12, 690, 8 + 15),
        (2, "Riviera", 12, 605, 0),
        (3, "Aurora", 8, -690, 12 + 5),
    ]
    assert [tuple(score) for score in rows[0].matches] == [(1, 1, 690, 12, True)]
    assert [tuple(score) for score in rows[1].matches] == [(1, None, 605, 12, False)]


def test_a_match_counts_once_all_its_tables_are_in() -> None:
    open_ = table(1, 2, 5, None, None, outcome=Outcome.OPEN)
    rows = ranked([fixture(1, 1, 2)], [table(1, 1, 4, 1500, 0), open_])
    assert [(row.name, row.vp, row.matches) for row in rows[:2]] == [("Aurora", 0, ()), ("Riviera", 0, ())]


def test_a_match_counts_once_both_teams_have_all_their_tables() -> None:
    """A pair of Aurora has been seated against one of a third team."""
    rows = ranked([fixture(1, 1, 2)], [table(1, 1, 4, 500, 0), table(1, 2, 7, 500, 0)])
    assert not any(row.matches for row in rows)


def test_a_rest_counts_once_a_table_of_a_team_is_in_that_day() -> None:
    results, rest = [table(1, 1, 4, 500, 0), table(1, 2, 5, 500, 0)], fixture(1, 3, None)
    assert list(match_scores([rest], pairs_ranked(results), rule())) == [3]
    without = [replace(row, entrant=replace(row.entrant, team=None)) for row in pairs_ranked(results)]
    assert match_scores([rest], without, rule()) == {}


def test_matches_are_told_in_the_order_of_their_days_and_tables() -> None:
    results = [table(day, 1, 4, 500, 0) for day in (1, 2)] + [table(day, 2, 5, 0, 0) for day in (1, 2)]
    days = [fixture(2, 1, 2, 2), fixture(2, 3, None), fixture(1, 2, 1)]
    scores = match_scores(days, pairs_ranked(results), rule())
    assert [score.day for score in scores[1]] == [1, 2]
    assert [(match.round, match.table, match.ns) for match in match_results(days, scores, ())] == [
        *((1, 1, 2), (2, 1, 3), (2, 2, 1)),
    ]


def test_a_match_that_is_not_over_and_a_rest_have_no_points_in_a_bracket() -> None:
    results, days = [table(1, 4, 7, 5, 0), table(1, 5, 8, 0, 0)], [fixture(1, 1, None), fixture(1, 2, 3, 2)]
    over = match_results(days, match_scores(days, pairs_ranked(results), rule()), ())
    assert [(match.outcome, match.ns_mp, match.ew_mp) for match in over] == [
        (Outcome.REST, None, None),
        (Outcome.PLAYED, 5, -5),
    ]
    begun = match_results(days, match_scores(days, pairs_ranked(results[:1]), rule()), ())
    assert [(match.outcome, match.ns_mp, match.ew_mp) for match in begun] == [
        (Outcome.REST, None, None),
        (Outcome.OPEN, None, None),
    ]


def test_a_match_of_two_sessions_is_one_match() -> None:
    two = {"rule": rule(sessions=2)}
    first = [table(1, 1, 4, 500, 0), table(1, 5, 2, 0, 100)]
    assert not any(row.matches for row in ranked([fixture(1, 1, 2)], first, **two))
    rows = ranked([fixture(1, 1, 2)], [*first, table(2, 1, 5, 0, 50), table(2, 3, 4, 0, 0, table=2)], **two)
    assert [tuple(score) for row in rows for score in row.matches] == [(1, 2, 550, 11, True), (1, 1, -550, 9, False)]


def test_points_that_opponents_feel_are_in_the_match_and_others_are_not() -> None:
    results = [table(1, 1, 4, 1000, 0), table(1, 2, 5, 0, 0)]
    felt = PointAdjustment(round=1, entrant=EntrantId(1), mp=-500)
    alone = PointAdjustment(round=1, entrant=EntrantId(2), mp=-100, felt=False)
    of_vp = PointAdjustment(round=1, entrant=EntrantId(2), vp=-2)
    rows = {row.name: row for row in ranked([fixture(1, 1, 2)], results, felt, alone, of_vp)}
    assert rows["Aurora"].matches[0].difference == 500 == -rows["Borgo"].matches[0].difference
    assert (rows["Aurora"].vp, rows["Aurora"].mp_difference) == (11 - 2, 500 - 100)
    assert (rows["Borgo"].vp, rows["Borgo"].mp_difference) == (9, -500)


def test_the_vp_of_the_pairs_part_teams_of_equal_vp_and_difference() -> None:
    """Both matches are 10-10 with a difference of 0; an assigned score gave a pair of Riviera two VP more."""
    assigned = table(1, 1, 7, 0, 0)._replace(outcome=Outcome.ARBITRAL, ns_vp=10, ew_vp=12)
    results = [assigned, table(1, 2, 8, 0, 0), table(1, 4, 10, 0, 0), table(1, 5, 11, 0, 0)]
    fixtures = [fixture(1, 1, 3), fixture(1, 2, 4, 2)]
    rows = match_standings(pairs_ranked(results, teams=4), fixtures, NAMES, rule=rule(), seed=7, by_lot=False)
    assert [(row.place, row.number, row.vp, row.mp_difference, row.pairs_vp) for row in rows] == [
        (1, 3, 10, 0, 22),
        (2, 1, 10, 0, 20),
        (2, 2, 10, 0, 20),
        (2, 4, 10, 0, 20),
    ]
    assert [row.decided_by for row in rows] == [None] * 4


def test_teams_level_in_everything_draw_lots_or_share_the_place() -> None:
    results = [table(1, 1, 4, 0, 0), table(1, 2, 5, 0, 0)]
    lots = ranked([fixture(1, 1, 2)], results)
    assert [row.place for row in lots] == [1, 2, 3] and lots[1].decided_by is TieBreak.LOT
    below_a_bracket = teams_by_knockout(lots, [EntrantId(lots[2].number)])
    assert [row.decided_by for row in below_a_bracket] == [None, None, TieBreak.LOT]
    shared = ranked([fixture(1, 1, 2)], results, by_lot=False)
    assert [(row.place, row.tied) for row in shared] == [(1, True), (1, True), (3, False)]
    # Below a bracket of the last one, those who shared the first place share the second.
    below_a_bracket = teams_by_knockout(shared, [EntrantId(shared[2].number)])
    assert [(row.place, row.tied) for row in below_a_bracket] == [(1, False), (2, True), (2, True)]


def test_any_lead_wins_in_a_knockout_and_its_order_comes_first() -> None:
    results = [table(1, 1, 4, 5, 0), table(1, 2, 5, 0, 0)]
    rows = ranked([fixture(1, 1, 2)], results)
    scores = {row.number: row.matches for row in rows}
    (match,) = match_results([fixture(1, 1, 2)], scores, {1})
    assert (match.ns_mp, match.ew_mp, match.knockout, match.outcome) == (5, -5, True, Outcome.PLAYED)
    placed = teams_by_knockout(rows, [EntrantId(3), EntrantId(2)])
    assert [(row.place, row.number) for row in placed] == [(1, 3), (2, 2), (3, 1)]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([[200, 10], [150, 11]], "difference_not_rising"),
        ([[200, 11]], "no_draw_band"),
        ([[200, 10], [305, 10]], "vp_not_rising"),
        ([[200, 10], [302, 11]], "not_a_multiple"),
        ([], "no_rows"),
    ],
)
def test_a_wrong_scale_of_matches_is_refused_as_one_of_pairs(rows: list[list[int]], code: str) -> None:
    with pytest.raises(InvalidScale) as refused:
        parse_scale({"name": "Squadre", "rows": rows, "total": 20})
    assert refused.value.code == code


@st.composite
def championships(draw: st.DrawFn) -> tuple[list[Fixture], list[TableResult], list[PointAdjustment], int, int]:
    """Return up to four days of 2 to 5 teams with three pairs, one or two sessions, absences and open tables."""
    teams, sessions, tables = draw(st.integers(2, 5)), draw(st.integers(1, 2)), draw(st.integers(2, 3))
    mp = st.sampled_from([0, 5, 105, 310, 2500])
    outcomes = st.sampled_from([Outcome.PLAYED] * 8 + [Outcome.ABSENT_EW, Outcome.ABSENT_BOTH, Outcome.OPEN])
    fixtures, results = [], []
    days = draw(st.integers(0, 4))
    for day in range(1, days + 1):
        order = draw(st.permutations(range(1, teams + 1)))
        for number, (home, away) in enumerate(zip(order[::2], [*order[1::2], None], strict=False), start=1):
            fixtures.append(fixture(day, home, away, number))
            for session in range(1, sessions + 1 if away is not None else 0):
                line_ups = [draw(st.permutations([3 * team - 2, 3 * team - 1, 3 * team])) for team in (home, away)]
                for at in range(tables):
                    outcome = draw(outcomes)
                    made = table(
                        (day - 1) * sessions + session,
                        line_ups[0][at],
                        line_ups[1][at],
                        draw(mp),
                        draw(mp),
                        table=10 * number + at,
                        outcome=outcome,
                    )
                    results.append(made._replace(ns_mp=None, ew_mp=None) if outcome is Outcome.OPEN else made)
    given_ = st.builds(
        PointAdjustment,
        round=st.integers(1, max(1, days * sessions)),
        entrant=st.integers(1, 3 * teams).map(EntrantId),
        mp=st.sampled_from([-100, 50]),
        vp=st.sampled_from([-1, 0, 2]),
        felt=st.booleans(),
    )
    return fixtures, results, draw(st.lists(given_, max_size=3)), tables, sessions


@settings(max_examples=60, deadline=None)
@given(championships(), st.integers(0, 99))
def test_a_naive_ranking_of_teams_agrees(
    made: tuple[list[Fixture], list[TableResult], list[PointAdjustment], int, int], seed: int
) -> None:
    fixtures, results, adjustments, tables, sessions = made
    teams = max((team for fixture in fixtures for team in fixture.teams), default=2)
    rows = pairs_ranked(results, *adjustments, teams=teams)
    played = rule(sessions=sessions, tables=tables)
    found = match_standings(rows, fixtures, {n: f"T{n}" for n in range(1, teams + 1)}, rule=played, seed=seed)
    oracle = Championship(
        of_pairs=OracleOfPairs(
            ids=range(1, 3 * teams + 1),
            results=results,
            adjustments=adjustments,
            rows=FIBUR_2026_4.rows,
            total=20,
            rest=REST,
            absence=ABSENCE,
            seed=seed,
        ),
        team_of={number: (number - 1) // 3 + 1 for number in range(1, 3 * teams + 1)},
        matches=[(fixture.day, fixture.home, fixture.away) for fixture in fixtures],
        tables=tables,
        sessions=sessions,
        rows=SCALE.rows,
        total=SCALE.total,
        rest=(played.rest.vp, played.rest.mp),
    )
    assert [(row.place, row.number) for row in found] == oracle.ranked()
    for row in found:
        mine = (row.vp, row.mp_difference, row.pairs_vp, row.wins)
        assert mine == tuple(
            figure(row.number) for figure in (oracle.vp, oracle.difference, oracle.pairs_vp, oracle.wins)
        )
        assert [(s.day, s.opponent, s.difference, s.vp) for s in row.matches] == oracle.scores(row.number)
