"""The defaults of a tournament, and the settings that are frozen once a round was drawn."""

USUAL_MINUTES = {2: 25, 3: 40}
"""The usual length of a round, by its number of hands (docs/tournaments.md §1)."""

LONG_ROUND_MINUTES = 50

HIGHEST_SEED = 2**31 - 1
"""The highest seed of a draw: the largest whole number that a column of every database holds."""


def usual_minutes(hands: int) -> int:
    """The minutes of a round of so many hands, unless the referee says otherwise."""
    return USUAL_MINUTES.get(hands, LONG_ROUND_MINUTES)


FROZEN_BY_A_ROUND = frozenset({"ruleset", "options", "hands_per_round"})
"""The settings that the slips of a round depend on: they stay once a round exists."""

FROZEN_BY_A_MATCH_DAY = frozenset({"match_tables", "match_sessions"})
"""The settings that the line-ups of a match day depend on: they stay once a match day was drawn."""
