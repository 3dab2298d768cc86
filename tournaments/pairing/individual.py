"""The individual tournament: four players at each table, partners and opponents changing every round.

Source: docs/tournaments.md §2, docs/pairing.md §11.

| covered                                                       | not covered                                      |
|---------------------------------------------------------------|--------------------------------------------------|
| whist movements where one exists (`whist`)                    | clubs: clubmates meet anyway                     |
| Danish individual for any number from 4 (`danish_individual`) | excluded meetings in a whist: the movement rules |
| one to three players resting, fixed tables                    |                                                  |

A whist movement begins by lot. From then on nothing in it depends on the seed. The first round *as it was published*
shows each player's place in the movement, whatever the referee changed in it (any seating is a possible beginning), and
each later round shows its offset by its partners. Of the remaining offsets, the next is the first of those with which
the planned rounds repeat the fewest opponents, if it repeats no partners.
"""

from collections.abc import Sequence
from itertools import groupby

from tournaments.records import Draft, DraftTable, EntrantId, Movement, PairingRequest, Reason, ReasonCode, TableResult

from .common import lot_of, order_of
from .danish_individual import pair_danish_individual
from .players import Four, PlayersPast, Rests, partners_at, seat_players
from .refusals import PairingRefused, RefusalCode
from .whist import Starter, offsets_for, starters

LEAST = 4


def pair_individual(request: PairingRequest) -> Draft:
    """Pair by the movement chosen; without one, by whist as long as it repeats no partners, else Danish."""
    if len(request.entrants) < LEAST:
        raise PairingRefused(RefusalCode.TOO_FEW_PLAYERS, {"players": len(request.entrants)})
    past = PlayersPast.of(request.history)
    movement = request.settings.movement
    if movement is not Movement.DANISH:
        try:
            draft = _pair_whist(request, past)
        except PairingRefused:
            if movement is Movement.WHIST:
                raise
        else:
            if movement is Movement.WHIST or not draft.rematches:
                return draft
    return pair_danish_individual(request, past)


def _pair_whist(request: PairingRequest, past: PlayersPast) -> Draft:
    """Return the next round of the movement. Raise PairingRefused if it cannot begin or continue."""
    players = len(request.entrants)
    starter = starters().get(players)
    if starter is None:
        raise PairingRefused(RefusalCode.NO_WHIST, {"players": players, "known": [*starters()]})
    rounds = _rounds_of_run(request)
    order = _order(request, starter, rounds)
    played = _offsets(starter, order, rounds)
    if len(played) == starter.rounds:
        raise PairingRefused(RefusalCode.WHIST_COMPLETE, {"players": players, "rounds": starter.rounds})
    offset = _next_offset(request, past, starter, order, len(rounds), played)
    sides = [(order[one], order[other]) for table in starter.round(offset) for one, other in table]
    again = any(past.partners(*partners) for partners in sides)
    why = Reason(ReasonCode.WHIST, {"round": offset + 1, "rounds": starter.rounds, "again": again})
    fours = [Four((order[a], order[c]), (order[b], order[d]), why) for (a, c), (b, d) in starter.round(offset)]
    rests = [(order[place], Reason(ReasonCode.REST_WHIST, {"pair": order[place]})) for place in starter.resting(offset)]
    left, still = _without_kept(request, fours, rests)
    return seat_players(request, past, fours=left, rests=still, forced=False)


def _without_kept(request: PairingRequest, fours: Sequence[Four], rests: Rests) -> tuple[Sequence[Four], Rests]:
    """Return the seats still to fill. Raise PairingRefused if a kept table is not in the movement."""
    kept_tables = request.settings.kept
    seated = {frozenset(map(frozenset, partners_at(table))) for table in kept_tables}
    resting = {table.ns for table in kept_tables if table.ew is None}
    left = [four for four in fours if frozenset(map(frozenset, (four.one, four.other))) not in seated]
    still = [(player, why) for player, why in rests if player not in resting]
    if len(left) + len(still) + len(kept_tables) != len(fours) + len(rests):
        raise PairingRefused(RefusalCode.WHIST_KEPT, {"tables": [table.number for table in kept_tables]})
    return left, still


def _rounds_of_run(request: PairingRequest) -> list[list[TableResult]]:
    """Return the tables of each round of the run so far."""
    if request.run is None:
        return []
    start = request.run.start
    by_round = groupby(request.history, key=lambda table: table.round)
    return [list(tables) for number, tables in by_round if number >= start]


def _order(request: PairingRequest, starter: Starter, rounds: Sequence[Sequence[TableResult]]) -> list[EntrantId]:
    """Return the players by place in the movement: as the first round was seated; before it, by lot."""
    players = order_of(request)
    if not rounds:
        lot_of(request).shuffle(players)
        return _round_about(starter, players, request.settings.kept)
    playing = [(*table.ns_side, *table.ew_side) for table in rounds[0] if table.met is not None]
    resting = [player for table in rounds[0] if table.met is None for player in (*table.ns_side, *table.ew_side)]
    seated = [player for table in playing for player in table]
    if changed := {*players} ^ {*seated, *resting}:
        raise PairingRefused(RefusalCode.WHIST_CHANGED, {"pairs": sorted(changed)})
    order = dict(zip((*_seats(starter), *starter.resting(0)), (*seated, *resting), strict=True))
    return [order[place] for place in range(starter.players)]


def _seats(starter: Starter) -> list[int]:
    """Return the places of the starter in the order of its seats: table by table NS, its partner, EW, its partner."""
    return [place for table in starter.tables for side in table for place in side]


def _round_about(starter: Starter, players: Sequence[EntrantId], kept_tables: Sequence[DraftTable]) -> list[EntrantId]:
    """Return the players by place in their order, except those at kept tables of the first round."""
    seats = _seats(starter)
    at: dict[int, EntrantId] = {}
    for table in kept_tables:
        if table.ew is not None and table.number <= len(starter.tables):
            places = seats[4 * table.number - 4 : 4 * table.number]
        else:
            places = [place for place in starter.resting(0) if place not in at]
        at.update(zip(places, [player for side in partners_at(table) for player in side] or [table.ns], strict=False))
    others = (player for player in players if player not in at.values())
    return [at[place] if place in at else next(others) for place in range(starter.players)]


def _offsets(starter: Starter, order: Sequence[EntrantId], rounds: Sequence[Sequence[TableResult]]) -> frozenset[int]:
    """Return the offsets played: for each round the one that at least half of its partners had."""
    partners = {
        frozenset((order[one], order[other])): offset
        for offset in range(starter.rounds)
        for table in starter.round(offset)
        for one, other in table
    }
    played = set()
    for tables in rounds:
        offsets = [partners.get(frozenset(side)) for table in tables for side in (table.ns_side, table.ew_side)]
        usual = max(range(starter.rounds), key=offsets.count)
        if offsets.count(usual) >= len(starter.tables):
            played.add(usual)
    return frozenset(played)


def _next_offset(
    request: PairingRequest,
    past: PlayersPast,
    starter: Starter,
    order: Sequence[EntrantId],
    rounds: int,
    played: frozenset[int],
) -> int:
    """Return the next offset: of those left with the fewest repeated partners, the first that is planned.

    Partners repeat if the referee changed seats, or if there were other rounds before. The plan grows with the evening.
    """
    left = 1
    if request.rounds_planned is not None:
        left = max(left, request.rounds_planned - request.round + 1)
    planned = offsets_for(starter.players, rounds + left)
    if not played <= {*planned} or played == {*planned}:
        planned = offsets_for(starter.players, len(played) + left, played)

    def price(offset: int) -> tuple[int, bool, int]:
        sides = (side for table in starter.round(offset) for side in table)
        again = sum(bool(past.partners(order[one], order[other])) for one, other in sides)
        return again, offset not in planned, offset

    return min((offset for offset in range(starter.rounds) if offset not in played), key=price)
