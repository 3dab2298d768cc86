"""The club's evenings as calendars want them, each with what tells a calendar that it has changed."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, Max, Min, Q

from tournaments.models import Club, Entry, EntryTerms, Pair, SpecialPrize, TillTerms, Tournament
from tournaments.models.tournaments import NO_ADDRESS
from tournaments.records.defaults import usual_minutes

from .entries import ComingTournament, coming_in_public

KEPT_IN_CALENDARS = timedelta(days=60)
"""For this time an evening stays in the club's calendar: one that is past, or that was deleted for good."""
MOST_EVENINGS = 500
SHOWN_OF_AN_EVENING = (EntryTerms, TillTerms, SpecialPrize, Pair, Entry)
"""The models whose rows change what a calendar says of an evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningStamp:
    """The state of an evening, from the histories, which outlive it."""

    created: datetime
    changed: datetime
    changes: int
    """The number of its changes so far, which only grows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvening:
    """An evening for a calendar."""

    key: int
    stamp: EveningStamp
    slug: str
    """Its address, which a deleted one no longer has."""
    name: str
    date: date
    starts_at: time | None
    minutes: int
    """The minutes of all its rounds."""
    venue: str
    is_cancelled: bool
    coming: ComingTournament | None
    """What everybody may know of it before it begins; None for a past or cancelled one."""


def calendar_evenings(today: date, at: datetime) -> list[CalendarEvening]:
    """Return the evenings of the club's calendar, by day: past ones, those to come, and the deleted ones as cancelled.

    At most 18 queries, for any number of evenings.
    """
    lately = Q(date__gte=today - KEPT_IN_CALENDARS)
    rows = list(Tournament.everything.filter(lately).order_by("-date", "-pk")[:MOST_EVENINGS])
    gone = Tournament.history.filter(lately, history_type="-", history_date__gte=at - KEPT_IN_CALENDARS)
    return sorted(_evenings([*rows, *gone], today, at), key=lambda evening: (evening.date, evening.key))


def calendar_evening(slug: str, today: date, at: datetime) -> CalendarEvening | None:
    """Return the evening at this address, or the last one that was there, as cancelled; None if there was none."""
    was_there = Q(slug=slug) | Q(slug__startswith=f"{slug}{NO_ADDRESS}")
    here_first = Tournament.everything.filter(was_there).order_by("slug", "-pk")
    gone = Tournament.history.filter(was_there, history_type="-").order_by("-history_date")
    row = here_first.first() or gone.first()
    return None if row is None else next(_evenings([row], today, at), None)


def _evenings(rows: Collection[Any], today: date, at: datetime) -> Iterator[CalendarEvening]:
    """Yield the evenings of tournaments, and of rows of the history for those deleted for good."""
    stamps = _stamps([row.id for row in rows])
    ahead = [row for row in rows if isinstance(row, Tournament) and _is_coming(row, today)]
    coming = {found.tournament.pk: found for found in coming_in_public(ahead, at)}
    for row in rows:
        stamp = stamps.get(row.id)
        # A tournament from a program without histories has none: nothing is known of its changes.
        if stamp is None:
            continue
        is_deleted = not isinstance(row, Tournament) or row.deleted_at is not None
        yield CalendarEvening(
            key=row.id,
            stamp=stamp,
            slug=row.slug.partition(NO_ADDRESS)[0],
            name=row.name,
            date=row.date,
            starts_at=row.starts_at,
            minutes=row.rounds_planned * (row.round_minutes or usual_minutes(row.hands_per_round)),
            venue=row.venue,
            is_cancelled=is_deleted or row.called_off_at is not None,
            coming=coming.get(row.id),
        )


def _is_coming(tournament: Tournament, today: date) -> bool:
    return (
        tournament.state == Tournament.State.REGISTRATION
        and tournament.date >= today
        and tournament.deleted_at is None
        and tournament.called_off_at is None
    )


def _stamps(keys: Collection[int]) -> dict[int, EveningStamp]:
    """Return the stamps by key. What the club sets for all evenings counts as a change of each. Seven queries."""
    own = Tournament.history.filter(id__in=keys).order_by().values_list("id")
    found = {key: (first, last, rows) for key, first, last, rows in own.annotate(*_extent())}
    of_club = Club.history.order_by().aggregate(last=Max("history_date"), rows=Count("pk"))
    changes, changed = Counter[int](), dict[int, datetime]()
    for model in SHOWN_OF_AN_EVENING:
        theirs = model.history.filter(tournament_id__in=keys).order_by().values_list("tournament_id")
        for key, _first, last, rows in theirs.annotate(*_extent()):
            changes[key] += rows
            changed[key] = max(last, changed.get(key, last))
    return {
        key: EveningStamp(
            created=first,
            changed=max(last, changed.get(key, last), of_club["last"] or last),
            changes=rows + changes[key] + of_club["rows"],
        )
        for key, (first, last, rows) in found.items()
    }


def _extent() -> tuple[Any, ...]:
    return Min("history_date"), Max("history_date"), Count("pk")
