"""Evenings that repeat: their rule, the tournaments made ahead, the days left out, and evenings called off.

Whatever makes tournaments locks the row of the series first, and writes a row for each day, of which the database keeps
one: asked twice, or by two at once, it makes nothing twice.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import EveningSeries, SeriesDay, Tournament
from tournaments.people.names import tidy
from tournaments.records.evening_rules import name_without_number, next_name
from tournaments.selectors.evening_series import evening_of, last_of, with_people
from tournaments.selectors.seasons import seasons_with
from tournaments.wording.figures import spoken_date

from .deletion import tournament_delete
from .locking import count_revision_up, lock_tournament
from .mails import mails_of_called_off
from .similar_tournament import tournament_another
from .tournaments import tournament_change, tournament_create

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesChange:
    """What the change of a rule has done to the evenings that were made already."""

    series: EveningSeries
    kept: tuple[Tournament, ...]
    """Evenings with people in them, which stay as they are though the rule says otherwise."""
    removed: tuple[Tournament, ...]
    """Empty evenings on days that the rule no longer gives, now among the deleted tournaments."""
    made: tuple[Tournament, ...]


@transaction.atomic
def series_create(*, details: Mapping[str, Any], like: Tournament | None, at: datetime) -> EveningSeries:
    """Begin an evening that repeats, and make its first tournaments.

    The tournament that it is like is its evening of that day, if the rule gives the day.
    """
    series = _checked(EveningSeries(**details, like=like))
    series.save()
    if like is not None and not SeriesDay.objects.filter(tournament=like).exists() and _gives(series, like.date):
        SeriesDay.objects.create(series=series, date=like.date, tournament=_with_time(series, like))
    _make_ahead(series, timezone.localdate(at))
    return series


@transaction.atomic
def series_change(*, series: EveningSeries, details: Mapping[str, Any], by: User | None, at: datetime) -> SeriesChange:
    """Change the rule. Evenings with people in them stay; empty ones follow it, or are deleted."""
    series, today = _locked(series), timezone.localdate(at)
    before = (series.starts_at, series.venue)
    for name, value in details.items():
        setattr(series, name, value)
    _checked(series).save()
    rows = [row for row in series.days.filter(date__gte=today).select_related("tournament") if evening_of(row)]
    peopled = with_people(row.tournament for row in rows if row.tournament)  # equivalent `True`: these have one
    kept, removed = [], []
    for row in rows:
        evening, is_given = row.tournament, _gives(series, row.date)
        assert evening is not None
        if evening.pk in peopled or evening.called_off_at is not None:
            if not is_given or before != (series.starts_at, series.venue):
                kept.append(evening)
        elif is_given:
            _set_time_and_place(series, evening)
        else:
            removed.append(tournament_delete(tournament=evening, by=by, at=at))
            row.delete()
    made = _make_ahead(series, today)
    return SeriesChange(series=series, kept=tuple(kept), removed=tuple(removed), made=tuple(made))


@transaction.atomic
def series_end(*, series: EveningSeries) -> None:
    """End an evening that repeats; its tournaments stay."""
    _locked(series).delete()


@transaction.atomic
def series_leave_out(*, series: EveningSeries, date: date, by: User | None, at: datetime) -> None:
    """Leave a day out. An empty evening of that day is deleted; one with people in it has to be called off."""
    series = _locked(series)
    row = series.days.filter(date=date).select_related("tournament").first()
    if row is None:
        if not _gives(series, date):
            raise Refused(_("%(day)s is not an evening of this rule.") % {"day": spoken_date(date).capitalize()})
        SeriesDay.objects.create(series=series, date=date)
        return
    evening = evening_of(row)
    if evening is None:
        return
    if with_people([evening]):
        raise Refused(
            _("Somebody has already entered “%(tournament)s”: call it off on its own page.") % {"tournament": evening}
        )
    tournament_delete(tournament=evening, by=by, at=at)


@transaction.atomic
def series_take_back(*, series: EveningSeries, date: date, at: datetime) -> None:
    """Let an evening take place on a day that was left out."""
    series = _locked(series)
    row = series.days.filter(date=date).select_related("tournament").first()
    if row is not None and evening_of(row) is None:
        row.delete()
    _make_ahead(series, timezone.localdate(at))


@transaction.atomic
def series_make_ahead(*, series: EveningSeries, at: datetime) -> list[Tournament]:
    """Make the tournaments of the coming weeks that are not there yet, and return them."""
    return _make_ahead(_locked(series), timezone.localdate(at))


def evenings_make_ahead(*, at: datetime) -> int:
    """Make the tournaments of the coming weeks for every evening that repeats. Return their number."""
    made = 0
    for series in EveningSeries.objects.all():
        try:
            made += len(series_make_ahead(series=series, at=at))
        except Refused as refusal:
            log.warning("no evening was made ahead for “%s”: %s", series, refusal.message)
    return made


@transaction.atomic
def evening_call_off(*, tournament: Tournament, at: datetime) -> Tournament:
    """Call an evening off: it stays announced as called off, and nobody can enter any more."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.REGISTRATION:
        raise Refused(_("The tournament has begun: it can no longer be called off."))
    called_off = _set_called_off(tournament, at)
    mails_of_called_off(called_off)
    return called_off


@transaction.atomic
def evening_reinstate(*, tournament: Tournament) -> Tournament:
    """Let an evening that was called off take place after all."""
    return _set_called_off(lock_tournament(tournament.pk, editable=False), None)


def _set_called_off(tournament: Tournament, at: datetime | None) -> Tournament:
    tournament.called_off_at = at
    tournament.save()
    count_revision_up(tournament)
    return tournament


def _locked(series: EveningSeries) -> EveningSeries:
    found = EveningSeries.objects.select_for_update().filter(pk=series.pk).first()
    if found is None:
        raise Refused(_("This evening no longer repeats: somebody else has just ended it."))
    return found


def _checked(series: EveningSeries) -> EveningSeries:
    series.name, series.venue = tidy(series.name), tidy(series.venue)
    rule = series.rule
    if not rule.begins_with_first:
        raise Refused(
            _(
                "%(day)s is not such a day of its month: choose another first evening, or “on the last such day of the"
                " month” for a day that comes a fifth time."
            )
            % {"day": spoken_date(rule.first).capitalize()}
        )
    if rule.until is not None and rule.until < rule.first:
        raise Refused(_("The last day is before the first evening."))
    series.full_clean()
    return series


def _gives(series: EveningSeries, day: date) -> bool:
    return series.rule.days(day, day) == [day]


def _make_ahead(series: EveningSeries, today: date) -> list[Tournament]:
    days = series.rule.days(today, today + timedelta(weeks=series.weeks_ahead))
    done = set(series.days.filter(date__in=days).values_list("date", flat=True))
    made = []
    for day in days:
        if day not in done:
            like = last_of(series, day)
            tournament = _made_by_hand(series, like, day) or _evening(series, like, day)
            SeriesDay.objects.create(series=series, date=day, tournament=tournament)
            made.append(tournament)
    return made


def _made_by_hand(series: EveningSeries, like: Tournament | None, day: date) -> Tournament | None:
    """Return the tournament of that day with the name that the next one would have, up to its number, or None."""
    wanted = name_without_number(like.name if like else series.name)
    others = Tournament.objects.filter(date=day, series_day__isnull=True).order_by("pk")
    found = next((other for other in others if name_without_number(other.name) == wanted), None)
    return found and _with_time(series, found)


def _with_time(series: EveningSeries, tournament: Tournament) -> Tournament:
    """Give a tournament made by hand the hour of the series if it has none and has not begun."""
    has_begun = tournament.state != Tournament.State.REGISTRATION
    if tournament.starts_at is not None or tournament.called_off_at is not None or has_begun:
        return tournament
    return tournament_change(tournament=tournament, changes={"starts_at": series.starts_at})


def _evening(series: EveningSeries, like: Tournament | None, day: date) -> Tournament:
    """Return a new tournament for the day, like the last one, in the seasons in which that one counts."""
    if like is None:
        return tournament_create(name=series.name, date=day, starts_at=series.starts_at, venue=series.venue)
    seasons = [season.pk for season in seasons_with(like)]
    facts: dict[str, Any] = {"like": like, "name": next_name(like.name), "date": day}
    try:
        tournament = tournament_another(**facts, seasons=seasons)
    except Refused:
        # The season is full, or was deleted meanwhile; the evening takes place all the same.
        tournament = tournament_another(**facts)
    return _set_time_and_place(series, tournament)


def _set_time_and_place(series: EveningSeries, tournament: Tournament) -> Tournament:
    return tournament_change(tournament=tournament, changes={"starts_at": series.starts_at, "venue": series.venue})
