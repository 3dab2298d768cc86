"""The draw of a round is exported and imported: who was here, the referee's changes, the number of redraws."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils import translation

from tests.factories import AT, draft_round, make_tournament, pair, play_round, start_round
from tournaments.interchange import InterchangeError, export_tournament, to_json, tournament_import
from tournaments.models import Pair, Player, Round, Tournament
from tournaments.pairing.draw_record import tables_drawn
from tournaments.pairing.moves import Tables, change_lines, exchange_numbers, make_table, rest, same_seats, sit_in, swap
from tournaments.pairing.result_sources import Slips
from tournaments.records import DraftTable, EntrantId, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import request_as_drawn
from tournaments.selectors.earlier_seats import as_at_the_draw
from tournaments.selectors.evening import evening_of
from tournaments.services import (
    draft_change,
    draft_fix,
    draft_redraw,
    draft_undo,
    pair_add,
    pair_change,
    pair_set_status,
    player_change,
    round_discard,
    round_publish,
    round_reseat,
    tournament_change,
)
from tournaments.services.draft_memory import settings_as_drawn
from tournaments.services.rounds import compute_draft

pytestmark = pytest.mark.django_db

ONE, FOUR = EntrantId(1), EntrantId(4)


def exported(tournament: Tournament) -> dict[str, Any]:
    tournament.refresh_from_db()
    return export_tournament(tournament)


def there_and_back(tournament: Tournament) -> dict[str, Any]:
    """Return the export, after checking that an import restores it."""
    data = exported(tournament)
    copy = tournament_import(text=to_json(data), slug=f"copia-{Tournament.objects.count()}")
    assert export_tournament(copy)["rounds"] == data["rounds"]
    for one, other in zip(*(played.rounds.order_by("number") for played in (tournament, copy)), strict=True):
        assert (one.as_drawn, one.order, one.seats_then) == (other.as_drawn, other.order, other.seats_then)
        assert (one.redrawn, one.by_rating) == (other.redrawn, other.by_rating)
    return data


def change(draft: Round, move: Callable[[Tables], Tables]) -> None:
    draft_change(round=draft, seen=(), change=move)


def exchange(tables: Tables) -> Tables:
    return swap(tables, ONE, FOUR)


def meetings(tables: Tables) -> list[DraftTable]:
    return [replace(table, why=()) for table in tables]


def test_a_swap_is_told_from_the_draw() -> None:
    tournament = make_tournament(pairs=8)
    draft = draft_round(tournament, System.REGISTRATION)
    change(draft, exchange)
    round_publish(round=draft, at=AT)
    round_ = there_and_back(tournament)["rounds"][0]
    assert round_["moved"] == {"before": [[1, 1, 2], [2, 3, 4]], "after": [[1, 4, 2], [2, 3, 1]]}
    assert round_["present"] == [1, 2, 3, 4, 5, 6, 7, 8] and "redrawn" not in round_


def test_a_table_added_to_a_draft_is_told_from_the_draw() -> None:
    tournament = make_tournament(pairs=4)
    draft = draft_round(tournament, System.REGISTRATION)
    late = [
        EntrantId(pair_add(tournament=tournament, players=(f"Zanon {name}", f"Zeta {name}"), here=True).number)
        for name in ("Ada", "Ugo")
    ]
    change(draft, lambda tables: make_table(tables, late))
    round_ = there_and_back(tournament)["rounds"][0]
    assert (round_["moved"], round_["present"]) == ({"before": [], "after": [[3, 5, 6]]}, [1, 2, 3, 4])


def test_of_a_draw_that_says_less_no_more_is_told() -> None:
    tournament = make_tournament(pairs=4)
    pair_change(pair=pair(tournament, 3), fixed_table=1)
    draft = draft_round(tournament, System.REGISTRATION)
    Round.objects.filter(pk=draft.pk).update(as_drawn={"tables": draft.as_drawn["tables"]})
    (round_,) = exported(tournament)["rounds"]
    assert "present" in round_ and not round_.keys() & {"moved", "fixed", "planned", "gironi"}


def test_a_swap_taken_back_moved_nobody() -> None:
    tournament = make_tournament(pairs=8)
    draft = draft_round(tournament, System.REGISTRATION)
    change(draft, exchange)
    assert "moved" in exported(tournament)["rounds"][0]
    draft_undo(round=draft, depth=1)
    assert "moved" not in there_and_back(tournament)["rounds"][0]


def test_it_says_how_often_it_was_drawn_and_what_the_last_draw_made() -> None:
    tournament = make_tournament(pairs=8)
    draft = draft_round(tournament, System.DRAW, seed=1)
    first = meetings(drafted(draft).tables)
    draft_redraw(round=draft, seed=2)
    second = meetings(drafted(draft).tables)
    assert first != second
    change(draft, lambda tables: change_lines(tables, 1))
    round_ = there_and_back(tournament)["rounds"][0]
    assert (round_["seed"], round_["redrawn"]) == (2, 1)
    assert round_["moved"]["before"] == [[1, second[0].ns, second[0].ew]]
    draft = Round.objects.get(tournament=tournament)
    draft_undo(round=draft, depth=2)
    draft_undo(round=draft, depth=1)
    round_ = there_and_back(tournament)["rounds"][0]
    # After two draws and two undos it is the first draw again.
    assert (round_["seed"], round_["redrawn"], "moved" in round_) == (1, 1, False)
    assert meetings(tables_drawn(Round.objects.get(tournament=tournament).as_drawn)) == first


def test_a_draft_thrown_away_was_a_draw_as_well() -> None:
    tournament = make_tournament(pairs=8)
    for seed in (1, 2, 3):
        round_discard(round=draft_round(tournament, System.DRAW, seed=seed))
    draft_redraw(round=draft_round(tournament, System.DRAW, seed=4), seed=5)
    assert there_and_back(tournament)["rounds"][0]["redrawn"] == 4
    other = make_tournament(pairs=8, name="Altro")
    draft_round(other, System.DRAW)
    assert "redrawn" not in exported(other)["rounds"][0]


def test_who_was_here_is_known_though_some_came_and_went_since() -> None:
    tournament = make_tournament(pairs=8)
    for number in (7, 8):
        pair_set_status(pair=pair(tournament, number), status=Pair.Status.EXPECTED)
    play_round(start_round(tournament, System.DRAW))
    pair_set_status(pair=pair(tournament, 7), status=Pair.Status.ACTIVE)
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    play_round(start_round(tournament, System.KNOCKOUT, qualifiers=4))
    rounds = there_and_back(tournament)["rounds"]
    assert [round_["present"] for round_ in rounds] == [[1, 2, 3, 4, 5, 6], [1, 3, 4, 5, 6, 7]]
    assert "order" not in rounds[0] and "order" not in rounds[1]


def test_who_sat_in_while_it_was_played_was_not_drawn() -> None:
    tournament = make_tournament(pairs=8)
    pair_set_status(pair=pair(tournament, 8), status=Pair.Status.EXPECTED)
    pair_set_status(pair=pair(tournament, 7), status=Pair.Status.EXPECTED)
    round_ = start_round(tournament)
    pair_set_status(pair=pair(tournament, 8), status=Pair.Status.ACTIVE)
    round_reseat(round=round_, seen=(), change=lambda t: sit_in(t, EntrantId(8), ONE), slips=None, at=AT)
    data = there_and_back(tournament)["rounds"][0]
    assert (data["present"], data["moved"]) == ([1, 2, 3, 4, 5, 6], {"before": [[1, 1, 2]], "after": [[1, 8, 2]]})


def test_seats_put_right_after_the_next_draw_stay_what_that_was_drawn_from() -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    first = start_round(tournament)
    second = draft_round(tournament, System.MITCHELL, step=1)
    seats = drafted(second).tables
    round_reseat(round=first, seen=(), change=exchange, slips=Slips.STAY, at=AT)
    round_reseat(round=first, seen=(), change=lambda t: swap(t, FOUR, EntrantId(5)), slips=Slips.STAY, at=AT)
    data = there_and_back(tournament)["rounds"][1]
    assert data["seats_then"] == [{"round": 1, "tables": [[1, 1, 2], [2, 3, 4], [3, 5, 6], [4, 7, 8]]}]
    for known in Round.objects.filter(number=2):
        then, put_right = as_at_the_draw(known, evening_of(known.tournament))
        request = replace(request_as_drawn(known, then), settings=settings_as_drawn(known))
        assert meetings(compute_draft(System.MITCHELL, request).tables) == meetings(seats)
        assert put_right == [1]
    # A new draw knows who sat there.
    draft_redraw(round=second, seed=3)
    assert "seats_then" not in there_and_back(tournament)["rounds"][1]
    draft_undo(round=Round.objects.get(tournament=tournament, number=2), depth=1)
    assert exported(tournament)["rounds"][1]["seats_then"] == data["seats_then"]


def test_tables_that_pairs_kept_then_and_rounds_planned_then_are_told_where_they_differ() -> None:
    tournament = make_tournament(pairs=8, rounds_planned=3)
    pair_change(pair=pair(tournament, 5), fixed_table=1)
    draft = draft_round(tournament, System.REGISTRATION)
    assert not {"fixed", "planned"} & there_and_back(tournament)["rounds"][0].keys()
    draft_fix(round=draft, pair=ONE, table=2)
    tournament_change(tournament=tournament, changes={"rounds_planned": 5})
    data = there_and_back(tournament)["rounds"][0]
    assert (data["fixed"], data["planned"]) == ([[5, 1]], 3)
    request = request_as_drawn(Round.objects.get(tournament=tournament))
    assert {entrant.id: entrant.fixed_table for entrant in request.entrants if entrant.fixed_table} == {5: 1}
    assert request.rounds_planned == 3
    pair_change(pair=pair(tournament, 5), fixed_table=0)
    pair_change(pair=pair(tournament, 1), fixed_table=0)
    assert there_and_back(tournament)["rounds"][0]["fixed"] == [[5, 1]]


def test_a_first_round_by_the_ratings_says_so() -> None:
    tournament = make_tournament(pairs=8)
    draft = draft_round(tournament, System.SWISS)
    Round.objects.filter(pk=draft.pk).update(by_rating=True, order=draft.order[::-1])
    data = there_and_back(tournament)["rounds"][0]
    assert data["by_rating"] is True and [number for number, _vp in data["order"]] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_file_that_says_nothing_of_the_draw_stays_one() -> None:
    tournament = make_tournament(pairs=8)
    change(draft_round(tournament, System.REGISTRATION), exchange)
    data = exported(tournament)
    older = [{key: round_[key] for key in round_ if key not in ("present", "moved")} for round_ in data["rounds"]]
    copy = tournament_import(text=to_json(data | {"rounds": older}), slug="copia")
    assert export_tournament(copy)["rounds"] == older


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_referee_does_to_a_draft_comes_back(seed: int) -> None:
    """After random swaps, lines, numbers, rests and redraws, each export has the draw, and an import restores it."""
    rng = Random(seed)
    tournament = make_tournament(pairs=9)
    play_round(start_round(tournament, System.DRAW))
    draft, drawn = draft_round(tournament, System.DANISH_NO_REMATCH), None
    drawn = drafted(draft).tables
    for step in range(12):
        tables = drafted(draft).tables
        one, other = (EntrantId(number) for number in rng.sample(range(1, 10), 2))
        act = rng.randrange(5)
        if act == 0:
            draft = draft_redraw(round=draft, seed=100 + step)
            drawn = drafted(draft).tables
        elif act == 1:
            change(draft, lambda t: exchange_numbers(t, 1, rng.randint(2, len(t))))
        elif act == 2 and any(one in table.seated and table.ew is not None for table in tables):
            change(draft, lambda t, one=one: rest(t, one))  # type: ignore[misc]
        else:
            change(draft, lambda t, one=one, other=other: swap(t, one, other))  # type: ignore[misc]
        stored = Round.objects.get(pk=draft.pk)
        assert all(map(same_seats, tables_drawn(stored.as_drawn), drawn)) and stored.as_drawn["tables"]
    there_and_back(tournament)


Change = Callable[[dict[str, Any]], object]
FAULTS: list[tuple[str, Change]] = [
    ("present", lambda data: data.update(present=5)),
    ("present[1]", lambda data: data.update(present=[1, 1])),
    ("present[0]", lambda data: data.update(present=[99])),
    ("present", lambda data: data["present"].remove(1)),
    ("moved", lambda data: data.pop("present")),
    ("moved.after", lambda data: data["moved"].pop("after")),
    ("moved.before[0][1]", lambda data: data["moved"].update(before=[[1, 99, 2]])),
    ("moved.after[0]", lambda data: data["moved"].update(after=[[1, 1, 2], [2, 3, 4]])),
    ("moved.before", lambda data: data["moved"].update(before=[[1, 1, 2], [9, 3, 4]])),
    ("moved.before", lambda data: data["moved"].update(before=[[1, 5, 2], [2, 3, 4]])),
    ("moved.why", lambda data: data["moved"].update(why=[])),
    ("order", lambda data: data.update(order=[[1, 0]])),
    ("fixed[0][0]", lambda data: data.update(fixed=[[99, 1]])),
    ("fixed[1][0]", lambda data: data.update(fixed=[[1, 1], [1, 2]])),
    ("fixed[0]", lambda data: data.update(fixed=[[1]])),
    ("planned", lambda data: data.update(planned=0)),
    ("redrawn", lambda data: data.update(redrawn=-1)),
    ("by_rating", lambda data: data.update(by_rating="yes")),
    ("seats_then[0].round", lambda data: data.update(seats_then=[{"round": 1, "tables": []}])),
    ("seats_then[0].tables", lambda data: data.update(seats_then=[{"round": 1}])),
]


def test_what_is_wrong_is_named_by_its_path() -> None:
    tournament = make_tournament(pairs=8)
    change(draft_round(tournament, System.REGISTRATION), exchange)
    text, unnamed = to_json(exported(tournament)), []
    for path, spoil in FAULTS:
        data = json.loads(text)
        data["tournament"]["slug"] = "copia"
        spoil(data["rounds"][0])
        try:
            tournament_import(text=json.dumps(data))
            unnamed.append((path, "taken in"))
        except InterchangeError as error:
            if error.path != f"rounds[0].{path}":
                unnamed.append((path, str(error)))
    assert unnamed == []
    assert Tournament.objects.count() == 1


def test_how_a_name_may_be_shown_goes_with_it_and_nobody_is_shown_more() -> None:
    tournament = make_tournament(pairs=2)
    first, second = (pair(tournament, number).player1 for number in (1, 2))
    player_change(player=first, details={"shown": Player.Shown.SHORT})
    data = exported(tournament)
    assert [player.get("shown") for player in data["players"]] == ["short", None, None, None]
    # On the other machine the first name is shown in full, and the second person has asked for initials.
    player_change(player=first, details={"shown": Player.Shown.FULL})
    player_change(player=second, details={"shown": Player.Shown.SHORT})
    tournament_import(text=to_json(data), slug="copia")
    assert {player.shown for player in Player.objects.filter(pk__in=[first.pk, second.pk])} == {Player.Shown.SHORT}
    with translation.override("en"), pytest.raises(InterchangeError, match=r"^players\[0\]\.shown: expected one of"):
        tournament_import(text=to_json(data).replace('"short"', '"never"'), slug="altra")
