"""The seats of a published round are read without the reasons of the draw, and are the same."""

from dataclasses import replace
from random import Random

import pytest

from tests.factories import make_tournament, start_round
from tournaments.models import Pair, Player, Table
from tournaments.views.rounds.seats import seats_alone_of, seats_of

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
        wordless = [replace(table, reasons=(), warnings=(), notes=()) for table in drawn.tables]
        assert [replace(table, reasons=()) for table in alone.tables] == wordless, seed
        for name in ("out", "without", "playing", "handed_in", "resting", "resting_named", "not_playing", "of_a_club"):
            assert getattr(alone, name) == getattr(drawn, name), (seed, name)
    assert said
