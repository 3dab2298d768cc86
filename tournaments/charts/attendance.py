"""How a club does: the players of each evening, and the tables and the income of each month."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.wording.figures import figure, spoken_month
from tournaments.wording.money import amount

from .bars import bar_drawing
from .drawing import Chart, ChartTable

CENTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPoint:
    """An evening with its players and, of these, the newcomers."""

    day: date
    name: str
    players: int
    newcomers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthPoint:
    """A month with its evenings, its tables, and its income in cents."""

    first_day: date
    evenings: int
    tables: int
    income: int


def evenings_chart(points: Sequence[EveningPoint]) -> Chart | None:
    """Return the players of each evening; None without an evening."""
    if not points:
        return None
    return Chart(
        key="evenings",
        title=_("Players per evening"),
        drawing=bar_drawing(
            [point.players for point in points], [date_format(point.day, "SHORT_DATE_FORMAT")[:5] for point in points]
        ),
        table=ChartTable(
            heads=(_("Evening"), _("Players"), _("Newcomers")),
            rows=tuple(
                (
                    f"{date_format(point.day, 'SHORT_DATE_FORMAT')} {point.name}",
                    figure(point.players),
                    figure(point.newcomers),
                )
                for point in points
            ),
        ),
    )


def months_chart(points: Sequence[MonthPoint]) -> Chart | None:
    """Return the tables of each month; None if none was played."""
    if not any(point.tables for point in points):
        return None
    return Chart(
        key="months",
        title=_("Tables per month"),
        drawing=bar_drawing([point.tables for point in points], [_month(point) for point in points]),
        table=ChartTable(
            heads=(_("Month"), _("Evenings"), _("Tables")),
            rows=tuple((_long_month(point), figure(point.evenings), figure(point.tables)) for point in points),
        ),
    )


def income_chart(points: Sequence[MonthPoint]) -> Chart | None:
    """Return the income of each month in whole euro; None if nothing came in."""
    if not any(point.income for point in points):
        return None
    return Chart(
        key="income",
        title=_("Income per month"),
        note=_("In whole euros."),
        drawing=bar_drawing([point.income // CENTS for point in points], [_month(point) for point in points]),
        table=ChartTable(
            heads=(_("Month"), _("Income")), rows=tuple((_long_month(point), amount(point.income)) for point in points)
        ),
    )


def _month(point: MonthPoint) -> str:
    return spoken_month(point.first_day)[:3]


def _long_month(point: MonthPoint) -> str:
    return spoken_month(point.first_day)
