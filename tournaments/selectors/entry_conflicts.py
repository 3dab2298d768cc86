"""The entries that cannot be accepted, because somebody in them plays already or is in an earlier one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Pair, Tournament
from tournaments.people.names import name_key, people_key
from tournaments.records import Kind

from .entrants import seated_among
from .members import ListedMember, Members

OPEN = (Entry.State.WAITING, Entry.State.LISTED)
"""The states of an entry that still waits for the club's decision."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The conflict of an entry: this person plays in a pair, or is in an earlier entry (then `pair` is None)."""

    name: str
    pair: Pair | None = None


def takes_a_place(tournament: Tournament, entry: Entry) -> bool:
    """Return whether the entry takes a place: a pair, or a player where players are entered, but no single player."""
    return tournament.kind == Kind.INDIVIDUAL or bool(entry.name2)


def rivals_of(entries: Iterable[int], undecided: Mapping[int, Sequence[str]]) -> list[int]:
    """Return the keys of these entries and of the earlier ones on which their conflicts depend. No query.

    `undecided` has the names in all undecided entries, by their keys, in the order of arrival. A name conflicts with
    the same name in an earlier entry, unless that one has a conflict itself.
    """
    wanted, claimed = set(entries), set[str]()
    for key in reversed(list(undecided)):
        same = {name_key(name) for name in undecided[key]}
        if key in wanted or not claimed.isdisjoint(same):
            wanted.add(key)
            claimed |= same
    return [key for key in undecided if key in wanted]


def conflicts_of(tournament: Tournament) -> dict[int, Conflict]:
    """Return the conflicts of waiting entries, by key, waiting list included.

    One query if there are none, else four.
    """
    entries = list(tournament.entries.filter(state__in=OPEN))
    found = conflicts_among(tournament, entries) if entries else []
    return {entry.pk: conflict for entry, conflict in zip(entries, found, strict=True) if conflict is not None}


def conflicts_among(tournament: Tournament, entries: Sequence[Entry]) -> list[Conflict | None]:
    """Return the conflict of each entry, in the order of arrival. Four queries."""
    names = [name for entry in entries for name in entry.names]
    members = Members(names)
    seated = seated_among(tournament, members.keys_of(names))
    return conflicts_of_people(tournament, entries, people_of(entries, members, seated), seated)


def people_of(entries: Iterable[Entry], members: Members, seated: Mapping[int, Pair]) -> list[tuple[ListedMember, ...]]:
    """Return whom the names of each entry may mean. No query."""
    return [tuple(members.who_is(name, seated=seated, club=entry.club) for name in entry.names) for entry in entries]


def conflicts_of_people(
    tournament: Tournament,
    entries: Sequence[Entry],
    people: Sequence[Sequence[ListedMember]],
    seated: Mapping[int, Pair],
) -> list[Conflict | None]:
    """Return the conflict of each entry, given the people of each, in the order of arrival. No query."""
    judge = _EntryJudge(tournament, seated)
    return [judge.conflict(entry, meant) for entry, meant in zip(entries, people, strict=True)]


class _EntryJudge:
    """The entries judged one after the other."""

    def __init__(self, tournament: Tournament, seated: Mapping[int, Pair]) -> None:
        self._tournament, self._seated = tournament, seated
        self._claimed: set[str] = set()
        """The names in earlier entries that hold a place."""

    def conflict(self, entry: Entry, people: Sequence[ListedMember]) -> Conflict | None:
        for name, person in zip(entry.names, people, strict=True):
            pair = self._seated.get(person.member.pk) if person.member else None
            if pair is not None and not _comes_back(pair, entry):
                return Conflict(person.name, pair)
            # If several members have this name, both may come.
            if name_key(name) in self._claimed and person.question is None:
                return Conflict(person.name)
        if takes_a_place(self._tournament, entry):
            self._claimed |= {name_key(name) for name in entry.names}
        return None


def _comes_back(pair: Pair, entry: Entry) -> bool:
    """Return whether the pair consists of the same people and has withdrawn."""
    is_gone = pair.status == Pair.Status.WITHDRAWN
    return is_gone and people_key(str(player) for player in pair.players) == entry.people_key
