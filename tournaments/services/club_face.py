"""The club's face: its accent colour and its logo."""

from hashlib import sha256
from io import BytesIO

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageStat

from pages.club_face import FELT
from pages.refusals import Refused
from tournaments.models import Club, ClubLogo
from tournaments.slips.photos import UnusablePhoto, safe_pixels
from tournaments.wording.club_face import LOGO_FAULTS

from .clubs import club_set

MOST_LOGO_BYTES = 4_000_000
LOGO_FORMATS = ("PNG", "JPEG")
LONGEST_LOGO_SIDE, SHORTEST_LOGO_SIDE = 512, 32
"""In pixels: enough for a wall and a sheet, and too few to be recognised."""
WHITE_ALONE = 235
"""The mean brightness, out of 255, of a drawing that nobody would see on paper."""
SEEN = 64
"""The opacity, out of 255, from which a pixel counts as drawn."""


def club_choose_accent(*, accent: str) -> Club:
    """Give heads, the wall, sheets and pictures this colour, as `#14532d`."""
    return club_set("accent", "" if accent == FELT else accent)


@transaction.atomic
def club_put_logo(*, sent: bytes) -> Club:
    """Keep a picture as the club's logo, drawn again without anything that was hidden in its file."""
    image, size = _drawn_again(sent)
    name = f"{sha256(image).hexdigest()[:16]}-{size[0]}x{size[1]}"
    ClubLogo.objects.exclude(name=name).delete()
    ClubLogo.objects.get_or_create(name=name, defaults={"image": image})
    return club_set("logo", name)


@transaction.atomic
def club_remove_logo() -> Club:
    """Show the program's spade again."""
    ClubLogo.objects.all().delete()
    return club_set("logo", "")


def _drawn_again(sent: bytes) -> tuple[bytes, tuple[int, int]]:
    """Return the logo on white, cut to what is drawn, as PNG, with its width and height."""
    try:
        drawing = safe_pixels(
            sent, "RGBA", most_bytes=MOST_LOGO_BYTES, formats=LOGO_FORMATS, side=4 * LONGEST_LOGO_SIDE
        )
    except UnusablePhoto as refusal:
        raise Refused(str(LOGO_FAULTS[refusal.fault])) from refusal
    drawn = drawing.getchannel("A").point(lambda opacity: 255 if opacity >= SEEN else 0)
    edges = drawn.getbbox()
    if edges is None or min(edges[2] - edges[0], edges[3] - edges[1]) < SHORTEST_LOGO_SIDE:
        raise Refused(_("The logo is smaller than 32 pixels: choose a larger picture."))
    if drawn.getextrema() != (255, 255):
        brightness = ImageStat.Stat(drawing.convert("L"), drawn).mean[0]
        if brightness >= WHITE_ALONE:
            raise Refused(_("The logo is white without a ground, and paper is white, too: choose one with a ground."))
    logo = Image.new("RGB", drawing.size, "white")
    logo.paste(drawing, mask=drawing.getchannel("A"))
    logo = logo.crop(edges)
    logo.thumbnail((LONGEST_LOGO_SIDE, LONGEST_LOGO_SIDE), Image.Resampling.LANCZOS)
    file = BytesIO()
    logo.quantize(256).save(file, "PNG", optimize=True)
    return file.getvalue(), logo.size
