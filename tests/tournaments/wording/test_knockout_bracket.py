"""The bracket as people read it: stages, scores, byes, and the reasons for advancing."""

from dataclasses import replace

import pytest

from tournaments.ranking.bracket import bracket_of
from tournaments.records import Entrant, EntrantId, Outcome, RoundSettings, Run, TableResult
from tournaments.wording.knockout_bracket import BracketMatch, BracketView, knockout_bracket
from tournaments.wording.stages import stage_name
from tournaments.wording.stages_reached import stages_reached

pytestmark = pytest.mark.usefixtures("in_english")


def table(
    round_: int, number: int, ns: int, ew: int | None, ns_mp: int | None = None, ew_mp: int | None = None
) -> TableResult:
    """Return a table with its result, which is open without figures and a bye without EW."""
    outcome = Outcome.REST if ew is None else Outcome.OPEN if ns_mp is None else Outcome.PLAYED
    return TableResult(
        round=round_,
        table=number,
        ns=EntrantId(ns),
        ew=None if ew is None else EntrantId(ew),
        outcome=outcome,
        ns_mp=ns_mp,
        ew_mp=ew_mp,
    )


def bracket_view(entrants: int, *tables: TableResult, **settings: bool) -> BracketView:
    """Return the bracket of a knockout that began in round 5, seeded by number."""
    order = tuple(EntrantId(number) for number in range(1, entrants + 1))
    people = {number: Entrant(id=number, names=(f"Player {number}",)) for number in order}
    vp = {(result.round, EntrantId(result.ns or 0)): 12 for result in tables} | {
        (result.round, result.ew): 8 for result in tables if result.ew is not None
    }
    bracket = bracket_of(Run(start=5, order=order), tables, RoundSettings(**settings), {})
    return knockout_bracket(bracket, people, vp)


def sides_of(match: BracketMatch) -> list[tuple[int | str, int | None, int | None, bool]]:
    """Return each contestant, or the awaited ones, with VP, MP, and whether it wins."""
    return [(side.entrant.id if side.entrant else side.awaited, side.vp, side.mp, side.wins) for side in match.sides]


FIRST = (table(5, 1, 1, 4, 1200, 800), table(5, 2, 3, 2, 500, 900))


def test_four_from_the_semi_finals_to_the_winner() -> None:
    played = bracket_view(4, *FIRST, table(6, 1, 1, 2, 700, 900), table(6, 2, 4, 3, 1000, 0))
    semi_finals, final = played.stages
    assert (semi_finals.name, semi_finals.round) == ("Semi-finals", 5)
    assert [sides_of(match) for match in semi_finals.matches] == [
        [(1, 12, 1200, True), (4, 8, 800, False)],
        [(2, 8, 900, True), (3, 12, 500, False)],
    ]
    assert (final.name, final.round, [match.table for match in final.matches]) == ("Final", 6, [1])
    assert sides_of(final.matches[0]) == [(1, 12, 700, False), (2, 8, 900, True)]
    assert played.third_place is not None
    assert {who for who, _vp, _mp, wins in sides_of(played.third_place) if wins} == {4}
    assert played.winner is not None and played.winner.id == 2
    assert played.to_play == 0


def test_before_the_semi_finals_are_in_it_says_who_is_awaited() -> None:
    playing = bracket_view(4, table(5, 1, 1, 4), table(5, 2, 3, 2, 500, 900))
    semi_final, done = playing.stages[0].matches
    assert (semi_final.is_open, semi_final.remark, semi_final.table) == (True, "playing", 1)
    assert sides_of(semi_final) == [(1, None, None, False), (4, None, None, False)]
    assert (done.is_open, done.remark) == (False, "")
    assert sides_of(playing.stages[1].matches[0]) == [
        ("winner of semi-final 1", None, None, False),
        (2, None, None, False),
    ]
    assert playing.third_place is not None
    assert sides_of(playing.third_place)[0][0] == "loser of semi-final 1"
    assert (playing.winner, playing.to_play) == (None, 3)


def test_without_a_third_place_the_losers_are_out() -> None:
    assert bracket_view(4, *FIRST, third_place=False).third_place is None


def test_whoever_was_moved_to_another_girone_has_the_stage_of_its_bracket() -> None:
    at_home = bracket_view(4, *FIRST, third_place=False)
    before = replace(bracket_view(2, table(5, 1, 1, 2, 900, 500)), girone=1)
    assert stages_reached([at_home]) == {1: "Final", 2: "Final", 3: "Semi-finals", 4: "Semi-finals"}
    assert stages_reached([before, at_home]) == stages_reached([at_home, before]) == stages_reached([at_home])
    assert stages_reached([before]) == {1: "Winner of the knockout", 2: "Final"}


def test_the_best_seeds_pass_without_playing() -> None:
    first = bracket_view(6).stages[0]
    assert first.name == "Quarter-finals"
    assert [[side.seed for side in match.sides] for match in first.matches] == [[1], [4, 5], [3, 6], [2]]
    assert [match.remark for match in first.matches] == ["goes on without playing", "", "", "goes on without playing"]
    assert [match.table for match in first.matches] == [None] * 4
    assert sides_of(first.matches[0]) == [(1, None, None, True)]


@pytest.mark.parametrize(
    ("result", "winner", "remark"),
    [
        (table(5, 1, 2, 1, 600, 600), 1, "level: the better seed goes on"),
        (
            TableResult(round=5, table=1, ns=EntrantId(2), ew=EntrantId(1), outcome=Outcome.ABSENT_EW),
            2,
            "opponents absent",
        ),
    ],
)
def test_it_says_why_where_the_score_does_not(result: TableResult, winner: int, remark: str) -> None:
    final = bracket_view(2, result).stages[0].matches[0]
    assert ([who for who, _vp, _mp, wins in sides_of(final) if wins], final.remark) == ([winner], remark)


@pytest.mark.parametrize(
    ("stage", "name"),
    [(2, "Final"), (4, "Semi-finals"), (8, "Quarter-finals"), (16, "Last 16"), (64, "Last 64"), (512, "Last 512")],
)
def test_stages_have_names(stage: int, name: str) -> None:
    assert stage_name(stage) == name
