"""What the club's book says of a member: written with the member's other data, merged, parted and forgotten."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Club, Membership, MembershipFee, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.selectors.memberships import next_number

from .members import player_change

ENTRY: Final = ("number", "admitted_on", "left_on")
"""The entry in the book: of somebody forgotten it stays without a name, so that the number is given to nobody else."""

Book = dict[str, Any]

BLANK: Final[Book] = {
    field: Membership._meta.get_field(field).get_default()  # type: ignore[union-attr]
    for field in BOOK_FIELDS
}
"""A book that says nothing."""


@transaction.atomic
def member_save(
    *, player: Player, details: Mapping[str, Any], book: Mapping[str, Any], numbered: bool = False
) -> Player:
    """Change a member and what the book says; the year of birth follows the date, if there is one.

    With `numbered`, a member without a number gets the next free one.
    """
    if born_on := book["born_on"]:
        details = {**details, "birth_year": born_on.year}
    changed = player_change(player=player, details=details)
    if numbered and book["number"] is None:
        lock_numbers()
        book = {**book, "number": next_number()}
    _write(changed.pk, book)
    return changed


def lock_numbers() -> None:
    """Let others who give a number in the book wait until the transaction ends."""
    Club.objects.get_or_create(pk=1)
    Club.objects.select_for_update().get(pk=1)


def memberships_merge(*, keep: Player, gone: Player) -> dict[str, Book | None]:
    """Complete the book of the kept member with the other's, and return what undoes it.

    Raise Refused if both have paid for the same year, because then money was taken twice.
    """
    paid = MembershipFee.objects.filter(player=gone).values("year")
    twice = MembershipFee.objects.filter(player=keep, year__in=paid).order_by("year").first()
    if twice:
        raise Refused(
            _("Both have paid the fee for %(year)s: undo one of the two payments first.") % {"year": twice.year}
        )
    kept, other = _book_of(keep.pk), _book_of(gone.pk)
    if other is None:
        return {}
    # The number belongs to one member, from now on perhaps to the one kept.
    Membership.objects.get(pk=gone.pk).delete()
    joined = _joined(kept, other) if kept else other
    _write(keep.pk, joined)
    return {"kept": _stored(kept), "gone": _stored(other), "joined": _stored(joined)}


def memberships_part(*, keep: Player, gone: Player, was: Mapping[str, Book | None], merged_at: datetime) -> None:
    """Give both members the book they had before the merge. Raise Refused if it has been changed since."""
    if not was:
        return
    if _stored(_book_of(keep.pk)) != _whole(was["joined"]):
        raise Refused(
            _("The book’s data of %(player)s have been changed since: undo that change first.") % {"player": keep}
        )
    Membership.objects.get(pk=keep.pk).delete()
    # Since the merge, the history may show the other member's data, which an erasure would look for there.
    Membership.history.filter(player_id=keep.pk, history_date__gte=merged_at).delete()
    for key, book in ((keep.pk, was["kept"]), (gone.pk, was["gone"])):
        if book is not None:
            _write(key, _read(book))


def memberships_forget(keys: Collection[int]) -> None:
    """Erase what the book and its history say of a person; the number, and what was paid, stay without a name."""
    blank = {field: value for field, value in BLANK.items() if field not in ENTRY}
    Membership.objects.filter(player__in=keys).update(**blank)
    Membership.history.filter(player_id__in=keys).update(**blank)
    MembershipFee.objects.filter(player__in=keys).update(category="")
    MembershipFee.history.filter(player_id__in=keys).update(category="")


def _joined(kept: Book, other: Book) -> Book:
    """Return the kept book with what it lacks. The number and its dates belong together: one of the two gives all."""
    joined = {field: other[field] if value in (None, "") else value for field, value in kept.items()}
    has_entry = any(kept[field] for field in ENTRY)
    entry = kept if kept["number"] is not None or (has_entry and other["number"] is None) else other
    return joined | {field: entry[field] for field in ENTRY}


def _write(key: int, book: Mapping[str, Any]) -> None:
    membership = Membership.objects.select_for_update().filter(pk=key).first() or Membership(player_id=key)
    if all(getattr(membership, field) == value for field, value in book.items()):
        return
    for field, value in book.items():
        setattr(membership, field, value)
    membership.full_clean()
    membership.save()


def _book_of(key: int) -> Book | None:
    membership = Membership.objects.select_for_update().filter(pk=key).first()
    return {field: getattr(membership, field) for field in BOOK_FIELDS} if membership else None


def _stored(book: Book | None) -> Book | None:
    """Return the book as JSON has it: dates as text."""
    text = DjangoJSONEncoder().default
    return book and {field: text(value) if isinstance(value, date) else value for field, value in book.items()}


def _whole(book: Book | None) -> Book | None:
    """Return a stored book with the fields that it did not have yet, empty."""
    return book and dict.fromkeys(BOOK_FIELDS) | book


def _read(book: Book) -> Book:
    return {
        field: date.fromisoformat(value) if value and field.endswith("_on") else value for field, value in book.items()
    }
