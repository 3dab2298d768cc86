"""The traces of a member: the names, contacts and cards by which anything written about them is found."""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import Q

from tournaments.models import Player, PlayerMerge
from tournaments.people.names import name_key
from tournaments.people.traces import NameEver, Traces, marks_of

HistoryRow = tuple[int, str, str, str, str]
"""A row of a member's history: key, last name, first name, contact, card."""
HISTORY_FIELDS = ("id", "last_name", "first_name", "contact", "card")


def traces_of(player: Player) -> Traces:
    """Return the names, contacts and cards of a member, of members merged into them, and of undone imports.

    The undoing of an import leaves histories of people who are no longer members. One with the member's name or card is
    the member's.
    """
    merged = PlayerMerge.objects.filter(kept=player).values_list("gone", flat=True)
    keys = {player.pk, *merged}
    rows = list(Player.history.filter(id__in=keys).values_list(*HISTORY_FIELDS))
    rows.append((player.pk, player.last_name, player.first_name, player.contact, player.card))
    rows += _of_the_same(rows, _nobody_now(keys))
    names = _names(rows)
    called = {key for name in names for key in (name.key, name_key(name.last))}
    shared, marks = _others(player, called)
    own = marks_of((row[3] for row in rows), (row[4] for row in rows))
    return Traces(
        keys=frozenset(row[0] for row in rows) | keys,
        names=frozenset(names),
        shared=frozenset(shared),
        marks=frozenset(own - marks),
    )


def _names(rows: Iterable[HistoryRow]) -> set[NameEver]:
    return {NameEver(last, first) for _key, last, first, _contact, _card in rows if last}


def _of_the_same(own: Sequence[HistoryRow], others: Iterable[HistoryRow]) -> list[HistoryRow]:
    """Return the rows of those who share a name or a card with the member, or with one another."""
    by_key: dict[int, list[HistoryRow]] = {}
    for row in others:
        by_key.setdefault(row[0], []).append(row)
    found: list[HistoryRow] = []
    newly = list(own)
    while newly:
        names, cards = _keys(newly), {row[4] for row in newly if row[4]}
        met = [key for key, rows in by_key.items() if {row[4] for row in rows} & cards or _keys(rows) & names]
        newly = [row for key in met for row in by_key.pop(key)]
        found += newly
    return found


def _keys(rows: Iterable[HistoryRow]) -> set[str]:
    return {name.key for name in _names(rows)}


def _nobody_now(keys: Collection[int]) -> Iterable[HistoryRow]:
    """Return the history rows of people who are no longer members and were not merged."""
    here = Q(id__in=Player.objects.values("pk")) | Q(id__in=PlayerMerge.objects.values("gone")) | Q(id__in=keys)
    rows: Iterable[HistoryRow] = Player.history.exclude(here).values_list(*HISTORY_FIELDS).iterator()
    return rows


def _others(player: Player, names: set[str]) -> tuple[set[str], set[str]]:
    """Return the names that others have, too, and the contacts and cards of others."""
    others = Player.objects.exclude(pk=player.pk).filter(forgotten=False)
    shared, contacts, cards = set[str](), [], []
    for last, first, contact, card in others.values_list("last_name", "first_name", "contact", "card").iterator():
        shared |= {NameEver(last, first).key, name_key(last)} & names
        contacts.append(contact)
        cards.append(card)
    return shared, marks_of(contacts, cards)
