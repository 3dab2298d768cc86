"""The entrants in the referee's long lists: plain rows of one query, not thousands of models."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.db.models import QuerySet

from tournaments.models import Pair, Tournament
from tournaments.people.names import search_key

from .entrants import full_name, stand_ins_of, with_stand_ins


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredPair:
    """A pair, or a player in an individual tournament."""

    number: int
    status: str
    players: tuple[str, ...]
    """The players entered, last name first."""
    names: str
    """The same with the substitutes: `Rossi Anna / Verdi Luca – Bianchi Carlo`."""
    search_names: tuple[str, ...]
    """The names for searching, without capitals and accents."""
    clubs: tuple[str, ...]
    """The players' clubs, each once."""
    provinces: tuple[str, ...]
    regions: tuple[str, ...]
    cards: tuple[str, ...]
    team_id: int | None
    team: str
    fixed_table: int | None

    def __str__(self) -> str:
        return " – ".join(self.players)


PERSON = ("last_name", "first_name")
MEMBER = (*PERSON, "search_name", "club", "card", "province", "region")
SUBSTITUTE = ("pk", "seat", "first_round", "last_round", "player__last_name", "player__first_name")
FIELDS = (
    *("number", "status", "team_id", "team__name", "fixed_table"),
    *(f"player1__{field}" for field in MEMBER),
    *(f"player2__{field}" for field in MEMBER),
    *(f"substitutes__{field}" for field in SUBSTITUTE),
)


def entered_pairs(pairs: QuerySet[Pair]) -> list[EnteredPair]:
    """Return these pairs by number. One query: a row for each substitute, too."""
    rows = pairs.order_by("number").values_list(*FIELDS)
    return [_entered(list(group)) for _number, group in groupby(rows, key=itemgetter(0))]


def who_may_come_again(like: Tournament) -> QuerySet[Pair]:
    """Return the pairs of a tournament that may come again, without those with a forgotten member."""
    return like.pairs.exclude(player1__forgotten=True).exclude(player2__forgotten=True)


def _entered(rows: Sequence[tuple[Any, ...]]) -> EnteredPair:
    number, status, team_id, team, fixed_table = rows[0][:5]
    one, other = rows[0][5:12], rows[0][12:19]
    seated = [one] if other[0] is None else [one, other]
    players = [full_name(*member[:2]) for member in seated]
    stand_ins = stand_ins_of((*row[19:23], full_name(*row[23:])) for row in rows if row[19] is not None)
    return EnteredPair(
        number=number,
        status=status,
        players=tuple(players),
        names=" – ".join(with_stand_ins(players, stand_ins)),
        search_names=tuple(member[2] for member in seated),
        clubs=tuple(dict.fromkeys(member[3] for member in seated if member[3])),
        provinces=tuple(dict.fromkeys(member[5] for member in seated if member[5])),
        regions=tuple(dict.fromkeys(member[6] for member in seated if member[6])),
        cards=tuple(member[4] for member in seated if member[4]),
        team_id=team_id,
        team=team or "",
        fixed_table=fixed_table,
    )


class PairOrder(StrEnum):
    """The order of a list of entrants."""

    NUMBER = "number"
    NAME = "name"
    CLUB = "club"
    PROVINCE = "province"
    REGION = "region"


HOMES: Final[Mapping[PairOrder, Callable[[EnteredPair], tuple[str, ...]]]] = {
    PairOrder.CLUB: lambda pair: pair.clubs,
    PairOrder.PROVINCE: lambda pair: pair.provinces,
    PairOrder.REGION: lambda pair: pair.regions,
}
"""The homes of an entrant's players, by the order in which a list is sorted or narrowed."""


def homes_of(pairs: Iterable[EnteredPair]) -> dict[PairOrder, list[str]]:
    """Return the clubs, provinces and regions of these entrants, each from A to Z."""
    pairs = list(pairs)
    return {order: sorted({home for pair in pairs for home in of(pair)}, key=search_key) for order, of in HOMES.items()}


def pairs_wanted(
    pairs: Iterable[EnteredPair], *, order: PairOrder = PairOrder.NUMBER, homes: Mapping[PairOrder, str] | None = None
) -> list[EnteredPair]:
    """Return the entrants with a player of each of these homes, in that order; without a home they come last."""
    wanted = {kind: home for kind, home in (homes or {}).items() if home}
    chosen = [pair for pair in pairs if all(home in HOMES[kind](pair) for kind, home in wanted.items())]
    return sorted(chosen, key=lambda pair: (*_place(pair, order), pair.number))


def _place(pair: EnteredPair, order: PairOrder) -> tuple[bool, str]:
    if order in HOMES:
        home = " ".join(HOMES[order](pair))
        return not home, search_key(home)
    return False, " ".join(pair.search_names) if order is PairOrder.NAME else ""  # equivalent `'x'`: equal for all
