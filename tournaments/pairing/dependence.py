"""The dependence of a round's seats on results, which must then be known."""

from tournaments.records import Draft, PairingRequest, ReasonCode, System

from .gironi import systems_here

BY_RANKING = frozenset({System.DANISH, System.DANISH_NO_REMATCH, System.SWISS, System.KNOCKOUT})
"""The systems that follow the ranking: Mitchell and round robin follow a plan, the others numbers, lot or referee.

If a ranking only decides who rests, or begins a round robin, it is the one known at the draw.
"""


def follows_results(draft: Draft, request: PairingRequest) -> bool:
    """Return whether other results of earlier rounds could change the seats of any girone.

    A whist movement is a plan, too.
    """
    if draft.system is System.INDIVIDUAL:
        return all(reason.code is not ReasonCode.WHIST for table in draft.tables for reason in table.why)
    return not BY_RANKING.isdisjoint(systems_here(draft.system, request).values())
