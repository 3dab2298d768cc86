"""The lists of tournaments: those found by words, those put away, and since when one is final."""

from datetime import date, timedelta

import pytest

from tests.factories import AT, make_account, make_tournament, play_round, start_round
from tournaments.models import Tournament
from tournaments.selectors.final_standings import FinalOutcome
from tournaments.selectors.final_times import final_since
from tournaments.selectors.home import ListedTournaments, _first, put_away, tournaments_found, tournaments_under_way
from tournaments.services import (
    tournament_delete,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)

pytestmark = pytest.mark.django_db


def test_words_are_found_in_name_and_venue_without_accents_the_latest_evening_first() -> None:
    for day, name, venue in (
        (5, "Torneo di Perù", "Circolo Aurora"),
        (7, "Aurora", "Sala Perù"),
        (6, "Torneo", "Aurora"),
        (7, "Peru Aurora", ""),
    ):
        make_tournament(name=name, date=date(2026, 11, day), venue=venue)

    def found(words: str) -> list[str]:
        return [one.name for one in tournaments_found(words)]

    assert found("aurora PERU") == ["Peru Aurora", "Aurora", "Torneo di Perù"]
    assert found("torneo") == ["Torneo", "Torneo di Perù"] and found("") == found("aurora")
    assert found("auroraperu") == []


def test_those_being_played_stand_before_those_being_checked_and_the_newest_first() -> None:
    playing, checking = Tournament.State.RUNNING, Tournament.State.CHECKING
    for day, name, state in (
        (5, "Giocato il 5", playing),
        (8, "Controllato l'8", checking),
        (6, "Giocato il 6", playing),
        (9, "Controllato il 9", checking),
    ):
        make_tournament(name=name, date=date(2026, 11, day), state=state)
    names = ["Giocato il 6", "Giocato il 5", "Controllato il 9", "Controllato l'8"]
    assert [one.name for one in tournaments_under_way()[:9]] == names


def test_tournaments_put_away_stand_the_latest_deleted_first() -> None:
    by = make_account()
    made = [make_tournament(name=name) for name in ("Uno", "Due", "Tre", "Qui")]
    for at, tournament in enumerate(made[:3]):
        tournament_delete(tournament=tournament, by=by, at=AT + timedelta(hours=at % 2))
    assert [(one.name, one.deleted_by) for one in put_away()] == [("Due", by), ("Tre", by), ("Uno", by)]


def test_a_tournament_is_final_since_it_last_became_so() -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    assert final_since(tournament) is None
    play_round(start_round(tournament))
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    first = Tournament.history.latest("history_id").history_date
    assert final_since(tournament) == first
    reopened = tournament_reopen(tournament=Tournament.objects.get(), reason="A slip was wrong")
    assert final_since(tournament) is None
    tournament_make_final(tournament=reopened)
    became = Tournament.history.latest("history_id").history_date
    # Its history has another row of the final tournament.
    Tournament.objects.get().save()
    assert final_since(tournament) == became > first


def test_a_tournament_deleted_meanwhile_is_left_out_of_a_list() -> None:
    one, other = make_tournament(name="Uno"), make_tournament(name="Due")
    assert ListedTournaments([one.pk, other.pk + 1, other.pk])[:3] == [one, other]


def test_whoever_played_no_round_has_not_won() -> None:
    def ranked(number: int, place: int, rounds: int) -> FinalOutcome:
        return FinalOutcome(number, (number,), place, 2, rounds, 0, 0, 0, [])

    first, second = ranked(1, 1, 3), ranked(2, 1, 3)
    assert _first([first, second, ranked(3, 1, 0), ranked(4, 4, 3)]) == [first, second]
