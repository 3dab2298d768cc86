"""Who is entered in a tournament, from the database to the records that pure code speaks."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Concat, Substr

from tournaments.models import Pair, Player, Tournament
from tournaments.people.names import search_key
from tournaments.records import Entrant, EntrantId

SEATS = (("player1", "substitute1"), ("player2", "substitute2"))
"""The seats of a pair, each with whoever may have taken it over."""


def entrants_of(tournament: Tournament, *, in_public: bool = False) -> tuple[Entrant, ...]:
    """Everybody entered, by number, withdrawn ones too. One query.

    `in_public`: by the names that everybody may read.
    """
    return tuple(entrants_by_key(tournament, in_public=in_public).values())


def entrants_by_key(tournament: Tournament, *, in_public: bool = False) -> dict[int, Entrant]:
    """The same by the database's keys. One query."""
    people: list[str | Case] = []
    for player in (player for seat in SEATS for player in seat):
        first = f"{player}__first_name"
        people += [f"{player}__last_name", _first_in_public(first) if in_public else first]
    rows = tournament.pairs.order_by("number").values_list(
        *("pk", "number", "status", "team__number", "fixed_table", "late_after", "late_reason"),
        *("player1__club", "player2__club"),
        *people,
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


def pairs_with_people(tournament: Tournament) -> QuerySet[Pair]:
    """Everybody entered, by number, with the members that they are. One query."""
    return tournament.pairs.select_related(*(player for seat in SEATS for player in seat)).order_by("number")


def _first_in_public(path: str) -> Case:
    """The first name that the path leads to, or its initial where the player wants no more to be read."""
    shown = path.replace("first_name", "shown")
    initial = Concat(Substr(path, 1, 1), Value("."))
    return Case(When(~Q(**{path: ""}), **{shown: Player.Shown.SHORT}, then=initial), default=F(path))


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
