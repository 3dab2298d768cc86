"""Each person of a list held against who is here: new, changed, the same, or for the secretary to decide."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rapidfuzz.distance import OSA

from tournaments.people.names import search_key

from .listed import ListedPerson, UnreadableRow

NAME: Final = ("last_name", "first_name")


class Verdict(StrEnum):
    """What a row would do."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DOUBTFUL = "doubtful"
    UNREADABLE = "unreadable"


class Doubt(StrEnum):
    """Why the secretary is asked."""

    NAMESAKES = "namesakes"
    """Several members have this name."""
    OTHER_NAME = "other_name"
    """A member with another name has this card."""
    OTHER_CARD = "other_card"
    """The member of this name has another card."""
    SWAPPED = "swapped"
    """A member has the same name in another order."""
    NEARLY = "nearly"
    """A member's name differs by one letter."""
    LOST_ZEROS = "lost_zeros"
    """A member's card differs by the zeros before it."""
    TWICE = "twice"
    """An earlier row is the same person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPerson:
    """A member as the club knows it; `fields` as `listed.FIELDS` names them, empty ones left out."""

    key: int
    fields: Mapping[str, str | int]

    @property
    def name(self) -> str:
        return f"{self.fields['last_name']} {self.fields.get('first_name', '')}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRow:
    """What a row is taken for."""

    line: int
    verdict: Verdict
    person: ListedPerson | None = None
    unreadable: UnreadableRow | None = None
    member: int | None = None
    """The key of the member that it changes or is the same as."""
    changes: Mapping[str, tuple[str | int, str | int]] | None = None
    """By field: what is known, what the list says; of that member."""
    doubt: Doubt | None = None
    choices: tuple[int, ...] = ()
    """The members that it may be."""
    twice_of: int | None = None
    """The line of the same person."""


def judge_list(listed: Sequence[ListedPerson | UnreadableRow], known: Sequence[KnownPerson]) -> list[JudgedRow]:
    """Every row of the list, in its order."""
    members = _Members(known)
    people = [each for each in listed if isinstance(each, ListedPerson)]
    nearly = members.nearly({person.key for person in people if not members.called(person)})
    seen_cards: dict[str, int] = {}
    seen_names: dict[str, list[ListedPerson]] = defaultdict(list)
    judged = []
    for row in listed:
        if isinstance(row, UnreadableRow):
            judged.append(JudgedRow(line=row.line, verdict=Verdict.UNREADABLE, unreadable=row))
            continue
        earlier = _earlier(row, seen_cards, seen_names)
        judged.append(_judged(row, members, nearly, earlier))
        if card := row.fields.get("card"):
            seen_cards.setdefault(str(card), row.line)
        seen_names[row.key].append(row)
    return judged


def changes_of(person: ListedPerson, member: KnownPerson) -> dict[str, tuple[str | int, str | int]]:
    """What the list says otherwise; what it leaves empty stays, and so does a name that it has in another order."""
    before, said_of = member.fields, person.fields
    if person.key != search_key(member.name) == person.swapped:
        said_of = {name: said for name, said in said_of.items() if name not in NAME}
    return {name: (before.get(name, ""), said) for name, said in said_of.items() if before.get(name, "") != said}


def _earlier(person: ListedPerson, cards: Mapping[str, int], names: Mapping[str, Sequence[ListedPerson]]) -> int | None:
    """The line of an earlier row that is the same person: of the same card, or of this name and no other card."""
    card = str(person.fields.get("card", ""))
    if card and card in cards:
        return cards[card]
    for other in (*names.get(person.key, ()), *names.get(person.swapped, ())):
        its = other.fields.get("card", "")
        if not card or not its:
            return other.line
    return None


def _judged(
    person: ListedPerson, members: "_Members", nearly: Mapping[str, Sequence[int]], earlier: int | None
) -> JudgedRow:
    same_card = members.of_card(person)
    called = members.called(person)
    certain = [key for key in called if key in same_card] or called
    doubt, choices = None, tuple(dict.fromkeys([*same_card, *called, *members.other_order(person)]))
    if earlier is not None:
        doubt = Doubt.TWICE
    elif same_card and not set(same_card) & set(called):
        doubt = Doubt.SWAPPED if set(same_card) & set(members.other_order(person)) else Doubt.OTHER_NAME
    elif not same_card and (zeros := members.of_card_but_zeros(person)):
        doubt, choices = Doubt.LOST_ZEROS, tuple(dict.fromkeys([*zeros, *choices]))
    elif len(certain) > 1:
        doubt = Doubt.NAMESAKES
    elif certain and not same_card and members.has_other_card(certain[0], person):
        doubt = Doubt.OTHER_CARD
    elif not certain and members.other_order(person):
        doubt = Doubt.SWAPPED
    elif not certain and (near := nearly.get(person.key)):
        doubt, choices = Doubt.NEARLY, tuple(near)
    if doubt is not None:
        return JudgedRow(
            line=person.line, verdict=Verdict.DOUBTFUL, person=person, doubt=doubt, choices=choices, twice_of=earlier
        )
    if not certain:
        return JudgedRow(line=person.line, verdict=Verdict.NEW, person=person)
    changes = changes_of(person, members.by_key[certain[0]])
    verdict = Verdict.CHANGED if changes else Verdict.SAME
    return JudgedRow(line=person.line, verdict=verdict, person=person, member=certain[0], changes=changes)


class _Members:
    """Those who are here, by what a row may say of them."""

    def __init__(self, known: Iterable[KnownPerson]) -> None:
        self.by_key = {member.key: member for member in known}
        self._by_name: dict[str, list[int]] = defaultdict(list)
        self._by_card: dict[str, list[int]] = defaultdict(list)
        self._by_figures: dict[str, list[int]] = defaultdict(list)
        for member in self.by_key.values():
            self._by_name[search_key(member.name)].append(member.key)
            if card := str(member.fields.get("card", "")):
                self._by_card[card].append(member.key)
                if card.isdecimal():
                    self._by_figures[card.lstrip("0")].append(member.key)

    def called(self, person: ListedPerson) -> list[int]:
        return self._by_name.get(person.key, [])

    def other_order(self, person: ListedPerson) -> list[int]:
        return self._by_name.get(person.swapped, []) if person.swapped != person.key else []

    def of_card(self, person: ListedPerson) -> list[int]:
        return self._by_card.get(str(person.fields.get("card", "")), [])

    def of_card_but_zeros(self, person: ListedPerson) -> list[int]:
        card = str(person.fields.get("card", ""))
        return self._by_figures.get(card.lstrip("0"), []) if card.isdecimal() and card.lstrip("0") else []

    def has_other_card(self, key: int, person: ListedPerson) -> bool:
        its = self.by_key[key].fields.get("card", "")
        return bool(its and person.fields.get("card", "") and its != person.fields["card"])

    def nearly(self, names: Iterable[str]) -> dict[str, list[int]]:
        """Of each of these names, the members whose name is one letter apart: one more, one less, another, two swapped.

        Two such names share what is left when a letter is taken out of the one, of the other, or of both.
        """
        names_of: dict[str, list[str]] = defaultdict(list)
        for name in names:
            for left in _with_one_less(name):
                names_of[left].append(name)
        found: dict[str, list[int]] = defaultdict(list)
        for key, members in self._by_name.items():
            near = {name for left in _with_one_less(key) for name in names_of.get(left, ())}
            for name in near:
                if name != key and OSA.distance(name, key, score_cutoff=1) == 1:
                    found[name] += members
        return {name: sorted(keys) for name, keys in found.items()}


def _with_one_less(text: str) -> Iterator[str]:
    yield text
    for at in range(len(text)):
        yield text[:at] + text[at + 1 :]
