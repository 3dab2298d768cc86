"""What it does to move an entrant to another girone, and in which rounds they are drawn by themselves."""

import pytest

from tests.factories import draft_round, make_tournament, pair, play_round, start_round
from tournaments.models import Round, Tournament
from tournaments.records import Carry, Entrant, EntrantId, System
from tournaments.selectors.gironi import girone_move, gironi_of_round
from tournaments.services import pair_set_status, tournament_cut


@pytest.mark.parametrize(
    ("system", "number", "gironi"),
    [
        (System.DANISH, 2, {1: 1, 2: 2}),
        (System.DANISH, 1, {}),
        (System.KNOCKOUT, 2, {}),
        (System.MANUAL, 2, {}),
    ],
)
def test_seats_by_hand_and_a_knockout_of_all_are_of_no_girone(
    system: System, number: int, gironi: dict[int, int]
) -> None:
    round_ = Round(tournament=Tournament(cut_after=1, carry=Carry.WHOLE), number=number, system=system)
    entrants = [Entrant(id=EntrantId(girone), names=(), girone=girone) for girone in (1, 2)]
    assert gironi_of_round(round_, entrants) == gironi


@pytest.mark.django_db
def test_a_move_says_from_where_to_which_place_and_how_many_are_then_in_each_girone() -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    before = girone_move(tournament, 3, 2)
    assert (before.origin, before.goal, before.vp, before.sizes) == (1, 2, 0, {1: 7, 2: 1})
    assert before.draft is None and before.under_way is None

    play_round(start_round(tournament, System.DRAW), seed=1)
    tournament = tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    second = [number for number in range(1, 9) if pair(tournament, number).girone == 2]
    for number in second[:2]:
        pair_set_status(pair=pair(tournament, number), status="withdrawn")
    # Somebody who withdrew is moved, too, and is counted in neither.
    gone = girone_move(tournament, second[0], 1)
    assert (gone.entrant.id, gone.origin, gone.goal, gone.sizes) == (second[0], 2, 1, {1: 4, 2: 2})
    stays = girone_move(tournament, second[3], 1)
    assert (stays.origin, stays.sizes, stays.draft, stays.under_way) == (2, {1: 5, 2: 1}, None, None)
    assert stays.place == 5

    draft_round(tournament, System.DANISH)
    moved = girone_move(tournament, second[3], 1)
    assert (moved.draft, moved.under_way) == (2, None)
    with pytest.raises(KeyError):
        girone_move(tournament, 99, 1)
