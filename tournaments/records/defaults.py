"""What a tournament is unless the referee says otherwise, and what stays once a round was drawn."""

USUAL_MINUTES = {2: 25, 3: 40}
"""How long a round of so many hands is usually given (docs/tournaments.md §1)."""

LONG_ROUND_MINUTES = 50


def usual_minutes(hands: int) -> int:
    """The minutes of a round of so many hands, unless the referee says otherwise."""
    return USUAL_MINUTES.get(hands, LONG_ROUND_MINUTES)


FROZEN_BY_A_ROUND = frozenset({"ruleset", "options", "hands_per_round"})
"""What the slips of a round were made for, so it stays once a round exists."""

FROZEN_BY_A_MATCH_DAY = frozenset({"match_tables", "match_sessions"})
"""What the line-ups of a match day are made for, so it stays once one was drawn."""
