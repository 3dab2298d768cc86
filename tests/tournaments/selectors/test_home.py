"""The lists of tournaments: those found by words, those put away, and since when one is final."""

from datetime import date, timedelta

import pytest

from tests.factories import AT, make_account, make_tournament, play_round, start_round
from tournaments.models import Tournament
from tournaments.selectors.final_times import final_since
from tournaments.selectors.home import put_away, tournaments_found
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
