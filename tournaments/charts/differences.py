"""The MP differences of a round's tables as a histogram: how many up to 200 MP, how many up to 400 …"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.records import Outcome, TableResult
from tournaments.wording.figures import figure

from .drawing import Anchor, AnyShape, Bar, Chart, ChartTable, Drawing, Ink, Stroke, Writing, round_steps

WIDTH, HEIGHT = 360, 150
SIDE, TOP, FOOT = 8, 20, 24
MOST_BARS = 14
GAP = 4
LABEL = 44
"""The height that a figure below the bars needs."""
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
        note=_("How many tables ended with which difference of MP."),
        drawing=Drawing(width=WIDTH, height=HEIGHT, shapes=tuple(_shapes(counts, step))),
        table=ChartTable(
            heads=(_("Difference"), _("Tables")),
            rows=tuple((_span(at, step), figure(count)) for at, count in enumerate(counts)),
        ),
    )


def _span(at: int, step: int) -> str:
    """Return a range: `200–399`."""
    return f"{figure(at * step)}–{figure((at + 1) * step - 1)}"


def _shapes(counts: list[int], step: int) -> list[AnyShape]:
    floor, room = HEIGHT - FOOT, (WIDTH - 2 * SIDE) // len(counts)
    every = -(-LABEL // room)
    shapes: list[AnyShape] = []
    for at, count in enumerate(counts):
        height = (floor - TOP) * count // max(counts)
        left = SIDE + at * room
        shapes.append(Bar(at=(left + GAP // 2, floor - height), width=room - GAP, height=height, ink=Ink.OWN))
        if count:
            middle = (left + room // 2, floor - height - 5)
            shapes.append(Writing(at=middle, text=figure(count), ink=Ink.OWN, anchor=Anchor.MIDDLE, strong=True))
        if at % every == 0:
            anchor = Anchor.MIDDLE if at else Anchor.START
            shapes.append(Writing(at=(left, HEIGHT - 8), text=figure(at * step), anchor=anchor))
    shapes.append(Stroke(points=((SIDE, floor), (SIDE + room * len(counts), floor)), ink=Ink.RULE))
    return shapes
