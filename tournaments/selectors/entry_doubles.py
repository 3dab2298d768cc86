"""The names in entries that are similar to a member's name, or to a name in an earlier entry."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
    people = dict(zip(entries, people_of(entries, members, seated_players(tournament)), strict=True))
    found = {key: [match for match in alike if match.member] for key, alike in likely_doubles(people).items()}
    return {key: alike[0] for key, alike in found.items() if alike}


def likely_doubles(people: Mapping[Entry, Sequence[ListedMember]]) -> dict[int, tuple[LikelyDouble, ...]]:
    """Return the people whose names are similar to new names, by the entries' keys, in the order of arrival.

    One query, or two if there are similar members; none if all names are members'.
    """
    new = {entry: [person.name for person in listed if _is_new(person)] for entry, listed in people.items()}
    members = members_nearly(name for names in new.values() for name in names)
    earlier: dict[str, Entry] = {}
    found: dict[int, list[LikelyDouble]] = defaultdict(list)
    for entry, names in new.items():
        for name in names:
            found[entry.pk] += [LikelyDouble(name=name, member=member) for member in members.get(search_key(name), ())]
            near = one_letter_apart([search_key(name)], earlier).get(search_key(name), ())
            found[entry.pk] += [LikelyDouble(name=name, entry=earlier[key]) for key in near]
        earlier |= {search_key(name): entry for name in entry.names}
    return {key: tuple(alike) for key, alike in found.items() if alike}


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
