"""The parts of a phone's photo that are stored, and the files that are refused."""

import warnings
from io import BytesIO

import pytest
from PIL import Image

from tournaments.slips import photos
from tournaments.slips.photos import LONGEST_SIDE, MOST_BYTES, PhotoFault, UnusablePhoto, small_jpeg

ORIENTATION, MAKER, GPS = 0x0112, 0x010F, 0x8825
TURNED_RIGHT = 6


def picture(width: int = 64, height: int = 48, mode: str = "RGB", kind: str = "JPEG", **also: object) -> bytes:
    file = BytesIO()
    Image.new(mode, (width, height)).save(file, kind, **also)
    return file.getvalue()


def test_a_photo_is_made_small_and_upright_and_tells_of_nobody() -> None:
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = TURNED_RIGHT, "Anna's phone"
    exif.get_ifd(GPS)[1] = "N"
    noted = {"exif": exif, "comment": b"Anna's note", "icc_profile": b"Anna's colours", "xmp": b"<Anna/>"}
    sent = picture(2000, 1500, **noted)
    assert sent.count(b"Anna") == 4 and dict(Image.open(BytesIO(sent)).getexif())
    with Image.open(BytesIO(small_jpeg(sent))) as small:
        assert (small.format, small.mode, small.size) == ("JPEG", "RGB", (LONGEST_SIDE * 3 // 4, LONGEST_SIDE))
        assert not dict(small.getexif()) and set(small.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert b"Anna" not in small_jpeg(sent)


def test_every_picture_of_a_phone_or_a_browser_is_taken_and_none_is_made_larger() -> None:
    modes = {"JPEG": ("RGB", "L", "CMYK"), "PNG": ("RGB", "RGBA", "L", "LA", "P", "1"), "WEBP": ("RGB", "RGBA")}
    for kind, mode in ((kind, mode) for kind, of_kind in modes.items() for mode in of_kind):
        with Image.open(BytesIO(small_jpeg(picture(mode=mode, kind=kind)))) as small:
            assert (small.format, small.size) == ("JPEG", (64, 48)), (kind, mode)


NO_PICTURES = {
    "text": b"<script>alert(1)</script>",
    "nothing": b"",
    "drawing": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "other format": picture(kind="GIF", mode="P"),
    "cut off": picture(400, 300)[:600],
    "broken": picture(kind="PNG").replace(b"IDAT", b"IDAX"),
}


@pytest.mark.parametrize("sent", NO_PICTURES.values(), ids=NO_PICTURES)
def test_what_is_no_picture_is_refused(sent: bytes) -> None:
    with pytest.raises(UnusablePhoto) as refusal:
        small_jpeg(sent)
    assert refusal.value.fault is PhotoFault.NO_PICTURE


@pytest.mark.parametrize("side", [7_200, 10_000, 14_000])
def test_a_small_file_of_too_many_pixels_is_refused_before_it_is_unfolded(side: int) -> None:
    """More pixels than our own limit, than Pillow's warning, and than it opens."""
    bomb = picture(side, side, mode="1", kind="PNG")
    assert len(bomb) < 100_000
    for action in ("ignore", "error"):
        with warnings.catch_warnings(action=action), pytest.raises(UnusablePhoto) as refusal:  # type: ignore[arg-type]
            small_jpeg(bomb)
        assert refusal.value.fault is PhotoFault.TOO_MANY_PIXELS


def test_a_photo_may_have_as_many_pixels_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "MOST_PIXELS", 64 * 48)
    assert small_jpeg(picture())
    with pytest.raises(UnusablePhoto) as refusal:
        small_jpeg(picture(65))
    assert refusal.value.fault is PhotoFault.TOO_MANY_PIXELS


def test_a_file_of_too_many_bytes_is_refused() -> None:
    with pytest.raises(UnusablePhoto) as refusal:
        small_jpeg(bytes(MOST_BYTES + 1))
    assert refusal.value.fault is PhotoFault.TOO_MANY_BYTES
