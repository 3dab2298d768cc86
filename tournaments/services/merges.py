"""The merge of two members: all references to either refer to the one kept; it can be undone for 30 days."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Membership, Player, PlayerMerge, Tournament
from tournaments.people.roster import FIELDS
from tournaments.records.retention import MERGES_UNDONE_WITHIN
from tournaments.selectors.members import relations_to_players, tournaments_entered

from .locking import count_revisions_up_of
from .memberships import memberships_merge, memberships_part

MERGED_FIELDS: Final = (*FIELDS, "shown")
"""The fields whose value is chosen between the two."""


@transaction.atomic
def players_merge(
    *, keep: Player, gone: Player, details: Mapping[str, Any], by: User | None, at: datetime
) -> PlayerMerge:
    """Let all references to `gone` refer to `keep`, whose fields become `details`, and delete `gone`.

    Raise Refused if both are in one tournament, because then they are two people, or if both have paid a year's fee.
    """
    keep, gone = _locked(keep.pk, gone.pk)
    _refuse_together(keep, gone)
    was = _fields_of(gone) | {"forgotten": gone.forgotten, "book": memberships_merge(keep=keep, gone=gone)}
    merge = PlayerMerge(kept=keep, gone=gone.pk, made_at=at, made_by=by, fields=was)
    before = _fields_of(keep)
    merge.moved = [[model._meta.label, column, keys] for model, column, keys in _point(gone.pk, keep.pk)]
    # Earlier merges into `gone` can no longer be undone; they move to `keep`, so that an erasure still finds them.
    earlier = PlayerMerge.objects.filter(kept=gone)
    merge.moved.append([PlayerMerge._meta.label, "kept_id", list(earlier.values_list("pk", flat=True))])
    earlier.update(kept=keep, fields={}, changed={}, moved=[])
    # A card belongs to one member, and may be the kept one's from now on.
    gone.delete()
    for name in MERGED_FIELDS:
        setattr(keep, name, details[name])
    born_on = Membership.objects.filter(pk=keep.pk).values_list("born_on", flat=True).first()
    keep.birth_year = born_on.year if born_on else keep.birth_year
    keep.full_clean()
    keep.save()
    after = _fields_of(keep)
    merge.changed = {name: [before[name], after[name]] for name in MERGED_FIELDS if before[name] != after[name]}
    merge.save()
    count_revisions_up_of([keep.pk])
    return merge


@transaction.atomic
def players_part(*, merge: PlayerMerge, at: datetime) -> Player:
    """Undo a merge. Raise Refused after 30 days, or if the kept member has been changed since."""
    locked = PlayerMerge.objects.select_for_update().filter(pk=merge.pk).first()
    if locked is None:
        raise Refused(_("Somebody else has already undone this merge."))
    merge = locked
    keep = Player.objects.select_for_update().get(pk=merge.kept_id)
    if not merge.can_be_parted(at):
        raise Refused(_("This was too long ago: enter the other member again."))
    if any(_fields_of(keep)[name] != after for name, (_before, after) in merge.changed.items()):
        raise Refused(_("%(player)s has been changed since: undo that change first.") % {"player": keep})
    for name, (before, _after) in merge.changed.items():
        setattr(keep, name, before)
    keep.full_clean()
    keep.save()
    # The history since the merge may show the other member's data, which an erasure would then find with the wrong
    # member.
    merged = Player.history.filter(id=merge.gone, history_type="-").order_by("-history_id").values("history_id")[:1]
    Player.history.filter(id=keep.pk, history_id__gt=merged).update(**_fields_of(keep))
    book = merge.fields.pop("book", {})
    gone = Player(pk=merge.gone, **merge.fields)
    gone.full_clean()
    gone.save(force_insert=True)
    memberships_part(keep=keep, gone=gone, was=book, merged_at=merge.made_at)
    for label, column, keys in merge.moved:
        model = apps.get_model(label)
        _set(model._base_manager.filter(pk__in=keys, **{column: keep.pk}), column, gone.pk)
    merge.delete()
    count_revisions_up_of([keep.pk, gone.pk])
    return gone


def merges_of(player: Player, *, at: datetime) -> list[PlayerMerge]:
    """Return the merges of the member that can still be undone."""
    return [merge for merge in PlayerMerge.objects.filter(kept=player) if merge.can_be_parted(at)]


def merges_delete_old(*, at: datetime) -> None:
    """Erase what would undo old merges; the row stays, so that an erasure finds the other key."""
    old = PlayerMerge.objects.filter(made_at__lt=at - MERGES_UNDONE_WITHIN).exclude(fields={})
    old.update(fields={}, changed={}, moved=[])


def merges_forget(player: Player) -> None:
    """Erase the former names from the member's merges, which can no longer be undone."""
    PlayerMerge.objects.filter(kept=player).update(fields={}, changed={}, moved=[])


def _locked(*keys: int) -> list[Player]:
    """Return the members in the order given. They are locked in the order of their keys, against deadlocks."""
    players = {player.pk: player for player in Player.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    if len(players) < len(keys):
        raise Refused(_("One of the two is no longer a member. Look at the list again."))
    return [players[key] for key in keys]


def _refuse_together(keep: Player, gone: Player) -> None:
    both = tournaments_entered([keep.pk]) & tournaments_entered([gone.pk])
    if both:
        names = ", ".join(
            Tournament.everything.filter(pk__in=both).order_by("-date").values_list("name", flat=True)[:3]
        )
        raise Refused(
            _("Both are entered in %(tournaments)s: they are two people, or one of them was entered there by mistake.")
            % {"tournaments": names}
        )


def _point(old: int, new: int) -> Iterable[tuple[type[Model], str, list[int]]]:
    """Let all references to `old` refer to `new`, and yield what was changed."""
    for model, column in relations_to_players():
        if model in (PlayerMerge, Membership):
            continue
        rows = model._base_manager.filter(**{column: old}).order_by("pk")
        keys = _set(rows, column, new)
        if keys:
            yield model, column, keys


def _set(rows: Any, column: str, key: int) -> list[int]:
    """Save the rows one by one, so that their histories record it."""
    keys = []
    for row in rows:
        setattr(row, column, key)
        row.save()
        keys.append(row.pk)
    return keys


def _fields_of(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in MERGED_FIELDS}
