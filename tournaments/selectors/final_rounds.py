"""The stored rounds of a final tournament: each player's partner, opponents and points."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from tournaments.models import Tournament
from tournaments.people.career import Appearance, PlayedRound
from tournaments.records import SCORED, EntrantId, Rounds, RoundScore, Standing

NOBODY = 0
"""The number of a missing partner."""


class FinalSeat(NamedTuple):
    """The players who held the seats of an entrant, round by round."""

    players: Sequence[int]
    """The players entered."""
    away: Sequence[Sequence[Any]] = ()
    """The substitutes: the seat, counted from 0, the player, the first and the last round."""

    def holder(self, seat: int, number: int) -> int | None:
        """Return the player in a seat in a round, or None if it is not known."""
        there = [(who, first) for at, who, first, last in self.away if at == seat and Rounds(first, last).holds(number)]
        if not there:
            return self.players[seat]
        who, first = there[-1]
        return None if first is None else int(who)

    def holders(self, number: int) -> list[int | None]:
        """Return the players in all seats in a round."""
        return [self.holder(seat, number) for seat in range(len(self.players))] if self.away else [*self.players]

    def seat_of(self, player: int) -> int:
        """Return the seat for which a player was entered, or that the player took over."""
        if player in self.players:
            return self.players.index(player)
        return next(int(seat) for seat, who, *_rounds in self.away if who == player)

    @property
    def everybody(self) -> set[int]:
        return {*self.players, *(who for _seat, who, *_rounds in self.away)}


Seats = Mapping[EntrantId, FinalSeat]


def seats_in(tournament: Tournament) -> Seats:
    """Return the seats of each entrant, by number. One query: a row for each substitute, too."""
    substitute = ("seat", "player_id", "first_round", "last_round", "pk")
    rows = tournament.pairs.order_by("number").values_list(
        *("number", "player1_id", "player2_id"), *(f"substitutes__{field}" for field in substitute)
    )
    return {EntrantId(number): _seated(list(group)) for number, group in groupby(rows, key=itemgetter(0))}


def _seated(rows: Sequence[tuple[Any, ...]]) -> FinalSeat:
    players = [key for key in rows[0][1:3] if key is not None]
    substitutes = sorted((row[3:] for row in rows if row[3] is not None), key=lambda row: (row[0], row[2] or 0, row[4]))
    return FinalSeat(players, [[seat - 1, *others] for seat, *others, _pk in substitutes])


def rounds_written(standings: Sequence[Standing], seats: Seats, *, possible: int) -> dict[str, Any]:
    """Return the rounds to store. `possible` are the VP that one gives to both sides together."""
    rows = [[row.entrant.id, row.place, *seats[row.entrant.id], _flat(row.rounds)] for row in standings]
    return {"possible": possible, "rows": rows}


def _flat(rounds: Sequence[RoundScore]) -> list[int]:
    """Return the rounds for `_rounds_in` in one flat list, which is read several times as fast as nested lists."""
    flat: list[int] = []
    for score in rounds:
        if score.outcome in SCORED:
            flat += [score.round, score.partner or NOBODY, score.vp, score.difference]
            flat += [len(score.opponents), *score.opponents]
    return flat


def appearances_in(stored: Mapping[str, Any], tournament: int, player: int) -> Iterator[Appearance]:
    """Yield a player's appearances in a tournament.

    There is none if the player is not ranked. There are two if the player substituted in another pair, or is the merge
    of two members.
    """
    rows = stored["rows"]
    seats = {number: FinalSeat(players, away) for number, _place, players, away, _rounds in rows}
    for number, place, *_seats, rounds in rows:
        own = seats[number]
        if player not in own.everybody:
            continue
        seat = own.seat_of(player)
        sat_in = [
            round_ for round_ in _rounds_in(rounds, seats, own, seat) if own.holder(seat, round_.number) == player
        ]
        partner = own.players[1 - seat] if len(own.players) > 1 else None
        yield Appearance(
            tournament=tournament,
            place=place,
            sharing=sum(row[1] == place for row in rows),
            of=len(rows),
            possible=stored["possible"],
            partner=partner,
            sat=not any(at == seat for at, *_other in own.away),
            rounds=tuple(sat_in),
        )


def _rounds_in(flat: Sequence[int], seats: Mapping[int, FinalSeat], own: FinalSeat, seat: int) -> Iterator[PlayedRound]:
    """Yield the rounds: round, partner's number, VP, MP difference, number of opponents, their numbers, …."""
    at = 0
    while at < len(flat):
        number, partner, vp, mp_difference, met = flat[at : at + 5]
        opponents = flat[at + 5 : at + 5 + met]
        if partner:
            beside = seats[partner].holder(0, number)
        else:
            beside = own.holder(1 - seat, number) if len(own.players) > 1 else None
        keys = tuple(key for opponent in opponents for key in seats[opponent].holders(number) if key is not None)
        yield PlayedRound(number, beside, keys, vp, mp_difference)
        at += 5 + met
