"""The models of scoring, one file for each area."""

from .club_rulesets import ClubRuleset
from .free_games import FreeGame, FreeGameHand

__all__ = ["ClubRuleset", "FreeGame", "FreeGameHand"]
