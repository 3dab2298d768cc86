"""Free games as tests need them, made and played through the services like a table's."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from scoring.engine.hand import AnyHand, HandEnd, TotalEntry
from scoring.free_games.reading import GameView, seating_of
from scoring.free_games.services import game_create, game_hand_add
from scoring.models import FreeGame, FreeGameHand

AT = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
NAMES = ("Anna", "Bruno", "Carla", "Dario")


def make_game(players: int = 4, *, ruleset: str = "italian", **settings: Any) -> FreeGame:
    return game_create(**{"players": NAMES[:players], "ruleset": ruleset, "options": {}, "at": AT} | settings)


def totals_hand(totals: Sequence[int], *, players: int = 4, solo: int | None = None) -> AnyHand:
    """A hand of which only the totals are known, ended because the stock was used up."""
    sides = tuple(map(TotalEntry, totals))
    return AnyHand(end=HandEnd.STOCK, sides=sides, players=players, solo=solo)


def play(game: FreeGame, *totals: int, alone: int | None = None, **settings: Any) -> FreeGameHand:
    """Save the next hand; of three players the first total is of the one who plays `alone`."""
    players = len(game.players)
    hand = totals_hand(totals, players=players, solo=None if alone is None else 0)
    number = game.hands.count() + 1
    given = {"number": number, "seating": seating_of(players, alone), "hand": hand, "at": AT} | settings
    return game_hand_add(game=game, **given)


def view_of(game: FreeGame) -> GameView:
    """The game as the database has it."""
    return GameView(FreeGame.objects.get(pk=game.pk))
