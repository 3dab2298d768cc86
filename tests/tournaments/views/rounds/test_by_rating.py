"""The first round in the order of the ratings: the strong are spread, the draw is stored, and nothing else changes."""

from datetime import date

import pytest
from django.test import Client

from tests.factories import AT, make_tournament, pair, play_round
from tests.tournaments.selectors.test_seasons import played
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.interchange import to_json, tournament_import
from tournaments.interchange.tournament_out import export_tournament
from tournaments.models import Round, Tournament
from tournaments.pairing_check import check_draft
from tournaments.records import Draft, EntrantId, RoundSettings, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import request_as_drawn
from tournaments.selectors.ratings import rating_steps, ratings_now, strengths_in
from tournaments.services import draft_redraw, draft_undo, pair_add, player_create, round_draft, round_publish
from tournaments.services.ratings import ratings_switch
from tournaments.services.rounds import next_round

pytestmark = pytest.mark.django_db

PAIRS = 8


@pytest.fixture
def coming() -> Tournament:
    """Create a tournament before its first round, with rated players in a club that shows ratings."""
    played("Prima", pairs=PAIRS, rounds=3, seed=5)
    ratings_switch(on=True)
    return make_tournament(name="Poi", date=date(2026, 11, 22), pairs=PAIRS, hands_per_round=2)


def strongest_first(tournament: Tournament) -> list[int]:
    """Return the numbers of the pairs, by the mean of their players' ratings."""
    now = ratings_now(rating_steps())
    mean = {pair.number: sum(now[player.pk].mu for player in pair.players) / 2 for pair in tournament.pairs.all()}
    return sorted(mean, key=lambda number: (-mean[number], number))


def meetings(round_: Round) -> set[frozenset[int]]:
    return {frozenset((table.ns.number, table.ew.number)) for table in round_.tables.all() if table.ew}


def drawn_by_rating(tournament: Tournament, system: System = System.SWISS, **settings: object) -> Round:
    return round_draft(
        tournament=tournament,
        system=system,
        settings=RoundSettings(**settings),
        by_rating=True,  # type: ignore[arg-type]
    )


def test_the_stronger_half_meets_the_weaker_one(coming: Tournament) -> None:
    order, half = strongest_first(coming), PAIRS // 2
    assert order != sorted(order)
    round_ = drawn_by_rating(coming)
    assert meetings(round_) == {frozenset(order[at::half]) for at in range(half)}
    draft = Draft(system=System.SWISS, seed=round_.seed, tables=drafted(round_).tables, cost=0)
    assert check_draft(draft, request_as_drawn(round_)) == []


def test_groups_are_dealt_as_evenly_as_can_be(coming: Tournament) -> None:
    order = strongest_first(coming)
    round_ = drawn_by_rating(coming, System.ROUND_ROBIN, groups=2)
    first = {order[0], order[3], order[4], order[7]}
    assert all(len(meeting & first) in (0, 2) for meeting in meetings(round_))


def test_the_strongest_are_the_seeds_of_a_bracket(coming: Tournament) -> None:
    order = strongest_first(coming)
    round_ = drawn_by_rating(coming, System.KNOCKOUT)
    assert meetings(round_) == {frozenset((order[at], order[-1 - at])) for at in range(PAIRS // 2)}


def test_newcomers_are_in_the_middle(coming: Tournament) -> None:
    now = ratings_now(rating_steps())
    old = pair(coming, 1).player1
    late = pair_add(tournament=coming, players=[player_create(details={"last_name": "Nuovo"}), "Altro Ugo"])
    mixed = pair_add(tournament=coming, players=[player_create(details={"last_name": "Terzo"}), "Quarto Ugo"])
    mixed.player1 = old
    pair(coming, 1).delete()
    mixed.save()
    strengths = strengths_in(coming)
    assert strengths[late.number] == 1500
    assert strengths[mixed.number] == pytest.approx((1500 + now[old.pk].mu) / 2)


def test_without_ratings_it_is_drawn_by_the_numbers(coming: Tournament, referee: Client) -> None:
    ratings_switch(on=False)
    round_ = drawn_by_rating(coming)
    assert not round_.by_rating
    assert meetings(round_) == {frozenset((at, at + PAIRS // 2)) for at in range(1, PAIRS // 2 + 1)}
    assert 'name="by_rating"' not in html_of(referee.get(url("round_new", coming)))


def test_who_have_no_rating_at_all_are_not_ordered_by_it() -> None:
    ratings_switch(on=True)
    assert strengths_in(make_tournament(pairs=4)) == {}


def test_a_referee_asks_for_it_and_is_told_so_everywhere(coming: Tournament, referee: Client) -> None:
    page = html_of(referee.get(url("round_new", coming)))
    assert 'name="by_rating" value="yes"' in page and 'data-read-by="swiss round_robin knockout"' in page
    asked = {"system": "swiss", "by_rating": "yes"}
    referee.post(url("round_new", coming), asked)
    round_ = coming.rounds.get()
    assert round_.by_rating and meetings(round_) == meetings(drawn_by_rating(coming))
    assert "in the order of the ratings" in text_of(referee.get(url("round", coming, 1)))
    compared = text_of(referee.get(url("draft_compare", coming, 1), {"system": "swiss", "by_rating": "no"}))
    assert "Swiss, in the order of the ratings" in compared
    round_publish(round=round_, at=AT)
    assert "in the order of the ratings" in text_of(referee.get(url("history", coming)))


def test_drawn_again_it_is_by_the_ratings_still_until_that_is_taken_back(coming: Tournament) -> None:
    by_number = meetings(round_draft(tournament=coming, system=System.SWISS))
    round_ = drawn_by_rating(coming)
    by_rating = meetings(round_)
    again = draft_redraw(round=round_, seed=99)
    assert again.by_rating and meetings(again) == by_rating != by_number
    for _change in range(2):
        draft_undo(round=coming.rounds.get(), depth=len(coming.rounds.get().undo))
    assert not coming.rounds.get().by_rating and meetings(coming.rounds.get()) == by_number


def test_a_draw_that_says_nothing_of_it_stays_by_the_ratings(coming: Tournament, referee: Client) -> None:
    drawn_by_rating(coming)
    referee.post(url("round_new", coming), {"system": "swiss"})
    assert coming.rounds.get().by_rating
    referee.post(url("round_new", coming), {"system": "swiss", "by_rating": "no"})
    assert not coming.rounds.get().by_rating


def test_later_results_and_another_machine_change_nothing_of_the_draw(coming: Tournament) -> None:
    round_ = drawn_by_rating(coming)
    round_publish(round=round_, at=AT)
    played("Ieri", day=21, pairs=PAIRS, rounds=3, seed=77)
    request = request_as_drawn(coming.rounds.get())
    assert [entrant.id for entrant in request.entrants] == [EntrantId(number) for number, _vp in round_.order]
    copied = tournament_import(
        text=to_json(export_tournament(Tournament.objects.get(pk=coming.pk))), slug="copia"
    ).rounds.get()
    assert copied.order == round_.order and meetings(copied) == meetings(round_)


def test_drawn_again_it_has_the_same_order_whatever_was_learnt_or_switched_since(coming: Tournament) -> None:
    order = drawn_by_rating(coming).order
    played("Ieri", day=21, pairs=PAIRS, rounds=3, seed=77)
    assert strongest_first(coming) != [number for number, _vp in order]
    ratings_switch(on=False)
    again = draft_redraw(round=coming.rounds.get(), seed=99)
    assert (again.by_rating, again.order) == (True, order)


def test_who_comes_later_has_a_place_by_rating(coming: Tournament) -> None:
    drawn_by_rating(coming)
    pair_add(tournament=coming, players=["Nuovo Ugo", "Nuova Ida"], here=True)
    pair_add(tournament=coming, players=["Altro Ugo", "Altra Ida"], here=True)
    again = draft_redraw(round=coming.rounds.get(), seed=99)
    strengths = strengths_in(coming)
    assert again.by_rating and [number for number, _vp in again.order] == sorted(strengths, key=lambda n: -strengths[n])


@pytest.mark.parametrize("system", [System.DRAW, System.MITCHELL, System.DANISH, System.REGISTRATION])
def test_a_system_that_does_not_spread_the_strong_goes_by_the_numbers(coming: Tournament, system: System) -> None:
    assert not drawn_by_rating(coming, system).by_rating


def test_the_second_round_follows_the_ranking(coming: Tournament, referee: Client) -> None:
    play_round(round_publish(round=drawn_by_rating(coming), at=AT))
    assert 'name="by_rating"' not in html_of(referee.get(url("round_new", coming)))
    assert not round_draft(tournament=coming, system=System.SWISS, by_rating=True).by_rating


def test_a_draft_keeps_its_order_until_somebody_comes(coming: Tournament) -> None:
    def order() -> list[int]:
        return [int(entrant.id) for entrant, _vp in next_round(Tournament.objects.get(pk=coming.pk)).by_rating]

    strongest = strongest_first(coming)
    assert order() == strongest
    round_ = drawn_by_rating(coming)
    # The ratings were others when it was drawn.
    then = [*reversed(strongest)]
    Round.objects.filter(pk=round_.pk).update(order=[[number, 0] for number in then])
    assert order() == then
    coming.pairs.filter(number=3).update(status="withdrawn")
    assert order() == [number for number in then if number != 3]
    coming.pairs.filter(number=3).update(status="active")
    newcomer = pair_add(tournament=coming, players=["Zanon Ada", "Zanon Ugo"], here=True).number
    assert newcomer in order() and [number for number in order() if number != newcomer] == strongest
    coming.pairs.filter(number=newcomer).update(status="withdrawn")
    assert order() == then
    Round.objects.filter(pk=round_.pk).update(by_rating=False)
    assert order() == strongest
    play_round(round_publish(round=Round.objects.get(pk=round_.pk), at=AT))
    assert order() == []
