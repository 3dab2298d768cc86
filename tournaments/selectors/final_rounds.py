"""Who played each round of a final tournament, with whom and against whom, as it is kept beside its ranking."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments.careers.career import Appearance, PlayedRound
from tournaments.models import Tournament
from tournaments.records import SCORED, EntrantId, RoundScore, Standing

NOBODY = 0
"""For a partner where there is none."""

Seats = Mapping[EntrantId, Sequence[int | None]]
"""By number: the first player and who took the place, the second player and who took that one."""


def seats_in(tournament: Tournament) -> Seats:
    """Who was entered under each number. One query."""
    rows = tournament.pairs.values_list("number", "player1_id", "substitute1_id", "player2_id", "substitute2_id")
    return {EntrantId(number): seats for number, *seats in rows}


def rounds_written(standings: Sequence[Standing], seats: Seats, *, possible: int) -> dict[str, Any]:
    """The rounds as they are kept. `possible`: VP that one gives to both sides together."""
    rows = [[row.entrant.id, row.place, *seats[row.entrant.id], _flat(row.rounds)] for row in standings]
    return {"possible": possible, "rows": rows}


def _flat(rounds: Sequence[RoundScore]) -> list[int]:
    """As `_rounds_in` reads it, all in one list, which is read several times as fast as lists within lists."""
    flat: list[int] = []
    for score in rounds:
        if score.outcome in SCORED:
            flat += [score.round, score.partner or NOBODY, score.vp, score.difference]
            flat += [len(score.opponents), *score.opponents]
    return flat


def appearances_in(kept: Mapping[str, Any], tournament: int, player: int) -> Iterator[Appearance]:
    """How a player came out of a tournament: nothing for who is not ranked, twice for two members who are one now."""
    rows = kept["rows"]
    holders = {number: _holders(seats) for number, _place, *seats, _rounds in rows}
    for _number, place, *seats, rounds in rows:
        if player not in seats:
            continue
        first, first_substitute, second, second_substitute = seats
        own_first = player in (first, first_substitute)
        substitute = first_substitute if own_first else second_substitute
        partner = second if own_first else first
        yield Appearance(
            tournament=tournament,
            place=place,
            sharing=sum(row[1] == place for row in rows),
            of=len(rows),
            possible=kept["possible"],
            partner=partner,
            sat=substitute is None,
            rounds=tuple(_rounds_in(rounds, holders, _other(seats, own_first))) if substitute is None else (),
        )


def _other(seats: Sequence[int | None], own_first: bool) -> int | None:
    """Who surely sat in the other seat of a pair."""
    player, substitute = seats[2:] if own_first else seats[:2]
    return player if substitute is None else None


def _holders(seats: Sequence[int | None]) -> tuple[int, ...]:
    """Who surely sat in the seats of a number."""
    first, first_substitute, second, second_substitute = seats
    known = (first if first_substitute is None else None, second if second_substitute is None else None)
    return tuple(key for key in known if key is not None)


def _rounds_in(flat: Sequence[int], holders: Mapping[int, tuple[int, ...]], other: int | None) -> Iterator[PlayedRound]:
    """The rounds of a number: round, partner's number, VP, MP difference, how many opponents, their numbers, …."""
    at = 0
    while at < len(flat):
        number, partner, vp, mp_difference, met = flat[at : at + 5]
        opponents = flat[at + 5 : at + 5 + met]
        beside = next(iter(holders[partner]), None) if partner else other
        yield PlayedRound(number, beside, tuple(key for each in opponents for key in holders[each]), vp, mp_difference)
        at += 5 + met
