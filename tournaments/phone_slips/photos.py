"""A photo that a table sends with its dispute: made small, and nothing left in it that tells of phone or owner."""

from enum import StrEnum
from io import BytesIO
from threading import Lock

from PIL import Image, ImageOps

MOST_BYTES = 15_000_000
"""Of a photo as it comes from the phone."""
MOST_PIXELS = 50_000_000
"""More are no photo of a slip but a picture that is small on the way and fills the memory where it is unfolded."""
LONGEST_SIDE = 1600
"""In pixels, of what is kept: every figure on a slip can be read."""
QUALITY = 80
FORMATS = ("JPEG", "PNG", "WEBP")
"""What cameras and browsers send. Only these are tried: every other decoder is one more thing to break."""

PHOTOS_A_DISPUTE = 3

ONE_AT_A_TIME = Lock()
"""A photo that is unfolded takes its pixels three times in memory, on a laptop that serves a hall meanwhile."""


class PhotoFault(StrEnum):
    NO_PICTURE = "no_picture"
    TOO_MANY_BYTES = "too_many_bytes"
    TOO_MANY_PIXELS = "too_many_pixels"
    NOT_DISPUTED = "not_disputed"
    ENOUGH = "enough"
    """There are `PHOTOS_A_DISPUTE` already."""


class UnusablePhoto(Exception):
    """What was sent cannot be kept; `fault` says why."""

    def __init__(self, fault: PhotoFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def small_jpeg(sent: bytes) -> bytes:
    """The photo upright, `LONGEST_SIDE` at most, as a JPEG with its pixels and nothing else; raises `UnusablePhoto`."""
    if len(sent) > MOST_BYTES:
        raise UnusablePhoto(PhotoFault.TOO_MANY_BYTES)
    with ONE_AT_A_TIME:
        try:
            return _written(_pixels(sent))
        except UnusablePhoto:
            raise
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise UnusablePhoto(PhotoFault.TOO_MANY_PIXELS) from error
        except Exception as error:  # A decoder may fail in any way over bytes that somebody made up.
            raise UnusablePhoto(PhotoFault.NO_PICTURE) from error


def _pixels(sent: bytes) -> Image.Image:
    with Image.open(BytesIO(sent), formats=FORMATS) as photo:
        # The size stands in the first bytes: nothing has been unfolded yet.
        if photo.width * photo.height > MOST_PIXELS:
            raise UnusablePhoto(PhotoFault.TOO_MANY_PIXELS)
        photo.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        upright = ImageOps.exif_transpose(photo).convert("RGB")
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return upright


def _written(pixels: Image.Image) -> bytes:
    """As a picture of its own: Pillow writes out some of what came with the old one, such as its comment."""
    file = BytesIO()
    Image.frombytes("RGB", pixels.size, pixels.tobytes()).save(file, "JPEG", quality=QUALITY, optimize=True)
    return file.getvalue()
