"""Those who look for a partner, and what was done with them last."""

from dataclasses import dataclass

from tournaments.models import Pair, Player, Single, Tournament
from tournaments.records import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Singles:
    """The list as the registration page shows it."""

    looking: tuple[Single, ...]
    picked: Single | None = None
    """Chosen to be made a pair with the next one."""
    removed: Player | None = None
    """Just taken off the list."""
    paired: Pair | None = None
    """Just made of two of them."""


def singles_of(tournament: Tournament, *, picked: str = "", removed: str = "", paired: str = "") -> Singles | None:
    """The list, with what the page's address says of it, by keys or a pair's number; None where nobody needs a partner.

    One query, and one more for whatever was done last.
    """
    if tournament.kind == Kind.INDIVIDUAL:
        return None
    looking = tuple(tournament.singles.select_related("player"))
    players = {single.player_id for single in looking}
    return Singles(
        looking=looking,
        picked=next((single for single in looking if str(single.pk) == picked), None),
        removed=Player.objects.exclude(pk__in=players).filter(pk=removed).first() if _is_key(removed) else None,
        paired=tournament.pairs.filter(number=paired).first() if _is_key(paired) else None,
    )


MOST_DIGITS = 9
"""A key is never longer."""


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
