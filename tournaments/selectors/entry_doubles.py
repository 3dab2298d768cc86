"""The names in entries that are similar to a member's name, or to a name in an earlier entry."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Player, Tournament
from tournaments.people.likeness import one_letter_apart
from tournaments.people.names import search_key

from .entrants import seated_players
from .entry_conflicts import people_of
from .members import ListedMember, Members


@dataclass(frozen=True, slots=True, kw_only=True)
class LikelyDouble:
    """The person who may be meant by an unknown name: one letter differs."""

    name: str
    """The name as it was typed."""
    member: Player | None = None
    entry: Entry | None = None
    """An earlier entry with a similar name."""


def likely_members(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, LikelyDouble]:
    """Return the member whose name is similar to a new name, by the entries' keys. Four queries at most."""
    if not entries:
        return {}
    members = Members([name for entry in entries for name in entry.names])
    new = _new_names(dict(zip(entries, people_of(entries, members, seated_players(tournament)), strict=True)))
    near = members_nearly(name for names in new.values() for name in names)
    found = {
        entry.pk: [
            LikelyDouble(name=name, member=near[search_key(name)][0]) for name in names if near.get(search_key(name))
        ]
        for entry, names in new.items()
    }
    return {key: alike[0] for key, alike in found.items() if alike}


def likely_doubles(
    people: Mapping[Entry, Sequence[ListedMember]], arrived: Mapping[int, Sequence[str]]
) -> dict[int, tuple[LikelyDouble, ...]]:
    """Return the people whose names are similar to new names, by the entries' keys, in the order of arrival.

    `arrived` has the names in all undecided entries, by their keys, in that order. One query, or one more if there are
    similar members, and one if there are similar entries; none if all names are members'.
    """
    new = _new_names(people)
    keys = {search_key(name) for names in new.values() for name in names}
    if not keys:
        return {}
    members, entries = members_nearly(keys), _EarlierNames(keys, arrived)
    found = {
        entry.pk: tuple(
            double
            for name in names
            for double in (
                *(LikelyDouble(name=name, member=member) for member in members.get(search_key(name), ())),
                *(LikelyDouble(name=name, entry=earlier) for earlier in entries.nearly(name, before=entry)),
            )
        )
        for entry, names in new.items()
    }
    return {key: alike for key, alike in found.items() if alike}


class _EarlierNames:
    """The names in undecided entries that are similar to some new names, given as by `search_key`."""

    def __init__(self, keys: Collection[str], arrived: Mapping[int, Sequence[str]]) -> None:
        self._places = {pk: place for place, pk in enumerate(arrived)}
        holders: dict[str, list[int]] = {}
        for pk, names in arrived.items():
            for name in names:
                holders.setdefault(search_key(name), []).append(pk)
        self._near = one_letter_apart(keys, holders)
        self._holders = {name: holders[name] for similar in self._near.values() for name in similar}
        self._entries = Entry.objects.in_bulk({pk for pks in self._holders.values() for pk in pks})

    def nearly(self, name: str, *, before: Entry) -> Iterator[Entry]:
        """Yield the last entry before this one with each similar name."""
        for similar in self._near.get(search_key(name), ()):
            earlier = [pk for pk in self._holders[similar] if self._places[pk] < self._places[before.pk]]
            if earlier:
                yield self._entries[earlier[-1]]


def _new_names(people: Mapping[Entry, Sequence[ListedMember]]) -> dict[Entry, list[str]]:
    """Return the names in each entry that become members."""
    return {entry: [person.name for person in listed if _is_new(person)] for entry, listed in people.items()}


def members_nearly(names: Iterable[str]) -> dict[str, list[Player]]:
    """Return the members whose name differs by one letter, by the `search_key` of each name."""
    keys = {search_key(name) for name in names}
    if not keys:
        return {}
    others = Player.objects.filter(forgotten=False).exclude(search_name__in=keys)
    near = one_letter_apart(keys, set(others.values_list("search_name", flat=True)))
    wanted = {name for similar in near.values() for name in similar}
    by_name: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(forgotten=False, search_name__in=wanted).order_by("pk") if wanted else ():
        by_name[player.search_name].append(player)
    return {name: [player for key in similar for player in by_name[key]] for name, similar in near.items()}


def _is_new(person: ListedMember) -> bool:
    return person.member is None and person.question is None
