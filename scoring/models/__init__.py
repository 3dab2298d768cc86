"""What the database keeps of scoring, one file for each area."""

from .club_rulesets import ClubRuleset

__all__ = ["ClubRuleset"]
