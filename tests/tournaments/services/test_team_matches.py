"""Teams that play matches: drawn, lined up, published, closed; and a championship of twelve against the oracle."""

from random import Random

import pytest

from pages.refusals import Refused
from tests.factories import (
    AT,
    line_up,
    make_team_matches,
    make_teams,
    pair,
    play_round,
    start_session,
)
from tests.tournaments.ranking.oracle_ranking import Tournament as OracleOfPairs
from tests.tournaments.ranking.oracle_team_matches import Championship
from tournaments.models import LineUp, MatchDay, Pair, Round, Team, TeamMatch, Tournament
from tournaments.ranking.victory_points import parse_scale
from tournaments.records import Allowance, EntrantId, RoundSettings, System
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.results import adjustments_of, results_of
from tournaments.selectors.settings import scale_of
from tournaments.selectors.standings import standings_of, team_standings_of
from tournaments.selectors.team_matches import match_rule_of, match_scale_of
from tournaments.services import (
    adjustment_add,
    draft_exclude,
    draft_fix,
    draft_redraw,
    line_up_delete,
    line_up_set,
    match_day_discard,
    match_day_draw,
    pair_change,
    pair_delete,
    pair_set_status,
    pairs_check_in,
    round_draft,
    round_withdraw,
    session_publish,
    team_delete,
    tournament_change,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def meetings(day: MatchDay) -> list[tuple[int, int | None]]:
    return [(match.home.number, match.away and match.away.number) for match in day.matches.all()]


def seats(round_: Round) -> list[tuple[int, int]]:
    return list(round_.tables.order_by("number").values_list("ns__number", "ew__number"))


def first_match(tournament: Tournament) -> TeamMatch:
    return TeamMatch.objects.filter(day__tournament=tournament).order_by("day__number", "number")[0]


def test_a_day_is_drawn_lined_up_and_published() -> None:
    tournament = make_team_matches(4)
    day = match_day_draw(tournament=tournament, system=System.ROUND_ROBIN)
    assert sorted(number for match in meetings(day) for number in match if number) == [1, 2, 3, 4]
    match = day.matches.get(number=1)
    reserve = [match.home.number * 3 - 2, match.home.number * 3]
    line_up(match, match.home, *reserve)
    round_ = start_session(day)
    others = [match.away.number * 3 - 2, match.away.number * 3 - 1]
    assert seats(round_)[:2] == [(reserve[0], others[0]), (others[1], reserve[1])]
    assert (round_.number, round_.state, round_.tables.count()) == (1, Round.State.PUBLISHED, 4)
    assert Tournament.objects.get().state == Tournament.State.RUNNING


def test_nothing_is_published_before_every_line_up_is_in() -> None:
    tournament = make_team_matches(4)
    day = match_day_draw(tournament=tournament, system=System.SWISS)
    match = first_match(tournament)
    line_up(match, match.home)
    with pytest.raises(Refused, match="still missing"):
        session_publish(day=day, session=1, at=AT)
    assert not Round.objects.exists()


@pytest.mark.parametrize("pairs", [[], [1], [1, 1], [1, 2, 1], [1, 2, 3], [1, 4], [1, 99], [1, 0]])
def test_a_line_up_has_the_right_pairs_of_its_team_or_is_refused(pairs: list[int]) -> None:
    tournament = make_team_matches(2)
    match_day_draw(tournament=tournament, system=System.SWISS)
    match, team = first_match(tournament), tournament.teams.get(number=1)
    with pytest.raises(Refused):
        line_up_set(match=match, session=1, team=team, pairs=pairs)
    assert not LineUp.objects.exists()


def test_a_line_up_is_of_a_team_of_the_match_and_of_one_of_its_sessions() -> None:
    tournament = make_team_matches(4, match_sessions=2)
    day = match_day_draw(tournament=tournament, system=System.SWISS)
    match, other = day.matches.get(number=1), day.matches.get(number=2)
    with pytest.raises(Refused, match=f"{other.home} does not play this match"):
        line_up(match, other.home)
    for session in (0, 3):
        with pytest.raises(Refused, match="A match has 2 sessions"):
            line_up(match, match.home, session=session)
    assert not LineUp.objects.exists()


def test_sessions_are_published_in_their_order() -> None:
    day = match_day_draw(tournament=make_team_matches(2, match_sessions=2), system=System.SWISS)
    for session in (1, 2):
        for team in first_match(day.tournament).teams:
            line_up(first_match(day.tournament), team, session=session)
    with pytest.raises(Refused, match="Another round comes first: 1"):
        session_publish(day=day, session=2, at=AT)
    with pytest.raises(Refused, match="A match has 2 sessions"):
        session_publish(day=day, session=3, at=AT)
    session_publish(day=day, session=1, at=AT)
    with pytest.raises(Refused, match="Round 1 has been published with its line-ups"):
        session_publish(day=day, session=1, at=AT)


def test_a_pair_that_has_left_cannot_be_lined_up_nor_play() -> None:
    tournament = make_team_matches(2)
    day = match_day_draw(tournament=tournament, system=System.SWISS)
    match, team = first_match(tournament), tournament.teams.get(number=1)
    for either in match.teams:
        line_up(match, either)
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    with pytest.raises(Refused, match="Not a pair of Squadra 1 that is here: 2"):
        session_publish(day=day, session=1, at=AT)
    with pytest.raises(Refused, match="Not a pair of Squadra 1 that is here: 2"):
        line_up(match, team, 1, 2)
    line_up(match, team, 1, 3)
    assert {1, 3} <= {number for table in seats(session_publish(day=day, session=1, at=AT)) for number in table}


def test_a_captain_changes_a_line_up_only_until_both_are_in() -> None:
    tournament = make_team_matches(2)
    match_day_draw(tournament=tournament, system=System.SWISS)
    match = first_match(tournament)
    for pairs in ([1, 2], [3, 1]):
        line_up_set(match=match, session=1, team=match.home, pairs=pairs_of(match.home, pairs), by_captain=True)
    line_up(match, match.away)
    with pytest.raises(Refused, match="only the referee"):
        line_up_set(match=match, session=1, team=match.home, pairs=pairs_of(match.home, [1, 2]), by_captain=True)
    line_up(match, match.home, *pairs_of(match.home, [2, 3]))
    assert LineUp.objects.get(team=match.home).by_captain is False


def pairs_of(team: Team, places: list[int]) -> list[int]:
    """Return the numbers of a team's first, second, third pair."""
    return [team.number * 3 - 3 + place for place in places]


def test_a_day_is_drawn_again_only_without_line_ups_and_discarded_with_them() -> None:
    tournament = make_team_matches(4)
    day = match_day_draw(tournament=tournament, system=System.DRAW, seed=1)
    again = match_day_draw(tournament=tournament, system=System.DRAW, seed=2)
    assert [match_day.pk for match_day in tournament.match_days.all()] == [again.pk] != [day.pk]
    match = first_match(tournament)
    held = line_up(match, match.home)
    for refused in (
        lambda: match_day_draw(tournament=tournament, system=System.DRAW),
        lambda: team_delete(team=match.home),
        lambda: pair_delete(pair=pair(tournament, match.home.number * 3 - 2)),
        lambda: pair_change(pair=pair(tournament, match.home.number * 3 - 2), team="Nuova"),
    ):
        with pytest.raises(Refused):
            refused()
    line_up_delete(line_up=held)
    again = match_day_draw(tournament=tournament, system=System.DRAW)
    round_ = start_session(again)
    with pytest.raises(Refused):
        match_day_discard(day=again)
    round_withdraw(round=round_)
    match_day_discard(day=again)
    assert not tournament.match_days.exists() and not Round.objects.exists() and not LineUp.objects.exists()


def test_pairs_are_seated_by_line_ups_alone() -> None:
    tournament = make_team_matches(2)
    with pytest.raises(Refused, match="line-ups"):
        round_draft(tournament=tournament, system=System.DRAW)
    round_ = start_session(match_day_draw(tournament=tournament, system=System.SWISS))
    with pytest.raises(Refused, match="has been published"):
        line_up(first_match(tournament), tournament.teams.get(number=1))
    round_withdraw(round=round_)
    with pytest.raises(Refused, match="line-ups"):
        draft_redraw(round=round_, seed=1)
    line_up(first_match(tournament), tournament.teams.get(number=1), 3, 1)
    again = session_publish(day=tournament.match_days.get(), session=1, at=AT)
    assert again.pk == round_.pk and seats(again)[0][0] in (3, 4)


def test_the_seats_of_a_session_that_was_taken_back_are_not_changed_as_a_draft() -> None:
    tournament = make_team_matches(2)
    round_ = start_session(match_day_draw(tournament=tournament, system=System.SWISS))
    round_withdraw(round=round_)
    one, other = seats(round_)[0]
    for refused in (
        lambda: draft_exclude(round=round_, one=EntrantId(one), other=EntrantId(other), exclude=True),
        lambda: draft_fix(round=round_, pair=EntrantId(one), table=2),
    ):
        with pytest.raises(Refused, match="line-ups"):
            refused()


def test_a_day_of_which_only_a_round_is_left_is_not_drawn_again() -> None:
    tournament = make_team_matches(2)
    round_withdraw(round=start_session(match_day_draw(tournament=tournament, system=System.SWISS)))
    for held in LineUp.objects.all():
        line_up_delete(line_up=held)
    with pytest.raises(Refused, match="Match day 1 has line-ups or rounds"):
        match_day_draw(tournament=tournament, system=System.SWISS)
    assert Round.objects.exists()


def test_the_next_day_is_drawn_once_the_last_round_is_closed() -> None:
    tournament = make_team_matches(2)
    start_session(match_day_draw(tournament=tournament, system=System.SWISS))
    with pytest.raises(Refused, match="Close round 1 first"):
        match_day_draw(tournament=tournament, system=System.SWISS)


def test_what_was_drawn_again_or_taken_back_meanwhile_is_refused() -> None:
    tournament = make_team_matches(2)
    day = match_day_draw(tournament=tournament, system=System.SWISS)
    match, team = first_match(tournament), tournament.teams.get(number=1)
    held = line_up(match, team)
    line_up_delete(line_up=LineUp.objects.get(pk=held.pk))
    match_day_draw(tournament=tournament, system=System.SWISS)
    for attempt in (
        lambda: line_up_delete(line_up=held),
        lambda: line_up(match, team),
        lambda: match_day_discard(day=day),
        lambda: session_publish(day=day, session=1, at=AT),
    ):
        with pytest.raises(Refused, match="changed meanwhile"):
            attempt()
    assert tournament.match_days.count() == 1 and not LineUp.objects.exists()


def test_a_team_needs_its_pairs_here() -> None:
    tournament = make_team_matches(3)
    for number in (4, 5):
        pair_set_status(pair=pair(tournament, number), status=Pair.Status.EXPECTED)
    with pytest.raises(Refused, match=r"Squadra 2 \(1\)"):
        match_day_draw(tournament=tournament, system=System.SWISS)
    pair_set_status(pair=pair(tournament, 6), status=Pair.Status.EXPECTED)
    for number in (7, 8, 9):
        pair_set_status(pair=pair(tournament, number), status=Pair.Status.EXPECTED)
    with pytest.raises(Refused, match="Fewer than two teams have their pairs here"):
        match_day_draw(tournament=tournament, system=System.SWISS)
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, number) for number in (7, 8, 9)], here=True)
    assert meetings(match_day_draw(tournament=tournament, system=System.SWISS)) == [(1, 3)]


def test_an_odd_number_of_teams_has_one_that_rests_with_the_vp_of_a_rest() -> None:
    tournament = make_team_matches(3, hands_per_round=4)
    day = match_day_draw(tournament=tournament, system=System.SWISS)
    assert (3, None) in meetings(day)
    with pytest.raises(Refused, match="does not play"):
        line_up(day.matches.get(away=None), tournament.teams.get(number=3))
    play_round(start_session(day))
    (resting,) = (row for row in team_standings_of(tournament, standings_of(tournament)) if row.number == 3)
    assert (resting.vp, resting.mp_difference, resting.pairs_vp) == (12, 605, 0)
    assert meetings(match_day_draw(tournament=tournament, system=System.SWISS))[-1] != (3, None)


def test_two_sessions_are_two_rounds_of_one_match() -> None:
    tournament = make_team_matches(2, match_sessions=2, rounds_planned=4)
    day = match_day_draw(tournament=tournament, system=System.SWISS)
    play_round(start_session(day, 1))
    with pytest.raises(Refused):
        match_day_draw(tournament=tournament, system=System.SWISS)
    rows = team_standings_of(tournament, standings_of(tournament))
    assert not any(row.matches for row in rows) and any(row.pairs_vp for row in rows)
    line_up(first_match(tournament), tournament.teams.get(number=1), 3, 2, session=2)
    round_ = play_round(start_session(day, 2), seed=1)
    assert round_.number == 2 and {3, 2} <= {number for table in seats(round_) for number in table}
    rows = team_standings_of(tournament, standings_of(tournament))
    assert [len(row.matches) for row in rows] == [1, 1] and sum(row.vp for row in rows) == 20
    assert match_day_draw(tournament=tournament, system=System.DANISH).number == 2


def test_how_matches_are_played_stays_once_a_day_is_drawn_and_their_scale_may_change() -> None:
    tournament = make_team_matches(2)
    play_round(start_session(match_day_draw(tournament=tournament, system=System.SWISS)))
    with pytest.raises(Refused, match="stays as it is"):
        tournament_change(tournament=tournament, changes={"match_tables": 3})
    changed = tournament_change(
        tournament=tournament, changes={"match_scale": {"name": "Nostra", "rows": [[0, 1]], "total": 2}}
    )
    assert sorted(row.vp for row in team_standings_of(changed, standings_of(changed))) == [0, 2]


def test_only_such_a_tournament_has_matches() -> None:
    with pytest.raises(Refused, match="no matches"):
        match_day_draw(tournament=make_teams(2), system=System.SWISS)


def test_a_knockout_of_teams_ranks_by_its_bracket() -> None:
    tournament = make_team_matches(4, rounds_planned=2)
    for seed in (1, 2):
        play_round(start_session(match_day_draw(tournament=tournament, system=System.KNOCKOUT)), seed=seed)
    semi_finals, final = tournament.match_days.order_by("number")
    rows = team_standings_of(tournament, standings_of(tournament))
    ahead = {number for number, _vp in semi_finals.order}
    finalists = {number for match in [meetings(final)[0]] for number in match}
    assert {rows[0].number, rows[1].number} == finalists < ahead
    assert [row.place for row in rows] == [1, 2, 3, 4]
    scores = {row.number: row.matches[-1].difference for row in rows}
    assert scores[rows[0].number] > 0 > scores[rows[1].number] and scores[rows[2].number] > scores[rows[3].number]


def oracle_of(tournament: Tournament) -> Championship:
    """Return the naive recomputation, from the tables in the database."""
    scale, rule = scale_of(tournament), match_rule_of(tournament)
    of_matches = match_scale_of(tournament)
    return Championship(
        of_pairs=OracleOfPairs(
            ids=[entrant.id for entrant in entrants_of(tournament)],
            results=results_of(tournament),
            adjustments=adjustments_of(tournament),
            rows=scale.rows,
            total=scale.total,
            rest=Allowance(vp=tournament.rest_vp, mp=tournament.rest_mp),
            absence=Allowance(vp=tournament.absence_vp, mp=tournament.absence_mp),
            seed=tournament.seed,
        ),
        team_of={entrant.id: entrant.team for entrant in entrants_of(tournament) if entrant.team},
        matches=[
            (match.day.number, match.home.number, match.away and match.away.number) for match in drawn(tournament)
        ],
        tables=tournament.match_tables,
        sessions=tournament.match_sessions,
        rows=of_matches.rows,
        total=of_matches.total,
        rest=(rule.rest.vp, rule.rest.mp),
    )


def drawn(tournament: Tournament) -> list[TeamMatch]:
    found = TeamMatch.objects.filter(day__tournament=tournament).select_related("day", "home", "away")
    return list(found.order_by("day__number", "number"))


@pytest.mark.parametrize("sessions", [1, 2])
def test_a_championship_of_twelve_teams_is_ranked_as_the_oracle_does(sessions: int) -> None:
    """Swiss, Danish, Danish without rematches; reserves by lot, a penalty each day; then two rounds of a knockout."""
    own = {"name": "Campionato", "rows": [[150, 10], [400, 12], [900, 14], [1600, 17]], "total": 20}
    tournament = make_team_matches(
        12, match_tables=2, match_sessions=sessions, match_scale=own, rounds_planned=5 * sessions
    )
    rng = Random(sessions)
    no_rematch = (System.SWISS, System.SWISS, System.DANISH_NO_REMATCH)
    for number, system in enumerate([*no_rematch, System.KNOCKOUT, System.KNOCKOUT], start=1):
        settings = RoundSettings(qualifiers=4) if system is System.KNOCKOUT else RoundSettings()
        day = match_day_draw(tournament=tournament, system=system, settings=settings)
        for session in range(1, sessions + 1):
            for match in day.matches.exclude(away=None):
                for team in match.teams:
                    line_up(match, team, *pairs_of(team, rng.sample([1, 2, 3], 2)), session=session)
            round_ = play_round(session_publish(day=day, session=session, at=AT), seed=rng.randrange(99))
        seated = round_.tables.order_by("number")[0].ns
        adjustment_add(round=round_, pair=seated, mp=-100, vp=-1, reason="late")
        check_against(oracle_of(tournament), tournament, knockout=system is System.KNOCKOUT, day=number)
    met = [{match.home_id, match.away_id} for match in drawn(tournament) if match.day.number <= len(no_rematch)]
    assert len(met) == 18 and all(met.count(meeting) == 1 for meeting in met)
    assert parse_scale(tournament.match_scale) == match_scale_of(tournament)


def check_against(oracle: Championship, tournament: Tournament, *, knockout: bool, day: int) -> None:
    rows = team_standings_of(tournament, standings_of(tournament))
    assert len(rows) == 12
    if not knockout:
        assert [(row.place, row.number) for row in rows] == oracle.ranked()
    for row in rows:
        naive = (oracle.vp(row.number), oracle.difference(row.number), oracle.pairs_vp(row.number))
        assert (row.vp, row.mp_difference, row.pairs_vp) == naive, (day, row.name)
        assert [tuple(score[:4]) for score in row.matches] == oracle.scores(row.number)
