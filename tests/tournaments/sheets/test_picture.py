"""The picture of a ranking: its sizes, its text, and the same picture for the same data."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from tests.tournaments.sheets.sheet_text import HARD_NAMES
from tournaments.sheets.picture import (
    ROWS,
    SIZES,
    PictureRow,
    RankingPicture,
    ranking_picture,
)
from tournaments.sheets.picture_parts import BETWEEN, CUT, fitted_names

SQUARE = SIZES[1]


def row(place: int, *names: str) -> PictureRow:
    return PictureRow(place, str(place), names or (f"Rossi Anna {place}", f"Bianchi Carlo {place}"), "60 VP", "+500")


def picture(count: int) -> RankingPicture:
    return RankingPicture(
        club="ASD Burraco Aurora",
        tournament="Torneo del venerdì",
        facts="20 novembre 2026",
        title="Classifica finale",
        rows=tuple(row(place) for place in range(1, count + 1)),
    )


def drawn(of: RankingPicture, size: tuple[int, int] = SQUARE) -> bytes:
    """Draw the picture without the cache."""
    return ranking_picture.__wrapped__(of, size)


@pytest.mark.parametrize(("size", "count"), [(SIZES[0], 12), (SIZES[1], 2)])
def test_it_is_a_png_of_its_size_and_the_same_each_time(size: tuple[int, int], count: int) -> None:
    content = drawn(picture(count), size)
    with Image.open(BytesIO(content)) as image:
        assert (image.format, image.size) == ("PNG", size)
    assert drawn(picture(count), size) == content


def test_everything_said_is_seen_but_nobody_below_the_tenth() -> None:
    whole = picture(ROWS)
    content = drawn(whole)
    first, *others = whole.rows
    changed = [
        replace(whole, club="Circolo Aurora"),
        replace(whole, tournament="Coppa d’autunno"),
        replace(whole, rows=(row(1, "Verdi Luca", "Bianchi Carlo 1"), *others)),
        replace(whole, rows=(first, *others[:-1], row(10, "Neri Ugo"))),
    ]
    assert all(drawn(other) != content for other in changed)
    assert drawn(picture(ROWS + 1)) == content


def test_who_shares_the_first_place_stands_as_high() -> None:
    whole = picture(2)
    first, second = whole.rows
    with Image.open(BytesIO(drawn(replace(whole, rows=(first, replace(second, place=1)))))) as image:
        pixels = image.convert("RGB")
    left, middle = (next(y for y in range(300, 1000) if pixels.getpixel((x, y)) == (20, 83, 45)) for x in (100, 420))
    assert left == middle


@pytest.mark.parametrize("names", [HARD_NAMES[:2], HARD_NAMES[2:4], (HARD_NAMES[3],), ("Rossi Anna", HARD_NAMES[0])])
def test_of_names_that_are_too_long_each_is_cut_and_none_left_out(names: tuple[str, ...]) -> None:
    written, letters = fitted_names(names, size=30, width=400)
    assert letters.getlength(written) <= 400
    for part, name in zip(written.split(BETWEEN), names, strict=True):
        assert part == name or (part.endswith(CUT) and name.startswith(part.removesuffix(CUT)) and len(part) > 4)
