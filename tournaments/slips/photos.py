"""The photo that a table sends with its dispute, reduced and stripped of data about the phone and its owner."""

from enum import StrEnum
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

MOST_BYTES = 15_000_000
"""The largest photo accepted from a phone."""
MOST_PIXELS = 50_000_000
"""A picture with more pixels is small in transit but fills the memory when it is decoded."""
LONGEST_SIDE = 1600
"""In pixels: enough to read every figure on a slip."""
QUALITY = 80
FORMATS = ("JPEG", "PNG", "WEBP")
"""The formats of cameras and browsers. No other decoder is tried, because each is a risk."""

PHOTOS_A_DISPUTE = 3

ONE_AT_A_TIME = Lock()
"""A decoded photo needs three times its pixels in memory, on a laptop that is serving a hall."""


class PhotoFault(StrEnum):
    """Why a photo of a slip cannot be used."""

    NO_PICTURE = "no_picture"
    TOO_MANY_BYTES = "too_many_bytes"
    TOO_MANY_PIXELS = "too_many_pixels"
    NOT_DISPUTED = "not_disputed"
    ENOUGH = "enough"
    """There are `PHOTOS_A_DISPUTE` already."""


class UnusablePhoto(Exception):
    """A photo that cannot be used; `fault` says why."""

    def __init__(self, fault: PhotoFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def small_jpeg(sent: bytes) -> bytes:
    """Return the photo upright, at most `LONGEST_SIDE`, as a JPEG without metadata. Raise `UnusablePhoto`."""
    pixels = safe_pixels(sent, "RGB", most_bytes=MOST_BYTES, formats=FORMATS, side=LONGEST_SIDE)
    return _written(pixels)


def safe_pixels(sent: bytes, mode: str, *, most_bytes: int, formats: tuple[str, ...], side: int) -> "Image.Image":
    """Return a picture that a stranger sent, upright, with no side longer than `side`. Raise `UnusablePhoto`."""
    if len(sent) > most_bytes:
        raise UnusablePhoto(PhotoFault.TOO_MANY_BYTES)
    # Import only if needed: every slip knows this module, and few have photos.
    from PIL import Image

    with ONE_AT_A_TIME:
        try:
            return _pixels(sent, mode, formats, side)
        except UnusablePhoto:
            raise
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise UnusablePhoto(PhotoFault.TOO_MANY_PIXELS) from error
        except Exception as error:  # A decoder may fail in any way over bytes that somebody made up.
            raise UnusablePhoto(PhotoFault.NO_PICTURE) from error


def _pixels(sent: bytes, mode: str, formats: tuple[str, ...], side: int) -> "Image.Image":
    from PIL import Image, ImageOps

    with Image.open(BytesIO(sent), formats=formats) as photo:
        # The size is in the first bytes, before anything is decoded.
        if photo.width * photo.height > MOST_PIXELS:
            raise UnusablePhoto(PhotoFault.TOO_MANY_PIXELS)
        photo.draft("RGB", (side, side))
        upright = ImageOps.exif_transpose(photo).convert(mode)
    upright.thumbnail((side, side))
    return upright


def _written(pixels: "Image.Image") -> bytes:
    """Return a JPEG of a new picture, because Pillow writes metadata of the old one, such as its comment."""
    from PIL import Image

    file = BytesIO()
    Image.frombytes("RGB", pixels.size, pixels.tobytes()).save(file, "JPEG", quality=QUALITY, optimize=True)
    return file.getvalue()
