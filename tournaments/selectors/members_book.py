"""The club's book of members as of a day: who had been admitted by then, and who had left."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.files import FileTable
from tournaments.models import Membership

from .entrants import full_name
from .membership_fees import FeeTerms, fee_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class BookEntry:
    """A line of the book. A date or a number is None, and a text empty, if the book does not have it."""

    number: int | None
    name: str
    """Empty if the member was erased."""
    admitted_on: date | None
    left_on: date | None
    """None for somebody who had not left on the day of the book."""
    born_on: date | None
    tax_code: str
    address: str
    category: str
    paid_until: date | None
    """The day on which the membership expires, by the last year paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookCounts:
    """How many entries the book has."""

    present: int
    """Members who have not left."""
    left: int
    without_number: int


def book_counts(day: date) -> BookCounts:
    """Return how many entries the book of this day has. One query."""
    gone = Q(left_on__lte=day)
    counted = _entries(day).aggregate(
        all=Count("pk"), left=Count("pk", filter=gone), without=Count("pk", filter=Q(number__isnull=True))
    )
    present = counted["all"] - counted["left"]
    return BookCounts(present=present, left=counted["left"], without_number=counted["without"])


def members_book(day: date) -> list[BookEntry]:
    """Return who had been admitted by this day, in order of number, then of admission and name.

    Names and addresses are today's: the book has no earlier ones. Two queries.
    """
    rows = _entries(day).select_related("player")
    paid_by_then = Q(player__membership_fees__paid_on__lte=day)
    rows = rows.annotate(last_paid=Max("player__membership_fees__year", filter=paid_by_then))
    order = (F("number").asc(nulls_last=True), F("admitted_on").asc(nulls_last=True), "player__search_name", "pk")
    terms = fee_terms()
    return [_entry(row, day, terms) for row in rows.order_by(*order)]


def members_book_table(entries: Sequence[BookEntry]) -> FileTable:
    """Return the book as a file, a row for each entry."""
    headings = [_("number"), _("name"), _("admitted on"), _("left on"), _("date of birth"), _("tax code")]
    return FileTable(
        title=_("Club’s book"),
        headings=[*headings, _("address"), _("category"), _("paid until")],
        rows=[
            (
                *(entry.number, name_in_book(entry), entry.admitted_on, entry.left_on, entry.born_on),
                *(entry.tax_code, entry.address, entry.category, entry.paid_until),
            )
            for entry in entries
        ],
    )


def name_in_book(entry: BookEntry) -> str:
    return entry.name or _("erased on request")


def _entries(day: date) -> QuerySet[Membership]:
    in_book = Q(number__isnull=False) | Q(admitted_on__isnull=False)
    admitted = Q(admitted_on__isnull=True) | Q(admitted_on__lte=day)
    return Membership.objects.filter(in_book, admitted)


def _entry(row: Membership, day: date, terms: FeeTerms) -> BookEntry:
    last_paid: int | None = row.last_paid  # type: ignore[attr-defined]
    return BookEntry(
        number=row.number,
        name="" if row.player.forgotten else full_name(row.player.last_name, row.player.first_name),
        admitted_on=row.admitted_on,
        left_on=row.left_on if row.left_on is not None and row.left_on <= day else None,
        born_on=row.born_on,
        tax_code=row.tax_code,
        address=row.address,
        category="" if row.player.forgotten else row.player.category,
        paid_until=terms.expiry_of(last_paid) if last_paid is not None else None,
    )
