"""The club's icon for home screens and previews: its logo on white, or the spade on the club's colour."""

import re
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from pages.club_face import ClubFace

from .masthead import MARK_SIDE, SPADE
from .picture_parts import BAND_INK, GOLD_LINE

SIZES = (180, 192, 512)
KEPT = 8
SMOOTH = 4
"""The factor by which shapes are drawn larger before they are scaled down."""
CURVE = 12
"""The straight pieces of a curve."""
SAFE = 80
"""The hundredths of a maskable icon that no mask cuts off."""
ROUND = 12
"""The radius of the corners, in units of the mark."""

Point = tuple[float, float]


@lru_cache(maxsize=KEPT)
def club_icon(face: ClubFace, size: int, *, maskable: bool = False) -> bytes:
    """Return the icon as a square PNG. If `maskable`, its ground fills the square, and the rest stays in its middle."""
    share = SAFE if maskable else 100
    image = _logo(face, size, share) if face.image else _mark(face.accent, size, share)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _logo(face: ClubFace, size: int, share: int) -> Image.Image:
    with Image.open(BytesIO(face.image), formats=["PNG"]) as stored:
        logo = stored.convert("RGB")
    room = size * share // 100
    scale = min(room / logo.width, room / logo.height)
    logo = logo.resize((max(int(logo.width * scale), 1), max(int(logo.height * scale), 1)), Image.Resampling.LANCZOS)
    image = Image.new("RGB", (size, size), "white")
    image.paste(logo, ((size - logo.width) // 2, (size - logo.height) // 2))
    return image


def _mark(accent: str, size: int, share: int) -> Image.Image:
    side = size * SMOOTH
    image = Image.new("RGBA", (side, side), accent if share < 100 else (0, 0, 0, 0))
    canvas = ImageDraw.Draw(image)
    unit, edge = side * share / 100 / MARK_SIDE, side * (100 - share) / 200
    canvas.rounded_rectangle((edge, edge, side - edge - 1, side - edge - 1), ROUND * unit, fill=accent)
    frame = edge + 4.5 * unit
    canvas.rounded_rectangle(
        (frame, frame, side - frame, side - frame), 8.5 * unit, outline=GOLD_LINE, width=round(2 * unit)
    )
    canvas.polygon([(edge + x * unit, edge + y * unit) for x, y in _outline()], fill=BAND_INK)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def _outline() -> list[Point]:
    """Return the spade of the masthead as a polygon."""
    points: list[Point] = []
    for figures, verb in re.findall(r"([-\d. ]+) ([mlc])", SPADE):
        found = [float(figure) for figure in figures.split()]
        ends = list(zip(found[::2], found[1::2], strict=True))
        if verb == "c":
            points += [_on_curve(points[-1], *ends, share=step / CURVE) for step in range(1, CURVE + 1)]
        else:
            points += ends
    return points


def _on_curve(start: Point, one: Point, two: Point, end: Point, *, share: float) -> Point:
    """Return a point of a cubic curve."""
    rest = 1 - share
    parts = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    x, y = (
        sum(part * point[axis] for part, point in zip(parts, (start, one, two, end), strict=True)) for axis in (0, 1)
    )
    return x, y
