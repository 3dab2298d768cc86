"""Evenings that repeat: their days, and what has become of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import QuerySet

from tournaments.models import EveningSeries, SeriesDay, Tournament

SHOWN_AHEAD = timedelta(weeks=10)
"""The days of a series are listed so far, or as far as tournaments are made ahead; those left out in any case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesDayView:
    """A day of an evening that repeats."""

    date: date
    tournament: Tournament | None
    """The tournament of that day; None if it is left out, or not made yet."""
    is_left_out: bool
    has_people: bool
    """Whether somebody has entered, or the evening has begun."""
    is_of_rule: bool
    """Whether the rule still gives that day."""


def series_listed() -> QuerySet[EveningSeries]:
    """Return the evenings that repeat, by name. One query."""
    return EveningSeries.objects.all()


def days_of(series: EveningSeries, today: date) -> list[SeriesDayView]:
    """Return the days from today on: those of the rule, and those with a tournament or left out. Four queries."""
    until = today + max(SHOWN_AHEAD, timedelta(weeks=series.weeks_ahead))
    of_rule = set(series.rule.days(today, until))
    rows = {row.date: row for row in series.days.filter(date__gte=today).select_related("tournament")}
    here = {day: evening for day, row in rows.items() if (evening := evening_of(row)) is not None}
    peopled = with_people(here.values())
    return [
        SeriesDayView(
            date=day,
            tournament=here.get(day),
            is_left_out=day in rows and day not in here,
            has_people=day in here and here[day].pk in peopled,
            is_of_rule=day in of_rule,
        )
        for day in sorted(of_rule | rows.keys())
    ]


def evening_of(row: SeriesDay) -> Tournament | None:
    """Return the tournament of the day, None if it is left out or its tournament was deleted."""
    return None if row.tournament is None or row.tournament.deleted_at is not None else row.tournament


def with_people(tournaments: Iterable[Tournament]) -> set[int]:
    """Return the keys of the tournaments in which somebody has entered, or that have begun. Three queries."""
    by_key = {tournament.pk: tournament for tournament in tournaments}
    found = {key for key, row in by_key.items() if row.state != Tournament.State.REGISTRATION}
    for name in ("pairs", "singles", "entries"):
        entered = Tournament.objects.filter(pk__in=by_key, **{f"{name}__isnull": False}).order_by()
        found.update(entered.values_list("pk", flat=True))
    return found


def last_of(series: EveningSeries, before: date) -> Tournament | None:
    """Return the tournament whose settings the next evening gets: the last of the series before that day.

    Without one it is the tournament that the series was made from, or None if that was deleted.
    """
    made = Tournament.objects.filter(series_day__series=series, series_day__date__lt=before)
    like = Tournament.objects.filter(pk=series.like_id or 0)
    return made.order_by("-series_day__date").first() or like.first()
