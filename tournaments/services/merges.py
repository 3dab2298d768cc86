"""Two members who are one: everything that named either names the one who is kept; and parted again for 30 days."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import Player, PlayerMerge, Tournament
from tournaments.roster.listed import FIELDS
from tournaments.selectors.members import relations_to_players, tournaments_entered

from .locking import count_revisions_up_of

MERGED_FIELDS: Final = (*FIELDS, "shown")
"""What is chosen between the two."""


@transaction.atomic
def players_merge(
    *, keep: Player, gone: Player, details: Mapping[str, Any], by: User | None, at: datetime
) -> PlayerMerge:
    """Let everything that names `gone` name `keep`, who is as `details` say; `gone` is no member any more.

    Refused where both are in one tournament, for then they are two.
    """
    keep, gone = _locked(keep.pk, gone.pk)
    _refuse_together(keep, gone)
    was = _fields_of(gone) | {"forgotten": gone.forgotten}
    merge = PlayerMerge(kept=keep, gone=gone.pk, made_at=at, made_by=by, fields=was)
    before = _fields_of(keep)
    merge.moved = [[model._meta.label, column, keys] for model, column, keys in _point(gone.pk, keep.pk)]
    # Whoever was merged into the one who goes is not parted any more, but is still found by who is forgotten.
    PlayerMerge.objects.filter(kept=gone).update(kept=keep, fields={}, changed={}, moved=[])
    # A card is one person's, and may be the other's from now on.
    gone.delete()
    for name in MERGED_FIELDS:
        setattr(keep, name, details[name])
    keep.full_clean()
    keep.save()
    after = _fields_of(keep)
    merge.changed = {name: [before[name], after[name]] for name in MERGED_FIELDS if before[name] != after[name]}
    merge.save()
    count_revisions_up_of([keep.pk])
    return merge


@transaction.atomic
def players_part(*, merge: PlayerMerge, at: datetime) -> Player:
    """Two members again, as they were: refused after 30 days, and where the kept one was changed since."""
    locked = PlayerMerge.objects.select_for_update().filter(pk=merge.pk).first()
    if locked is None:
        raise Refused(_("They are two already: somebody else was quicker."))
    merge = locked
    keep = Player.objects.select_for_update().get(pk=merge.kept_id)
    if not merge.can_be_parted(at):
        raise Refused(_("This was too long ago: enter the other member anew."))
    if any(_fields_of(keep)[name] != after for name, (_before, after) in merge.changed.items()):
        raise Refused(_("%(player)s was changed since: put that back first.") % {"player": keep})
    for name, (before, _after) in merge.changed.items():
        setattr(keep, name, before)
    keep.full_clean()
    keep.save()
    gone = Player(pk=merge.gone, **merge.fields)
    gone.full_clean()
    gone.save(force_insert=True)
    for label, column, keys in merge.moved:
        model = apps.get_model(label)
        _set(model._base_manager.filter(pk__in=keys, **{column: keep.pk}), column, gone.pk)
    merge.delete()
    count_revisions_up_of([keep.pk, gone.pk])
    return gone


def merges_of(player: Player, *, at: datetime) -> list[PlayerMerge]:
    """Those that can still be parted."""
    return [merge for merge in PlayerMerge.objects.filter(kept=player) if merge.can_be_parted(at)]


def merges_forget(player: Player, nobody: Mapping[str, Any]) -> None:
    """Take out of merges and histories what the member was called under the other names."""
    merges = PlayerMerge.objects.filter(kept=player)
    Player.history.filter(id__in=list(merges.values_list("gone", flat=True))).update(**nobody)
    merges.update(fields={}, changed={}, moved=[])


def _locked(*keys: int) -> list[Player]:
    """In the order asked for; locked in that of their keys, so that two merges never wait for each other."""
    found = {player.pk: player for player in Player.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    if len(found) < len(keys):
        raise Refused(_("One of the two is no member any more. Look at the list again."))
    return [found[key] for key in keys]


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
    """Everything that names the one names the other; what that was."""
    for model, column in relations_to_players():
        if model is PlayerMerge:
            continue
        rows = model._base_manager.filter(**{column: old}).order_by("pk")
        keys = _set(rows, column, new)
        if keys:
            yield model, column, keys


def _set(rows: Any, column: str, key: int) -> list[int]:
    """Row by row, so that their histories tell of it."""
    keys = []
    for row in rows:
        setattr(row, column, key)
        row.save()
        keys.append(row.pk)
    return keys


def _fields_of(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in MERGED_FIELDS}
