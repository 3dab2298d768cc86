"""The bulk changes of members and of their book, each with its history; run in the transaction of a slice."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from tournaments.models import Membership, MemberWord, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.people.names import search_key
from tournaments.people.roster import FIELDS
from tournaments.selectors.people_imports import plain

from .locking import count_revisions_up_of
from .memberships import BLANK, lock_numbers

AT_ONCE: Final = 500  # equivalent: speed alone
ONLY_ONES: Final = ("card", "number")
"""The fields that no two members have alike, and that may pass from one to another."""

Fields = Mapping[str, Any]


class MemberChange(NamedTuple):
    """A change of a member: the fields before and after, dates as text; an empty text for nothing."""

    key: int
    before: Fields
    after: Fields


def changes_together(changes: Sequence[MemberChange]) -> list[list[MemberChange]]:
    """Return the changes in groups that must be written together: a member gets a card that another one gives up.

    So with the number in the book.
    """
    has_now = {
        (name, change.before[name]): at
        for at, change in enumerate(changes)
        for name in ONLY_ONES
        if change.before.get(name)
    }
    first = list(range(len(changes)))

    def root(at: int) -> int:
        while first[at] != at:
            at = first[at]
        return at

    for at, change in enumerate(changes):
        for name in ONLY_ONES:
            if change.after.get(name) and (holder := has_now.get((name, change.after[name]))) is not None:
                first[root(at)] = root(holder)
    groups: dict[int, list[MemberChange]] = {}
    for at, change in enumerate(changes):
        groups.setdefault(root(at), []).append(change)
    return list(groups.values())


def members_make(people: Iterable[Fields], *, reason: str, by: User | None) -> list[Player]:
    """Create members with these fields, in this order, and write in the book what the fields say of it."""
    people = list(people)
    players = [Player(**{name: value for name, value in fields.items() if name in FIELDS}) for fields in people]
    for player in players:
        player.search_name = search_key(player.full_name)
        player.clean_fields()
    created: list[Player] = bulk_create_with_history(
        players, Player, batch_size=AT_ONCE, default_user=by, default_change_reason=reason
    )
    _write_books(
        {player.pk: _book_in(fields) for player, fields in zip(created, people, strict=True)}, {}, reason=reason, by=by
    )
    return created


def members_change(groups: Iterable[Sequence[MemberChange]], *, reason: str, by: User | None) -> list[MemberChange]:
    """Write each group whose members still have the fields before the change. Return the changes written.

    A group that would give somebody another's card or number, or let somebody leave before being admitted, is left
    out, too.
    """
    groups = list(groups)
    players = Player.objects.select_for_update().in_bulk([change.key for group in groups for change in group])
    books = Membership.objects.select_for_update().in_bulk(list(players))
    held = _holders([change for group in groups for change in group])
    written = [
        change
        for group in groups
        if all(_is_so(change, players, books) and _ends_after_it_began(change, books) for change in group)
        and not _takes_anothers(group, held)
        for change in group
    ]
    for change in written:
        player = players[change.key]
        for name in FIELDS:
            if name in change.after:
                value = change.after[name]
                setattr(player, name, None if name == "birth_year" and value == "" else value)
        # The book's date says more than a list's year.
        born_on = _book_in(change.after).get("born_on", getattr(books.get(player.pk), "born_on", None))
        player.birth_year = born_on.year if born_on else player.birth_year
        player.search_name = search_key(player.full_name)
        player.clean_fields()
    meant = [players[change.key] for change in written]
    if meant:
        # Cards may pass from one to another: the constraint must not fail in between. Their words are written below.
        Player._base_manager.filter(pk__in=[player.pk for player in meant]).update(card="")
        # For each column Django writes a condition for each member.
        named = {"card", "birth_year", "search_name"}.union(*(change.after for change in written))
        columns = [name for name in (*FIELDS, "search_name") if name in named]
        bulk_update_with_history(
            meant, Player, columns, batch_size=AT_ONCE, default_user=by, default_change_reason=reason
        )
        _write_books({change.key: _book_in(change.after) for change in written}, books, reason=reason, by=by)
        count_revisions_up_of([player.pk for player in meant])
    return written


def members_remove(keys: Collection[int], *, reason: str, by: User | None) -> None:
    """Delete members without references beside the book; the database itself makes sure of that."""
    _remove(Membership.objects.filter(pk__in=keys), reason=reason, by=by)
    MemberWord.objects.filter(player__in=keys).delete()
    _remove(Player.objects.filter(pk__in=keys), reason=reason, by=by)


def _write_books(said: Mapping[int, Fields], books: Mapping[int, Membership], *, reason: str, by: User | None) -> None:
    """Write in the book what is said of each member; a book of which nothing is left is deleted."""
    said = {key: fields for key, fields in said.items() if fields}
    if any(fields.get("number") for fields in said.values()):
        lock_numbers()
    meant = [books.get(key) or Membership(player_id=key) for key in said]
    for book in meant:
        for name, value in said[book.pk].items():
            setattr(book, name, value)
        book.clean_fields(exclude=["player"])
    here = [book for book in meant if book.pk in books]
    # Numbers pass from one to another as cards do.
    Membership.objects.filter(pk__in=[book.pk for book in here]).update(number=None)
    blank = {book.pk for book in meant if all(getattr(book, name) == value for name, value in BLANK.items())}
    kept = [book for book in here if book.pk not in blank]
    if kept:
        bulk_update_with_history(
            kept, Membership, BOOK_FIELDS, batch_size=AT_ONCE, default_user=by, default_change_reason=reason
        )
    _remove(Membership.objects.filter(pk__in=blank), reason=reason, by=by)
    if new := [book for book in meant if book.pk not in books and book.pk not in blank]:
        bulk_create_with_history(new, Membership, batch_size=AT_ONCE, default_user=by, default_change_reason=reason)


def _remove(rows: "QuerySet[Any]", *, reason: str, by: User | None) -> None:
    """Delete the rows, and write it in their history."""
    model: Any = rows.model
    history, at = model.history.model, timezone.now()
    records = [
        history(
            history_date=at,
            history_user=by,
            history_change_reason=reason,
            history_type="-",
            **{field.attname: getattr(row, field.attname) for field in history.tracked_fields},
        )
        for row in rows
    ]
    # One by one, each deletion would query every table with a reference to members.
    rows._raw_delete(rows.db)
    history.objects.bulk_create(records, batch_size=AT_ONCE)


def _book_in(fields: Fields) -> dict[str, Any]:
    """Return the fields of the book as its model has them."""
    return {
        name: (date.fromisoformat(value) if name.endswith("_on") else value) if value != "" else BLANK[name]
        for name, value in fields.items()
        if name in BOOK_FIELDS
    }


def _is_so(change: MemberChange, players: Mapping[int, Player], books: Mapping[int, Membership]) -> bool:
    player, book = players.get(change.key), books.get(change.key)
    return player is not None and all(
        plain(getattr(player if name in FIELDS else book, name, None)) == value for name, value in change.before.items()
    )


def _ends_after_it_began(change: MemberChange, books: Mapping[int, Membership]) -> bool:
    """Return whether the member would not leave before being admitted; both are text as ISO 8601 has it."""
    book = books.get(change.key)
    admitted, left = (change.after.get(name, plain(getattr(book, name, None))) for name in ("admitted_on", "left_on"))
    return not left or bool(admitted <= left)


def _holders(changes: Collection[MemberChange]) -> dict[tuple[str, Any], int]:
    """Return who has now the cards and numbers that the changes give, by the field and its value."""
    given = {name: [change.after[name] for change in changes if change.after.get(name)] for name in ONLY_ONES}
    players = Player.objects.filter(card__in=given["card"]).values_list("card", "pk")
    books = Membership.objects.filter(number__in=given["number"]).values_list("number", "pk")
    cards = {("card", card): key for card, key in players}
    return cards | {("number", number): key for number, key in books}


def _takes_anothers(group: Sequence[MemberChange], held: Mapping[tuple[str, Any], int]) -> bool:
    """Return whether a change gives the card or the number of a member who is not in the group."""
    keys = {change.key for change in group}
    return any(
        held.get((name, change.after.get(name)), change.key) not in keys for change in group for name in ONLY_ONES
    )
