"""The bulk changes of members, each with its history; run in the transaction of a slice."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from tournaments.models import Membership, MemberWord, Player
from tournaments.people.names import search_key
from tournaments.people.roster import FIELDS

from .locking import count_revisions_up_of

AT_ONCE: Final = 500  # equivalent: speed alone

Fields = Mapping[str, Any]


class MemberChange(NamedTuple):
    """A change of a member: the fields before and after."""

    key: int
    before: Fields
    after: Fields


def changes_together(changes: Sequence[MemberChange]) -> list[list[MemberChange]]:
    """Return the changes in groups that must be written together: a member gets a card that another one gives up."""
    has_now = {change.before["card"]: at for at, change in enumerate(changes) if change.before.get("card")}
    first = list(range(len(changes)))

    def root(at: int) -> int:
        while first[at] != at:
            at = first[at]
        return at

    for at, change in enumerate(changes):
        if change.after.get("card") and (holder := has_now.get(change.after["card"])) is not None:
            ends = sorted((root(at), root(holder)))
            first[ends[1]] = ends[0]
    groups: dict[int, list[MemberChange]] = {}
    for at, change in enumerate(changes):
        groups.setdefault(root(at), []).append(change)
    return list(groups.values())


def members_make(people: Iterable[Fields], *, reason: str, by: User | None) -> list[Player]:
    """Create members with these fields, in this order."""
    players = [Player(**fields) for fields in people]
    for player in players:
        player.search_name = search_key(player.full_name)
        player.clean_fields()
    created: list[Player] = bulk_create_with_history(
        players, Player, batch_size=AT_ONCE, default_user=by, default_change_reason=reason
    )
    return created


def members_change(groups: Iterable[Sequence[MemberChange]], *, reason: str, by: User | None) -> list[MemberChange]:
    """Write each group whose members still have the fields before the change. Return the changes written."""
    groups = list(groups)
    players = Player.objects.select_for_update().in_bulk([change.key for group in groups for change in group])
    written = [change for group in groups if all(_is_so(change, players) for change in group) for change in group]
    born = dict(Membership.objects.filter(pk__in=players).values_list("pk", "born_on__year"))
    for change in written:
        player = players[change.key]
        for name, value in change.after.items():
            setattr(player, name, None if name == "birth_year" and value == "" else value)
        # The book's date says more than a list's year.
        player.birth_year = born.get(player.pk) or player.birth_year
        player.search_name = search_key(player.full_name)
        player.clean_fields()
    meant = [players[change.key] for change in written]
    if meant:
        # Cards may pass from one to another: the constraint must not fail in between.
        Player.objects.filter(pk__in=[player.pk for player in meant]).update(card="")
        bulk_update_with_history(
            meant, Player, [*FIELDS, "search_name"], batch_size=AT_ONCE, default_user=by, default_change_reason=reason
        )
        count_revisions_up_of([player.pk for player in meant])
    return written


def members_remove(keys: Collection[int], *, reason: str, by: User | None) -> None:
    """Delete members without references; the database itself makes sure of that."""
    history, at = Player.history.model, timezone.now()
    rows = [
        history(
            history_date=at,
            history_user=by,
            history_change_reason=reason,
            history_type="-",
            **{field.attname: getattr(player, field.attname) for field in history.tracked_fields},
        )
        for player in Player.objects.filter(pk__in=keys)
    ]
    MemberWord.objects.filter(player__in=keys).delete()
    # One by one, each deletion would query every table with a reference to members.
    gone = Player.objects.filter(pk__in=keys)
    gone._raw_delete(gone.db)
    history.objects.bulk_create(rows, batch_size=AT_ONCE)


def _is_so(change: MemberChange, players: Mapping[int, Player]) -> bool:
    player = players.get(change.key)
    return player is not None and all((getattr(player, name) or "") == value for name, value in change.before.items())
