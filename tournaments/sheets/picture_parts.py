"""What pictures to share are drawn with: the club's band, the foot, medals, and text that fits.

The fonts and the text layout engine are the program's own, so that the same texts always give the same bytes, on every
machine. Lengths are in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from pages.club_face import PROGRAMS_OWN, ClubFace

from .fonts import FONTS, SANS, SERIF, runs
from .layout import CAPITAL, tidy

PAPER, INK, MUTED, RULE = "#faf8f3", "#1b1f1d", "#5a625d", "#e2dccd"
BAND_INK, GOLD_LINE = "#fbf8ee", "#d9b94a"
MEDALS = {1: "#8a6d00", 2: "#5f6b73", 3: "#8c5a2b"}

MARGIN = 60
BESIDE = 22
LOGO = 130
"""The height of the club's logo in the band."""
BETWEEN, CUT = " – ", "…"
SMALLEST = 20
"""The smallest type; text that is too long in it is cut."""
SHARE_ON_THE_LEFT = {"l": 0, "m": 0.5, "r": 1}
"""The share of a text's width that is left of its anchor."""
SMOOTH = 4
"""The factor by which round shapes are drawn larger before they are scaled down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPicture:
    """The text at the head of a picture, and the club's face."""

    club: str
    tournament: str
    facts: str
    """The day and the place."""
    title: str
    face: ClubFace = PROGRAMS_OWN


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a picture, in pixels."""

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

    @property
    def centre(self) -> tuple[int, int]:
        return self.middle, self.top + self.height // 2


@dataclass(frozen=True, slots=True)
class Letters:
    """A font in one size, with the one beside it that draws what it has no letter for."""

    font: str
    size: int

    def getlength(self, text: str) -> float:
        return sum(_face(name, self.size).getlength(piece) for name, piece in runs(text, self.font))

    def write(self, canvas: ImageDraw.ImageDraw, text: str, at: tuple[int, int], *, ink: str, anchor: str) -> None:
        """Write the text with its anchor here: `mm` is the middle of its capitals, `ls` the left of their foot."""
        across, down = anchor[0], anchor[1]
        x = at[0] - self.getlength(text) * SHARE_ON_THE_LEFT[across]
        y = at[1] + (CAPITAL * self.size / 2 if down == "m" else 0)
        for name, piece in runs(text, self.font):
            face = _face(name, self.size)
            canvas.text((x, y), piece, font=face, fill=ink, anchor="ls")
            x += face.getlength(piece)


@cache
def _face(name: str, size: int) -> ImageFont.FreeTypeFont:
    # The other layout engine depends on the libraries of the machine.
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


def blank(size: tuple[int, int], facts: ClubPicture) -> tuple[Image.Image, ImageDraw.ImageDraw, Area]:
    """Return a picture with the club's band and foot, and the area between them."""
    width, height = size
    image = Image.new("RGB", size, PAPER)
    canvas = ImageDraw.Draw(image)
    band = Area(0, 0, width, height * 17 // 100)
    _draw_band(image, canvas, facts, band)
    accent, foot = facts.face.accent, height - 32
    write(canvas, "♠", (width // 2, foot), size=28, font=SANS, ink=accent, anchor="mm", width=60)
    for left, right in ((MARGIN, width // 2 - 40), (width // 2 + 40, width - MARGIN)):
        canvas.line([(left, foot), (right, foot)], fill=GOLD_LINE, width=2)
    return image, canvas, Area(MARGIN, band.bottom, width - 2 * MARGIN, height - 44 - band.bottom)


def as_png(image: Image.Image) -> bytes:
    """Return the picture as PNG. A palette of its few colours makes the file a third as large, with no difference."""
    file = BytesIO()
    image.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_band(image: Image.Image, canvas: ImageDraw.ImageDraw, facts: ClubPicture, band: Area) -> None:
    canvas.rectangle([(0, 0), (band.width, band.height)], fill=facts.face.accent)
    for above, thick in ((10, 4), (18, 2)):
        canvas.line([(0, band.bottom - above), (band.width, band.bottom - above)], fill=GOLD_LINE, width=thick)
    logo = _logo(facts.face, LOGO)
    if logo:
        image.paste(logo, (MARGIN, (band.height - 26 - logo.height) // 2))
    beside = 2 * (logo.width + BESIDE) if logo else 0
    room, unit = band.width - 2 * MARGIN - beside, band.height - 26
    texts = (
        (facts.club if logo else f"♠ {facts.club}", unit * 17 // 100, 30, SANS, BAND_INK),
        (facts.tournament, unit * 49 // 100, 62, SERIF, BAND_INK),
        (facts.facts, unit * 84 // 100, 28, SANS, BAND_INK),
    )
    for text, down, size, font, ink in texts:
        write(canvas, text, (band.middle, down), size=size, font=font, ink=ink, anchor="mm", width=room)


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


def draw_disc(image: Image.Image, at: tuple[int, int], radius: int, colour: str) -> None:
    big = Image.new("L", (2 * radius * SMOOTH, 2 * radius * SMOOTH), 0)
    ImageDraw.Draw(big).ellipse([(0, 0), (big.width - 1, big.height - 1)], fill=255)
    disc = big.resize((2 * radius, 2 * radius), Image.Resampling.LANCZOS)
    image.paste(Image.new("RGB", disc.size, colour), (at[0] - radius, at[1] - radius), disc)


def write(
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
    text, letters = fitted(tidy(text), size=size, font=font, width=width)
    letters.write(canvas, text, at, ink=ink, anchor=anchor)


def fitted(text: str, *, size: int, font: str, width: int) -> tuple[str, Letters]:
    letters = Letters(font, size)
    long = letters.getlength(text)
    if long <= width:
        return text, letters
    letters = Letters(font, max(int(size * width / long), min(size, SMALLEST)))
    # Letters of whole pixels do not become smaller as evenly as their size.
    while letters.getlength(text) > width and letters.size > SMALLEST:
        letters = Letters(font, letters.size - 1)
    return cut_off(text, letters, width), letters


def fitted_names(names: Sequence[str], *, size: int, width: int) -> tuple[str, Letters]:
    """Return all names on one line. If they must be cut, each of them is, so that nobody is left out."""
    names = [tidy(name) for name in names]
    written, letters = fitted(BETWEEN.join(names), size=size, font=SANS, width=width)
    if written == BETWEEN.join(names):
        return written, letters
    room = width - letters.getlength(BETWEEN) * (len(names) - 1)
    # The shortest first, because the others get the room that it does not need.
    shortest_first = sorted(range(len(names)), key=lambda at: letters.getlength(names[at]))
    for left, at in zip(range(len(names), 0, -1), shortest_first, strict=True):
        names[at] = cut_off(names[at], letters, room / left)
        room -= letters.getlength(names[at])
    return BETWEEN.join(names), letters


def cut_off(text: str, letters: Letters, width: float) -> str:
    while letters.getlength(text) > width and text != CUT:
        text = f"{text.removesuffix(CUT)[:-1].rstrip()}{CUT}"
    return text
