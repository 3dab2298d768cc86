"""The places still within reach, computed from a stored tournament."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import product

import pytest

from tests.factories import make_teams, make_tournament, pair, play_round, play_table, start_round
from tests.tournaments.ranking.oracle_reach import Seen
from tests.tournaments.selectors.test_cross_tables import SETTINGS, met
from tournaments.models import Pair, Round, Tournament
from tournaments.ranking.chances import chances, differences_played
from tournaments.ranking.reach import Reach, reaches
from tournaments.ranking.remaining_rounds import Remaining, settled
from tournaments.records import Carry, Entrant, EntrantId, Kind, Outcome, Standing, System, TableResult, TieBreak
from tournaments.records.plans import PlannedCut, cut_step
from tournaments.selectors.evening import Evening
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.prospects import Prospect, _cut_to_come, _CutAhead, _remaining, prospects_of
from tournaments.selectors.settings import scale_of, tie_breaks_of
from tournaments.services import pair_set_status, tournament_cut, tournament_finish_play

pytestmark = pytest.mark.django_db


def prospects(tournament: Tournament) -> dict[int, Prospect]:
    tournament.refresh_from_db()
    return {int(own): prospect for own, prospect in hall_of(tournament).prospects.items()}


def last_round(pairs: int = 6, **settings: object) -> Tournament:
    """Return a tournament with a closed round and one result in the second and last round."""
    tournament = make_tournament(pairs=pairs, rounds_planned=2, **settings)
    play_round(start_round(tournament), seed=1)
    play_table(start_round(tournament, System.DANISH).tables.get(number=1))
    return tournament


def test_at_the_last_tables_every_place_is_within_its_reach() -> None:
    tournament = last_round()
    outlook, played = prospects(tournament), tournament.rounds.get(number=2)
    assert set(outlook) == {1, 2, 3, 4, 5, 6}
    assert any((prospect.reach.best, prospect.reach.worst) != (1, 6) for prospect in outlook.values())
    play_round(played, seed=5, close=False)
    tournament.refresh_from_db()
    for row in hall_of(tournament).standings:
        reach = outlook[int(row.entrant.id)].reach
        assert reach.best <= row.place <= reach.worst


def seen_from_here(tournament: Tournament) -> dict[int, Seen]:
    """Return the places by VP after each result of the open tables; the resting pair has 14 VP anyway."""
    last = tournament.rounds.get(number=2)
    vp = {int(row.entrant.id): row.vp for row in hall_of(tournament, after_round=1).standings}
    tables = list(last.tables.values_list("ns__number", "ew__number", "outcome"))
    vp[next(ns for ns, _ew, outcome in tables if outcome == Outcome.REST)] += tournament.rest_vp
    for row in hall_of(tournament).standings:
        vp[int(row.entrant.id)] += sum(
            round_.vp for round_ in row.rounds if (round_.round, round_.outcome) == (2, "played")
        )
    out = [(ns, ew) for ns, ew, outcome in tables if outcome == Outcome.OPEN]
    seen: defaultdict[int, Seen] = defaultdict(Seen)
    for gained in product(range(21), repeat=len(out)):
        got = dict(zip([ns for ns, _ew in out], gained, strict=True))
        got |= {ew: 20 - got[ns] for ns, ew in out}
        then = {own: points + got.get(own, 0) for own, points in vp.items()}
        for own, points in then.items():
            seen[own].places[got.get(own, 0)].add(1 + sum(number > points for number in then.values()))
    return seen


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_counts_who_rests_before_the_first_slip_and_after_it(seed: int) -> None:
    """Until then the ranking leaves the rest out, so only the places shown beside it differ."""
    tournament = make_tournament(pairs=5, rounds_planned=2, tie_breaks=[TieBreak.VP])
    play_round(start_round(tournament), seed=seed)
    places = {int(row.entrant.id): row.place for row in hall_of(tournament).standings}
    last = start_round(tournament, System.DANISH)
    for tables_in in range(2):
        if tables_in:
            play_table(last.tables.filter(outcome=Outcome.OPEN)[0])
        outlook, seen = prospects(tournament), seen_from_here(tournament)
        for own, prospect in outlook.items():
            assert (prospect.reach.best, prospect.reach.worst) == (seen[own].best, seen[own].worst)
            if prospect.reach.first is not None:
                assert (prospect.reach.first, prospect.reach.podium) == (seen[own].need(1), seen[own].need(3))
        if not tables_in:
            assert {own: prospect.place for own, prospect in outlook.items()} == places


def test_while_rounds_are_to_be_drawn_the_next_one_counts() -> None:
    tournament = make_tournament(pairs=6, rounds_planned=2)
    play_round(start_round(tournament), seed=1)
    outlook = prospects(tournament)
    assert {prospect.reach.is_drawn for prospect in outlook.values()} == {False}
    assert all(prospect.reach.podium is not None and prospect.chances is None for prospect in outlook.values())


def test_the_last_round_has_chances_once_enough_was_played() -> None:
    assert all(prospect.chances is None for prospect in prospects(last_round(6)).values())
    assert any(prospect.chances is not None for prospect in prospects(last_round(16)).values())


@pytest.mark.parametrize("seed", range(3))
def test_the_chances_are_those_of_a_simulation_of_everybody(seed: int) -> None:
    tournament = make_tournament(pairs=40, rounds_planned=3, seed=seed)
    for _round in range(2):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    play_table(start_round(tournament, System.DANISH).tables.get(number=1))
    hall, rules = hall_of(tournament), {"scale": scale_of(tournament)}
    tables = [result.met for result in hall.evening.results if result.met and result.outcome is Outcome.OPEN]
    remaining, order = Remaining(tables=tables), tie_breaks_of(tournament)
    reach = reaches(hall.standings, remaining, tie_breaks=order, **rules)
    known = settled(hall.standings, remaining, order)
    everybody = chances(known, reach, remaining, differences_played(hall.standings), seed=tournament.seed, **rules)
    told = {own: prospect.chances for own, prospect in hall.prospects.items()}
    assert told == {own: everybody.get(own) for own in told} and 3 <= len(everybody) < len(told) == 40


def test_who_is_gone_is_told_nothing_while_rounds_are_to_be_drawn() -> None:
    tournament = make_tournament(pairs=6, rounds_planned=2)
    play_round(start_round(tournament), seed=1)
    pair_set_status(pair=pair(tournament, 3), status=Pair.Status.WITHDRAWN)
    assert set(prospects(tournament)) == {1, 2, 4, 5, 6}


def test_whose_slip_of_an_earlier_round_is_missing_cannot_aim_at_its_vp() -> None:
    tournament = make_tournament(pairs=6, rounds_planned=2)
    for table in start_round(tournament).tables.filter(number__gt=1):
        play_table(table)
    start_round(tournament)
    outlook = prospects(tournament)
    assert {own for own, prospect in outlook.items() if prospect.reach.podium is None} == {1, 2}


def test_there_are_no_prospects_before_the_first_result_nor_after_the_last() -> None:
    tournament = make_tournament(pairs=4, rounds_planned=1)
    round_ = start_round(tournament)
    assert prospects(tournament) == {}
    play_round(round_)
    assert prospects(tournament) == {}
    tournament_finish_play(tournament=tournament)
    assert prospects(tournament) == {}


def test_an_earlier_ranking_reaches_nothing_any_more() -> None:
    assert hall_of(last_round(), after_round=1).prospects == {}


def test_there_are_no_prospects_where_a_knockout_decides() -> None:
    planned = make_tournament(pairs=4, rounds_planned=3, plan=["registration", "knockout", "knockout"])
    play_round(start_round(planned))
    assert prospects(planned) == {}
    played = make_tournament(pairs=4, rounds_planned=3)
    play_table(start_round(played, System.KNOCKOUT).tables.get(number=1))
    assert prospects(played) == {}


def test_teams_and_single_players_are_told_nothing() -> None:
    teams = make_teams(rounds_planned=2)
    play_round(start_round(teams, System.DRAW))
    alone = make_tournament(kind=Kind.INDIVIDUAL, pairs=8, rounds_planned=2)
    play_round(start_round(alone, System.INDIVIDUAL))
    assert prospects(teams) == prospects(alone) == {}


STEPS = ["draw", "danish", "danish", {"gironi": 3, "carry": "half"}, "danish", "danish"]


def test_before_an_announced_cut_places_and_gironi_are_those_at_the_cut() -> None:
    planned = make_tournament(pairs=12, rounds_planned=5, plan=STEPS)
    plain = make_tournament(pairs=12, rounds_planned=3, name="Senza gironi")
    for tournament in (planned, plain):
        play_round(start_round(tournament, System.DRAW), seed=1)
        play_round(start_round(tournament, System.DANISH), seed=2)
        for table in start_round(tournament, System.DANISH).tables.filter(number__gt=2):
            play_table(table)
    told, without = prospects(planned), prospects(plain)
    assert set(told) == set(without) and len({tuple(prospect.gironi) for prospect in told.values()}) > 1
    for own, prospect in told.items():
        other = without[own]
        assert (prospect.reach.best, prospect.reach.worst) == (other.reach.best, other.reach.worst)
        assert (prospect.reach.first, prospect.reach.podium, prospect.chances) == (None, None, None)
        assert (prospect.cut_after, other.cut_after) == (3, None)
    assert any(other.reach.first is not None for other in without.values())
    play_round(planned.rounds.get(number=3), seed=3)
    # The last round before the cut is closed: nothing is left to be reached there.
    assert prospects(planned) == {}
    planned.refresh_from_db()
    for at, row in enumerate(hall_of(planned).standings):
        assert at // 4 + 1 in told[int(row.entrant.id)].gironi
    planned = tournament_cut(tournament=planned, sizes=(4, 4, 4), carry=Carry.HALF)
    assert {prospect.cut_after for prospect in prospects(planned).values()} == {None}


def test_whoever_has_withdrawn_takes_no_place_in_a_girone() -> None:
    tournament = make_tournament(
        pairs=8, rounds_planned=3, plan=["draw", "danish", {"gironi": 2, "carry": "whole"}, "danish"]
    )
    play_round(start_round(tournament, System.DRAW), seed=1)
    first = hall_of(Tournament.objects.get()).standings[0].entrant.id
    pair_set_status(pair=pair(tournament, first), status=Pair.Status.WITHDRAWN)
    told = prospects(tournament)
    play_round(start_round(tournament, System.DANISH), seed=2)
    rows = [row for row in hall_of(Tournament.objects.get()).standings if row.entrant.active]
    assert len(rows) == 7
    for at, row in enumerate(rows):
        assert at // 4 + 1 in told[int(row.entrant.id)].gironi


def ranked(active: int, withdrawn: int = 0) -> list[Standing]:
    """Return a ranking of so many pairs, the first of which have withdrawn."""
    here = [False] * withdrawn + [True] * active
    return [
        Standing(
            place=place,
            tied=False,
            entrant=Entrant(id=EntrantId(place), names=(f"Coppia {place}",), active=is_here),
            vp=0,
            mp_difference=0,
            mp=0,
            wins=0,
            rounds=(),
        )
        for place, is_here in enumerate(here, start=1)
    ]


@pytest.mark.parametrize(
    ("best", "worst", "gironi"),
    [(1, 1, [1]), (1, 2, [1]), (2, 3, [1, 2]), (3, 3, [1, 2]), (4, 6, [2, 3]), (9, 9, [4]), (1, 9, [1, 2, 3, 4])],
)
def test_each_pair_that_withdrew_makes_room_in_a_better_girone(best: int, worst: int, gironi: list[int]) -> None:
    """Eight of nine are cut into four gironi of two: the third of the ranking may be the second of those here."""
    ahead = _CutAhead(ranked(8, 1), PlannedCut(after_round=3, gironi=4, carry=Carry.HALF), [TieBreak.LOT])
    reach = Reach(best=best, worst=worst, first=None, podium=None, is_drawn=True)
    seen = ahead.prospect(Prospect(place=1, of=9, girone=None, reach=reach, chances=None))
    assert (seen.gironi, seen.cut_after, seen.reach) == (gironi, 3, reach)


@pytest.mark.parametrize(
    ("active", "gironi", "tie_breaks", "said"),
    [(8, 4, [TieBreak.VP, TieBreak.LOT], [2]), (7, 4, [TieBreak.LOT], []), (8, 4, [TieBreak.VP], []), (7, 4, [], [])],
)
def test_the_girone_is_said_where_each_has_two_pairs_and_the_lot_parts_equal_ones(
    active: int, gironi: int, tie_breaks: list[TieBreak], said: list[int]
) -> None:
    ahead = _CutAhead(ranked(active), PlannedCut(after_round=2, gironi=gironi, carry=Carry.HALF), tie_breaks)
    reach = Reach(best=4, worst=4, first=None, podium=None, is_drawn=False)
    assert ahead.prospect(Prospect(place=4, of=active, girone=None, reach=reach, chances=None)).gironi == said


def test_of_gironi_that_are_equally_near_the_better_one_is_named_first() -> None:
    ahead = _CutAhead(ranked(16), PlannedCut(after_round=2, gironi=8, carry=Carry.HALF), [TieBreak.LOT])
    reach = Reach(best=14, worst=15, first=None, podium=None, is_drawn=False)
    seen = ahead.prospect(Prospect(place=14, of=16, girone=None, reach=reach, chances=None))
    assert seen.gironi == [7, 8]


def evening(*results: TableResult, gironi: Sequence[int | None] = (None,) * 4, **settings: object) -> Evening:
    """Create an evening of pairs in these gironi, the last of them withdrawn."""
    return Evening(
        tournament=Tournament(**SETTINGS, rounds_planned=3, seed=7, **settings),
        entrants=[
            Entrant(id=EntrantId(number), names=(), girone=girone, active=number < len(gironi))
            for number, girone in enumerate(gironi, start=1)
        ],
        results=results,
        adjustments=[],
    )


def still_open(table: TableResult) -> TableResult:
    return table._replace(outcome=Outcome.OPEN, ns_mp=None, ew_mp=None)


def test_before_the_first_round_nobody_has_prospects() -> None:
    assert prospects_of(evening(), ranked(4), []) == {}


@pytest.mark.parametrize(("tables", "told"), [([(1, 2), (3, 4)], {1, 2, 3}), ([(1, 3), (2, 4)], set())])
def test_where_two_gironi_meet_nothing_is_said(tables: list[tuple[int, int]], told: set[int]) -> None:
    first, *others = met(2, *tables)
    then = evening(*met(1, (1, 2), (3, 4)), first, *map(still_open, others), gironi=(1, 1, 2, 2), cut_after=1)
    then.tournament.carry = Carry.WHOLE
    rounds = [Round(tournament=then.tournament, number=number, system=System.MANUAL) for number in (1, 2)]
    assert set(prospects_of(then, then.standings(rounds=rounds), rounds)) == told


@pytest.mark.parametrize(
    ("latest", "cut_after", "to_come"),
    [(1, None, True), (2, None, True), (3, None, False), (2, 2, False), (1, 1, False)],
)
def test_an_announced_cut_is_to_come_until_it_is_made_or_its_round_is_over(
    latest: int, cut_after: int | None, to_come: bool
) -> None:
    tournament = Tournament(plan=["draw", "danish", cut_step(2, Carry.HALF), "danish"], cut_after=cut_after)
    tournament.carry = Carry.HALF
    assert (_cut_to_come(tournament, latest) is not None) is to_come


@pytest.mark.parametrize(("missed_rounds", "vp"), [("zero", 0), ("absence", 5)])
def test_who_misses_the_rounds_to_come_gets_what_a_missed_round_gives(missed_rounds: str, vp: int) -> None:
    then = evening(*met(1, (1, 2), (3, 4)), missed_rounds=missed_rounds)
    then.tournament.absence_vp = 5
    rows = then.standings(rounds=[])
    remaining = _remaining(then, rows, [Round(tournament=then.tournament, number=1)], 3)
    assert (remaining.rounds, remaining.paired, remaining.missed_vp) == (2, {1, 2, 3}, vp)
    figures = settled(rows, remaining, [TieBreak.VP])
    assert figures[EntrantId(4)].vp == 9 + 2 * vp
