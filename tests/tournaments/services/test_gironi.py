"""A ranking cut into gironi, by the services: who comes into which, what goes on, and rounds drawn girone by girone."""

import pytest

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, pair, play_round, start_round
from tournaments.models import Pair, Tournament
from tournaments.pairing.systems import pair_round
from tournaments.records import Carry, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import request_as_drawn
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    pair_add,
    pair_move_girone,
    pair_set_status,
    round_publish,
    tournament_cut,
    tournament_uncut,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def qualified(pairs: int = 12, rounds: int = 1, **settings: object) -> Tournament:
    """Return a tournament whose qualification is closed."""
    tournament = make_tournament(pairs=pairs, hands_per_round=2, rounds_planned=6, **settings)
    for number in range(rounds):
        play_round(start_round(tournament, System.DRAW), seed=number)
    tournament.refresh_from_db()
    return tournament


def girone_of(tournament: Tournament) -> dict[int, int | None]:
    return dict(tournament.pairs.values_list("number", "girone"))


def test_the_best_come_into_the_first_girone_and_nobody_changes_place() -> None:
    tournament = qualified()
    before = standings_of(tournament)
    tournament = tournament_cut(tournament=tournament, sizes=(4, 4, 4), carry=Carry.WHOLE)
    after = standings_of(tournament)
    assert [row.entrant.id for row in after] == [row.entrant.id for row in before]
    assert [row.girone for row in after] == [1] * 4 + [2] * 4 + [3] * 4
    assert [row.place for row in after] == [row.place for row in before]
    assert [row.vp for row in after] == [row.vp for row in before]
    # The ranking of the qualification is still there.
    assert {row.girone for row in standings_of(tournament, after_round=1)} == {None}


@pytest.mark.parametrize(
    "system", [System.DANISH, System.DANISH_NO_REMATCH, System.SWISS, System.MITCHELL, System.DRAW]
)
def test_pairs_meet_within_their_girone_and_each_odd_girone_has_its_rest(system: System) -> None:
    tournament = tournament_cut(tournament=qualified(), sizes=(3, 4, 5), carry=Carry.HALF)
    for _round in range(2 if system is System.MITCHELL else 1):
        round_ = draft_round(tournament, system)
        gironi, tables = girone_of(tournament), drafted(round_).tables
        assert all(gironi[table.ns] == gironi[table.ew] for table in tables if table.ew is not None)
        assert sorted(gironi[table.ns] for table in tables if table.ew is None) == [1, 3]
        playing = [gironi[table.ns] for table in tables if table.ew is not None]
        assert playing == sorted(playing)
        play_round(round_publish(round=round_, at=AT))


def test_the_same_seed_draws_the_same_again_and_gironi_draw_apart() -> None:
    tournament = tournament_cut(tournament=qualified(pairs=16), sizes=(8, 8), carry=Carry.WHOLE)
    first = draft_round(tournament, System.DRAW, seed=3)
    tables = drafted(first).tables
    drawn = pair_round(System.DRAW, request_as_drawn(first)).tables
    assert [table.seated for table in drawn] == [table.seated for table in tables]
    # By place in their girone others meet in B than in A.
    places = {row.entrant.id: at % 8 for at, row in enumerate(standings_of(tournament))}
    met = [frozenset(places[entrant] for entrant in table.seated) for table in tables]
    assert set(met[:4]) != set(met[4:])


def test_a_cut_is_undone_until_a_round_is_drawn_in_gironi() -> None:
    tournament = tournament_cut(tournament=qualified(), sizes=(6, 6), carry=Carry.NOTHING)
    tournament = tournament_uncut(tournament=tournament)
    assert tournament.cut is None and set(girone_of(tournament).values()) == {None}
    tournament = tournament_cut(tournament=tournament, sizes=(8, 4), carry=Carry.NOTHING)
    draft_round(tournament, System.DANISH)
    with pytest.raises(Refused):
        tournament_uncut(tournament=tournament)


def test_a_round_robin_keeps_its_places_when_a_pair_is_moved() -> None:
    tournament = tournament_cut(tournament=qualified(pairs=11), sizes=(6, 5), carry=Carry.WHOLE)
    play_round(start_round(tournament, System.ROUND_ROBIN))
    moved = tournament.pairs.filter(girone=1).order_by("number").last()
    pair_move_girone(pair=moved, girone=2)
    second = draft_round(tournament, System.ROUND_ROBIN)
    gironi = girone_of(tournament)
    tables = drafted(second).tables
    assert all(gironi[table.ns] == gironi[table.ew] for table in tables if table.ew is not None)
    assert [table.ns for table in tables if table.ew is None and gironi[table.ns] == 1] != []
    check = pair_round(System.ROUND_ROBIN, request_as_drawn(second)).tables
    assert [table.seated for table in check] == [table.seated for table in tables]


def test_points_go_on_whole_halved_or_not_at_all() -> None:
    tournament = qualified(pairs=8)
    before = {row.entrant.id: row for row in standings_of(tournament)}
    for carry in Carry:
        cut = tournament_cut(tournament=tournament, sizes=(4, 4), carry=carry)
        for row in standings_of(cut):
            was = before[row.entrant.id]
            wanted = {Carry.WHOLE: was.vp, Carry.HALF: (was.vp + 1) // 2, Carry.NOTHING: 0}[carry]
            assert row.vp == wanted
            assert row.carried is not None and row.carried.vp == wanted
        assert [row.entrant.id for row in standings_of(cut)][:4] != [] and [row.place for row in standings_of(cut)][
            4
        ] == 5
        tournament = tournament_uncut(tournament=cut)


def test_who_is_withdrawn_at_the_cut_counts_in_no_size_and_who_comes_back_is_paired() -> None:
    tournament = qualified(pairs=9)
    first = standings_of(tournament)[0].entrant.id
    pair_set_status(pair=pair(tournament, first), status=Pair.Status.WITHDRAWN)
    tournament = tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    assert girone_of(tournament)[first] == 1
    pair_set_status(pair=pair(tournament, first), status=Pair.Status.ACTIVE)
    tables = drafted(draft_round(tournament, System.DANISH)).tables
    assert first in tables[0].seated and [girone_of(tournament)[t.ns] for t in tables if t.ew is None] == [1]


@pytest.mark.parametrize(
    ("sizes", "says"),
    [((4, 4), "12"), ((12,), "two gironi"), ((11, 1), "two pairs")],
)
def test_sizes_that_do_not_fit_are_refused(sizes: tuple[int, ...], says: str) -> None:
    tournament = qualified()
    with pytest.raises(Refused, match=says):
        tournament_cut(tournament=tournament, sizes=sizes, carry=Carry.WHOLE)
    tournament.refresh_from_db()
    assert tournament.cut is None and set(girone_of(tournament).values()) == {None}


def test_a_ranking_is_cut_only_while_it_is_played() -> None:
    tournament = qualified(8)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.CHECKING)
    with pytest.raises(Refused, match="It is checking time"):
        tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)


def test_a_ranking_is_cut_only_after_a_closed_round() -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    with pytest.raises(Refused):
        tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    round_ = start_round(tournament)
    with pytest.raises(Refused):
        tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    play_round(round_)
    draft_round(tournament, System.DANISH)
    with pytest.raises(Refused):
        tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)


def test_a_ranking_is_cut_once_and_not_after_a_knockout() -> None:
    tournament = tournament_cut(tournament=qualified(8), sizes=(4, 4), carry=Carry.WHOLE)
    with pytest.raises(Refused, match="was cut after round 1: undo that first"):
        tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament, System.KNOCKOUT))
    with pytest.raises(Refused, match="The last round was a knockout"):
        tournament_cut(tournament=tournament, sizes=(4, 4), carry=Carry.WHOLE)


def test_a_pair_moves_to_another_girone_that_there_is() -> None:
    tournament = tournament_cut(tournament=qualified(8), sizes=(4, 4), carry=Carry.WHOLE)
    first = tournament.pairs.filter(girone=1).order_by("number").first()
    with pytest.raises(Refused, match="There is no girone of that letter"):
        pair_move_girone(pair=first, girone=3)
    with pytest.raises(Refused, match=f"{first.number} is already in Girone A"):
        pair_move_girone(pair=first, girone=1)
    assert pair_move_girone(pair=first, girone=2).girone == 2


def test_the_history_of_a_pair_tells_of_no_girone_that_stays_as_it_was() -> None:
    tournament = tournament_cut(tournament=qualified(8), sizes=(4, 4), carry=Carry.WHOLE)
    late = pair_add(tournament=tournament, players=["Nuova Ada", "Nuovo Ugo"], late_reason="late")
    tournament_uncut(tournament=tournament)
    assert late.history.count() == 1 and pair(tournament, 1).history.count() > 1
