"""A picture of the final ranking to share: the podium and the first ten, in the colours of the club's pages.

The fonts and the text layout engine are the program's own, so that the same texts always give the same bytes, on every
machine. Lengths are in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from pages.club_face import PROGRAMS_OWN, ClubFace

from .common import FONTS
from .layout import BOLD, SANS, tidy

SIZES = ((1080, 1350), (1080, 1080))
"""The sizes: upright, for most phones, and square."""
ROWS = 10
PODIUM = 3
KEPT = 8
"""The number of pictures cached: both sizes, in the languages of a club or two."""

SERIF = "DejaVuSerif-Bold"

PAPER, INK, MUTED, RULE = "#faf8f3", "#1b1f1d", "#5a625d", "#e2dccd"
BAND_INK, GOLD_LINE = "#fbf8ee", "#d9b94a"
MEDALS = {1: "#8a6d00", 2: "#5f6b73", 3: "#8c5a2b"}
STEP_SHARES = {1: 100, 2: 76, 3: 56}
"""The heights of the podium's steps, in hundredths of the highest."""
HIGHEST_STEP = 420

MARGIN = 60
TITLE = 84
NAME = 42
"""The distance between names above a step."""
GAP = 22
LOGO = 130
"""The height of the club's logo in the band."""
BETWEEN, CUT = " – ", "…"
SMALLEST = 20
"""The smallest type; text that is too long in it is cut."""
SMOOTH = 4
"""The factor by which round shapes are drawn larger before they are scaled down."""


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
class RankingPicture:
    """The text of a picture."""

    club: str
    tournament: str
    facts: str
    """The day and the place."""
    title: str
    rows: tuple[PictureRow, ...]
    """The rows, best first; those after the tenth are left out."""
    face: ClubFace = PROGRAMS_OWN


@dataclass(frozen=True, slots=True)
class _Area:
    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        return self.left + self.width // 2

    @property
    def bottom(self) -> int:
        return self.top + self.height


@lru_cache(maxsize=KEPT)
def ranking_picture(picture: RankingPicture, size: tuple[int, int]) -> bytes:
    """Return the picture as PNG, in one of `SIZES`."""
    width, height = size
    image = Image.new("RGB", size, PAPER)
    canvas = ImageDraw.Draw(image)
    band = _Area(0, 0, width, height * 17 // 100)
    foot = _Area(MARGIN, height - 44, width - 2 * MARGIN, 24)
    first, others = picture.rows[:PODIUM], picture.rows[PODIUM:ROWS]
    podium = _Area(MARGIN, band.bottom + TITLE, width - 2 * MARGIN, height * (32 if others else 62) // 100)
    rows = _Area(MARGIN, podium.bottom + 16, width - 2 * MARGIN, foot.top - podium.bottom - 24)
    _draw_band(image, canvas, picture, band)
    title = (width // 2, band.bottom + TITLE // 2 + 6)
    accent = picture.face.accent
    _write(canvas, picture.title, title, size=42, font=SERIF, ink=accent, anchor="mm", width=podium.width)
    _draw_podium(image, canvas, first, podium, picture.face.steps)
    _draw_rows(canvas, others, rows, accent)
    _write(canvas, "♠", (width // 2, height - 32), size=28, font=SANS, ink=accent, anchor="mm", width=60)
    for left, right in ((MARGIN, width // 2 - 40), (width // 2 + 40, width - MARGIN)):
        canvas.line([(left, height - 32), (right, height - 32)], fill=GOLD_LINE, width=2)
    file = BytesIO()
    # A palette of this picture's few colours makes the file a third as large, without a visible difference.
    image.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_band(image: Image.Image, canvas: ImageDraw.ImageDraw, picture: RankingPicture, band: _Area) -> None:
    canvas.rectangle([(0, 0), (band.width, band.height)], fill=picture.face.accent)
    for above, thick in ((10, 4), (18, 2)):
        canvas.line([(0, band.bottom - above), (band.width, band.bottom - above)], fill=GOLD_LINE, width=thick)
    logo = _logo(picture.face, LOGO)
    if logo:
        image.paste(logo, (MARGIN, (band.height - 26 - logo.height) // 2))
    beside = 2 * (logo.width + GAP) if logo else 0
    room, unit = band.width - 2 * MARGIN - beside, band.height - 26
    texts = (
        (picture.club if logo else f"♠ {picture.club}", unit * 17 // 100, 30, SANS, BAND_INK),
        (picture.tournament, unit * 49 // 100, 62, SERIF, BAND_INK),
        (picture.facts, unit * 84 // 100, 28, SANS, BAND_INK),
    )
    for text, down, size, font, ink in texts:
        _write(canvas, text, (band.middle, down), size=size, font=font, ink=ink, anchor="mm", width=room)


def _logo(face: ClubFace, side: int) -> Image.Image | None:
    """Return the club's logo on white, at most this high and half as wide again."""
    if not face.image:
        return None
    with Image.open(BytesIO(face.image), formats=["PNG"]) as stored:
        logo = stored.convert("RGB")
    logo.thumbnail((side * 3 // 2, side), Image.Resampling.LANCZOS)
    plate = Image.new("RGB", (logo.width + 12, logo.height + 12), "white")
    plate.paste(logo, (6, 6))
    return plate


def _draw_podium(
    image: Image.Image, canvas: ImageDraw.ImageDraw, rows: Sequence[PictureRow], area: _Area, steps: Sequence[str]
) -> None:
    """Draw the podium, the first in the middle, the second on the left; tied places are equally high."""
    width = area.width // PODIUM
    lines = max((len(row.names) for row in rows), default=0)
    highest = min(area.height - NAME * lines - GAP, HIGHEST_STEP)
    for at, row in enumerate(rows):
        step = highest * STEP_SHARES[row.place] // 100
        block = _Area(area.left + (1, 0, 2)[at] * width + 6, area.bottom - step, width - 12, step)
        canvas.rectangle([(block.left, block.top), (block.left + block.width, block.bottom)], fill=steps[row.place - 1])
        canvas.line([(block.left, block.top), (block.left + block.width, block.top)], fill=GOLD_LINE, width=4)
        _draw_score(image, canvas, row, block)
        size = min(_fitted(tidy(name), size=33, font=SERIF, width=width - 10)[1].size for name in row.names)
        for line, name in enumerate(reversed(row.names)):
            foot = (block.middle, block.top - GAP - NAME * line)
            _write(canvas, name, foot, size=int(size), font=SERIF, ink=INK, anchor="ms", width=width - 10)
    canvas.line([(area.left, area.bottom), (area.left + area.width, area.bottom)], fill=INK, width=3)


def _draw_score(image: Image.Image, canvas: ImageDraw.ImageDraw, row: PictureRow, block: _Area) -> None:
    """Draw the score on a step of the podium: the medal, VP and difference."""
    middle, radius = block.top + block.height // 2, 42
    medal, beside = (block.left + 24 + radius, middle), block.left + 2 * radius + 44
    _draw_disc(image, medal, radius, BAND_INK)
    _draw_disc(image, medal, radius - 4, MEDALS[row.place])
    _write(canvas, str(row.place), medal, size=46, font=SERIF, ink=BAND_INK, anchor="mm", width=2 * radius)
    room = block.left + block.width - beside - 8
    _write(canvas, row.points, (beside, middle - 20), size=40, font=BOLD, ink=BAND_INK, anchor="lm", width=room)
    _write(canvas, row.difference, (beside, middle + 24), size=28, font=SANS, ink=BAND_INK, anchor="lm", width=room)


def _draw_rows(canvas: ImageDraw.ImageDraw, rows: Sequence[PictureRow], area: _Area, accent: str) -> None:
    if not rows:
        return
    height = min(area.height // len(rows), 84)
    top = area.top + (area.height - height * len(rows)) // 2
    for at, row in enumerate(rows):
        middle = top + at * height + height // 2
        size = min(34, height * 6 // 10)
        right = area.left + area.width
        place = (area.left + 74, middle)
        _write(canvas, row.place_words, place, size=size, font=SERIF, ink=accent, anchor="rm", width=80)
        room = area.width - 100 - 330
        names, letters = _fitted_names(row.names, size=size - 3, width=room)
        canvas.text((area.left + 100, middle), names, font=letters, fill=INK, anchor="lm")
        _write(canvas, row.points, (right - 160, middle), size=size, font=BOLD, ink=INK, anchor="rm", width=160)
        _write(canvas, row.difference, (right, middle), size=size - 6, font=SANS, ink=MUTED, anchor="rm", width=150)
        if at:
            canvas.line([(area.left, top + at * height), (right, top + at * height)], fill=RULE, width=2)


def _draw_disc(image: Image.Image, at: tuple[int, int], radius: int, colour: str) -> None:
    big = Image.new("L", (2 * radius * SMOOTH, 2 * radius * SMOOTH), 0)
    ImageDraw.Draw(big).ellipse([(0, 0), (big.width - 1, big.height - 1)], fill=255)
    disc = big.resize((2 * radius, 2 * radius), Image.Resampling.LANCZOS)
    image.paste(Image.new("RGB", disc.size, colour), (at[0] - radius, at[1] - radius), disc)


def _write(
    canvas: ImageDraw.ImageDraw,
    text: str,
    at: tuple[int, int],
    *,
    size: int,
    font: str,
    ink: str,
    anchor: str,
    width: int,
) -> None:
    """Write text on one line of at most this width: smaller if necessary, then cut."""
    text, letters = _fitted(tidy(text), size=size, font=font, width=width)
    canvas.text(at, text, font=letters, fill=ink, anchor=anchor)


def _fitted(text: str, *, size: int, font: str, width: int) -> tuple[str, ImageFont.FreeTypeFont]:
    letters = _font(font, size)
    long = letters.getlength(text)
    if long <= width:
        return text, letters
    letters = _font(font, max(int(size * width / long), min(size, SMALLEST)))
    return _cut(text, letters, width), letters


def _fitted_names(names: Sequence[str], *, size: int, width: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """Return all names on one line. If they must be cut, each of them is, so that nobody is left out."""
    names = [tidy(name) for name in names]
    written, letters = _fitted(BETWEEN.join(names), size=size, font=SANS, width=width)
    if written == BETWEEN.join(names):
        return written, letters
    room = width - letters.getlength(BETWEEN) * (len(names) - 1)
    # The shortest first, because the others get the room that it does not need.
    shortest_first = sorted(range(len(names)), key=lambda at: letters.getlength(names[at]))
    for left, at in zip(range(len(names), 0, -1), shortest_first, strict=True):
        names[at] = _cut(names[at], letters, room / left)
        room -= letters.getlength(names[at])
    return BETWEEN.join(names), letters


def _cut(text: str, letters: ImageFont.FreeTypeFont, width: float) -> str:
    while letters.getlength(text) > width and text != CUT:
        text = f"{text.removesuffix(CUT)[:-1].rstrip()}{CUT}"
    return text


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    # The other layout engine depends on the libraries of the machine.
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)
