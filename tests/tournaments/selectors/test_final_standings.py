"""What is stored of a final ranking: the rounds that somebody was there for, and who sat where."""

from collections.abc import Sequence

import pytest

from tests.tournaments.selectors.test_cross_tables import SETTINGS
from tournaments.models import Tournament
from tournaments.records import (
    Entrant,
    EntrantId,
    Kind,
    Line,
    MatchScore,
    Outcome,
    RoundScore,
    Standing,
    TeamStanding,
)
from tournaments.selectors import final_standings
from tournaments.selectors.final_rounds import FinalSeat, _seated, appearances_in
from tournaments.selectors.final_standings import _away, _rounds_there, _teams, meetings_in


def score(number: int, outcome: Outcome = Outcome.PLAYED, *, opponents: Sequence[int] = (9,)) -> RoundScore:
    return RoundScore(
        round=number,
        table=1,
        line=Line.NS,
        opponents=tuple(map(EntrantId, opponents)),
        outcome=outcome,
        mp=0,
        conceded=0,
        vp=10,
    )


def standing(number: int, *rounds: RoundScore, team: int | None = None) -> Standing:
    return Standing(
        place=number,
        tied=False,
        entrant=Entrant(id=EntrantId(number), names=(), team=team),
        vp=0,
        mp_difference=0,
        mp=0,
        wins=0,
        rounds=rounds,
    )


ROUNDS = (
    score(1),
    score(2, Outcome.REST),
    score(3, Outcome.ABSENT_NS),
    score(4, Outcome.ABSENT_EW),
    score(5, Outcome.ABSENT_BOTH),
    score(6, Outcome.OPEN),
)


def test_a_rest_is_a_round_that_somebody_was_there_for_and_an_absence_is_none() -> None:
    assert _rounds_there(standing(1, *ROUNDS)) == 3


def test_whoever_was_replaced_was_away_in_the_rounds_that_the_pair_was_there_for() -> None:
    seated = FinalSeat(players=(7, 8), away=[(1, 9, 2, 5)])
    assert _away(standing(1, *ROUNDS), seated) == [[8, 2, 4]]
    assert _away(standing(1, *ROUNDS), FinalSeat(players=(7, 8))) == []


@pytest.mark.parametrize("kind", [Kind.TEAMS, Kind.TEAM_MATCHES])
def test_a_team_meets_the_teams_of_its_pairs_opponents_and_could_win_all_its_matches(
    monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    """Pair 3 has no team any more; the second team has played fewer matches."""
    pairs = [standing(1, score(1, opponents=[2]), score(2, opponents=[3]), team=4), standing(2, team=5), standing(3)]
    match = MatchScore(day=1, opponent=5, difference=0, vp=10, won=False)
    teams = [
        TeamStanding(
            place=place,
            tied=False,
            number=number,
            name=f"Squadra {number}",
            vp=20,
            mp_difference=0,
            mp=0,
            wins=0,
            pairs=(pairs[place - 1],),
            matches=(match,) * matches,
        )
        for place, (number, matches) in enumerate([(4, 2), (5, 1)], start=1)
    ]
    monkeypatch.setattr(final_standings, "team_standings_of", lambda _tournament, _standings: teams)
    tournament = Tournament(**SETTINGS, kind=kind, match_tables=2, match_sessions=1)
    rows = _teams(tournament, pairs, 60)["teams"]
    assert [list(meetings_in(row[-1])) for row in rows] == [[(1, (5,), 10), (2, (), 10)], []]
    assert [row[-2] for row in rows] == ([60, 60] if kind is Kind.TEAMS else [40, 40])


# --- Seats ------------------------------------------------------------------------------------------------------------


def test_of_several_substitutes_the_last_to_take_the_seat_holds_it() -> None:
    rows = [
        (1, 7, 8, 2, 30, 4, None, 3),
        (1, 7, 8, 1, 20, 3, None, 4),
        (1, 7, 8, 1, 60, None, 1, 5),
        (1, 7, 8, 1, 50, 2, None, 6),
        (1, 7, 8, 1, 40, 3, 3, 9),
    ]
    seated = _seated(rows)
    assert [tuple(away) for away in seated.away] == [
        *((0, 60, None, 1), (0, 50, 2, None), (0, 20, 3, None), (0, 40, 3, 3)),
        (1, 30, 4, None),
    ]
    assert [seated.holders(number) for number in (1, 2, 3, 4)] == [[None, 8], [50, 8], [40, 8], [20, 30]]
    assert [seated.seat_of(player) for player in (7, 8, 20, 30)] == [0, 1, 0, 1]


def test_whoever_played_alone_had_no_partner() -> None:
    stored = {"possible": 20, "rows": [[1, 1, [7], [], [1, 0, 12, 300, 1, 2]], [2, 2, [8, 9], [], []]]}
    (appearance,) = appearances_in(stored, 1, 7)
    assert appearance.partner is None
    assert [(played.partner, played.opponents) for played in appearance.rounds] == [(None, (8, 9))]
