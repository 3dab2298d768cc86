"""The rows of a ranking in detail: the rounds that they have, their scores by line, and the hands seen from a line."""

import pytest

from scoring.engine.hand import HandEnd
from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.selectors.test_cross_tables import met
from tests.tournaments.selectors.test_evening import evening
from tournaments.models import Tournament
from tournaments.records import Line, System
from tournaments.selectors.ranking import (
    RankingRows,
    StoredHand,
    progress_of,
    ranking_of,
    round_details,
    seen_from,
)
from tournaments.selectors.results import results_of


def test_the_published_rounds_are_told_in_their_order() -> None:
    results = [*met(8, (1, 2), (3, None)), *met(1, (1, 2), (3, 4))]
    assert [(row.number, row.tables, row.handed_in) for row in progress_of(results)] == [(1, 2, 2), (8, 1, 1)]


def test_the_lines_of_a_round_have_the_scores_of_that_round() -> None:
    then = evening(*met(1, (1, 2)), *met(2, (2, 1)), *met(3, (1, None), (2, None)), gironi=(None, None))
    ranked = RankingRows(evening=then, standings=then.standings(rounds=[]), rounds=())
    scores = {
        number: {line: score.opponents for (_table, line), score in ranked.scores_of(number).items()}
        for number in (1, 2)
    }
    assert scores == {1: {Line.NS: (2,), Line.EW: (1,)}, 2: {Line.NS: (1,), Line.EW: (2,)}}


@pytest.mark.parametrize(
    ("line", "own", "other"), [(Line.NS, (700, True), (310, False)), (Line.EW, (310, False), (700, True))]
)
def test_a_total_that_the_referee_set_replaces_that_of_its_own_side(
    line: Line, own: tuple[int, bool], other: tuple[int, bool]
) -> None:
    stored = StoredHand(
        round=1,
        number=1,
        end=HandEnd.CLOSED,
        ns_total=420,
        ns_set=700,
        ns_lines=(),
        ew_total=310,
        ew_set=None,
        ew_lines=(),
        set_reason="Errore",
    )
    hand = seen_from(line, stored)
    assert (hand.own, hand.own_set) == own and (hand.other, hand.other_set) == other


@pytest.mark.django_db
def test_as_of_a_round_neither_later_rounds_nor_their_hands_are_told() -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    for seed in (1, 2):
        play_round(start_round(tournament, System.KNOCKOUT), seed=seed)
    tournament = Tournament.objects.get()
    for after, numbers in ((1, [1]), (2, [1, 2])):
        ranked = ranking_of(tournament, results_of(tournament), after)
        details = round_details(ranked, ranked.standings[0])
        assert [round_.number for round_ in ranked.rounds] == numbers
        assert [(detail.score.round, len(detail.hands)) for detail in details] == [(number, 2) for number in numbers]
