"""The club: its name, its address, and the features that are on."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db import transaction
from django.db.models import F

from tournaments.models import Club, Tournament
from tournaments.records import LineNames


@transaction.atomic
def club_rename(*, name: str) -> Club:
    """Give the club its name, which every page and sheet of every tournament shows."""
    club, _created = Club.objects.update_or_create(pk=1, defaults={"name": name})
    Tournament.objects.update(revision=F("revision") + 1)
    return club


@transaction.atomic
def club_set_address(*, address: str) -> Club:
    """Set the address at which people at home reach the program.

    Every page and sheet with a link or QR code follows.
    """
    club, _created = Club.objects.get_or_create(pk=1)
    if club.address != address:
        club.address = address
        club.full_clean()
        club.save()
        Tournament.objects.update(revision=F("revision") + 1)
    return club


def club_show_players(*, shown: bool) -> Club:
    """Make players' pages public or not; the pages of pairs, which link to them, follow."""
    return club_set("players_public", shown)


def club_let_accounts_in(*, allowed: bool) -> Club:
    """Choose whether accounts with a second factor may come in by the line that puts the club on the web."""
    return club_set("accounts_online", allowed)


def club_keep_till(*, keeps: bool) -> Club:
    """Turn the club's till on or off; what was recorded before is kept, but not shown."""
    return club_set("till", keeps)


def club_name_lines(*, names: LineNames) -> Club:
    """Choose what the two lines of a table are called, on every page, sheet and phone."""
    return club_set("lines", names.value)


def club_choose_language(*, language: str) -> Club:
    """Choose the language that the program begins with, as the code of one that it has."""
    return club_set("language", "" if language == settings.LANGUAGE_CODE else language)


def club_be_framed_by(*, sites: Sequence[str]) -> Club:
    """Choose the sites that may show the ranking and the calendar in a frame; none for every site."""
    return club_set("framed_by", " ".join(sites))


@transaction.atomic
def club_set_privacy(*, facts: Mapping[str, str | int | None]) -> Club:
    """Say who keeps the data, whom to ask and whom to complain to, and when the data of who left are deleted."""
    club, _created = Club.objects.select_for_update().get_or_create(pk=1)
    if any(getattr(club, field) != value for field, value in facts.items()):
        for field, value in facts.items():
            setattr(club, field, value)
        club.full_clean()
        club.save()
    return club


@transaction.atomic
def club_set(field: str, value: bool | str) -> Club:
    """Set a setting of the club that the pages of every tournament show."""
    club, _created = Club.objects.get_or_create(pk=1)
    if getattr(club, field) != value:
        setattr(club, field, value)
        club.save()
        Tournament.objects.update(revision=F("revision") + 1)
    return club
