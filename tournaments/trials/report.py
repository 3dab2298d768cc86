"""The result of a trial of formats, in figures, bars and a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import FormatTrial
from tournaments.records.plans import Step
from tournaments.simulation import TrialFigures
from tournaments.wording.plan_announcement import parts_in_words

LETTERS = "AB"

BAR_LEFT, BAR_FULL, BAR_HEIGHT, BAR_GAP, GROUP_HEAD = 30, 260, 16, 6, 26  # equivalent: a drawing
"""The drawing's units: a bar of 100 % has the width `BAR_FULL`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatReport:
    """The figures of a format, rounded for reading."""

    letter: str
    name: str
    first: int
    """The percentage of evenings that the strongest entrant won."""
    podium: int
    right_order: int
    """The percentage of twos that the ranking has in the right order."""
    rematches: str
    rests: str
    minutes: int

    @property
    def duration(self) -> str:
        return _("%(hours)s h %(minutes)s min") % {"hours": self.minutes // 60, "minutes": f"{self.minutes % 60:02}"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialBar:
    """A bar of the chart; lengths are in the units of the drawing."""

    letter: str
    percent: int
    width: int
    y: int
    text_x: int
    text_y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BarGroup:
    """A question, with a bar for each format."""

    label: str
    label_y: int
    bars: tuple[TrialBar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """The answers of a trial of formats as bars, a group for each question."""

    groups: tuple[BarGroup, ...]
    height: int
    width: int = BAR_LEFT + BAR_FULL + 60
    left: int = BAR_LEFT
    bar_height: int = BAR_HEIGHT


def format_name(steps: Sequence[Step]) -> str:
    """Return `3 × Mitchell, cut into 2 gironi, 1 × Danish`."""
    return ", ".join(parts_in_words(steps))


def reports_of(trial: FormatTrial) -> list[FormatReport]:
    """Return the figures of each format so far; none before the first evening."""
    return [
        _report(letter, steps, TrialFigures.from_json(figures))
        for letter, steps, figures in zip(LETTERS, trial.wanted["formats"], trial.results, strict=False)
    ]


def _report(letter: str, steps: Sequence[Step], figures: TrialFigures) -> FormatReport:
    evenings = max(1, figures.evenings)
    return FormatReport(
        letter=letter,
        name=format_name(steps),
        first=_percent(figures.strongest_first, evenings),
        podium=_percent(figures.strongest_on_podium, evenings),
        right_order=_percent(figures.right_pairs, max(1, figures.all_pairs)),
        rematches=_mean(figures.rematches, evenings),
        rests=_mean(figures.rests, evenings),
        minutes=round(figures.minutes / evenings),
    )


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole)


def _mean(total: int, evenings: int) -> str:
    """Return the mean for an evening, with one decimal."""
    return str(number_format(total / evenings, 1))


def chart_of(reports: Sequence[FormatReport]) -> BarChart:
    """Return the percentages side by side."""
    questions = (
        (_("The strongest wins"), [report.first for report in reports]),
        (_("The strongest finishes in the first three"), [report.podium for report in reports]),
        (_("The ranking has two of them in the right order"), [report.right_order for report in reports]),
    )
    groups, y = [], 0
    for label, percents in questions:
        bars = []
        label_y = y + 16
        y += GROUP_HEAD
        for report, percent in zip(reports, percents, strict=True):
            width = BAR_FULL * percent // 100
            bars.append(
                TrialBar(
                    letter=report.letter,
                    percent=percent,
                    width=width,
                    y=y,
                    text_x=BAR_LEFT + width + 6,
                    text_y=y + BAR_HEIGHT - 3,  # equivalent: a point of a drawing
                )
            )
            y += BAR_HEIGHT + BAR_GAP
        groups.append(BarGroup(label=label, label_y=label_y, bars=tuple(bars)))
    return BarChart(groups=tuple(groups), height=y)


def sentence_of(trial: FormatTrial) -> str:
    """Return the conclusion for a referee: which format is better, or that chance explains the difference.

    Then the time.
    """
    reports = reports_of(trial)
    if len(reports) < 2:
        return ""
    one, other = (TrialFigures.from_json(figures) for figures in trial.results)
    return f"{_who_wins(one, other, reports)} {_how_long(*reports)}"


def _who_wins(one: TrialFigures, other: TrialFigures, reports: Sequence[FormatReport]) -> str:
    evenings = max(1, one.evenings)
    first, second = one.strongest_first, other.strongest_first
    # Twice the standard deviation of the difference of two counts: by chance, one case in twenty lies beyond it.
    spread = sum(count * (evenings - count) / evenings for count in (first, second))
    chance = 2 * sqrt(spread)
    facts = {
        "better": reports[0].letter if first >= second else reports[1].letter,
        "most": max(reports[0].first, reports[1].first),
        "least": min(reports[0].first, reports[1].first),
        "first": reports[0].first,
        "second": reports[1].first,
        "chance": round(100 * chance / evenings),
    }
    if abs(first - second) > chance:
        return (
            _("Format %(better)s lets the strongest win more often: %(most)s %% of the evenings against %(least)s %%.")
            % facts
        )
    return (
        _(
            "No clear difference in how often the strongest wins, A %(first)s %% and B %(second)s %%: chance alone "
            "explains up to %(chance)s points."
        )
        % facts
    )


def _how_long(one: FormatReport, other: FormatReport) -> str:
    minutes = abs(one.minutes - other.minutes)
    if not minutes:
        return _("Both take the same time.")
    longer = one if one.minutes > other.minutes else other  # equivalent `one.minutes >= other.minutes`: they differ
    sentence = ngettext(
        "Format %(letter)s takes %(minutes)s minute longer.",
        "Format %(letter)s takes %(minutes)s minutes longer.",
        minutes,
    )
    return sentence % {"letter": longer.letter, "minutes": minutes}
