"""The program's fonts on paper and in pictures, and those that draw what these have no letter for.

Fonts and letters are the program's own, so that the same texts always give the same bytes, on every machine.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"

SANS, BOLD, SERIF = "AtkinsonNext-Regular", "AtkinsonNext-Bold", "Literata-SemiBold"
"""Figures and text; the same, where it matters; the names of things. Cut down by `benchmarks/fonts.py`."""
SPARE: Mapping[str, str] = {SANS: "DejaVuSans", BOLD: "DejaVuSans-Bold", SERIF: "DejaVuSerif-Bold"}
"""What draws suits, arrows, and the letters of other alphabets."""

Run = tuple[str, str]
"""A font, and the text that it draws."""


@cache
def letters_of(font: str) -> frozenset[str]:
    """Return the letters of a font, which sheets can draw with from then on."""
    face = TTFont(font, FONTS / f"{font}.ttf")
    pdfmetrics.registerFont(face)
    return frozenset(map(chr, face.face.charToGlyph))


@lru_cache(maxsize=10_000)
def runs(text: str, font: str) -> tuple[Run, ...]:
    """Return the text in pieces, each with the font that has its letters.

    >>> runs("♠ Rossi", SANS)
    (('DejaVuSans', '♠'), ('AtkinsonNext-Regular', ' Rossi'))
    """
    known = letters_of(font)
    if known.issuperset(text):
        return ((font, text),)
    others = letters_of(SPARE[font])
    found: list[Run] = []
    for letter in text:
        drawn_by = SPARE[font] if letter not in known and letter in others else font
        if found and found[-1][0] == drawn_by:
            found[-1] = (drawn_by, found[-1][1] + letter)
        else:
            found.append((drawn_by, letter))
    return tuple(found)
