"""A knockout after gironi whose draft is seated by hand: who is out stays out, and the bracket follows the seats."""

from collections.abc import Sequence

import pytest
from django.test import Client

from tests.factories import AT, draft_round, make_tournament, play_round, play_table, slip, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Round, Tournament
from tournaments.records import Carry, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.knockout import semi_finals_before
from tournaments.selectors.standings import standings_of
from tournaments.services import draft_redraw, round_publish, tournament_cut

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

HTMX = {"HX-Request": "true"}
TIED = slip(300, 100, other_base=300, other_points=100)
Seats = Sequence[tuple[int, int | None]]


@pytest.fixture
def semi_finals() -> Round:
    """Return the draft of the semi-finals of 9 pairs, who were cut 5 4."""
    tournament = make_tournament(pairs=9, hands_per_round=2, rounds_planned=5)
    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament.refresh_from_db()
    tournament_cut(tournament=tournament, sizes=(5, 4), carry=Carry.WHOLE)
    play_round(start_round(tournament, System.DANISH), seed=2)
    tournament.refresh_from_db()
    return draft_round(tournament, System.KNOCKOUT, qualifiers=4)


def seats_of(round_: Round) -> Seats:
    return [(table.ns, table.ew) for table in drafted(round_).tables]


def typed(seats: Seats) -> dict[str, str]:
    """Return the form of the seats by hand, filled in."""
    form = {"form-TOTAL_FORMS": str(len(seats)), "form-INITIAL_FORMS": str(len(seats))}
    for at, (ns, ew) in enumerate(seats):
        form |= {f"form-{at}-ns": str(ns), f"form-{at}-ew": "" if ew is None else str(ew)}
    return form


def seat(referee: Client, round_: Round, seats: Seats) -> Round:
    response = referee.post(url("round_manual", round_.tournament, round_.number), typed(seats))
    assert response.status_code == 302, text_of(response)
    return Round.objects.select_related("tournament").get(tournament=round_.tournament, number=round_.number)


def test_who_is_out_needs_no_seat_and_the_round_stays_a_knockout(referee: Client, semi_finals: Round) -> None:
    (one, two), (three, four) = seats_of(semi_finals)
    assert referee.get(url("round_manual", semi_finals.tournament, 3)).status_code == 200
    # Nothing was changed.
    assert seats_of(seat(referee, semi_finals, seats_of(semi_finals))) == [(one, two), (three, four)]
    # All tables were.
    changed = seat(referee, semi_finals, [(three, two), (one, four)])
    assert changed.system == System.KNOCKOUT and seats_of(changed) == [(three, two), (one, four)]
    page = text_of(referee.get(url("round", changed.tournament, 3)))
    assert "Knockout, the best 4 · 2 tables · 5 are out" in page and "Neither play nor rest" in page
    assert "the same tables except 2, which the referee changed" in text_of(
        referee.get(url("round_check", changed.tournament, 3))
    )
    redrawn = draft_redraw(round=changed, seed=8)
    assert seats_of(redrawn) == [(one, two), (three, four)] and redrawn.chosen.qualifiers == 4


def test_the_outlook_of_the_seats_says_the_same(referee: Client, semi_finals: Round) -> None:
    (one, two), (three, four) = seats_of(semi_finals)
    address = url("round_manual", semi_finals.tournament, 3)
    assert "Without a seat" not in text_of(referee.post(address, typed([(three, two), (one, four)]), headers=HTMX))
    answer = referee.post(address, typed([(three, two)]), headers=HTMX)
    refused = referee.post(address, typed([(three, two)]))
    assert refused.status_code == 422
    for page in (answer, refused):
        assert f"Without a seat: {min(one, four or 0)} " in text_of(page)
    assert f'value="{three}"' in html_of(refused)


def test_before_a_final_without_a_match_for_third_place_nobody_is_told_apart() -> None:
    for third_place, met in ((False, []), (True, [{1, 4}, {2, 3}])):
        tournament = make_tournament(pairs=4, hands_per_round=2, name=f"Torneo {third_place}")
        play_round(start_round(tournament, System.KNOCKOUT, third_place=third_place))
        final = draft_round(tournament, System.KNOCKOUT, third_place=third_place)
        assert [set(contestants) for contestants in semi_finals_before(final)] == met


def test_a_pair_that_was_out_takes_the_place_of_another(referee: Client, semi_finals: Round) -> None:
    (one, two), (three, four) = seats_of(semi_finals)
    lucky = next(number for number in range(1, 10) if number not in (one, two, three, four))
    address = url("round_manual", semi_finals.tournament, 3)
    # Whoever loses the place goes on as before, or rests.
    assert "Without a seat" in text_of(referee.post(address, typed([(one, two), (three, lucky)])))
    changed = seat(referee, semi_finals, [(one, two), (three, lucky), (four or 0, None)])
    assert changed.system == System.KNOCKOUT
    assert seats_of(changed) == [(one, two), (three, lucky), (four, None)]


def test_the_bracket_follows_the_finalists_seated_by_hand(referee: Client, semi_finals: Round) -> None:
    tournament: Tournament = semi_finals.tournament
    for table in round_publish(round=semi_finals, at=AT).tables.all():
        play_table(table, TIED, TIED)
    play_round(tournament.rounds.get(number=3))
    tied = {"advance_1": str(seats_of(semi_finals)[0][1]), "advance_2": str(seats_of(semi_finals)[1][1])}
    form = {"system": "knockout", "qualifiers": "4", **tied}
    assert referee.post(url("round_new", tournament), form).status_code == 302
    final = tournament.rounds.get(number=4)
    (one, two), (three, four) = seats_of(final)
    # Who lost the semi-final of the second finalist plays the final instead.
    (lost,) = [seated for seated in seats_of(semi_finals) if two in seated]
    other = next(number for number in lost if number != two)
    third = four if other == three else three
    changed = seat(referee, final, [(one, other), (third or 0, two)])
    assert changed.system == System.KNOCKOUT and changed.chosen.advance
    play_round(round_publish(round=changed, at=AT), seed=9)
    bracket = text_of(referee.get(url("bracket", tournament)))
    places = [row.entrant.id for row in standings_of(Tournament.objects.get(pk=tournament.pk)) if row.by_knockout]
    assert {*places[:2]} == {one, other} and {*places[2:]} == {two, third}
    assert f"The winner is {places[0]} " in bracket


def test_those_of_a_semi_final_do_not_meet_again_in_the_last_round(referee: Client, semi_finals: Round) -> None:
    tournament: Tournament = semi_finals.tournament
    play_round(round_publish(round=semi_finals, at=AT), seed=4)
    assert referee.post(url("round_new", tournament), {"system": "knockout", "qualifiers": "4"}).status_code == 302
    final = tournament.rounds.get(number=4)
    (one, two), (three, four) = seats_of(final)
    lost = next(number for seats in seats_of(semi_finals) if one in seats for number in seats if number != one)
    others = [number for number in (two, three, four) if number not in (None, lost)]
    refused = referee.post(url("round_manual", tournament, 4), typed([(one, lost), (others[0] or 0, others[1])]))
    assert refused.status_code == 422 and seats_of(final) == [(one, two), (three, four)]
    assert f"{one} and {lost} met in the semi-final: if they met again" in text_of(refused)
