"""The knockouts of gironi, told from one of the whole field, and looked for at no price where there are none."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import draft_round, make_tournament, play_round, start_round
from tournaments.models import Tournament
from tournaments.records import Carry, EntrantId, NamedSystem, System
from tournaments.selectors.evening import evening_of
from tournaments.selectors.gironi import members_of
from tournaments.selectors.own_knockouts import in_knockout, own_knockouts_of
from tournaments.services import pair_add, tournament_cut

pytestmark = pytest.mark.django_db


@pytest.fixture
def cut() -> Tournament:
    """Return a tournament cut into gironi of four and five after its first round."""
    tournament = make_tournament(pairs=9, hands_per_round=2, rounds_planned=4)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament.refresh_from_db()
    return tournament_cut(tournament=tournament, sizes=(4, 5), carry=Carry.HALF)


def test_before_a_cut_there_are_none_and_nobody_asks(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    tournament = make_tournament(pairs=4)
    with django_assert_num_queries(0):
        assert own_knockouts_of(tournament) == {}


def test_after_a_cut_one_query_finds_that_there_are_none(
    cut: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_round(start_round(cut, System.DANISH))
    with django_assert_num_queries(1):
        assert own_knockouts_of(cut) == {}


def test_a_knockout_of_the_whole_field_is_none_of_a_girone(cut: Tournament) -> None:
    whole = draft_round(cut, System.KNOCKOUT)
    assert whole.has_bracket and own_knockouts_of(cut) == {}
    assert all(in_knockout(whole)(number) for number in range(1, 10))


def test_only_those_of_the_girone_that_plays_one_are_in_it(
    cut: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    round_ = draft_round(cut, System.DANISH, by_girone=((1, NamedSystem.KNOCKOUT),))
    first = {entrant.id for entrant in members_of(cut)[1]}
    with django_assert_num_queries(2):
        found = own_knockouts_of(cut)
    assert found == {2: dict.fromkeys(first, 1)}
    plays = in_knockout(round_)
    assert {number for number in range(1, 10) if plays(number)} == first


def test_whoever_came_after_the_cut_is_in_the_last_girone_and_in_its_knockout(cut: Tournament) -> None:
    draft_round(cut, System.DANISH, by_girone=((2, NamedSystem.KNOCKOUT),))
    second = {entrant.id for entrant in members_of(cut)[2]}
    late = pair_add(tournament=cut, players=("Tardi Ugo", "Attesa Clara"), late_reason="treno")
    assert own_knockouts_of(cut) == {2: dict.fromkeys([*second, late.number], 2)}


def test_a_round_is_a_knockout_for_a_girone_or_for_everybody(cut: Tournament) -> None:
    first = {int(entrant.id) for entrant in members_of(cut)[1]}

    def playing(number: int) -> set[int]:
        evening = evening_of(Tournament.objects.get())
        return {entrant for entrant in range(1, 11) if evening.plays_knockout(number, EntrantId(entrant))}

    assert playing(1) == playing(2) == set()
    play_round(start_round(cut, System.DANISH, by_girone=((1, NamedSystem.KNOCKOUT),)))
    assert (playing(1), playing(2), playing(3)) == (set(), first, set())
    # Of the whole field it is one for whoever has no seat in it, too.
    start_round(cut, System.KNOCKOUT, qualifiers=4)
    assert (playing(2), playing(3)) == (first, set(range(1, 11)))
