"""Whether a round's seats follow from results, so that those of the rounds before must be known."""

from tournaments.records import Draft, ReasonCode, System

BY_RANKING = frozenset({System.DANISH, System.DANISH_NO_REMATCH, System.SWISS, System.KNOCKOUT})
"""Mitchell and round robin follow a plan, the others numbers, the lot or the referee.

Where a ranking parts those who could rest, or begins a round robin, it is the one known at the draw.
"""


def follows_results(draft: Draft) -> bool:
    """Whether another result of an earlier round could give other seats. A whist movement is a plan too."""
    if draft.system is System.INDIVIDUAL:
        return all(reason.code is not ReasonCode.WHIST for table in draft.tables for reason in table.why)
    return draft.system in BY_RANKING
