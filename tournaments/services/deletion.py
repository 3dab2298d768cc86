"""The deletion of tournaments: they can be restored for a while, and are then deleted for good."""

from contextlib import suppress
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import NO_ADDRESS, Tournament
from tournaments.records.retention import TOURNAMENTS_RESTORED_WITHIN

from .locking import count_revision_up, lock_tournament
from .tournaments import SLUG_TAKEN, free_slug


@transaction.atomic
def tournament_delete(*, tournament: Tournament, by: User | None, at: datetime) -> Tournament:
    """Delete a tournament; only `tournament_bring_back` still finds it."""
    tournament = lock_tournament(tournament.pk, editable=False)
    tournament.deleted_at, tournament.deleted_by = at, by
    tournament.slug = f"{tournament.slug}{NO_ADDRESS}{tournament.pk}"
    tournament.save()
    return tournament


@transaction.atomic
def tournament_bring_back(*, tournament: Tournament) -> Tournament:
    """Restore a deleted tournament, under another address if its own is in use by now."""
    tournament = _lock_put_away(tournament)
    before = tournament.slug.partition(NO_ADDRESS)[0]
    taken = Tournament.objects.filter(slug=before).exists()
    tournament.slug = free_slug(before) if taken else before
    tournament.deleted_at = tournament.deleted_by = None
    try:
        with transaction.atomic():
            tournament.save()
    except IntegrityError as error:
        raise Refused(str(SLUG_TAKEN)) from error
    # The names that it shows, of a player or of the club, may have changed meanwhile.
    count_revision_up(tournament)
    return tournament


@transaction.atomic
def tournament_delete_for_good(*, tournament: Tournament) -> None:
    """Delete a deleted tournament for good: names, slips and results. Its history stays."""
    tournament = _lock_put_away(tournament)
    tournament.rounds.all().delete()
    tournament.delete()


def tournaments_delete_old(*, at: datetime) -> int:
    """Delete for good the tournaments deleted more than `TOURNAMENTS_RESTORED_WITHIN` ago. Return their number."""
    deleted = 0
    for tournament in Tournament.everything.filter(deleted_at__lt=at - TOURNAMENTS_RESTORED_WITHIN):
        # Another process of the server may be deleting them, too.
        with suppress(Refused):
            tournament_delete_for_good(tournament=tournament)
            deleted += 1
    return deleted


def _lock_put_away(tournament: Tournament) -> Tournament:
    put_away = Tournament.everything.select_for_update().filter(pk=tournament.pk, deleted_at__isnull=False).first()
    if put_away is None:
        raise Refused(
            _("It is no longer among the deleted tournaments: somebody else has just restored or deleted it.")
        )
    return put_away
