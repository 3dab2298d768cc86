"""The board of a tournament's entries: each by its state, with the questions that its names leave open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Entry, Tournament
from tournaments.wording.entries import conflict_in_words

from .entrants import seated_among
from .entries import is_alone
from .entry_conflicts import OPEN, Conflict, conflicts_of_people, people_of, rivals_of
from .entry_doubles import LikelyDouble, likely_doubles
from .members import ListedMember, Members


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry as the club reads it, with the questions that its names leave open."""

    entry: Entry
    people: tuple[ListedMember, ...]
    """The members whom its names may mean; empty once the club has answered."""
    place: int | None = None
    """The place on the waiting list, from 1."""
    conflict: Conflict | None = None
    """The reason why it cannot be accepted."""
    alike: tuple[LikelyDouble, ...] = ()
    """The names similar to its new names."""
    offers: tuple[Entry, ...] = ()
    """The people who offer to play with this player."""
    is_alone: bool = False
    """Whether it is of a player who has no partner yet."""
    joined: tuple[Entry, ...] = ()
    """The entry of the partner who offered to play, or who had entered alone, with their contact."""

    @property
    def is_open(self) -> bool:
        """Return whether a name may mean several members, or a similar one, so that the club must decide."""
        return self.several or any(match.member is not None for match in self.alike)

    @property
    def several(self) -> bool:
        """Return whether a name may mean several members."""
        return any(person.question is not None for person in self.people)

    @property
    def conflict_said(self) -> str:
        if self.conflict is None:
            return ""
        return conflict_in_words(self.conflict.name, self.conflict.pair.number if self.conflict.pair else None)

    @property
    def new_names(self) -> list[str]:
        """Return the names that become members."""
        return [person.name for person in self.people if not person.member and not person.question]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBoard:
    """The keys of the entries of a tournament by state, each group in the order of arrival."""

    waiting: tuple[int, ...]
    listed: tuple[int, ...]
    accepted: tuple[int, ...]
    gone: tuple[int, ...]
    """The entries refused or withdrawn."""
    undecided: Mapping[int, tuple[str, ...]]
    """The names in those of the first two groups, in the order of arrival."""


def entry_board(tournament: Tournament) -> EntryBoard:
    """Return the board. One query."""
    keys: dict[str, list[int]] = {state: [] for state in Entry.State.values}
    undecided = {}
    for key, state, *names in tournament.entries.filter(answers=None).values_list("pk", "state", "name1", "name2"):
        keys[state].append(key)
        if state in OPEN:
            undecided[key] = tuple(name for name in names if name)
    return EntryBoard(
        waiting=tuple(keys[Entry.State.WAITING]),
        listed=tuple(keys[Entry.State.LISTED]),
        accepted=tuple(keys[Entry.State.ACCEPTED]),
        gone=(*keys[Entry.State.REFUSED], *keys[Entry.State.WITHDRAWN]),
        undecided=undecided,
    )


def entry_rows(tournament: Tournament, board: EntryBoard, keys: Iterable[int]) -> dict[int, EntryRow]:
    """Return these entries of the board as rows, by key. Nine queries at most, for any number of entries."""
    shown = set(keys)
    rivals = rivals_of(shown & board.undecided.keys(), board.undecided)
    entries = tournament.entries.select_related("pair").in_bulk(shown.union(rivals))
    asked = [entries[key] for key in rivals]
    names = [name for entry in asked for name in entry.names]
    members = Members(names or [""])
    seated = seated_among(tournament, members.keys_of(names))
    meant = people_of(asked, members, seated)
    conflicts = dict(zip(asked, conflicts_of_people(tournament, asked, meant, seated), strict=True))
    people = {entry: theirs for entry, theirs in zip(asked, meant, strict=True) if entry.pk in shown}
    alike = likely_doubles(people, board.undecided)
    places = {key: place for place, key in enumerate(board.listed, 1)}
    answers: dict[tuple[int | None, str], list[Entry]] = {}
    for answer in tournament.entries.filter(answers__in=shown):
        answers.setdefault((answer.answers_id, answer.state), []).append(answer)
    return {
        key: EntryRow(
            entry=entry,
            people=people.get(entry, ()),
            place=places.get(key),
            conflict=conflicts.get(entry),
            alike=alike.get(key, ()),
            is_alone=is_alone(tournament, entry),
            offers=tuple(answers.get((key, Entry.State.PROPOSED), ())),
            joined=tuple(answers.get((key, Entry.State.JOINED), ())),
        )
        for key, entry in entries.items()
        if key in shown
    }
