"""A picture of the final ranking to share: the podium and the first ten, in the colours of the club's pages.

Lengths are in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from .fonts import BOLD, SANS, SERIF
from .layout import tidy
from .picture_parts import (
    BAND_INK,
    GOLD_LINE,
    INK,
    MEDALS,
    MUTED,
    RULE,
    Area,
    ClubPicture,
    as_png,
    blank,
    draw_disc,
    fitted,
    fitted_names,
    write,
)

SIZES = ((1080, 1350), (1080, 1080))
"""The sizes: upright, for most phones, and square."""
ROWS = 10
PODIUM = 3
KEPT = 8
"""The number of pictures cached: both sizes, in the languages of a club or two."""

STEP_SHARES = {1: 100, 2: 76, 3: 56}
"""The heights of the podium's steps, in hundredths of the highest."""
HIGHEST_STEP = 420

TITLE = 84
NAME = 42
"""The distance between names above a step."""
GAP = 22


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A row of the ranking, as text."""

    place: int
    place_words: str
    """The place: `4`, or `4 =` if it is shared."""
    names: tuple[str, ...]
    points: str
    """The points: `58 VP`."""
    difference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPicture(ClubPicture):
    """The text of a picture."""

    rows: tuple[PictureRow, ...]
    """The rows, best first; those after the tenth are left out."""


@lru_cache(maxsize=KEPT)
def ranking_picture(picture: RankingPicture, size: tuple[int, int]) -> bytes:
    """Return the picture as PNG, in one of `SIZES`."""
    image, canvas, area = blank(size, picture)
    accent, height = picture.face.accent, size[1]
    first, others = picture.rows[:PODIUM], picture.rows[PODIUM:ROWS]
    podium = Area(area.left, area.top + TITLE, area.width, height * (32 if others else 62) // 100)
    rows = Area(area.left, podium.bottom + 16, area.width, area.bottom - podium.bottom - 24)
    title = (area.middle, area.top + TITLE // 2 + 6)
    write(canvas, picture.title, title, size=42, font=SERIF, ink=accent, anchor="mm", width=podium.width)
    _draw_podium(image, canvas, first, podium, picture.face.steps)
    _draw_rows(canvas, others, rows, accent)
    return as_png(image)


def _draw_podium(
    image: Image.Image, canvas: ImageDraw.ImageDraw, rows: Sequence[PictureRow], area: Area, steps: Sequence[str]
) -> None:
    """Draw the podium, the first in the middle, the second on the left; tied places are equally high."""
    width = area.width // PODIUM
    lines = max((len(row.names) for row in rows), default=0)
    highest = min(area.height - NAME * lines - GAP, HIGHEST_STEP)
    for at, row in enumerate(rows):
        step = highest * STEP_SHARES[row.place] // 100
        block = Area(area.left + (1, 0, 2)[at] * width + 6, area.bottom - step, width - 12, step)
        canvas.rectangle([(block.left, block.top), (block.left + block.width, block.bottom)], fill=steps[row.place - 1])
        canvas.line([(block.left, block.top), (block.left + block.width, block.top)], fill=GOLD_LINE, width=4)
        _draw_score(image, canvas, row, block)
        size = min(fitted(tidy(name), size=33, font=SERIF, width=width - 10)[1].size for name in row.names)
        for line, name in enumerate(reversed(row.names)):
            foot = (block.middle, block.top - GAP - NAME * line)
            write(canvas, name, foot, size=int(size), font=SERIF, ink=INK, anchor="ms", width=width - 10)
    canvas.line([(area.left, area.bottom), (area.left + area.width, area.bottom)], fill=INK, width=3)


def _draw_score(image: Image.Image, canvas: ImageDraw.ImageDraw, row: PictureRow, block: Area) -> None:
    """Draw the score on a step of the podium: the medal, VP and difference."""
    middle, radius = block.top + block.height // 2, 42
    medal, beside = (block.left + 24 + radius, middle), block.left + 2 * radius + 44
    draw_disc(image, medal, radius, BAND_INK)
    draw_disc(image, medal, radius - 4, MEDALS[row.place])
    write(canvas, str(row.place), medal, size=46, font=SERIF, ink=BAND_INK, anchor="mm", width=2 * radius)
    room = block.left + block.width - beside - 8
    write(canvas, row.points, (beside, middle - 20), size=40, font=BOLD, ink=BAND_INK, anchor="lm", width=room)
    write(canvas, row.difference, (beside, middle + 24), size=28, font=SANS, ink=BAND_INK, anchor="lm", width=room)


def _draw_rows(canvas: ImageDraw.ImageDraw, rows: Sequence[PictureRow], area: Area, accent: str) -> None:
    if not rows:
        return
    height = min(area.height // len(rows), 84)
    top = area.top + (area.height - height * len(rows)) // 2
    for at, row in enumerate(rows):
        middle = top + at * height + height // 2
        size = min(34, height * 6 // 10)
        right = area.left + area.width
        place = (area.left + 74, middle)
        write(canvas, row.place_words, place, size=size, font=SERIF, ink=accent, anchor="rm", width=80)
        room = area.width - 100 - 330
        names, letters = fitted_names(row.names, size=size - 3, width=room)
        letters.write(canvas, names, (area.left + 100, middle), ink=INK, anchor="lm")
        write(canvas, row.points, (right - 160, middle), size=size, font=BOLD, ink=INK, anchor="rm", width=160)
        write(canvas, row.difference, (right, middle), size=size - 6, font=SANS, ink=MUTED, anchor="rm", width=150)
        if at:
            canvas.line([(area.left, top + at * height), (right, top + at * height)], fill=RULE, width=2)
