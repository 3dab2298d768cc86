"""Whether people can enter themselves, how many places are left, and who has entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tournaments.models import Entry, EntryTerms, Pair, Tournament
from tournaments.people.names import people_key
from tournaments.records import Kind

from .entered import entered_pairs
from .entrants import seated_players
from .members import Members, Person

LIVE = (Entry.State.WAITING, Entry.State.ACCEPTED, Entry.State.LISTED)
"""The states in which somebody means to play."""


class Entrance(StrEnum):
    """Whether people can enter themselves."""

    OPEN = "open"
    OFF = "off"
    """The club does not want it for this tournament."""
    CLOSED = "closed"
    """The time is up."""
    BEGUN = "begun"
    """The tournament has begun."""


def terms_of(tournament: Tournament) -> EntryTerms:
    """Those of the tournament; where nobody has set any, a row that is not stored. One query."""
    return EntryTerms.objects.filter(tournament=tournament).first() or EntryTerms(tournament=tournament)


def entrance_of(tournament: Tournament, terms: EntryTerms, at: datetime) -> Entrance:
    """Whether people can enter themselves at that moment. No query."""
    if not terms.is_open:
        return Entrance.OFF
    if tournament.state != Tournament.State.REGISTRATION:
        return Entrance.BEGUN
    closed = terms.closes_at is not None and at >= terms.closes_at
    return Entrance.CLOSED if closed else Entrance.OPEN


def takes_a_place(tournament: Tournament, entry: Entry) -> bool:
    """A pair does, and a player where players are entered; who has no partner yet does not."""
    return tournament.kind == Kind.INDIVIDUAL or bool(entry.name2)


def free_places(tournament: Tournament, terms: EntryTerms) -> int | None:
    """How many places nobody has: neither who is entered nor who waits for the yes. None: there is no limit.

    Two queries; none without a limit.
    """
    if terms.places is None:
        return None
    entered = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).count()
    waiting = tournament.entries.filter(state=Entry.State.WAITING)
    if tournament.kind != Kind.INDIVIDUAL:
        waiting = waiting.exclude(name2="")
    return max(0, terms.places - entered - waiting.count())


def known_already(tournament: Tournament, names: Sequence[str]) -> bool:
    """Whether these people have entered or were entered by the club. Two queries."""
    key = people_key(names)
    if tournament.entries.filter(people_key=key, state__in=LIVE).exists():
        return True
    entered = entered_pairs(tournament.pairs.exclude(status=Pair.Status.WITHDRAWN))
    return any(people_key(pair.players) == key for pair in entered)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry as the club reads it, with what its names leave open."""

    entry: Entry
    people: tuple[Person, ...]
    place: int | None = None
    """On the waiting list, from 1."""

    @property
    def is_open(self) -> bool:
        """A name may mean several members: the club says which."""
        return any(person.question is not None for person in self.people)

    @property
    def new_names(self) -> list[str]:
        """The names that become members."""
        return [person.name for person in self.people if not person.member and not person.question]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBoard:
    """All entries of a tournament by their state, each group in the order in which they came."""

    waiting: tuple[EntryRow, ...]
    listed: tuple[EntryRow, ...]
    accepted: tuple[EntryRow, ...]
    gone: tuple[EntryRow, ...]
    """Refused, or withdrawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCounts:
    """How many entries there are in the states that ask for something, and how many places are left."""

    waiting: int
    listed: int
    accepted: int
    moved_up: int
    """Of those who wait: how many came from the waiting list."""
    free: int | None
    """None: there is no limit."""


def entry_counts(tournament: Tournament, terms: EntryTerms) -> EntryCounts:
    """Three queries; one without a limit of places, none where nobody could ever enter."""
    if terms.pk is None:
        return EntryCounts(waiting=0, listed=0, accepted=0, moved_up=0, free=None)
    states = list(tournament.entries.values_list("state", "moved_up"))
    counted = [state for state, _moved_up in states]
    return EntryCounts(
        waiting=counted.count(Entry.State.WAITING),
        listed=counted.count(Entry.State.LISTED),
        accepted=counted.count(Entry.State.ACCEPTED),
        moved_up=states.count((Entry.State.WAITING, True)),
        free=free_places(tournament, terms),
    )


def entry_board(tournament: Tournament) -> EntryBoard:
    """Four queries, however many they are."""
    entries = list(tournament.entries.select_related("pair"))
    members = Members([name for entry in entries for name in entry.names] or [""])
    seated = seated_players(tournament)
    rows: dict[str, list[EntryRow]] = {state: [] for state in Entry.State.values}
    for entry in entries:
        people = tuple(members.who_is(name, seated=seated, club=entry.club) for name in entry.names)
        group = rows[entry.state]
        group.append(EntryRow(entry=entry, people=people, place=len(group) + 1))
    return EntryBoard(
        waiting=tuple(rows[Entry.State.WAITING]),
        listed=tuple(rows[Entry.State.LISTED]),
        accepted=tuple(rows[Entry.State.ACCEPTED]),
        gone=(*rows[Entry.State.REFUSED], *rows[Entry.State.WITHDRAWN]),
    )


def place_on_list(entry: Entry) -> int:
    """From 1: who came earlier stands before it. One query."""
    listed = entry.tournament.entries.filter(state=Entry.State.LISTED).values_list("pk", flat=True)
    return list(listed).index(entry.pk) + 1


def entered_in_public(tournament: Tournament) -> list[str]:
    """Those who are entered, as their members want to be named in public. One query."""
    pairs = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).select_related("player1", "player2")
    return [pair.public_name for pair in pairs]
