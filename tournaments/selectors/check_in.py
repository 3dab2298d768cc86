"""Who has come and who is missing, as the list at the door shows them; and whom a typed number or name means."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Pair, Tournament
from tournaments.people.names import search_key


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInList:
    """Everybody entered who has not withdrawn, whoever is missing first, each half by name."""

    missing: Sequence[Pair]
    here: Sequence[Pair]

    @property
    def everybody(self) -> tuple[Pair, ...]:
        return (*self.missing, *self.here)

    def meant(self, typed: str) -> list[Pair]:
        """Whom it means: the one of this number, the one who holds this card, otherwise those whose names hold it.

        Where a number is the one's and also another's card, both.
        """
        typed = typed.strip()
        exact = [pair for pair in self.everybody if str(pair.number) == typed or _has_card(pair, typed)]
        if exact or not (words := search_key(typed).split()):
            return exact
        keys = ((pair, search_key(" ".join(map(str, pair.players)))) for pair in self.everybody)
        return [pair for pair, key in keys if all(word in key for word in words)]


def check_in_list(tournament: Tournament) -> CheckInList:
    """Everybody who may come through the door. One query."""
    pairs = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN)
    by_name = sorted(
        pairs.select_related("player1", "player2", "substitute1", "substitute2", "team"),
        key=lambda pair: (search_key(str(pair.player1)), pair.number),
    )
    return CheckInList(
        missing=[pair for pair in by_name if pair.status != Pair.Status.ACTIVE],
        here=[pair for pair in by_name if pair.status == Pair.Status.ACTIVE],
    )


def _has_card(pair: Pair, typed: str) -> bool:
    return any(player.card and player.card.casefold() == typed.casefold() for player in pair.players)
