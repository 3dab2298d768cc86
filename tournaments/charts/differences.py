"""The MP differences of a round's tables as a histogram: how many up to 200 MP, how many up to 400 …"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.records import Outcome, TableResult
from tournaments.wording.figures import figure

from .bars import bar_drawing
from .drawing import Chart, ChartTable, round_steps

MOST_BARS = 14
LEAST_STEP = 50
FEWEST = 6
"""The fewest tables for a histogram."""


def round_differences(results: Iterable[TableResult], number: int) -> Chart | None:
    """Return the tables of a round by their MP difference; None if they are too few."""
    differences = [
        abs((result.ns_mp or 0) - (result.ew_mp or 0))
        for result in results
        if result.round == number and result.outcome is Outcome.PLAYED
    ]
    if len(differences) < FEWEST:
        return None
    step = max(round_steps(max(differences) + 1, MOST_BARS), LEAST_STEP)
    counts = [0] * (max(differences) // step + 1)
    for difference in differences:
        counts[difference // step] += 1
    return Chart(
        key="differences",
        title=_("The differences of round %(round)s") % {"round": figure(number)},
        note=_("How many tables ended with each MP difference."),
        drawing=bar_drawing(counts, [figure(at * step) for at in range(len(counts))], bounds=True),
        table=ChartTable(
            heads=(_("Difference"), _("Tables")),
            rows=tuple((_span(at, step), figure(count)) for at, count in enumerate(counts)),
        ),
    )


def _span(at: int, step: int) -> str:
    """Return a range: `200–399`."""
    return f"{figure(at * step)}–{figure((at + 1) * step - 1)}"
