"""The present state of a tournament: its clock and its leaders."""

from dataclasses import replace

from tests.tournaments.selectors.test_evening import evening
from tests.tournaments.selectors.test_prospects import ranked
from tournaments.models import Round, Tournament
from tournaments.selectors.ranking import RankingRows
from tournaments.selectors.tournament_status import TournamentStatus


def status(*places: int, round_: Round | None = None) -> TournamentStatus:
    """Create the state of a tournament in which pairs have these places."""
    rows = tuple(replace(row, place=place) for row, place in zip(ranked(len(places)), places, strict=True))
    ranking = RankingRows(evening=evening(), standings=rows, rounds=())
    return TournamentStatus(round=round_, progress=None, missing=(), others=(), ranking=ranking)


def test_the_first_five_lead_and_all_who_share_a_place_of_the_podium() -> None:
    assert [leader.place for leader in status(1, 2, 3, 4, 5, 6, 7).leaders] == [1, 2, 3, 4, 5]
    assert [leader.place for leader in status(1, 2, 3, 3, 3, 3, 7).leaders] == [1, 2, 3, 3, 3, 3]


def test_without_a_round_or_its_minutes_there_is_no_clock() -> None:
    untimed = Round(tournament=Tournament(round_minutes=0), number=1, state=Round.State.PUBLISHED)
    assert status(1, 2).clock is None and status(1, 2, round_=untimed).clock is None
