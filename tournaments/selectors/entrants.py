"""The entrants of a tournament, from the database to the records of pure code."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Case, F, Prefetch, Q, QuerySet, Value, When
from django.db.models.functions import Concat, Substr

from pages.prepared_queries import PreparedQuery, RawRow, Rows
from tournaments.models import Pair, Player, Substitute, Tournament
from tournaments.people.names import search_key
from tournaments.records import TAKEN_OVER_BY, Entrant, EntrantId, Rounds, StandIn

from .row_cache import RowCache

PLAYERS = ("player1", "player2")
"""The players of a pair."""

ENTRANT_CACHE = RowCache[Mapping[int, Entrant]](most_rows=30_000)
"""The entrants of the tournaments read last: three fields of 5,000 by full and public names, some twenty megabytes."""


def entrants_of(tournament: Tournament, *, in_public: bool = False) -> tuple[Entrant, ...]:
    """Return all entrants by number, withdrawn ones too. One query.

    If `in_public` is true, they have their public names.
    """
    return tuple(entrants_by_key(tournament, in_public=in_public).values())


def entrants_by_key(tournament: Tournament, *, in_public: bool = False) -> dict[int, Entrant]:
    """Return the entrants by the database's keys. One query: a row for each substitute, too."""
    query = ENTRANTS_IN_PUBLIC if in_public else ENTRANTS
    made = ENTRANT_CACHE.get_or_make((tournament.pk, in_public), query.raw_rows(tournament.pk), _entrants)
    return dict(made) if tournament.cut is None else _all_in_gironi(made)


def _rows(tournament: int, *, in_public: bool) -> Rows:
    people: dict[str, F | Case] = {}
    for player in (*PLAYERS, "substitutes__player"):
        first = f"{player}__first_name"
        people |= {f"last_name_of_{player}": F(f"{player}__last_name")}
        people |= {f"first_name_of_{player}": _first_in_public(first) if in_public else F(first)}
    rows: Rows = (
        Pair.objects.filter(tournament=tournament)
        .order_by("number")
        .values(
            *("pk", "number", "status", "team__number", "fixed_table", "late_after", "late_reason", "girone"),
            *("player1__club", "player2__club"),
            *(f"substitutes__{field}" for field in ("pk", "seat", "first_round", "last_round")),
            **people,
        )
    )
    return rows


ENTRANTS = PreparedQuery(partial(_rows, in_public=False), int)
ENTRANTS_IN_PUBLIC = PreparedQuery(partial(_rows, in_public=True), int)


def _entrants(rows: Iterable[RawRow]) -> Mapping[int, Entrant]:
    return {pk: _entrant(list(group)) for pk, group in groupby(rows, key=itemgetter(0))}


def _all_in_gironi(entrants: Mapping[int, Entrant]) -> dict[int, Entrant]:
    """Return the entrants of a tournament that was cut; whoever has no girone is in the last."""
    last = max((entrant.girone or 1 for entrant in entrants.values()), default=1)
    return {
        key: replace(entrant, girone=last) if entrant.girone is None else entrant for key, entrant in entrants.items()
    }


def _entrant(rows: Sequence[tuple[Any, ...]]) -> Entrant:
    """Return an entrant from its rows, one for each substitute, or one."""
    _pk, number, status, team, fixed_table, late_after, late_reason, girone = rows[0][:8]
    players = [full_name(*rows[0][at : at + 2]) for at in (14, 16) if rows[0][at] is not None]
    of_seats = (row for row in rows if row[10] is not None)  # equivalent `11`: each substitute has a seat
    substitutes = [(*row[10:14], full_name(*row[18:20])) for row in of_seats]
    stand_ins = stand_ins_of(substitutes)
    return Entrant(
        id=EntrantId(number),
        names=with_stand_ins(players, stand_ins),
        clubs=tuple(dict.fromkeys(filter(None, rows[0][8:10]))),
        active=status == Pair.Status.ACTIVE,
        team=team,
        fixed_table=fixed_table,
        girone=girone,
        late_after=late_after,
        late_reason=late_reason,
        stand_ins=stand_ins,
    )


def stand_ins_of(rows: Iterable[tuple[int, int, int | None, int | None, str]]) -> tuple[StandIn, ...]:
    """Return the substitutes by seat and round, from rows of key, seat, first round, last round and name."""
    ordered = sorted(rows, key=lambda row: (row[1], row[2] or 0, row[0]))
    return tuple(StandIn(seat - 1, name, Rounds(first, last)) for _key, seat, first, last, name in ordered)


def with_stand_ins(players: Sequence[str], stand_ins: Sequence[StandIn]) -> tuple[str, ...]:
    """Return `Entrant.names`: each player and, after a dash, the substitutes, each once."""
    if not stand_ins:
        return tuple(players)
    return tuple(
        TAKEN_OVER_BY.join(dict.fromkeys([name, *(stand_in.name for stand_in in stand_ins if stand_in.seat == seat)]))
        for seat, name in enumerate(players)
    )


def pairs_with_people(tournament: Tournament) -> QuerySet[Pair]:
    """Return all entrants by number, with their members. Two queries."""
    return with_people(tournament.pairs.order_by("number"))


def with_people(pairs: QuerySet[Pair]) -> QuerySet[Pair]:
    """Add the players to a query of pairs, and their substitutes with one query more."""
    return pairs.select_related(*PLAYERS).prefetch_related(
        Prefetch("substitutes", queryset=Substitute.objects.select_related("player"))
    )


def _first_in_public(path: str) -> Case:
    """Return the expression for the first name at this path, or its initial if the player prefers that."""
    field = path.replace("first_name", "shown")
    initial = Concat(Substr(path, 1, 1), Value("."))
    return Case(When(~Q(**{path: ""}) & ~Q(**{field: Player.Shown.FULL}), then=initial), default=F(path))


def full_name(last: str | None, first: str | None) -> str:
    """Return the last and first name; empty if there is no such person."""
    return f"{last} {first}".strip() if last else ""


def players_named(text: str, *, limit: int = 8) -> list[Player]:
    """Return the players whose names hold every typed word, for completion; none for an empty text."""
    words = search_key(text).split()
    if not words:
        return []
    holds = Q()
    for word in words:
        holds &= Q(search_name__startswith=word) | Q(search_name__contains=f" {word}")
    return list(Player.objects.filter(holds, forgotten=False).order_by("search_name", "pk")[:limit])


def seated_players(tournament: Tournament, *, without: Pair | None = None) -> dict[int, Pair]:
    """Return the pair of each player of the tournament, substitutes too, by the player's key.

    Two queries; one if nobody is entered.
    """
    pairs = tournament.pairs.select_related(*PLAYERS).order_by("number")
    entered = list(pairs if without is None else pairs.exclude(pk=without.pk))
    # Django would make a query set of substitutes for each pair, which costs more than to read all pairs.
    substitutes = Substitute.objects.filter(pair__tournament=tournament) if entered else Substitute.objects.none()
    stand_ins: dict[int, list[int]] = {}
    for pair, player in substitutes.values_list("pair", "player"):
        stand_ins.setdefault(pair, []).append(player)
    return {player: pair for pair in entered for player in (*pair.entered_keys, *stand_ins.get(pair.pk, ()))}


def seated_among(tournament: Tournament, players: Collection[int]) -> dict[int, Pair]:
    """Return what `seated_players` says of these players, by their keys. Three queries."""
    stand_ins: dict[int, list[int]] = {}
    for pair, player in Substitute.objects.filter(pair__tournament=tournament).values_list("pair", "player"):
        stand_ins.setdefault(pair, []).append(player)
    seats = tournament.pairs.order_by("number").values_list("pk", *PLAYERS)
    theirs = {
        player: pair for pair, *entered in seats for player in (*entered, *stand_ins.get(pair, ())) if player in players
    }
    pairs = tournament.pairs.select_related(*PLAYERS).in_bulk(set(theirs.values()))
    return {player: pairs[pair] for player, pair in theirs.items()}
