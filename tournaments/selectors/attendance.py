"""How a club does in the year before a day: who came, who is new, who stopped coming, how many tables were played."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import chain

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from tournaments.charts.attendance import EveningPoint, MonthPoint
from tournaments.files import FileTable
from tournaments.models import Pair, Player, Substitute, Table, Tournament

from .club_till import income_by_day
from .entrants import full_name

PLAYED = (Tournament.State.RUNNING, Tournament.State.CHECKING, Tournament.State.FINAL)
FEWEST_TO_MISS = 3
"""The number of evenings after which somebody who no longer comes is missed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attender:
    """A player with the evenings of the period, and the first and the last evening ever, up to the day."""

    key: int
    name: str
    evenings: int
    first: date
    last: date


@dataclass(frozen=True, kw_only=True)
class Attendance:
    """The evenings of the year that ends with a day."""

    first: date
    last: date
    weeks: int
    evenings: Sequence[EveningPoint]
    """The first one first."""
    months: Sequence[MonthPoint]
    attenders: Sequence[Attender]
    """Who came in the period, the most assiduous first."""

    @cached_property
    def newcomers(self) -> list[Attender]:
        """Return who came for the first time in the period, the latest first."""
        new = (attender for attender in self.attenders if attender.first >= self.first)
        return sorted(new, key=lambda attender: attender.first, reverse=True)

    @cached_property
    def missed(self) -> list[Attender]:
        """Return who came several times and has not been seen for that many weeks, the last seen first."""
        limit = self.last - timedelta(weeks=self.weeks)
        gone = (one for one in self.attenders if one.evenings >= FEWEST_TO_MISS and one.last < limit)
        return sorted(gone, key=lambda attender: attender.last, reverse=True)

    @property
    def mean_players(self) -> int:
        """Return the players an evening, rounded; 0 without an evening."""
        players = sum(evening.players for evening in self.evenings)
        return round(players / len(self.evenings)) if self.evenings else 0


def attendance_of(last: date, *, weeks: int, with_income: bool) -> Attendance:
    """Return the attendance of the year that ends with `last`; the income of each month only on request.

    Evenings are the tournaments that were played. Who took a seat for some rounds came, too. Five queries, and four for
    the income.
    """
    first = _year_before(last)
    came = _came_until(last)
    tournaments = {row[0]: row for row in _played(last).values_list("pk", "date", "name")}
    first_seen, last_seen, times = dict[int, date](), dict[int, date](), Counter[int]()
    new_of: Counter[int] = Counter()
    for key, day, _name in tournaments.values():
        for player in came.get(key, ()):
            if player not in first_seen:
                first_seen[player] = day
                new_of[key] += 1
            last_seen[player] = day
            times[player] += day >= first
    evenings = [
        EveningPoint(day=day, name=name, players=len(came.get(key, ())), newcomers=new_of[key])
        for key, day, name in tournaments.values()
        if day >= first
    ]
    names = {
        key: full_name(last_name, first_name)
        for key, last_name, first_name in Player.objects.filter(forgotten=False).values_list(
            "pk", "last_name", "first_name"
        )
    }
    attenders = [
        Attender(key=key, name=names[key], evenings=count, first=first_seen[key], last=last_seen[key])
        for key, count in times.items()
        if count and key in names
    ]
    return Attendance(
        first=first,
        last=last,
        weeks=weeks,
        evenings=evenings,
        months=_months(first, last, evenings, with_income=with_income),
        attenders=sorted(attenders, key=lambda attender: (-attender.evenings, attender.name)),
    )


def attendance_tables(attendance: Attendance) -> list[FileTable]:
    """Return the members with their evenings, the evenings, and the months, as sheets of a file."""
    by_member = FileTable(
        title=_("Attendance"),
        headings=[_("name"), _("evenings"), _("first evening"), _("last evening")],
        rows=[(one.name, one.evenings, one.first, one.last) for one in attendance.attenders],
    )
    by_evening = FileTable(
        title=_("Evenings"),
        headings=[_("day"), _("name"), _("players"), _("newcomers")],
        rows=[(one.day, one.name, one.players, one.newcomers) for one in attendance.evenings],
    )
    by_month = FileTable(
        title=_("Months"),
        headings=[_("month"), _("evenings"), _("tables"), _("income")],
        rows=[(one.first_day, one.evenings, one.tables, one.income) for one in attendance.months],
        money=frozenset({3}),
    )
    return [by_member, by_evening, by_month]


def _played(last: date) -> QuerySet[Tournament]:
    return Tournament.objects.filter(date__lte=last, state__in=PLAYED).order_by("date", "pk")


def _came_until(last: date) -> Mapping[int, set[int]]:
    """Return who came to each tournament, substitutes included. Two queries."""
    came: dict[int, set[int]] = defaultdict(set)
    here = {"tournament__in": _played(last).order_by(), "status": Pair.Status.ACTIVE}
    seated = Pair.objects.filter(**here).order_by().values_list("tournament", "player1", "player2")
    for tournament, one, other in seated.iterator():
        came[tournament].update(key for key in (one, other) if key is not None)
    stand_ins = Substitute.objects.filter(pair__tournament__in=_played(last).order_by()).order_by()
    for tournament, player in stand_ins.values_list("pair__tournament", "player"):
        came[tournament].add(player)
    return came


def _months(first: date, last: date, evenings: Sequence[EveningPoint], *, with_income: bool) -> list[MonthPoint]:
    tables: Counter[tuple[int, int]] = Counter()
    rows = Table.objects.filter(
        round__number=1, round__tournament__in=_played(last).order_by(), round__tournament__date__gte=first
    )
    for day, count in rows.order_by().values_list("round__tournament__date").annotate(count=Count("pk")):
        tables[day.year, day.month] += count
    played = Counter((evening.day.year, evening.day.month) for evening in evenings)
    income: Counter[tuple[int, int]] = Counter()
    for day, cents in (income_by_day(first, last) if with_income else {}).items():
        income[day.year, day.month] += cents
    months = sorted({*chain(tables, played, income)})
    return [
        MonthPoint(first_day=date(*month, 1), evenings=played[month], tables=tables[month], income=income[month])
        for month in _without_gaps(months)
    ]


def _without_gaps(months: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the months from the first to the last of these.

    >>> _without_gaps([(2025, 11), (2026, 2)])
    [(2025, 11), (2025, 12), (2026, 1), (2026, 2)]
    """
    if not months:
        return []
    (first_year, first_month), (last_year, last_month) = months[0], months[-1]
    span = range(first_year * 12 + first_month - 1, last_year * 12 + last_month)
    return [(month // 12, month % 12 + 1) for month in span]


def _year_before(last: date) -> date:
    """Return the first day of the year that ends with `last`.

    >>> _year_before(date(2026, 12, 31)), _year_before(date(2024, 2, 28))
    (datetime.date(2026, 1, 1), datetime.date(2023, 3, 1))
    """
    after = last + timedelta(days=1)
    if (after.month, after.day) == (2, 29):
        return date(after.year - 1, 3, 1)
    return after.replace(year=after.year - 1)
