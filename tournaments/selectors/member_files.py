"""The members as a file, with headings that the import of members recognises, or in a layout of the club's."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.files import Cell, Constant, FileTable
from tournaments.models import FileLayout, MembershipFee, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.people.columns import Holds
from tournaments.wording.files import MEMBER_COLUMN_NAMES, SHOWN

from .file_layouts import columns_of_layout

COLUMNS: Final = (
    *(Holds.LAST_NAME, Holds.FIRST_NAME, Holds.CLUB, Holds.CARD),
    *(Holds.CATEGORY, Holds.STATE, Holds.BIRTH, Holds.PROVINCE, Holds.REGION),
)
OF_BOOK: Final = (*BOOK_FIELDS, Holds.PAID.value)
"""The columns of what the club's book says, with the years paid."""
STATES: Final = dict(Player.State.choices)
NAME_FORMS: Final = dict(Player.Shown.choices)


def members_table(members: QuerySet[Player], *, contacts: bool, book: bool) -> FileTable:
    """Return a row for each of these members; `contacts`, and what the club's `book` says, only on request.

    One query, with the book two.
    """
    columns = [*COLUMNS, *[Holds.CONTACT] * contacts, SHOWN, *OF_BOOK * book]
    return _table(members, [(str(column), str(MEMBER_COLUMN_NAMES[column])) for column in columns])


def members_in_layout(members: QuerySet[Player], layout: FileLayout) -> FileTable:
    """Return a row for each of these members with the columns of a layout. One query, two with the years paid."""
    return _table(members, columns_of_layout(layout))


def holds_contacts(layout: FileLayout) -> bool:
    return any(column[0] == Holds.CONTACT for column in layout.columns)


def holds_book(layout: FileLayout) -> bool:
    """Return whether a column holds what the club's book says."""
    return any(column[0] in OF_BOOK for column in layout.columns)


def _table(members: QuerySet[Player], columns: Sequence[tuple[str | Constant, str]]) -> FileTable:
    contents = [content for content, _heading in columns]
    paid = _years_paid(members) if Holds.PAID in contents else {}
    in_book = [f"membership__{name}" for name in BOOK_FIELDS if name in contents]
    fields = ("pk", SHOWN, "contact", *COLUMNS, *in_book)
    return FileTable(
        title=_("Members"),
        headings=[heading for _content, heading in columns],
        rows=[[_cell(content, member, paid) for content in contents] for member in members.values(*fields)],
    )


def _cell(content: str | Constant, member: Mapping[str, Any], paid: Mapping[int, Sequence[int]]) -> Cell:
    """Return what a column holds of a member."""
    if isinstance(content, Constant):
        return content.text
    match content:
        case Holds.NAME:
            return f"{member['last_name']} {member['first_name']}".strip()
        case Holds.FIRST_AND_LAST:
            return f"{member['first_name']} {member['last_name']}".strip()
        case Holds.STATE:
            return str(STATES[member[content]])
        case Holds.PAID:
            return ", ".join(map(str, paid.get(member["pk"], ())))
    if content == SHOWN:
        return str(NAME_FORMS[member[content]])
    value: Cell = member[f"membership__{content}" if content in BOOK_FIELDS else content]
    return value


def _years_paid(members: QuerySet[Player]) -> dict[int, list[int]]:
    """Return the years that each member has paid, the first one first."""
    years: dict[int, list[int]] = defaultdict(list)
    fees = MembershipFee.objects.filter(player__in=members.order_by().values("pk")).order_by("year")
    for key, year in fees.values_list("player", "year"):
        years[key].append(year)
    return years
