"""Whose installation this is."""

from django.db import transaction
from django.db.models import F

from tournaments.models import Club, Tournament


@transaction.atomic
def club_rename(*, name: str) -> Club:
    """Give the club its name, which every page and sheet of every tournament shows."""
    club, _created = Club.objects.update_or_create(pk=1, defaults={"name": name})
    Tournament.objects.update(revision=F("revision") + 1)
    return club
