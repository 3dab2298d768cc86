"""Colours by which text can be read, as WCAG 2.2 computes it."""

from colorsys import hls_to_rgb, rgb_to_hls

AA = 4.5
"""The least contrast of text with its ground."""
STEPS = 255


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def nearest_ground(colour: str, inks: tuple[str, ...]) -> str:
    """Return the lightest ground of this hue, no lighter than the colour, on which these light inks can be read.

    >>> nearest_ground("#14532d", ("#ffffff",)), nearest_ground("#ffffff", ("#ffffff",))
    ('#14532d', '#767676')
    """
    hue, lightness, saturation = rgb_to_hls(*_channels(colour))
    steps = (lightness * step / STEPS for step in range(STEPS, 0, -1))
    grounds = (colour, *(_written(hls_to_rgb(hue, lighter, saturation)) for lighter in steps))
    return next((ground for ground in grounds if min(contrast(ink, ground) for ink in inks) >= AA), "#000000")


def mixed(colour: str, other: str, share: int) -> str:
    """Return the colour with this many hundredths of another.

    >>> mixed("#ff0000", "#000000", 50)
    '#800000'
    """
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return _written(tuple(one + (two - one) * share / 100 for one, two in pairs))


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _written(channels: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)


def _luminance(colour: str) -> float:
    """Return the relative luminance."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
