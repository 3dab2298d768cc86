"""The club's colour: what can be read on it, and what is offered instead of what cannot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.club_face import BAND_INKS, FELT, ClubFace
from pages.colours import AA, contrast, nearest_ground
from tests.test_look import THEMES, tokens
from tests.test_look import contrast as contrast_of_the_styles

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_the_inks_and_the_felt_are_those_of_the_styles() -> None:
    assert tuple(tokens(theme)["band-ink"] for theme in THEMES) == BAND_INKS
    assert tokens("light")["band"] == FELT


@given(COLOURS, COLOURS)
def test_contrast_is_computed_as_for_the_styles(one: str, other: str) -> None:
    assert abs(contrast(one, other) - contrast_of_the_styles(one, other)) < 1e-9


@given(COLOURS)
def test_the_nearest_ground_can_be_read_and_no_lighter_one_was_passed_over(colour: str) -> None:
    near = nearest_ground(colour, BAND_INKS)
    least = min(contrast(ink, near) for ink in BAND_INKS)
    assert least >= AA
    if near == colour:
        return
    assert min(contrast(ink, colour) for ink in BAND_INKS) < AA
    # A step lighter of 255 changes the contrast by a few hundredths at most.
    assert least < AA + 0.2


@pytest.mark.parametrize(
    ("colour", "on_white", "on_grey"),
    [
        ("#8a1c1c", "#8a1c1c", "#8a1c1c"),
        ("#000000", "#000000", "#000000"),
        ("#ffd700", "#8b7500", "#5d4e00"),
        ("#00ff00", "#008a00", "#005c00"),
        ("#777777", "#767676", "#4f4f4f"),
        ("#3b82f6", "#1d6ff5", "#0848b0"),
    ],
)
def test_a_ground_is_darkened_until_each_ink_can_be_read(colour: str, on_white: str, on_grey: str) -> None:
    assert nearest_ground(colour, ("#ffffff",)) == on_white
    assert nearest_ground(colour, ("#ffffff", "#c0c0c0")) == on_grey


@pytest.mark.parametrize(
    ("logo", "width", "height"), [("0123456789abcdef-181x81", 181, 81), ("", 0, 0), ("0123456789abcdef-0x81", 0, 0)]
)
def test_a_logo_is_as_large_as_its_name_says(logo: str, width: int, height: int) -> None:
    assert (ClubFace(logo=logo).logo_width, ClubFace(logo=logo).logo_height) == (width, height)


@given(COLOURS)
def test_the_steps_of_a_podium_can_be_read_if_the_colour_can(colour: str) -> None:
    face = ClubFace(nearest_ground(colour, BAND_INKS))
    assert all(contrast(ink, step) >= AA for ink in BAND_INKS for step in face.steps)
