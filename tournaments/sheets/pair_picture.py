"""A pair's own picture to share: its place and points, large, and what each round brought.

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
    write,
)

SIZE = (1080, 1080)
KEPT = 64
"""The number of pictures cached: those of a hall that shares them at the same moment."""

TITLE = 80
NAMES, NAME = 200, 96
PLACE = 190
MEDAL = 84
"""The radius of the medal of the first three places."""
LINE = 52
WIDEST_BAR = 90
TALLEST_NUMBER = 44
MOST_ROUNDS = 20
"""The most rounds drawn, the latest ones: more would be too narrow for their figures."""


@dataclass(frozen=True, slots=True)
class RoundBar:
    """What a round brought: its number, its VP, and both as text."""

    number: str
    vp: int
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPicture(ClubPicture):
    """The text of a pair's picture."""

    names: tuple[str, ...]
    place: int
    place_words: str
    """The place: `2º posto`."""
    points: str
    """The points, and the difference: `51 VP · +620`."""
    lines: tuple[str, ...] = ()
    """What else is to be said of the evening, a sentence a line."""
    rounds: tuple[RoundBar, ...] = ()
    most: int = 20
    """The VP of the highest bar."""


@lru_cache(maxsize=KEPT)
def pair_picture(picture: PairPicture) -> bytes:
    """Return the picture as PNG."""
    image, canvas, area = blank(SIZE, picture)
    accent = picture.face.accent
    title, names, place, points, *below = _rows(area, picture)
    write(canvas, picture.title, title.centre, size=40, font=SERIF, ink=accent, anchor="mm", width=area.width)
    _draw_names(canvas, picture.names, names)
    _draw_place(image, canvas, picture, place)
    write(canvas, picture.points, points.centre, size=64, font=BOLD, ink=INK, anchor="mm", width=area.width)
    for line, row in zip(picture.lines, below, strict=False):
        write(canvas, line, row.centre, size=34, font=SANS, ink=MUTED, anchor="mm", width=area.width)
    if picture.rounds:
        _draw_rounds(canvas, picture, below[-1])
    return as_png(image)


def _rows(area: Area, picture: PairPicture) -> list[Area]:
    """Return the rows of the picture, the last one with all the room that is left."""
    heights = [TITLE, NAMES, PLACE, 90, *(LINE for _line in picture.lines)]
    rows, top = [], area.top
    for height in (*heights, area.height - sum(heights) - 24):
        rows.append(Area(area.left, top, area.width, height))
        top += height
    return rows


def _draw_names(canvas: ImageDraw.ImageDraw, names: Sequence[str], area: Area) -> None:
    """Draw the names one above the other, in one size."""
    height = min(area.height // len(names), NAME)
    size = min(fitted(tidy(name), size=height * 7 // 10, font=SERIF, width=area.width)[1].size for name in names)
    top = area.top + (area.height - height * len(names)) // 2
    for at, name in enumerate(names):
        middle = (area.middle, top + at * height + height // 2)
        write(canvas, name, middle, size=int(size), font=SERIF, ink=INK, anchor="mm", width=area.width)


def _draw_place(image: Image.Image, canvas: ImageDraw.ImageDraw, picture: PairPicture, area: Area) -> None:
    """Draw the place, on a medal for the first three."""
    words, ink = picture.place_words, picture.face.accent
    if picture.place not in MEDALS:
        write(canvas, words, area.centre, size=120, font=SERIF, ink=ink, anchor="mm", width=area.width)
        return
    room = area.width - 2 * MEDAL - 40
    wide = fitted(tidy(words), size=96, font=SERIF, width=room)[1].getlength(tidy(words))
    left = area.middle - int(2 * MEDAL + 40 + wide) // 2
    medal = (left + MEDAL, area.centre[1])
    draw_disc(image, medal, MEDAL, MEDALS[picture.place])
    number = str(picture.place)
    write(canvas, number, medal, size=96, font=SERIF, ink=BAND_INK, anchor="mm", width=2 * MEDAL)
    beside = (left + 2 * MEDAL + 40, area.centre[1])
    write(canvas, words, beside, size=96, font=SERIF, ink=ink, anchor="lm", width=room)


def _draw_rounds(canvas: ImageDraw.ImageDraw, picture: PairPicture, area: Area) -> None:
    """Draw a bar for each round, with its VP above and its number below."""
    rounds = picture.rounds[-MOST_ROUNDS:]
    step = min(area.width // len(rounds), WIDEST_BAR * 3 // 2)
    wide = min(step * 2 // 3, WIDEST_BAR)
    left = area.middle - step * len(rounds) // 2
    foot = area.bottom - TALLEST_NUMBER
    room = foot - area.top - TALLEST_NUMBER
    for at, one in enumerate(rounds):
        middle = left + at * step + step // 2
        high = max(room * min(one.vp, picture.most) // max(picture.most, 1), 2) if one.vp > 0 else 2
        bar = [(middle - wide // 2, foot - high), (middle + wide // 2, foot)]
        canvas.rectangle(bar, fill=picture.face.accent)
        above, below = (middle, foot - high - 8), (middle, foot + TALLEST_NUMBER // 2 + 4)
        write(canvas, one.points, above, size=30, font=BOLD, ink=INK, anchor="ms", width=step - 4)
        write(canvas, one.number, below, size=26, font=SANS, ink=MUTED, anchor="mm", width=step - 4)
    canvas.line([(area.left, foot), (area.left + area.width, foot)], fill=RULE, width=3)
