"""The preview of a list of people, compared with the present members."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from django.utils import timezone

from tournaments.models import Membership, MembershipFee, PeopleImport, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.people.columns import Columns, Holds, people_rows
from tournaments.people.grid import GridRow
from tournaments.people.names import in_capitals, search_key
from tournaments.people.roster import FIELDS, ListReading, cards_of, people_listed, usual_card_figures
from tournaments.people.verdicts import KnownPerson, ListVerdict, PersonDoubt, Verdict, judge_list

from .membership_fees import fee_terms

NONE_PAID: Final = frozenset[int]()
"""The years of nearly everybody. A set for each of them would take as long to make and to collect as their fields."""


@dataclass(frozen=True, kw_only=True)
class ImportPreview:
    """The effect of importing a list."""

    columns: Columns
    rows: Sequence[GridRow]
    """The rows of people, as they were read."""
    verdicts: Sequence[ListVerdict]
    members: Mapping[int, KnownPerson]

    @cached_property
    def counts(self) -> Mapping[Verdict, int]:
        """Return the number of rows of each kind."""
        counted = Counter(row.verdict for row in self.verdicts)
        return {verdict: counted[verdict] for verdict in Verdict}

    def of(self, verdict: Verdict) -> list[ListVerdict]:
        return [row for row in self.verdicts if row.verdict is verdict]

    def text_of(self, line: int) -> str:
        """Return the cells of a line as text."""
        return " · ".join(str(cell) for cell in self._cells[line] if cell not in (None, ""))

    @cached_property
    def in_capitals(self) -> int:
        """Return how many names are written in capitals only."""
        people = (row.person for row in self.verdicts if row.person)
        return sum(in_capitals(str(person.fields["last_name"])) for person in people)

    @cached_property
    def with_another_card(self) -> int:
        """Return how many rows are doubtful because the member with that name has another card."""
        return sum(row.doubt is PersonDoubt.OTHER_CARD for row in self.verdicts)

    @cached_property
    def with_payments(self) -> int:
        """Return how many rows name years paid that the club has not noted."""
        return sum(bool(row.paid) for row in self.verdicts)

    @cached_property
    def _cells(self) -> Mapping[int, Sequence[object]]:
        return {row.line: row.cells for row in self.rows}

    @cached_property
    def fingerprint(self) -> str:
        """Return a fingerprint of the rows and the members, which proves that a decision was made on the same data."""
        sentence = repr([(row, [self.members[key].fields for key in row.choices]) for row in self.verdicts])
        return sha256(sentence.encode()).hexdigest()[:32]


def list_looked_at(pending: PeopleImport) -> ImportPreview:
    """Return the list compared with all members. Two queries, and two more if it tells who has paid."""
    columns = columns_from(pending.columns)
    rows = people_rows(rows_from(pending.rows), columns)
    members = known_people(paid=Holds.PAID in columns.holds)
    listed = people_listed(rows, columns, reading_of(pending, members)) if columns.name_somebody else []
    return ImportPreview(
        columns=columns,
        rows=rows,
        verdicts=judge_list(listed, members),
        members={member.key: member for member in members},
    )


def reading_of(pending: PeopleImport, members: Sequence[KnownPerson]) -> ListReading:
    """Return how the cells of a list are read, given the members. One query if it tells who has paid."""
    return ListReading(
        today=timezone.localdate(),
        year_starts=fee_terms().starts if Holds.PAID in pending.columns["holds"] else 1,
        card_figures=pending.card_figures,
        ordinary_letters=pending.columns.get("ordinary_letters", False),
        clubs=frozenset(map(search_key, {str(member.fields["club"]) for member in members if "club" in member.fields})),
    )


def known_people(*, paid: bool) -> list[KnownPerson]:
    """Return all members with what the book says, and with the years `paid` on request. Two queries, or three."""
    members = Player.objects.filter(forgotten=False).order_by("pk").values_list("pk", *FIELDS)
    # By itself: joined, its dates would be read of everybody who is not in it, too.
    books = {
        key: {name: plain(value) for name, value in zip(BOOK_FIELDS, values, strict=True) if value}
        for key, *values in Membership.objects.order_by().values_list("player", *BOOK_FIELDS)
    }
    years = defaultdict[int, set[int]](set)
    for key, year in MembershipFee.objects.values_list("player", "year") if paid else ():
        years[key].add(year)
    return [
        KnownPerson(
            key=key,
            fields={name: value for name, value in zip(FIELDS, values, strict=True) if value} | books.get(key, {}),
            paid=frozenset(years[key]) if key in years else NONE_PAID,
        )
        for key, *values in members
    ]


def plain(value: Any) -> str | int:
    """Return the value of a field as a list has it: nothing as an empty text, a date in ISO 8601."""
    if isinstance(value, date):
        return value.isoformat()
    return "" if value is None else value


def usual_figures(rows: Sequence[GridRow], columns: Columns) -> int:
    """Return how many digits the club's cards have, or the list's; 0 if they differ. One query."""
    cards = Player.objects.exclude(card="").values_list("card", flat=True)
    return usual_card_figures(cards, cards_of(rows, columns))


def rows_from(stored: Sequence[tuple[int, Sequence[Any]]]) -> list[GridRow]:
    return [GridRow(line, tuple(cells)) for line, cells in stored]


def columns_from(stored: Mapping[str, Any]) -> Columns:
    return Columns(
        heading_line=stored["heading_line"],
        headings=tuple(stored["headings"]),
        holds=tuple(Holds(holds) if holds else None for holds in stored["holds"]),
    )
