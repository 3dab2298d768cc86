"""The players who entered alone and want to be seen to look for a partner, and who offers to play with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Entry, Tournament
from tournaments.people.names import parse_name, with_initial

from .entries import Entrance, entrance_of, is_alone, terms_of
from .entry_conflicts import OPEN, conflicts_among

MOST_OFFERS = 10
"""The most people who wait for one player's answer at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerWanted:
    """A player who looks for a partner, for everybody: an initial instead of the first name, and no contact."""

    entry: int
    """The key of the entry, in the address where one answers."""
    name: str


def partners_wanted(tournament: Tournament) -> list[PartnerWanted]:
    """Return the players who want to be shown, in the order of arrival; nobody who plays already.

    One query if nobody looks for a partner, else four.
    """
    shown = _shown(tournament, tournament.entries.filter(looking=True).select_related("member1"))
    return [PartnerWanted(entry=entry.pk, name=short_name(entry)) for entry in shown]


def partner_wanted(tournament: Tournament, key: int) -> Entry | None:
    """Return the entry of a player who is shown as looking for a partner; None if there is no such player now."""
    found = _shown(tournament, tournament.entries.filter(looking=True, pk=key).select_related("member1"))
    return found[0] if found else None


def short_name(entry: Entry) -> str:
    """Return the name of a player alone for people who are not the club: `Rossi A.`"""
    if entry.member1 is not None:
        return with_initial(entry.member1.last_name, entry.member1.first_name)
    name = parse_name(entry.name1)
    return with_initial(name.last, name.first)


def offers_to(entry: Entry) -> list[Entry]:
    """Return the offers that wait for this player's answer, in the order of arrival. One query."""
    return list(entry.answered_by.filter(state=Entry.State.PROPOSED))


def can_look(tournament: Tournament, entry: Entry, at: datetime) -> bool:
    """Return whether the player can look for a partner through the public page at that moment. One query."""
    return is_alone(tournament, entry) and entrance_of(tournament, terms_of(tournament), at) is Entrance.OPEN


def _shown(tournament: Tournament, entries: Iterable[Entry]) -> list[Entry]:
    alone = [entry for entry in entries if is_alone(tournament, entry)]
    if not alone:
        return []
    others = list(tournament.entries.filter(state__in=OPEN).exclude(name2=""))
    conflicts = conflicts_among(tournament, [*others, *alone])[len(others) :]
    return [entry for entry, conflict in zip(alone, conflicts, strict=True) if conflict is None]
