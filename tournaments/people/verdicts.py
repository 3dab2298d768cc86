"""The comparison of a list with the members: each person is new, changed, the same, or left to the secretary."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.people.names import search_key

from .book_cells import BOOK_FIELDS, book_fault
from .likeness import one_letter_apart
from .roster import ListedPerson
from .row_faults import UnreadableRow

NAME: Final = ("last_name", "first_name")


class Verdict(StrEnum):
    """The effect of a row."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DOUBTFUL = "doubtful"
    UNREADABLE = "unreadable"


class PersonDoubt(StrEnum):
    """The reason why the secretary is asked."""

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
    """A member as the club knows it; `fields` are those of the member and of the book, empty ones are left out."""

    key: int
    fields: Mapping[str, str | int]
    paid: frozenset[int] = frozenset()
    """The years of membership that the club has noted as paid."""

    @property
    def name(self) -> str:
        return f"{self.fields['last_name']} {self.fields.get('first_name', '')}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListVerdict:
    """A row with its verdict."""

    line: int
    verdict: Verdict
    person: ListedPerson | None = None
    unreadable: UnreadableRow | None = None
    member: int | None = None
    """The key of the member that it changes, or that is the same."""
    changes: Mapping[str, tuple[str | int, str | int]] | None = None
    """The known and the new value of each field."""
    doubt: PersonDoubt | None = None
    choices: tuple[int, ...] = ()
    """The members that the row may mean."""
    twice_of: int | None = None
    """The line of the same person."""
    paid: tuple[int, ...] = ()
    """The years that are paid as the list says, and not as the club has noted."""


def judge_list(listed: Sequence[ListedPerson | UnreadableRow], persons: Sequence[KnownPerson]) -> list[ListVerdict]:
    """Return the verdict of every row, in order."""
    members = _Members(persons)
    people = [row for row in listed if isinstance(row, ListedPerson)]
    nearly = members.nearly({person.key for person in people if not members.called(person)})
    seen_cards: dict[str, int] = {}
    seen_names: dict[str, list[ListedPerson]] = defaultdict(list)
    judged = []
    for row in listed:
        if isinstance(row, UnreadableRow):
            judged.append(ListVerdict(line=row.line, verdict=Verdict.UNREADABLE, unreadable=row))
            continue
        earlier = _earlier(row, seen_cards, seen_names)
        judged.append(_judged(row, members, nearly, earlier))
        if card := row.fields.get("card"):
            seen_cards.setdefault(str(card), row.line)
        seen_names[row.key].append(row)
    return judged


def changes_of(person: ListedPerson, member: KnownPerson) -> dict[str, tuple[str | int, str | int]]:
    """Return the differences of the list; an empty cell changes nothing, nor does the same name in another order.

    A date of birth that is known says more than a year in the list.
    """
    before, listed = member.fields, person.fields
    if "born_on" in before and "born_on" not in listed:
        listed = {name: value for name, value in listed.items() if name != "birth_year"}
    if person.key != search_key(member.name) == person.swapped:
        listed = {name: value for name, value in listed.items() if name not in NAME}
    return {name: (before.get(name, ""), value) for name, value in listed.items() if before.get(name, "") != value}


def fault_after(line: int, after: Mapping[str, str | int], before: Mapping[str, str | int]) -> UnreadableRow | None:
    """Return what would not agree in the book of a member with `before` once `after` is written, or None.

    What does not agree today, and is not touched, is nobody's fault.
    """
    if set(BOOK_FIELDS).isdisjoint(after) or (found := book_fault({**before, **after})) is None:
        return None
    holds, fault, cell, born_on = found
    return UnreadableRow(line=line, fault=fault, cell=cell, holds=holds, born_on=born_on)


def _earlier(person: ListedPerson, cards: Mapping[str, int], names: Mapping[str, Sequence[ListedPerson]]) -> int | None:
    """Return the line of an earlier row for the same person: with the same card, or the same name and no other card."""
    card = str(person.fields.get("card", ""))
    if card in cards:
        return cards[card]
    for other in (*names.get(person.key, ()), *names.get(person.swapped, ())):
        its = other.fields.get("card", "")
        if not card or not its:
            return other.line
    return None


def _judged(
    person: ListedPerson, members: "_Members", nearly: Mapping[str, Sequence[int]], earlier: int | None
) -> ListVerdict:
    same_card = members.of_card(person)
    called = members.called(person)
    certain = [key for key in called if key in same_card] or called
    doubt, choices = None, tuple(dict.fromkeys([*same_card, *called, *members.other_order(person)]))
    if earlier is not None:
        doubt = PersonDoubt.TWICE
    elif same_card and not set(same_card) & set(called):
        doubt = PersonDoubt.SWAPPED if set(same_card) & set(members.other_order(person)) else PersonDoubt.OTHER_NAME
    elif not same_card and (zeros := members.of_card_but_zeros(person)):
        doubt, choices = PersonDoubt.LOST_ZEROS, tuple(dict.fromkeys([*zeros, *choices]))
    elif len(certain) > 1:
        doubt = PersonDoubt.NAMESAKES
    elif certain and members.has_other_card(certain[0], person):
        doubt = PersonDoubt.OTHER_CARD
    elif not certain and members.other_order(person):
        doubt = PersonDoubt.SWAPPED
    elif not certain and (near := nearly.get(person.key)):
        doubt, choices = PersonDoubt.NEARLY, tuple(near)
    if doubt is not None:
        return ListVerdict(
            line=person.line, verdict=Verdict.DOUBTFUL, person=person, doubt=doubt, choices=choices, twice_of=earlier
        )
    known = members.by_key[certain[0]] if certain else None
    changes = changes_of(person, known) if known else {}
    after = {name: value for name, (_was, value) in changes.items()} if known else person.fields
    if fault := fault_after(person.line, after, known.fields if known else {}):
        return ListVerdict(line=person.line, verdict=Verdict.UNREADABLE, unreadable=fault)
    if known is None:
        return ListVerdict(line=person.line, verdict=Verdict.NEW, person=person, paid=person.paid)
    return ListVerdict(
        line=person.line,
        verdict=Verdict.CHANGED if changes else Verdict.SAME,
        person=person,
        member=known.key,
        changes=changes,
        paid=tuple(year for year in person.paid if year not in known.paid),
    )


class _Members:
    """The members, by everything that a row may say of them."""

    def __init__(self, members: Iterable[KnownPerson]) -> None:
        self.by_key = {member.key: member for member in members}
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
        """Return the members whose name is one letter apart, for each of these names."""
        near = one_letter_apart(names, self._by_name)
        return {name: sorted(key for row in known for key in self._by_name[row]) for name, known in near.items()}
