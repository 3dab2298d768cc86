"""A new tournament like an earlier one: the same settings, and the entrants who come again."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.models import EntryTerms, Season, SpecialPrize, TillTerms, Tournament
from tournaments.records import Kind
from tournaments.selectors.pair_lists import who_may_come_again

from .entries import entry_terms_set
from .pairs import pair_change, pairs_add_many
from .seasons import season_go_on
from .singles import single_add
from .till import special_prize_add, till_terms_set
from .tournaments import SETTINGS, tournament_create

COPIED = SETTINGS - {"name", "date", "seed"}
"""The settings to copy; a new draw needs its own seed."""
ENTRY_TERMS_COPIED = ("is_open", "places", "without_yes", "list_shown")
TILL_TERMS_COPIED = ("fee", "per", "reductions", "fund_percent", "fund_amount", "shares", "rounding")


@transaction.atomic
def tournament_another(
    *,
    like: Tournament,
    name: str,
    date: date,
    pairs: Collection[int] = (),
    singles: Collection[int] = (),
    seasons: Collection[int] = (),
) -> Tournament:
    """Create a tournament like that one; `pairs` are numbers of pairs that come again, `singles` keys of players.

    `seasons` are the keys of seasons that count that tournament and will count this one.

    The entrants are expected, numbered from 1 in their order, with their team and fixed table.
    """
    tournament = tournament_create(name=name, date=date, **{field: getattr(like, field) for field in COPIED})
    _copy_terms(like, tournament)
    coming = who_may_come_again(like).filter(number__in=pairs)
    again = list(coming.select_related("player1", "player2", "team").order_by("number"))
    teams = [pair.team.name if pair.team else "" for pair in again]
    entered = pairs_add_many(tournament=tournament, lines=[pair.players for pair in again], teams=teams)
    for before, pair in zip(again, entered, strict=True):
        if before.fixed_table is not None:
            pair_change(pair=pair, fixed_table=before.fixed_table)
    if tournament.kind != Kind.INDIVIDUAL:
        playing = {key for pair in entered for key in pair.entered_keys}
        for single in like.singles.filter(player__in=singles).exclude(player__in=playing).select_related("player"):
            single_add(tournament=tournament, player=single.player)
    for season in Season.objects.filter(pk__in=seasons).order_by("pk"):
        season_go_on(season=season, after=like, tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def _copy_terms(like: Tournament, tournament: Tournament) -> None:
    if (entries := EntryTerms.objects.filter(tournament=like).first()) is not None:
        terms: dict[str, Any] = {field: getattr(entries, field) for field in ENTRY_TERMS_COPIED}
        closes_at = entries.closes_at and _moved(entries.closes_at, like.date, tournament.date)
        entry_terms_set(tournament=tournament, terms=terms | {"closes_at": closes_at})
    if (till := TillTerms.objects.filter(tournament=like).first()) is not None:
        till_terms_set(tournament=tournament, terms={field: getattr(till, field) for field in TILL_TERMS_COPIED})
    for prize in like.special_prizes.exclude(given_for=SpecialPrize.For.CHOSEN):
        details = {field: getattr(prize, field) for field in ("title", "given_for", "category", "cents")}
        special_prize_add(tournament=tournament, details=details)


def _moved(at: datetime, before: date, now: date) -> datetime:
    """Return the same hour of the club's clock, moved by the days between the two tournaments."""
    local = timezone.localtime(at).replace(tzinfo=None) + (now - before)
    return timezone.make_aware(local)
