"""Who is entered in a tournament, from the database to the records that pure code speaks."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from tournaments.models import Pair, Player, Tournament
from tournaments.people.names import search_key
from tournaments.records import Entrant, EntrantId

SEATS = (("player1", "substitute1"), ("player2", "substitute2"))
"""The seats of a pair, each with whoever may have taken it over."""


def entrants_of(tournament: Tournament) -> tuple[Entrant, ...]:
    """Everybody entered, by number, withdrawn ones too. One query."""
    return tuple(entrants_by_key(tournament).values())


def entrants_by_key(tournament: Tournament) -> dict[int, Entrant]:
    """The same by the database's keys. One query."""
    people = [f"{player}__{field}" for seat in SEATS for player in seat for field in ("last_name", "first_name")]
    rows = tournament.pairs.order_by("number").values_list(
        *("pk", "number", "status", "team__number", "fixed_table", "late_after", "late_reason"),
        *("player1__club", "player2__club", *people),
    )
    return {
        pk: Entrant(
            id=EntrantId(number),
            names=tuple(
                _held_by(last, first, other_last, other_first)
                for last, first, other_last, other_first in (seats[:4], seats[4:])
                if last is not None or other_last is not None
            ),
            clubs=tuple(dict.fromkeys(filter(None, clubs))),
            active=status == Pair.Status.ACTIVE,
            team=team,
            fixed_table=fixed_table,
            late_after=late_after,
            late_reason=late_reason,
        )
        for (pk, number, status, team, fixed_table, late_after, late_reason, *clubs), seats in (
            (row[:9], row[9:]) for row in rows
        )
    }


def seat_names(row: Mapping[str, Any], *people: str) -> str:
    """Whoever holds a seat, and after a stroke whoever took it over; empty if there is no such seat."""
    return _held_by(*(row[f"{each}__{field}"] for each in people for field in ("last_name", "first_name")))


def _held_by(last: str | None, first: str | None, other_last: str | None = None, other_first: str | None = None) -> str:
    names = [f"{last} {first}".strip()] if last is not None else []
    return " / ".join(names if other_last is None else [*names, f"{other_last} {other_first}".strip()])


def players_named(text: str, *, limit: int = 8) -> list[Player]:
    """The players whose name holds every word typed, for completion; nobody for an empty text."""
    words = search_key(text).split()
    if not words:
        return []
    holds = Q()
    for word in words:
        holds &= Q(search_name__startswith=word) | Q(search_name__contains=f" {word}")
    return list(Player.objects.filter(holds).order_by("search_name", "pk")[:limit])


def seated_players(tournament: Tournament, *, without: Pair | None = None) -> dict[int, Pair]:
    """Which pair of the tournament each player is in, by the player's key."""
    pairs: Iterable[Pair] = tournament.pairs.select_related("player1", "player2")
    return {player: pair for pair in pairs if without is None or pair.pk != without.pk for player in pair.player_keys}
