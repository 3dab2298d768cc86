"""Ratings from played tournaments: the rounds that count, and the updates after a changed result."""

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from tests.factories import AT, make_tournament, pair, play_round, start_round
from tests.tournaments.selectors.test_seasons import played
from tournaments.models import FinalStanding, RatingStep, Substitute
from tournaments.records import Kind, Outcome, System
from tournaments.seasons.ratings import rated
from tournaments.selectors.final_standings import finals_of
from tournaments.selectors.ratings import (
    bouts_of,
    rating_course,
    rating_steps,
    ratings_now,
    ratings_shown,
    some_rated_in,
    strengths_in,
)
from tournaments.services import (
    pair_add,
    pair_substitute,
    player_create,
    substitute_change,
    table_set_outcome,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.services.ratings import ratings_switch

pytestmark = pytest.mark.django_db


def learnt_again() -> int:
    """Count the tournaments that are read to compute the current ratings."""
    with CaptureQueriesContext(connection) as queries:
        rating_steps()
    return sum("tournaments_adjustment" in query["sql"] for query in queries)


def test_every_table_that_was_played_is_a_bout_with_its_margin() -> None:
    tournament = played("Uno", rounds=1)
    bouts = list(bouts_of(tournament))
    (round_,) = tournament.rounds.all()
    assert len(bouts) == 3
    for bout, table in zip(bouts, round_.tables.order_by("number"), strict=True):
        assert bout.first == (table.ns.player1_id, table.ns.player2_id)
        assert bout.second == (table.ew.player1_id, table.ew.player2_id)
        mp = sum(hand.ns_total - hand.ew_total for hand in table.hands.all())
        assert (bout.margin > 0) == (mp > 0) or bout.margin == 0


def test_rests_and_absences_teach_nothing_and_a_round_is_of_whoever_sat() -> None:
    tournament = make_tournament(pairs=7, hands_per_round=2)
    round_ = start_round(tournament)
    first, second, _third = round_.tables.filter(outcome=Outcome.OPEN).order_by("number")
    table_set_outcome(table=first, version=first.version, outcome=Outcome.ABSENT_NS, at=AT)
    play_round(round_)
    assert len(list(bouts_of(tournament))) == 2
    sat = player_create(details={"last_name": "Zeta", "first_name": "Ugo"})
    substitute = pair_substitute(pair=second.ns, seat=1, player=sat, first=1, last=1).substitute
    (bout,) = (bout for bout in bouts_of(tournament) if second.ns.player2_id in bout.first)
    assert bout.first == (sat.pk, second.ns.player2_id)
    substitute_change(substitute=substitute, first=2, last=None)
    (bout,) = (bout for bout in bouts_of(tournament) if second.ns.player2_id in bout.first)
    assert bout.first == (second.ns.player1_id, second.ns.player2_id)
    # A substitute with unknown rounds does not count.
    Substitute.objects.update(first_round=None)
    assert len(list(bouts_of(tournament))) == 1


def test_an_individual_tournament_teaches_of_the_partners_of_each_round() -> None:
    tournament = played("Uno", kind=Kind.INDIVIDUAL, pairs=8, system=System.INDIVIDUAL, rounds=1)
    bouts = list(bouts_of(tournament))
    assert [len(bout.first) for bout in bouts] == [2, 2]
    assert len({key for bout in bouts for key in (*bout.first, *bout.second)}) == 8


def test_only_final_tournaments_teach_in_the_order_of_their_dates() -> None:
    two, one = played("Due", day=9, seed=5), played("Uno", day=2)
    make_tournament(name="Tre", pairs=4)
    steps = rating_steps()
    assert [step.tournament for step in steps] == [one, two]
    assert ratings_now(steps) == rated(rated({}, bouts_of(one)), bouts_of(two))


def test_what_is_kept_says_what_learning_again_says() -> None:
    for day in (1, 2, 3):
        played(f"Torneo {day}", day=day, seed=day)
    first = rating_steps()
    assert learnt_again() == 0
    assert rating_steps() == first
    RatingStep.objects.all().delete()
    assert rating_steps() == first


@pytest.mark.parametrize(("changed", "learnt"), [(1, 3), (2, 2), (3, 1)])
def test_a_changed_tournament_is_learnt_again_with_all_after_it(changed: int, learnt: int) -> None:
    tournaments = [played(f"Torneo {day}", day=day, seed=day) for day in (1, 2, 3)]
    rating_steps()
    again = tournament_reopen(tournament=tournaments[changed - 1], reason="Errore")
    tournament_make_final(tournament=again)
    assert learnt_again() == learnt
    assert learnt_again() == 0


def test_a_tournament_opened_again_teaches_nothing_until_it_is_final() -> None:
    one, two = played("Uno", day=1), played("Due", day=2, seed=4)
    rating_steps()
    tournament_reopen(tournament=one, reason="Errore")
    assert ratings_now(rating_steps()) == rated({}, bouts_of(two))


def test_the_course_of_a_player_has_a_step_for_each_tournament_played() -> None:
    one, two = played("Uno", day=1), played("Due", day=2, seed=4)
    player = pair(one, 1).player1
    course = rating_course(player)
    assert [tournament for tournament, _estimate in course] == [one, two]
    assert course[-1][1] == ratings_now(rating_steps())[player.pk]


def test_a_player_alone_has_the_own_strength_and_whoever_is_new_an_average_one() -> None:
    alone = played("Uno", kind=Kind.INDIVIDUAL, pairs=8, system=System.INDIVIDUAL, rounds=1)
    assert strengths_in(alone) == {} and not some_rated_in(alone)
    ratings_switch(on=True)
    now = ratings_now(rating_steps())
    keys = dict(alone.pairs.values_list("number", "player1_id"))
    assert strengths_in(alone) == {number: now[key].mu for number, key in keys.items()} and some_rated_in(alone)
    others = make_tournament(name="Altri")
    pair_add(tournament=others, players=("Nuova Ada", "Nuova Ida"))
    assert strengths_in(others) == {} and not some_rated_in(others)


def test_a_database_that_takes_nothing_at_the_moment_is_read_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one = played("Uno")

    def refuse(*_rows: object, **_options: object) -> None:
        raise DatabaseError

    for model in (RatingStep, FinalStanding):
        monkeypatch.setattr(model.objects, "bulk_create", refuse)
    assert [step.tournament for step in rating_steps()] == [one]
    assert len(finals_of([one])[one.pk].pairs) == 6
    assert caplog.messages == ["the steps of the ratings are not kept", "final standings are not kept"]


def test_the_club_says_whether_ratings_are_shown() -> None:
    assert not ratings_shown()
    ratings_switch(on=True)
    assert ratings_shown()
    ratings_switch(on=False)
    assert not ratings_shown()
