"""The frame of the referee's pages: the next step at every moment, and a phone's name."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from tests.factories import make_tournament
from tournaments.models import Round, Tournament
from tournaments.records import Carry, Kind
from tournaments.records.plans import cut_step
from tournaments.selectors.rounds import RoundNow, RoundsNow
from tournaments.views.common import DEVICE, device_of, first_steps, name_device, new_device, next_step

pytestmark = pytest.mark.usefixtures("in_english")

DRAFT, PUBLISHED, CLOSED = Round.State.DRAFT, Round.State.PUBLISHED, Round.State.CLOSED
FINAL, CHECKING, RUNNING = Tournament.State.FINAL, Tournament.State.CHECKING, Tournament.State.RUNNING


def step(*rounds: tuple[Round.State, int], state: Tournament.State = RUNNING, **facts: Any) -> tuple[str, str, str]:
    """Return label, page and right of the next step after such rounds, each with so many missing slips."""
    tournament = Tournament(slug="x", state=state, **{"kind": Kind.PAIRS, "rounds_planned": 3} | facts)
    known = [
        RoundNow(number=number, state=its, missing=range(1, missing + 1))
        for number, (its, missing) in enumerate(rounds, 1)
    ]
    found = next_step(tournament, RoundsNow(known))
    assert not found.begins
    return found.label, found.url.removeprefix("/en/tournaments/x"), found.needs


@pytest.mark.parametrize(
    ("rounds", "facts", "expected"),
    [
        ([(CLOSED, 0)], {"state": FINAL}, ("Print the ranking", "/print/", "printing")),
        ([(CLOSED, 0)], {"state": CHECKING}, ("Check, then declare the ranking final", "/", "tournament_state")),
        ([(DRAFT, 0)], {}, ("Check the draft and publish it", "/rounds/1/", "round_publish")),
        ([(DRAFT, 0)], {"kind": Kind.TEAM_MATCHES}, ("To the matches", "/matches/", "match_day_draw")),
        ([(PUBLISHED, 1)], {}, ("Enter the results of round 1", "/rounds/1/results/", "table_entry")),
        ([(PUBLISHED, 0)], {}, ("Close round 1", "/rounds/1/results/", "round_close")),
        ([(PUBLISHED, 1), (PUBLISHED, 2)], {}, ("Enter the results of round 2", "/rounds/2/results/", "table_entry")),
        ([(PUBLISHED, 1), (PUBLISHED, 0)], {}, ("Enter the results of round 1", "/rounds/1/results/", "table_entry")),
        ([(PUBLISHED, 0), (PUBLISHED, 0)], {}, ("Close round 1", "/rounds/1/results/", "round_close")),
        ([(CLOSED, 0)] * 2, {}, ("Draw round 3", "/rounds/new/", "round_new")),
        ([(CLOSED, 0)] * 2, {"kind": Kind.TEAM_MATCHES}, ("To the matches", "/matches/", "match_day_draw")),
        ([(CLOSED, 0)] * 3, {}, ("End play and begin checking time", "/", "tournament_state")),
        ([(CLOSED, 0)] * 4, {}, ("End play and begin checking time", "/", "tournament_state")),
        (
            [(CLOSED, 0)],
            {"plan": ["draw", cut_step(3, Carry.HALF), "danish"]},
            ("Cut the ranking into 3 gironi", "/gironi/", "gironi_cut"),
        ),
        (
            [(CLOSED, 0)],
            {"plan": ["draw", "danish", cut_step(3, Carry.HALF), "danish"]},
            ("Draw round 2", "/rounds/new/", "round_new"),
        ),
    ],
)
def test_the_next_step_follows_from_the_rounds(
    rounds: list[tuple[Round.State, int]], facts: dict[str, Any], expected: tuple[str, str, str]
) -> None:
    assert step(*rounds, **facts) == expected


@pytest.mark.parametrize(
    ("kind", "entered", "here", "done"),
    [
        (Kind.PAIRS, 0, 0, [False, False, False]),
        (Kind.PAIRS, 1, 1, [True, False, False]),
        (Kind.PAIRS, 2, 2, [True, True, False]),
        (Kind.INDIVIDUAL, 4, 3, [True, False, False]),
        (Kind.INDIVIDUAL, 4, 4, [True, True, False]),
        (Kind.TEAM_MATCHES, 2, 2, [True, True, False]),
    ],
)
def test_before_the_first_round_people_enter_are_ticked_and_drawn(
    kind: Kind, entered: int, here: int, done: list[bool]
) -> None:
    steps = first_steps(Tournament(slug="x", kind=kind), entered=entered, here=here)
    assert [is_done for _step, is_done in steps] == done
    drawn = "match_day_draw" if kind is Kind.TEAM_MATCHES else "round_new"
    assert [(found.needs, found.begins) for found, _done in steps] == [
        *(("pair_add", True), ("pairs_check_in", True), (drawn, True))
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(("here", "needs"), [(True, "round_new"), (False, "pairs_check_in")])
def test_only_who_is_here_lets_the_first_round_be_drawn(here: bool, needs: str) -> None:
    assert next_step(make_tournament(pairs=2, here=here), RoundsNow([])).needs == needs


@pytest.mark.parametrize("sent", ["", "x" * 32, "a" * 31, "a" * 33, "A" * 32])
def test_a_phone_has_the_name_that_it_was_given_or_none(sent: str) -> None:
    request = RequestFactory().get("/")
    name = new_device()
    request.COOKIES[DEVICE] = name
    assert device_of(request) == name != new_device()
    request.COOKIES[DEVICE] = sent
    assert device_of(request) == ""


@pytest.mark.parametrize("secure", [True, False])
def test_the_name_of_a_phone_is_kept_a_day_and_no_script_reads_it(secure: bool) -> None:
    with override_settings(SESSION_COOKIE_SECURE=secure):
        kept = name_device(HttpResponse(), "a" * 32).cookies[DEVICE]
    assert (kept.value, kept["max-age"], kept["httponly"], kept["samesite"]) == ("a" * 32, 86_400, True, "Lax")
    assert bool(kept["secure"]) is secure
