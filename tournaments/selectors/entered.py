"""Who is entered, as the referee's long lists show it: rows of one query, without a model for each of thousands."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredPair:
    """A pair, or in an individual tournament a player."""

    number: int
    status: str
    players: tuple[str, ...]
    """Who was entered, last name first."""
    names: str
    """The same with who took a place: `Rossi Anna / Verdi Luca – Bianchi Carlo`."""
    search_names: tuple[str, ...]
    """What the players are found by, without capitals and accents."""
    clubs: tuple[str, ...]
    """Theirs, each once."""
    cards: tuple[str, ...]
    team_id: int | None
    team: str
    fixed_table: int | None

    def __str__(self) -> str:
        return " – ".join(self.players)


PERSON = ("last_name", "first_name")
MEMBER = (*PERSON, "search_name", "club", "card")
FIELDS = (
    *("number", "status", "team_id", "team__name", "fixed_table"),
    *(f"player1__{field}" for field in MEMBER),
    *(f"player2__{field}" for field in MEMBER),
    *(f"{seat}__{field}" for seat in ("substitute1", "substitute2") for field in PERSON),
)


def entered_pairs(pairs: QuerySet[Pair]) -> list[EnteredPair]:
    """These pairs by number. One query."""
    return [_entered(row) for row in pairs.order_by("number").values_list(*FIELDS)]


def _entered(row: tuple[Any, ...]) -> EnteredPair:
    number, status, team_id, team, fixed_table = row[:5]
    one, other = row[5:10], row[10:15]
    seated = [one] if other[0] is None else [one, other]
    players = [_full_name(*member[:2]) for member in seated]
    substitutes = [_full_name(*row[15:17]), _full_name(*row[17:19])]
    return EnteredPair(
        number=number,
        status=status,
        players=tuple(players),
        names=" – ".join(
            f"{player} / {substitute}" if substitute else player
            for player, substitute in zip(players, substitutes, strict=False)
        ),
        search_names=tuple(member[2] for member in seated),
        clubs=tuple(dict.fromkeys(member[3] for member in seated if member[3])),
        cards=tuple(member[4] for member in seated if member[4]),
        team_id=team_id,
        team=team or "",
        fixed_table=fixed_table,
    )


def _full_name(last: str | None, first: str | None) -> str:
    """Empty where there is no such person."""
    return f"{last} {first}".strip() if last else ""
