"""The teams' ranking: sums, the direct meeting of teams, shared places, and a naive sum over generated tournaments."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.test_standings import ABSENCE, REST, entrant, table
from tournaments.ranking.standings import standings
from tournaments.ranking.teams import team_standings
from tournaments.ranking.victory_points import FIBUR_2026_4
from tournaments.records import Outcome, Standing, TableResult, TeamStanding, TieBreak

NAMES = {1: "Aurora", 2: "Borgo", 3: "Riviera"}
ORDER = tuple(TieBreak)


def pairs_ranked(teams: dict[int, int | None], results: list[TableResult]) -> tuple[Standing, ...]:
    """Return the pairs' ranking; `teams` has the team of each pair."""
    entrants = [replace(entrant(number), team=team) for number, team in teams.items()]
    known: dict[str, Any] = {"scale": FIBUR_2026_4, "rest": REST, "absence": ABSENCE, "seed": 7}
    return standings(entrants, results, tie_breaks=ORDER, **known)


def ranked(
    teams: dict[int, int | None], results: list[TableResult], tie_breaks: tuple[TieBreak, ...] = ORDER, seed: int = 7
) -> tuple[TeamStanding, ...]:
    return team_standings(pairs_ranked(teams, results), NAMES, tie_breaks=tie_breaks, seed=seed)


def test_a_team_is_the_sum_of_its_pairs() -> None:
    results = [table(1, 1, 3, 1500, 1190), table(1, 2, 4, 0, 1000)]
    rows = ranked({1: 1, 2: 1, 3: 2, 4: 2}, results)
    assert [(row.place, row.name, row.vp, row.mp_difference, row.mp, row.wins) for row in rows] == [
        (1, "Borgo", 8 + 15, -310 + 1000, 1190 + 1000, 1),
        (2, "Aurora", 12 + 5, 310 - 1000, 1500, 1),
    ]
    assert [[pair.entrant.id for pair in row.pairs] for row in rows] == [[4, 3], [1, 2]]
    assert rows[1].decided_by is TieBreak.VP


def test_pairs_without_a_team_and_teams_without_pairs_are_left_out() -> None:
    rows = ranked({1: 1, 2: None, 3: 2}, [table(1, 1, 2, 500, 0)])
    assert [(row.number, row.vp) for row in rows] == [(1, 12), (2, 0)]


def test_the_direct_meeting_of_teams_counts_the_rounds_of_their_pairs() -> None:
    """Both have 20 VP; in the meetings of their pairs, team 2 was better, 12 to 8."""
    results = [table(1, 1, 3, 0, 500), table(2, 2, 5, 500, 0), table(2, 4, 6, 0, 500)]
    teams = {1: 1, 2: 1, 3: 2, 4: 2, 5: None, 6: 3}
    rows = ranked(teams, results, (TieBreak.VP, TieBreak.DIRECT))
    assert [(row.place, row.number, row.vp, row.decided_by) for row in rows] == [
        (1, 2, 20, None),
        (2, 1, 20, TieBreak.DIRECT),
        (3, 3, 12, TieBreak.VP),
    ]


def test_a_meeting_within_a_team_is_none_of_the_direct_meeting() -> None:
    """The referee seated pairs 1 and 2 of team 1 together; team 2 has met nobody."""
    results = [table(1, 1, 2, 500, 0), table(1, 3, None, None, None, outcome=Outcome.REST)]
    rows = ranked({1: 1, 2: 1, 3: 2}, results, (TieBreak.DIRECT,))
    assert [(row.place, row.number) for row in rows] == [(1, 1), (1, 2)]


def test_teams_that_have_not_met_share_the_place_or_draw_lots() -> None:
    """Teams 1 and 2 won by the same margin; they did not meet each other."""
    results = [table(1, 1, 5, 500, 0), table(1, 3, 6, 500, 0)]
    teams = {1: 1, 3: 2, 5: 3, 6: None}
    shared = ranked(teams, results, (TieBreak.VP, TieBreak.DIRECT))
    assert [(row.place, row.tied, row.number) for row in shared] == [(1, True, 1), (1, True, 2), (3, False, 3)]
    first = {ranked(teams, results, (TieBreak.VP, TieBreak.LOT), seed)[0].number for seed in range(20)}
    assert first == {1, 2}


def test_teams_of_one_place_stand_in_the_order_of_their_numbers() -> None:
    pairs = pairs_ranked({1: 2, 2: 1}, [])
    rows = team_standings(pairs, {2: "Borgo", 1: "Aurora"}, tie_breaks=(TieBreak.VP,), seed=7)
    assert [(row.place, row.number) for row in rows] == [(1, 1), (1, 2)]


@st.composite
def team_tournaments(draw: st.DrawFn) -> tuple[dict[int, int | None], list[TableResult]]:
    count = draw(st.integers(2, 9))
    teams = {number: draw(st.sampled_from([None, 1, 2, 3])) for number in range(1, count + 1)}
    mp = st.sampled_from([0, 5, 105, 310, 2500])
    results = []
    for round_ in range(1, draw(st.integers(0, 4)) + 1):
        seated = draw(st.permutations(range(1, count + 1)))
        for number, (ns, ew) in enumerate(zip(seated[::2], seated[1::2], strict=False), start=1):
            outcome = draw(st.sampled_from([Outcome.PLAYED] * 4 + [Outcome.ABSENT_EW]))
            results.append(table(round_, ns, ew, draw(mp), draw(mp), table=number, outcome=outcome))
    return teams, results


@settings(max_examples=200, deadline=None)
@given(team_tournaments(), st.permutations(ORDER), st.integers(0, 99))
def test_a_naive_ranking_of_teams_agrees(
    made: tuple[dict[int, int | None], list[TableResult]], order: list[TieBreak], seed: int
) -> None:
    teams, results = made
    pairs = pairs_ranked(teams, results)
    rows = team_standings(pairs, NAMES, tie_breaks=tuple(order), seed=seed)
    sums: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for pair in pairs:
        team = teams[pair.entrant.id]
        if team is not None:
            figures = (pair.vp, pair.mp_difference, pair.mp, pair.wins)
            sums[team] = [mine + its for mine, its in zip(sums[team], figures, strict=True)]
    assert {row.number: [row.vp, row.mp_difference, row.mp, row.wins] for row in rows} == sums

    def met(one: int, other: int) -> dict[int, int]:
        """Return the VP of both teams in the tables between them, or nothing if there are none."""
        vp: defaultdict[int, int] = defaultdict(int)
        for pair in pairs:
            for score in pair.rounds:
                if score.outcome is Outcome.PLAYED and score.opponent is not None:
                    mine, its = teams[pair.entrant.id], teams[score.opponent]
                    if mine is not None and {mine, its} == {one, other}:
                        vp[mine] += score.vp
        return vp

    for above, below in zip(rows, rows[1:], strict=False):
        for tie_break in order[: order.index(below.decided_by)] if below.decided_by else order:
            if tie_break in FIGURES:
                at = FIGURES[tie_break]
                assert sums[above.number][at] == sums[below.number][at]
        if below.decided_by in FIGURES:
            at = FIGURES[below.decided_by]
            assert sums[above.number][at] > sums[below.number][at]
        if below.decided_by is TieBreak.DIRECT and len(rows) == 2:
            between = met(above.number, below.number)
            assert between[above.number] > between[below.number]
        assert (above.place == below.place) == (below.decided_by is None)


FIGURES = {TieBreak.VP: 0, TieBreak.MP_DIFFERENCE: 1, TieBreak.MP: 2, TieBreak.WINS: 3}
