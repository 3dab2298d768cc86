"""The rankings from the database: of players, of teams, with missed rounds, and through a knockout."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.factories import make_teams, make_tournament, pair, play_round, play_table, start_round
from tournaments.interchange.tournament_in import tournament_import
from tournaments.interchange.tournament_out import export_tournament, to_json
from tournaments.models import Pair, Round, Tournament
from tournaments.pairing.systems import pair_round
from tournaments.records import Allowance, EntrantId, Kind, Line, Movement, Outcome, Standing, System
from tournaments.selectors.draws import request_as_drawn
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.evening import evening_of
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.results import results_of
from tournaments.selectors.standings import standings_of, team_standings_of
from tournaments.services import adjustment_add, pair_set_status, round_draft, table_award

pytestmark = pytest.mark.django_db


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def rows_of(tournament: Tournament, *, after_round: int | None = None) -> dict[int, Standing]:
    return {row.entrant.id: row for row in standings_of(fresh(tournament), after_round=after_round)}


def withdraw(tournament: Tournament, number: int) -> None:
    pair_set_status(pair=pair(tournament, number), status=Pair.Status.WITHDRAWN)


# Rests of a round that has begun


def test_a_rest_counts_from_the_first_slip_of_its_round() -> None:
    """Until then no ranking changes: the last of three pairs rests, and its 14 VP would be the most."""
    tournament = make_tournament(pairs=3)
    play_round(start_round(tournament), seed=2)
    before = [(row.place, row.entrant.id, row.vp, row.mp) for row in rows_of(tournament).values()]
    second = start_round(tournament, System.DANISH)
    rests = EntrantId(second.tables.get(outcome=Outcome.REST).ns.number)
    for after in (None, 2):
        rows = rows_of(tournament, after_round=after)
        assert [(row.place, row.entrant.id, row.vp, row.mp) for row in rows.values()] == before
        assert [score.outcome for score in rows[rests].rounds if score.round == 2] == [Outcome.REST]
        assert set(rows[rests].vp_by_round) == {1}
    play_table(second.tables.get(outcome=Outcome.OPEN))
    assert rows_of(tournament)[rests].vp_by_round[2] == tournament.rest_vp


def test_a_round_drawn_before_the_first_slip_counts_who_rests_as_ever() -> None:
    tournament = make_tournament(pairs=3)
    play_round(start_round(tournament), seed=2)
    second = start_round(tournament, System.DANISH)
    rests = second.tables.get(outcome=Outcome.REST).ns.number
    vp = rows_of(tournament)[rests].vp
    third = round_draft(tournament=tournament, system=System.DANISH, without_open=True)
    assert dict(third.order)[rests] == vp + tournament.rest_vp
    assert evening_of(fresh(tournament)).order_today(third) == third.order


def test_a_round_missed_counts_from_its_first_slip_too() -> None:
    tournament = make_tournament(pairs=5, missed_rounds=Tournament.MissedRounds.ABSENCE)
    play_round(start_round(tournament), seed=2)
    withdraw(tournament, 1)
    before = {number: row.vp for number, row in rows_of(tournament).items()}
    second = start_round(tournament, System.DANISH)
    assert {number: row.vp for number, row in rows_of(tournament).items()} == before
    play_table(second.tables.get(number=1))
    assert rows_of(tournament)[1].vp == before[1] + tournament.absence_vp


# Individual tournaments


def individual(players: int, rounds: int, **settings: Any) -> Tournament:
    tournament = make_tournament(kind=Kind.INDIVIDUAL, pairs=players, rounds_planned=rounds)
    for number in range(rounds):
        play_round(start_round(tournament, System.INDIVIDUAL, **settings), seed=number)
    return tournament


def test_an_individual_evening_from_the_first_seat_to_the_ranking() -> None:
    tournament = individual(9, 3)
    assert all(len(entrant.names) == 1 for entrant in entrants_of(tournament))
    results = results_of(tournament)
    partners = [frozenset(side) for table in results if table.ew for side in (table.ns_side, table.ew_side)]
    assert len(partners) == len({*partners}) == 3 * 4
    rows = rows_of(tournament)
    rests = {table.ns for table in results if table.outcome is Outcome.REST}
    assert len(rests) == 3
    for number, row in rows.items():
        assert [score.round for score in row.rounds] == [1, 2, 3]
        assert [len(score.opponents) for score in row.rounds].count(0) == (number in rests)
    for table in results:
        for one, partner in (table.ns_side, table.ew_side) if table.ew else ():
            mine, its = (rows[entrant].rounds[table.round - 1] for entrant in (one, partner))
            assert (mine.partner, mine.vp, mine.difference) == (partner, its.vp, its.difference)


def test_a_line_s_result_is_what_both_partners_have() -> None:
    """A penalty of only one partner is not in the line's figures, whichever of them ranks higher."""
    tournament = make_tournament(kind=Kind.INDIVIDUAL, pairs=4)
    round_ = start_round(tournament, System.INDIVIDUAL)
    table = round_.tables.get()
    ns, ew = Allowance(vp=12, mp=300), Allowance(vp=8, mp=0)
    table_award(
        table=table, version=table.version, ns=ns, ew=ew, reason="Mixed cards", at=datetime(2026, 5, 1, tzinfo=UTC)
    )
    for number in (table.ns.number, table.ew_partner.number):
        adjustment_add(round=round_, pair=pair(tournament, number), mp=-100, reason="Phone")
        adjustment_add(round=round_, pair=pair(tournament, number), mp=50, felt=False, reason="Courtesy")
    ranked = ranking_of(fresh(tournament), results_of(tournament))
    assert {line: score.difference for (_, line), score in ranked.scores_of(1).items()} == {Line.NS: 300, Line.EW: -300}
    assert sorted(row.mp_difference for row in ranked.standings) == [-350, -300, 250, 300]


@pytest.mark.parametrize("movement", [None, Movement.WHIST, Movement.DANISH])
def test_every_individual_round_can_be_drawn_again(movement: Movement | None) -> None:
    tournament = individual(12, 4, movement=movement)
    for round_ in tournament.rounds.all():
        draft = pair_round(System.INDIVIDUAL, request_as_drawn(round_))
        seats = [(table.ns, table.ns_partner, table.ew, table.ew_partner) for table in draft.tables]
        stored = round_.tables.order_by("number").values_list(
            "ns__number", "ns_partner__number", "ew__number", "ew_partner__number"
        )
        assert seats == list(stored)


# Rounds missed after withdrawing


@pytest.mark.parametrize(("setting", "absences"), [("zero", []), ("absence", [2, 3])])
def test_who_withdraws_scores_what_the_tournament_says(setting: str, absences: list[int]) -> None:
    tournament = make_tournament(pairs=7, missed_rounds=setting)
    play_round(start_round(tournament))
    before = rows_of(tournament)[1]
    withdraw(tournament, 1)
    for system in (System.DRAW, System.DANISH):
        play_round(start_round(tournament, system))
    row = rows_of(tournament)[1]
    assert [score.round for score in row.rounds] == [1, *absences]
    assert row.vp == before.vp + len(absences) * tournament.absence_vp
    assert row.mp_difference == before.mp_difference + len(absences) * tournament.absence_mp
    assert all(score.absent and not score.opponents for score in row.rounds[1:])
    assert len(rows_of(tournament, after_round=2)[1].rounds) == 1 + bool(absences)


def test_a_player_who_withdraws_misses_rounds_too() -> None:
    tournament = make_tournament(kind=Kind.INDIVIDUAL, pairs=9, missed_rounds="absence")
    play_round(start_round(tournament, System.INDIVIDUAL))
    withdraw(tournament, 4)
    play_round(start_round(tournament, System.INDIVIDUAL))
    assert [score.absent for score in rows_of(tournament)[4].rounds] == [False, True]


# A knockout


def knockout(pairs: int, qualifiers: int, **settings: Any) -> Tournament:
    """Return a tournament with a drawn round and a finished knockout of the best."""
    tournament = make_tournament(pairs=pairs, **settings)
    play_round(start_round(tournament, System.DRAW))
    stage = qualifiers
    while stage > 1:
        play_round(start_round(tournament, System.KNOCKOUT, qualifiers=qualifiers), seed=stage)
        stage //= 2
    return tournament


def winner(round_: Round, table: int) -> int:
    """Return who scored more there; the slips here have no ties."""
    result = next(r for r in results_of(round_.tournament) if (r.round, r.table) == (round_.number, table))
    assert result.ns_mp is not None and result.ew_mp is not None and result.ns_mp != result.ew_mp
    assert result.ns is not None and result.ew is not None
    return result.ns if result.ns_mp > result.ew_mp else result.ew


def test_a_knockout_puts_its_bracket_first() -> None:
    tournament = knockout(10, 4, missed_rounds="absence")
    before = standings_of(fresh(tournament), after_round=1)
    order = [row.entrant.id for row in before]
    rows = standings_of(fresh(tournament))
    final = tournament.rounds.get(number=3)
    assert {row.entrant.id for row in rows[:4]} == {*order[:4]}
    assert [row.entrant.id for row in rows[4:]] == order[4:]
    assert [row.by_knockout for row in rows] == [True] * 4 + [False] * 6
    assert [row.place for row in rows] == list(range(1, 11))
    assert (rows[0].entrant.id, rows[2].entrant.id) == (winner(final, 1), winner(final, 2))
    # Entrants outside the bracket missed nothing by it.
    assert all(len(row.rounds) == 1 for row in rows[4:])


def test_a_bracket_whose_order_was_not_stored_follows_from_the_results() -> None:
    """As in an imported tournament: an entrant who has withdrawn since keeps its place in the bracket."""
    tournament = knockout(10, 4)
    withdraw(tournament, standings_of(tournament)[0].entrant.id)
    then = standings_of(fresh(tournament))
    tournament.rounds.update(order=[])
    assert standings_of(fresh(tournament)) == then


def test_the_ranking_before_a_knockout_knows_nothing_of_it() -> None:
    tournament = make_tournament(pairs=8)
    play_round(start_round(tournament, System.DRAW))
    then = standings_of(fresh(tournament))
    start_round(tournament, System.KNOCKOUT, qualifiers=4)
    assert standings_of(fresh(tournament), after_round=1) == then
    now = standings_of(fresh(tournament))
    # Nobody has lost yet: those in the bracket come first, in the order that seeded them.
    assert [row.entrant.id for row in now] == [row.entrant.id for row in then]
    assert [row.by_knockout for row in now] == [True] * 4 + [False] * 4


def test_rounds_after_a_knockout_rank_by_the_figures_again() -> None:
    tournament = knockout(8, 2)
    play_round(start_round(tournament, System.DRAW))
    rows = standings_of(fresh(tournament))
    assert not any(row.by_knockout for row in rows)
    assert [row.vp for row in rows] == sorted((row.vp for row in rows), reverse=True)


def knockout_of_a_poor_champion() -> tuple[Tournament, list[int]]:
    """Return nine pairs with a bracket of four, whose champion has the worst figures; and the ranking as shown."""
    tournament = knockout(9, 4)
    champion = standings_of(tournament)[0].entrant.id
    adjustment_add(round=tournament.rounds.get(number=3), pair=pair(tournament, champion), vp=-80, reason="Phone")
    tournament = fresh(tournament)
    assert evening_of(tournament).standings_by_figures()[-1].entrant.id == champion
    return tournament, [row.entrant.id for row in standings_of(tournament)]


def test_a_round_after_a_knockout_is_drawn_from_the_ranking_that_is_shown() -> None:
    """The first two of the bracket meet, and the last one rests, whatever their figures."""
    tournament, ranked = knockout_of_a_poor_champion()
    round_ = start_round(tournament, System.DANISH)
    tables = [(table.ns.number, table.ew and table.ew.number) for table in round_.tables.select_related("ns", "ew")]
    assert [number for number, _vp in round_.order] == ranked
    assert {*tables[0]} == {*ranked[:2]}
    rested = {
        result.ns
        for result in results_of(tournament)
        if result.round < round_.number and result.outcome is Outcome.REST
    }
    assert tables[-1] == (next(number for number in reversed(ranked) if number not in rested), None)


def test_what_a_round_after_a_knockout_was_drawn_from_is_not_taken_for_corrected_and_stands_in_the_file() -> None:
    tournament, _shown = knockout_of_a_poor_champion()
    round_ = start_round(tournament, System.DANISH)
    evening = evening_of(fresh(tournament))
    assert evening.order_by_figures(round_) != round_.order == evening.order_today(round_)
    again = tournament_import(text=to_json(export_tournament(fresh(tournament))), slug="again")
    assert again.rounds.get(number=round_.number).order == round_.order


def test_a_second_bracket_is_seeded_from_the_first() -> None:
    tournament, ranked = knockout_of_a_poor_champion()
    final = start_round(tournament, System.KNOCKOUT, qualifiers=2)
    assert {*final.tables.values_list("ns__number", flat=True), *final.tables.values_list("ew__number", flat=True)} == {
        *ranked[:2]
    }


@pytest.mark.parametrize("pairs", [8, 40])
def test_the_ranking_takes_the_same_few_queries(pairs: int, django_assert_num_queries: Any) -> None:
    tournament = make_tournament(pairs=pairs, missed_rounds="absence")
    play_round(start_round(tournament, System.DRAW))
    withdraw(tournament, 1)
    play_round(start_round(tournament, System.DRAW))
    tournament = fresh(tournament)
    with django_assert_num_queries(3):
        standings_of(tournament)
    start_round(tournament, System.KNOCKOUT, qualifiers=4)
    with django_assert_num_queries(4):
        standings_of(tournament)


# Teams


def test_teams_are_ranked_by_what_their_pairs_scored() -> None:
    tournament = make_teams(4, pairs_each=3)
    for system in (System.DRAW, System.DANISH_NO_REMATCH):
        play_round(start_round(tournament, system))
    pairs = standings_of(fresh(tournament))
    rows = team_standings_of(tournament, pairs)
    assert {row.name for row in rows} == {f"Squadra {number}" for number in range(1, 5)}
    vp = {number: sum(row.vp for row in pairs if row.entrant.team == number) for number in range(1, 5)}
    assert [row.vp for row in rows] == sorted(vp.values(), reverse=True)
    assert {row.number: row.vp for row in rows} == vp
    assert all(len(row.pairs) == 3 for row in rows)


def test_a_pair_keeps_its_number_its_team_and_its_table() -> None:
    tournament = make_teams(2)
    chosen = pair(tournament, 3)
    chosen.fixed_table = 2
    chosen.save()
    entrant = entrants_of(tournament)[2]
    assert (entrant.id, entrant.team, entrant.fixed_table) == (EntrantId(3), 2, 2)
