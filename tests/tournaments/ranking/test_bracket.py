"""Brackets: the contestants of each match, who advances and why, whatever the history."""

from collections.abc import Iterable
from itertools import combinations, product
from random import Random

import pytest

from tournaments.ranking.bracket import Bracket, Contestant, Match, WinReason, bracket_of, first_round, knockout_order
from tournaments.records import EntrantId, Outcome, RoundSettings, Run, TableResult

Played = tuple[int | None, int | None, int, int]
"""NS, EW and their MP."""


def tables(number: int, *played: Played | tuple[int, int, Outcome] | tuple[int]) -> tuple[TableResult, ...]:
    """Return a round; `(5,)` rests."""
    found = []
    for table, seat in enumerate(played, 1):
        ns, ew = seat[0], seat[1] if len(seat) > 1 else None
        outcome = Outcome.REST if ew is None else Outcome.PLAYED
        mp: tuple[int | None, int | None] = (None, None)
        if len(seat) == 4:
            mp = (seat[2], seat[3])
        elif len(seat) == 3:
            outcome = seat[2]
        found.append(
            TableResult(
                round=number,
                table=table,
                ns=None if ns is None else EntrantId(ns),
                ew=None if ew is None else EntrantId(ew),
                outcome=outcome,
                ns_mp=mp[0],
                ew_mp=mp[1],
            )
        )
    return tuple(found)


def bracket(
    size: int,
    *rounds: tuple[TableResult, ...],
    third_place: bool = True,
    qualifiers: int | None = None,
    advance: dict[int, tuple[int, ...]] | None = None,
) -> Bracket:
    """Return the bracket of entrants 1, 2, 3 … in ranking order, from round 1 on."""
    return bracket_of(
        Run(start=1, order=tuple(EntrantId(seed) for seed in range(1, size + 1))),
        [table for round_ in rounds for table in round_],
        RoundSettings(third_place=third_place, qualifiers=qualifiers),
        {number: tuple(map(EntrantId, names)) for number, names in (advance or {}).items()},
    )


def contestants(matches: Iterable[Match]) -> list[tuple[int, ...]]:
    return [match.contestants for match in matches]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_the_best_meet_as_late_as_they_can(size: int) -> None:
    """If the better seeds win, 1 to k are left together, and each round's seeds add up to k + 1."""
    matches = first_round(size)
    while matches:
        left = 2 * len(matches)
        assert sorted(seed for match in matches for seed in match) == list(range(1, left + 1))
        assert all(better + other == left + 1 for better, other in matches)
        winners = [min(match) for match in matches]
        matches = [(min(pair), max(pair)) for pair in zip(winners[::2], winners[1::2], strict=False)]


def test_sixteen_in_the_order_of_a_printed_bracket() -> None:
    upper = [(1, 16), (8, 9), (5, 12), (4, 13)]
    lower = [(3, 14), (6, 11), (7, 10), (2, 15)]
    assert first_round(16) == upper + lower
    assert contestants(bracket(16).rounds[0]) == upper + lower


@pytest.mark.parametrize("size", [8, 16, 32, 64, 128])
def test_bigger_brackets_lead_to_the_smaller_in_their_order(size: int) -> None:
    """The better seeds of matches 1 and 2, 3 and 4 … meet in that order, and the best of them are at the ends."""
    better = [min(match) for match in first_round(size)]
    neighbours = list(zip(better[::2], better[1::2], strict=True))
    assert [(min(pair), max(pair)) for pair in neighbours] == first_round(size // 2)
    assert all((upper < lower) is (at % 2 == 0) for at, (upper, lower) in enumerate(neighbours))


@pytest.mark.parametrize("size", [0, 1])
def test_who_is_alone_plays_no_match(size: int) -> None:
    alone = bracket(size)
    assert (alone.rounds, alone.winner, len(alone.seeds)) == ((), None, size)


EIGHT = (
    tables(1, (1, 8, 1200, 300), (5, 4, 900, 600), (3, 6, 100, 700), (7, 2, 500, 800)),
    tables(2, (1, 5, 700, 400), (2, 6, 500, 900)),
    tables(3, (6, 1, 800, 100), (2, 5, 300, 350)),
)


def test_eight_pairs_to_the_end() -> None:
    """5 beats 4 and 6 beats 3; 6 beats 2 and then 1; 5 beats 2 for the third place."""
    drawn = bracket(8, *EIGHT)
    assert [contestants(matches) for matches in drawn.rounds] == [
        [(1, 8), (4, 5), (3, 6), (2, 7)],
        [(1, 5), (6, 2)],
        [(1, 6)],
    ]
    assert [[match.winner for match in matches] for matches in drawn.rounds] == [[1, 5, 6, 2], [1, 6], [6]]
    assert [[match.stage for match in matches] for matches in drawn.rounds] == [[8] * 4, [4] * 2, [2]]
    assert drawn.third_place is not None
    assert (drawn.third_place.contestants, drawn.third_place.winner) == ((5, 2), 5)
    assert drawn.winner == 6
    assert knockout_order(drawn) == (6, 1, 5, 2, 3, 4, 7, 8)
    assert {match.decided for matches in drawn.rounds for match in matches} == {WinReason.RESULT}
    assert drawn.third_place.third_place and not any(match.third_place for round_ in drawn.rounds for match in round_)


def test_the_order_in_which_tables_are_given_changes_no_bracket() -> None:
    seated_by_hand = tables(1, (1, 9, 500, 0), (10, 11, 500, 0), (12, 13, 500, 0), (14, 15, 500, 0))
    assert bracket(8, *EIGHT[::-1]) == bracket(8, *EIGHT)
    assert bracket(8, seated_by_hand[::-1]) == bracket(8, seated_by_hand)


def test_before_the_first_result_nobody_is_known() -> None:
    drawn = bracket(8)
    assert [contestants(matches) for matches in drawn.rounds] == [[(1, 8), (4, 5), (3, 6), (2, 7)], [(), ()], [()]]
    final = drawn.rounds[-1][0]
    assert (final.first.open, final.first.comes_from, final.second.comes_from) == (True, 1, 2)
    assert drawn.third_place is not None
    assert drawn.third_place.first.open
    assert knockout_order(drawn) == (1, 2, 3, 4, 5, 6, 7, 8)


def test_nobody_has_no_seed_and_a_match_is_empty_only_where_nobody_will_come() -> None:
    final = bracket(4).rounds[-1][0]
    assert (final.first.seed, final.second.seed) == (None, None)
    somebody, nobody = Contestant(comes_from=1), Contestant()
    for first, second in product((somebody, nobody), repeat=2):
        match = Match(round=2, number=1, stage=4, first=first, second=second)
        assert match.empty is (first is nobody and second is nobody)


def test_the_keys_of_decisions_are_stable() -> None:
    assert [decided.value for decided in WinReason] == [decided.name.lower() for decided in WinReason]


def test_six_pairs_have_two_byes() -> None:
    """1 and 2 pass; 4 beats 5 and 6 beats 3; 1 and 6 win their semi-finals; 2 is third, 1 wins."""
    first = tables(1, (4, 5, 700, 300), (3, 6, 100, 200), (1,), (2,))
    second = tables(2, (1, 4, 500, 400), (6, 2, 600, 450))
    third = tables(3, (1, 6, 300, 200), (4, 2, 100, 250))
    drawn = bracket(6, first)
    assert contestants(drawn.rounds[0]) == [(1,), (4, 5), (3, 6), (2,)]
    assert [match.decided for match in drawn.rounds[0]] == [
        WinReason.BYE,
        WinReason.RESULT,
        WinReason.RESULT,
        WinReason.BYE,
    ]
    assert contestants(drawn.rounds[1]) == [(1, 4), (6, 2)]
    assert knockout_order(bracket(6, first, second, third)) == (1, 6, 2, 4, 3, 5)


def test_byes_need_no_table() -> None:
    """The same bracket without tables for the byes."""
    drawn = bracket(6, tables(1, (4, 5, 700, 300), (3, 6, 100, 200)))
    assert contestants(drawn.rounds[1]) == [(1, 4), (6, 2)]


@pytest.mark.parametrize("size", range(2, 40))
def test_byes_go_to_the_best(size: int) -> None:
    drawn = bracket(size)
    byes = sorted(match.contestants[0] for match in drawn.rounds[0] if len(match.contestants) == 1)
    assert byes == list(range(1, 2 ** len(drawn.rounds) - size + 1))
    assert 2 ** (len(drawn.rounds) - 1) < size <= 2 ** len(drawn.rounds)


def test_three_have_no_match_for_the_third_place() -> None:
    drawn = bracket(3, tables(1, (2, 3, 100, 200), (1,)))
    assert drawn.third_place is None
    assert contestants(drawn.rounds[1]) == [(1, 3)]
    assert knockout_order(drawn) == (1, 3, 2)


def test_only_the_qualifiers_enter() -> None:
    drawn = bracket(10, qualifiers=4)
    assert drawn.seeds == (1, 2, 3, 4)
    assert contestants(drawn.rounds[0]) == [(1, 4), (2, 3)]


@pytest.mark.parametrize(
    ("seat", "winner", "decided"),
    [
        ((4, 1, 300, 300), 1, WinReason.BETTER_SEED),
        ((4, 1, 0, 0), 1, WinReason.BETTER_SEED),
        ((4, 1, Outcome.ABSENT_BOTH), 1, WinReason.BETTER_SEED),
        ((4, 1, Outcome.ABSENT_EW), 4, WinReason.ABSENCE),
        ((1, 4, Outcome.ABSENT_EW), 1, WinReason.ABSENCE),
        ((4, 1, Outcome.ABSENT_NS), 1, WinReason.ABSENCE),
        ((4, 1, Outcome.OPEN), None, None),
        ((4,), 4, WinReason.BYE),
    ],
)
def test_how_a_match_is_decided(
    seat: Played | tuple[int, int, Outcome] | tuple[int], winner: int | None, decided: WinReason | None
) -> None:
    match = bracket(4, tables(1, seat, (2, 3, 200, 100))).rounds[0][0]
    assert (match.winner, match.decided) == (winner, decided)


@pytest.mark.parametrize(("vp", "winner"), [((12, 4), 4), ((4, 12), 1), ((9, 9), 4)])
def test_an_assigned_score_is_won_by_vp_and_then_by_mp(vp: tuple[int, int], winner: int) -> None:
    (table, other) = tables(1, (4, 1, 300, 200), (2, 3, 200, 100))
    ruled = table._replace(outcome=Outcome.ARBITRAL, ns_vp=vp[0], ew_vp=vp[1])
    assert bracket(4, (ruled, other)).rounds[0][0].winner == winner


def test_the_referee_decides_a_tie() -> None:
    first = tables(1, (1, 4, 300, 300), (2, 3, 100, 100))
    drawn = bracket(4, first, advance={2: (4,)})
    assert [(match.winner, match.decided) for match in drawn.rounds[0]] == [
        (4, WinReason.REFEREE),
        (2, WinReason.BETTER_SEED),
    ]


def test_the_referee_decides_nothing_but_ties() -> None:
    drawn = bracket(4, tables(1, (1, 4, 300, 200), (2, 3, 200, 100)), advance={2: (4,)})
    assert [match.winner for match in drawn.rounds[0]] == [1, 2]


def test_the_next_round_tells_who_went_on_from_a_tie() -> None:
    """4 and 5 tied, and 5 sits in the semi-final, so the referee let it advance."""
    first = tables(1, (1, 8, 9, 0), (4, 5, 300, 300), (3, 6, 9, 0), (2, 7, 9, 0))
    drawn = bracket(8, first, tables(2, (1, 5, 0, 9), (2, 3, 9, 0)))
    assert (drawn.rounds[0][1].winner, drawn.rounds[0][1].decided) == (5, WinReason.REFEREE)
    assert contestants(drawn.rounds[1]) == [(1, 5), (3, 2)]
    assert knockout_order(drawn)[:4] == (2, 5, 1, 3)


def test_the_seats_of_the_final_tell_who_won_a_tied_semi_final() -> None:
    """1 and 4 tied; 3 beat 2 and sits with 4 at the second table, so that is the final."""
    first = tables(1, (1, 4, 300, 300), (2, 3, 100, 200))
    drawn = bracket(4, first, tables(2, (1, 2, 9, 0), (4, 3, 9, 0)))
    assert [match.winner for match in drawn.rounds[0]] == [4, 3]
    assert drawn.third_place is not None
    assert knockout_order(drawn) == (4, 3, 1, 2)


@pytest.mark.parametrize(
    ("advance", "order"), [(None, (4, 3, 1, 2)), ({2: (4, 3)}, (4, 3, 1, 2)), ({2: ()}, (1, 2, 4, 3))]
)
def test_two_tied_semi_finals_are_told_by_the_decisions_or_else_by_the_first_table(
    advance: dict[int, tuple[int, ...]] | None, order: tuple[int, ...]
) -> None:
    first = tables(1, (1, 4, 300, 300), (2, 3, 100, 100))
    assert knockout_order(bracket(4, first, tables(2, (4, 3, 9, 0), (1, 2, 9, 0)), advance=advance)) == order


def test_a_later_correction_does_not_unseat_anybody() -> None:
    """The result of 4–5 was reversed after 5 had been seated in the semi-final."""
    first = tables(1, (1, 8, 9, 0), (4, 5, 900, 300), (3, 6, 9, 0), (2, 7, 9, 0))
    drawn = bracket(8, first, tables(2, (1, 5, 9, 0), (2, 3, 9, 0)))
    assert drawn.rounds[0][1].winner == 5
    assert knockout_order(drawn) == (1, 2, 3, 5, 4, 6, 7, 8)


def test_swapped_seats_are_the_matches() -> None:
    """The referee seated 1–5 and 4–8: each match takes the table of its first contestant."""
    first = tables(1, (4, 8, 9, 0), (1, 5, 0, 9), (3, 6, 9, 0), (2, 7, 9, 0))
    drawn = bracket(8, first)
    assert contestants(drawn.rounds[0]) == [(1, 5), (4, 8), (3, 6), (2, 7)]
    assert contestants(drawn.rounds[1]) == [(5, 4), (3, 2)]


def test_a_match_whose_first_contestant_sits_elsewhere_takes_the_table_of_its_second() -> None:
    """5–8 and 1–4: 4 sits at the table of the first match, and 5 belongs to the second."""
    drawn = bracket(8, tables(1, (5, 8, 9, 0), (1, 4, 9, 0), (3, 6, 9, 0), (2, 7, 9, 0)))
    assert contestants(drawn.rounds[0]) == [(1, 4), (8, 5), (3, 6), (2, 7)]


def test_a_stranger_at_a_table_plays_for_whom_it_replaces() -> None:
    """9 was not in the bracket and replaces 8, which has left; it wins, and ranks after the seeds."""
    drawn = bracket(8, tables(1, (1, 9, 0, 9), (4, 5, 9, 0), (3, 6, 9, 0), (2, 7, 9, 0)))
    assert contestants(drawn.rounds[1]) == [(9, 4), (3, 2)]
    assert drawn.rounds[1][0].first.seed == 9
    assert knockout_order(drawn) == (2, 3, 4, 9, 1, 5, 6, 7, 8)


def test_a_half_of_the_bracket_where_nobody_is_left_sends_nobody_on() -> None:
    """The lower half sits at tables of the upper one and loses: the winner there has won, and the other is third."""
    first = tables(1, (1, 3, 9, 0), (8, 14, 9, 0), (5, 7, 9, 0), (4, 10, 9, 0), (6, 11, 9, 0), (2, 15, 9, 0))
    drawn = bracket(16, first, tables(2, (1, 6, 9, 0), (5, 2, 9, 0)), tables(3, (1, 5, 9, 0)))
    assert contestants(drawn.rounds[2]) == [(1, 5), ()]
    assert (drawn.winner, drawn.rounds[3][0].decided) == (1, WinReason.BYE)
    assert drawn.third_place is not None
    assert (drawn.third_place.winner, drawn.third_place.decided) == (5, WinReason.BYE)


def test_strangers_at_a_table_play_for_whoever_is_still_to_come() -> None:
    """Both semi-finals are still open when the referee seats 8 and 9."""
    semi_finals = tables(1, (1, 4, Outcome.OPEN), (2, 3, Outcome.OPEN))
    drawn = bracket(4, semi_finals, tables(2, (8, 9, 500, 0)))
    assert contestants(drawn.rounds[1]) == [(8, 9)]
    assert drawn.winner == 8


def test_opponents_of_the_withdrawn_go_on() -> None:
    """4 won against 5 and withdrew: 1 rests in the semi-final and is in the final."""
    first = tables(1, (1, 8, 9, 0), (4, 5, 9, 0), (3, 6, 9, 0), (2, 7, 9, 0))
    drawn = bracket(8, first, tables(2, (3, 2, 0, 9), (1,)))
    assert (drawn.rounds[1][0].winner, drawn.rounds[1][0].decided) == (1, WinReason.BYE)
    assert contestants(drawn.rounds[2]) == [(1, 2)]


def test_without_the_match_for_the_third_place_the_seeds_part_the_losers() -> None:
    drawn = bracket(4, tables(1, (1, 4, 0, 9), (2, 3, 0, 9)), tables(2, (3, 4, 0, 9)), third_place=False)
    assert drawn.third_place is None
    assert knockout_order(drawn) == (4, 3, 1, 2)


def test_a_match_for_the_third_place_that_was_seated_counts_whatever_is_chosen_later() -> None:
    played = tables(2, (1, 2, 9, 0), (3, 4, 0, 9))
    drawn = bracket(4, tables(1, (1, 4, 9, 0), (2, 3, 9, 0)), played, third_place=False)
    assert knockout_order(drawn) == (1, 2, 4, 3)


OUTCOMES = [Outcome.PLAYED] * 6 + [Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH, Outcome.OPEN]


@pytest.mark.parametrize("seed", range(300))
def test_any_history_makes_a_bracket(seed: int) -> None:
    """The histories have any opponents, rests and absences, and too few or too many rounds."""
    lot = Random(seed)
    size = lot.randint(2, 20)
    history = []
    for number in range(lot.randint(1, 3), lot.randint(2, 8)):
        sitting = lot.sample(range(1, size + 4), lot.randint(0, size))
        seats: list[Played] = [
            (ns, lot.choice([ew, ew, None]), lot.randrange(0, 40, 10), lot.randrange(0, 40, 10))
            for ns, ew in zip(sitting[::2], sitting[1::2], strict=False)
        ]
        history.append(tables(number, *seats))
    drawn = bracket(size, *history, third_place=lot.random() < 0.5, qualifiers=lot.choice([None, 2, size]))
    order = knockout_order(drawn)
    assert set(drawn.seeds) <= set(order)
    assert len(set(order)) == len(order)
    for matches in drawn.rounds:
        seated = [entrant for match in matches for entrant in match.contestants]
        assert len(set(seated)) == len(seated), "somebody plays two matches of a round"
        assert all(match.winner is None or match.winner in match.contestants for match in matches)


@pytest.mark.parametrize("size", [4, 5, 8, 11, 16])
def test_whoever_wins_everything_is_first_and_its_last_opponent_second(size: int) -> None:
    """Rounds drawn by the bracket, with random results."""
    for seed in range(30):
        lot = Random(seed)
        history: list[tuple[TableResult, ...]] = []
        while (drawn := bracket(size, *history)).winner is None:
            matches = drawn.rounds[len(history)]
            seats: list[Played] = [
                (*match.contestants, *lot.sample(range(0, 1000, 5), 2))
                for match in matches
                if len(match.contestants) == 2  # type: ignore[misc]
            ]
            history.append(tables(len(history) + 1, *seats))
        order = knockout_order(drawn)
        last = history[-1][0]
        assert set(order[:2]) == {last.ns, last.ew}
        lost = {
            table.ew if (table.ns_mp or 0) > (table.ew_mp or 0) else table.ns: table.round
            for round_ in history
            for table in round_
        }
        assert [lost.get(entrant, len(history) + 1) for entrant in order] == sorted(
            (lost.get(entrant, len(history) + 1) for entrant in order), reverse=True
        )
        assert all(one < other for one, other in combinations(order[4:], 2) if lost[one] == lost[other]), (
            "losers of a round by seed"
        )
