"""The seats of a published round are read without the reasons of the draw, or counted alone, and are the same."""

from random import Random

import pytest

from tests.factories import make_tournament, play_round, start_round
from tournaments.models import Pair, Player, Round, Table
from tournaments.records import System
from tournaments.selectors.drafts import seats_drawn
from tournaments.selectors.entrants import entrants_of
from tournaments.views.rounds.seats import counts_of, seats_alone_of, seats_of

pytestmark = pytest.mark.django_db


def test_they_are_those_of_the_draw_without_its_reasons() -> None:
    said = 0
    for seed in range(8):
        rng = Random(seed)
        kind = rng.choice(["pairs", "pairs", "individual"])
        tournament = make_tournament(pairs=rng.randrange(8, 15), kind=kind)
        Player.objects.filter(pk__in=tournament.pairs.values("player1")).update(club=rng.choice(["", "Aurora"]))
        round_ = start_round(tournament)
        for pair in rng.sample([*tournament.pairs.all()], 2):
            Pair.objects.filter(pk=pair.pk).update(status=rng.choice(["active", "withdrawn"]))
        Table.objects.filter(round=round_, number=1).update(outcome=rng.choice(["open", "absent_ns"]))
        drawn, alone = seats_of(round_), seats_alone_of(round_)
        said += any(table.reasons for table in drawn.tables)
        wordless = [table._replace(reasons=(), warnings=(), notes=()) for table in drawn.tables]
        assert [table._replace(reasons=()) for table in alone.tables] == wordless, seed
        for name in ("out", "without", "playing", "handed_in", "resting", "resting_named", "not_playing", "of_a_club"):
            assert getattr(alone, name) == getattr(drawn, name), (seed, name)
        assert_counted(round_)
    assert said


def test_those_out_of_a_bracket_are_counted_without_its_rows() -> None:
    tournament = make_tournament(pairs=7)
    play_round(start_round(tournament, System.KNOCKOUT), seed=1)
    round_ = start_round(tournament, System.KNOCKOUT)
    assert seats_of(round_).out
    assert_counted(round_)


def assert_counted(round_: Round) -> None:
    seats, entrants = seats_of(round_), {entrant.id: entrant for entrant in entrants_of(round_.tournament)}
    counts = counts_of(round_, seats_drawn(round_), entrants)
    assert (counts.playing, counts.resting, counts.out, counts.without) == (
        *(seats.playing, seats.resting),
        *(seats.out, seats.without),
    )
