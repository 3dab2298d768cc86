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


@transaction.atomic
def club_show_players(*, shown: bool) -> Club:
    """Whether everybody may read what players have done; the pages of pairs, which lead there, learn of it."""
    club, _created = Club.objects.get_or_create(pk=1)
    if club.players_public != shown:
        club.players_public = shown
        club.save()
        Tournament.objects.update(revision=F("revision") + 1)
    return club
