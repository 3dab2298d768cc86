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


def club_show_players(*, shown: bool) -> Club:
    """Whether everybody may read what players have done; the pages of pairs, which lead there, learn of it."""
    return _switch("players_public", shown)


def club_keep_till(*, keeps: bool) -> Club:
    """Whether the club keeps a till; what was kept before stays, unseen."""
    return _switch("till", keeps)


@transaction.atomic
def _switch(field: str, on: bool) -> Club:
    """Turn something of the club on or off that the pages of every tournament show."""
    club, _created = Club.objects.get_or_create(pk=1)
    if getattr(club, field) != on:
        setattr(club, field, on)
        club.save()
        Tournament.objects.update(revision=F("revision") + 1)
    return club
