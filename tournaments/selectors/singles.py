"""The list of players who look for a partner, and the last change to it."""

from dataclasses import dataclass

from pages.written_numbers import KEY_DIGITS, NUMBER_DIGITS, written_number
from tournaments.models import Pair, Player, Single, Tournament
from tournaments.records import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Singles:
    """The list as the registration page shows it."""

    looking: tuple[Single, ...]
    picked: Single | None = None
    """The player selected to be paired with the next one."""
    removed: Player | None = None
    """The player just removed from the list."""
    paired: Pair | None = None
    """The pair just made of two players."""


def singles_of(tournament: Tournament, *, picked: str = "", removed: str = "", paired: str = "") -> Singles | None:
    """Return the list, with the last change by the keys in the page's address; None if no partners are needed.

    One query, and one more for the last change.
    """
    if tournament.kind == Kind.INDIVIDUAL:
        return None
    looking = tuple(tournament.singles.select_related("player"))
    players = {single.player_id for single in looking}
    key, number = written_number(removed, KEY_DIGITS), written_number(paired, NUMBER_DIGITS)
    return Singles(
        looking=looking,
        picked=next((single for single in looking if str(single.pk) == picked), None),
        removed=Player.objects.exclude(pk__in=players).filter(pk=key).first() if key else None,
        paired=tournament.pairs.filter(number=number).first() if number else None,
    )
