"""Tournaments deleted: put away for a while, in which they can be brought back, and then deleted for good."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import NO_ADDRESS, Tournament

from .locking import count_revision_up, lock_tournament
from .tournaments import free_slug

KEPT_FOR = timedelta(days=30)
"""So long a tournament can be brought back."""


@transaction.atomic
def tournament_delete(*, tournament: Tournament, by: User | None, at: datetime) -> Tournament:
    """Put a tournament away: from now on it is as if there were none, but for `tournament_bring_back`."""
    tournament = lock_tournament(tournament.pk, editable=False)
    tournament.deleted_at, tournament.deleted_by = at, by
    tournament.slug = f"{tournament.slug}{NO_ADDRESS}{tournament.pk}"
    tournament.save()
    return tournament


@transaction.atomic
def tournament_bring_back(*, tournament: Tournament) -> Tournament:
    """Let it be as it was before it was deleted; under another address where its own is another tournament's by now."""
    tournament = _lock_put_away(tournament)
    before = tournament.slug.partition(NO_ADDRESS)[0]
    taken = Tournament.objects.filter(slug=before).exists()
    tournament.slug = free_slug(before) if taken else before
    tournament.deleted_at = tournament.deleted_by = None
    try:
        with transaction.atomic():
            tournament.save()
    except IntegrityError as error:
        raise Refused(_("Several tournaments of this name are being made at this moment: try again.")) from error
    # What it shows may have changed meanwhile: a player's name, the club's.
    count_revision_up(tournament)
    return tournament


@transaction.atomic
def tournament_delete_for_good(*, tournament: Tournament) -> None:
    """Delete what was put away: names, slips and results. Its history stays."""
    tournament = _lock_put_away(tournament)
    tournament.rounds.all().delete()
    tournament.delete()


def tournaments_delete_old(*, at: datetime) -> int:
    """Delete for good what has been put away for `KEPT_FOR`; how many they were."""
    deleted = 0
    for tournament in Tournament.everything.filter(deleted_at__lt=at - KEPT_FOR):
        # Another process of a server may be at it.
        with suppress(Refused):
            tournament_delete_for_good(tournament=tournament)
            deleted += 1
    return deleted


def _lock_put_away(tournament: Tournament) -> Tournament:
    put_away = Tournament.everything.select_for_update().filter(pk=tournament.pk, deleted_at__isnull=False).first()
    if put_away is None:
        raise Refused(_("It is not among the deleted tournaments any more: somebody else was faster."))
    return put_away
