"""The program's own fonts: files, licences, letters, and figures that stand below each other."""

import re
from pathlib import Path

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfbase.ttfonts import TTFontFile

from tournaments.sheets.fonts import BOLD, FONTS, SANS, SERIF, SPARE, letters_of, runs

ROOT = Path(__file__).resolve().parents[1]
TOKENS = ROOT / "static/css/tokens.css"
OWN = sorted(path.stem for path in FONTS.glob("*.woff2"))
SIGNS = set("♠♣♥♦▲▼✓⚠→←↑↓⏎±·×½≈\ufe0e\u2060")
"""What the reader's machine, or DejaVu on paper, draws."""


def test_styles_name_exactly_the_files_that_are_there() -> None:
    tokens = TOKENS.read_text(encoding="utf-8")
    assert sorted(re.findall(r'url\("\.\./fonts/([\w-]+)\.woff2"\)', tokens)) == OWN
    assert {SANS, BOLD, SERIF} == set(OWN) and all((FONTS / f"{name}.ttf").is_file() for name in OWN)


def test_the_licences_are_beside_them() -> None:
    licences = [path.read_text(encoding="utf-8") for path in FONTS.glob("LICENSE-*")]
    assert len(licences) == 2 and all("SIL Open Font License, Version 1.1" in text for text in licences)
    assert not any("Reserved Font Name" in text.split("-----")[0] for text in licences)


def test_none_is_drawn_later_than_its_page_which_asks_for_all_at_once() -> None:
    faces = [face for face in TOKENS.read_text(encoding="utf-8").split("@font-face")[1:] if "url(" in face]
    assert len(faces) == len(OWN) and all("font-display: optional;" in face for face in faces)
    document = (ROOT / "templates/document.html").read_text(encoding="utf-8")
    assert sorted(re.findall(r'rel="preload" .+fonts/([\w-]+)\.woff2\' %}" crossorigin>', document)) == OWN


@pytest.mark.parametrize("name", OWN)
def test_every_letter_of_the_program_and_of_europes_names_is_there(name: str) -> None:
    entries = [entry for path in ROOT.glob("locale/*/LC_MESSAGES/django.po") for entry in polib.pofile(str(path))]
    said = {letter for entry in entries for text in (entry.msgid, entry.msgstr) for letter in text}
    names = set("ÀÈÌÒÙàèìòùÄÖÜäöüßÇçÑñŁłĄąŚśŻżČčŠšŽžĐđĆćŐőŰűȘșȚțĂăÅåØøÆæŒœİıĞğ’«»–—…º")
    assert {letter for letter in said | names if letter.isalnum() or letter in names} - letters_of(name) == set()


@pytest.mark.parametrize("name", OWN)
def test_all_figures_are_equally_wide_and_the_zero_is_plain(name: str) -> None:
    font = ImageFont.truetype(FONTS / f"{name}.ttf", 200, layout_engine=ImageFont.Layout.BASIC)
    assert len({font.getlength(figure) for figure in "0123456789"}) == 1
    image = Image.new("L", (300, 300), 255)
    ImageDraw.Draw(image).text((50, 20), "0", font=font, fill=0)
    # White ground outside and in one counter, whose middle is that of the zero; a stroke would leave a third.
    grounds = image.point(lambda light: 255 if light >= 128 else 0)
    left, top, right, bottom = grounds.point(lambda light: 255 - light).getbbox() or (0, 0, 0, 0)
    middle = ((left + right) // 2, (top + bottom) // 2)
    assert grounds.getpixel(middle) == 255
    for inside in ((0, 0), middle):
        ImageDraw.floodfill(grounds, inside, 0)
    assert grounds.getextrema() == (0, 0)


def test_paper_tells_them_apart_by_their_names() -> None:
    assert {TTFontFile(str(FONTS / f"{name}.ttf")).name.decode() for name in OWN} == set(OWN)


def test_they_weigh_little() -> None:
    assert sum((FONTS / f"{name}.woff2").stat().st_size for name in OWN) < 60_000


@given(st.text(st.sampled_from("Rossi 0♠▲ŁΩЖ\u4e00’–"), max_size=12), st.sampled_from(OWN))
def test_a_text_is_drawn_whole_each_letter_by_a_font_that_has_it(text: str, font: str) -> None:
    pieces = runs(text, font)
    assert "".join(piece for _name, piece in pieces) == text
    for name, piece in pieces:
        for letter in piece:
            # What no font has is left to the first.
            assert letter in letters_of(name) or (name == font and letter not in letters_of(SPARE[font]))
            assert name == font or letter not in letters_of(font)
