"""The scale on a slip: how many VP each difference gives."""

from collections.abc import Sequence

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.records import ScaleBand
from tournaments.wording.figures import figure
from tournaments.wording.two_languages import gettext as _

from .layout import Box, frame, width_needed, write

LABELS, BETWEEN_BANDS, INSIDE, BESIDE_LABEL = 10 * mm, 1 * mm, 0.2 * mm, 0.6 * mm
HAIRLINE = 0.2


def draw_scale(canvas: Canvas, scale: Sequence[ScaleBand], area: Box) -> None:
    """Draw in small print the VP of winner and loser, and below them the differences that give them.

    A scale of many bands is printed with the lowest difference of each.
    """
    vp, differences, lowest = _("VP"), _("diff."), _("from")
    labels, bands = _columns(area, (vp, differences, lowest))
    won = [f"{figure(band.winner)}–{figure(band.loser)}" for band in scale]
    ranges, lows = [_differences(band) for band in scale], [figure(band.low) for band in scale]
    spare = _spare(bands, won, ranges)
    below = ranges if spare >= BETWEEN_BANDS else lows
    spare = spare if below is ranges else _spare(bands, won, lows)
    widths = [_needed(texts) + spare for texts in zip(won, below, strict=True)]
    printed = [(vp, differences if below is ranges else lowest), *zip(won, below, strict=True)]
    for texts, column in zip(printed, (labels, *bands.columns(*widths)), strict=True):
        frame(canvas, column, HAIRLINE)
        for text, cell in zip(texts, column.rows(column.height / 2, column.height / 2), strict=True):
            write(canvas, text, cell.inside(INSIDE), size=7.5, align="centre")


def _columns(area: Box, labels: Sequence[str]) -> tuple[Box, ...]:
    """Return the column of the labels, which is as wide as the longest, and what is left for the bands."""
    width = max(LABELS, _needed(labels) + 2 * BESIDE_LABEL)
    return area.columns(width, area.width - width)


def _needed(texts: Sequence[str]) -> float:
    return max(width_needed(text) for text in texts)


def _spare(area: Box, *rows: Sequence[str]) -> float:
    """Return the room that each band has to spare."""
    columns = list(zip(*rows, strict=True))
    spare: float = (area.width - sum(map(_needed, columns))) / len(columns)
    return spare


def _differences(band: ScaleBand) -> str:
    low = figure(band.low)
    return f"{low} +" if band.high is None else f"{low}–{figure(band.high)}"
