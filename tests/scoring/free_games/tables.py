"""Free games for tests, created and played through the services as at a table."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from scoring.engine.hand import AnyHand, HandEnd, TotalEntry
from scoring.free_games.game_view import GameView, seating_of
from scoring.free_games.services import game_create, game_hand_add
from scoring.models import FreeGame, FreeGameHand

AT = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
NAMES = ("Anna", "Bruno", "Carla", "Dario")

MELDED_22 = ("3H 4H 5H 6H 7H 8H 9H", "3C 4C 5C 6C 7C 8C", "3D 4D 5D 6D 7D 8D", "9C 10C JC")
"""The melds of a single player who closed, worth 145 besides a clean burraco."""
MELDED_11 = ("KS KD KC JK", "7S 8S 9S 10S", "QH QD QS")
"""The melds of a player who took the pozzetto, worth 125."""
LEFT_11 = "4D 5D 9C 10D JD JH KH AS 3S 6S 8C"
"""As many cards as in the pozzetto, worth 95."""


def make_game(players: int = 4, *, ruleset: str = "italian", **settings: Any) -> FreeGame:
    return game_create(**{"players": NAMES[:players], "ruleset": ruleset, "options": {}, "at": AT} | settings)


def totals_hand(totals: Sequence[int], *, players: int = 4, solo: int | None = None, partners: bool = True) -> AnyHand:
    """Return a hand whose totals alone are known, and which ended with the stock."""
    sides = tuple(map(TotalEntry, totals))
    return AnyHand(end=HandEnd.STOCK, sides=sides, players=players, solo=solo, partners=partners)


def play(game: FreeGame, *totals: int, alone: int | None = None, **settings: Any) -> FreeGameHand:
    """Save the next hand. Of three players, the first total belongs to the one who plays `alone`."""
    players = len(game.players)
    partners = not view_of(game).all_alone
    hand = totals_hand(totals, players=players, solo=None if alone is None else 0, partners=partners)
    number = game.hands.count() + 1
    seating = seating_of(len(view_of(game).parties), alone)
    given = {"number": number, "seating": seating, "hand": hand, "at": AT} | settings
    return game_hand_add(game=game, **given)


def view_of(game: FreeGame) -> GameView:
    """Return the game as stored in the database."""
    return GameView(FreeGame.objects.get(pk=game.pk))
