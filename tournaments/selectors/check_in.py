"""The list at the door: who is here and who is missing, and the pair meant by a typed number or name."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Pair, Tournament
from tournaments.people.names import search_key

from .pair_lists import EnteredPair, entered_pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInList:
    """The entrants that have not withdrawn, the missing ones first, each half by name."""

    missing: Sequence[EnteredPair]
    here: Sequence[EnteredPair]

    @property
    def everybody(self) -> tuple[EnteredPair, ...]:
        return (*self.missing, *self.here)

    @property
    def by_name(self) -> list[EnteredPair]:
        return sorted(self.everybody, key=_by_name)

    def meant(self, typed: str) -> list[EnteredPair]:
        """Return the pair with this number or card, or else those with these words in their names.

        If a number is also somebody else's card, return both.
        """
        typed = typed.strip()
        exact = [pair for pair in self.everybody if str(pair.number) == typed or _has_card(pair, typed)]
        if exact or not (words := search_key(typed).split()):
            return exact
        keys = ((pair, " ".join(pair.search_names)) for pair in self.everybody)
        return [pair for pair, key in keys if all(word in key for word in words)]


def check_in_list(tournament: Tournament) -> CheckInList:
    """Return the entrants who may come through the door. One query."""
    by_name = sorted(
        entered_pairs(tournament.pairs.exclude(status=Pair.Status.WITHDRAWN)),
        key=_by_name,
    )
    return CheckInList(
        missing=[pair for pair in by_name if pair.status != Pair.Status.ACTIVE],
        here=[pair for pair in by_name if pair.status == Pair.Status.ACTIVE],
    )


def _by_name(pair: EnteredPair) -> tuple[str, int]:
    return pair.search_names[0], pair.number


def _has_card(pair: EnteredPair, typed: str) -> bool:
    return any(card.casefold() == typed.casefold() for card in pair.cards)
