"""An evening as the players see it, and all its pages."""

from collections.abc import Mapping

from tests.factories import make_tournament, play_round, play_table, start_round
from tournaments.models import Tournament
from tournaments.records import System

PAGES: Mapping[str, tuple[object, ...]] = {
    "public_ranking": (),
    "public_seat": (),
    "public_rounds": (),
    "public_round": (1,),
    "public_pair": (1,),
    "public_cross_table": (),
    "public_highlights": (),
    "wall": (),
}
"""The names of their addresses, with the arguments after the tournament's slug."""


def evening(pairs: int = 8) -> Tournament:
    """Create a closed round and a second in progress, with a result at its first table."""
    tournament = make_tournament(pairs=pairs)
    play_round(start_round(tournament), seed=1)
    play_table(start_round(tournament, System.DANISH).tables.get(number=1))
    return tournament
