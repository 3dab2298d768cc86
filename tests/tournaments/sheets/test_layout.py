"""Any text fits its box, and nothing of it is lost."""

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tests.tournaments.sheets.sheet_text import pages_of, squeezed
from tournaments.sheets.fonts import BOLD, SANS, runs
from tournaments.sheets.layout import LEADING, Box, fitted, tidy, write_line

TEXTS = st.text(st.characters(categories=["Lu", "Ll", "Nd", "Zs"], max_codepoint=0x24F) | st.just(" "), max_size=150)
BOXES = st.builds(Box, x=st.just(0.0), y=st.just(0.0), width=st.floats(5, 300), height=st.floats(5, 60))
FONTS = st.sampled_from([SANS, BOLD])


@given(TEXTS, BOXES, st.floats(7, 30), FONTS)
def test_any_text_fits_its_box_whole(text: str, box: Box, size: float, font: str) -> None:
    lines, used = fitted(text, box, size=size, smallest=6.5, font=font)
    assert squeezed("".join(lines)) == squeezed(tidy(text))
    assert 0 < used <= size
    assert len(lines) * used * LEADING <= box.height * 1.0001
    for line in lines:
        assert sum(stringWidth(piece, name, used) for name, piece in runs(line, font)) <= box.width * 1.0001


@given(TEXTS, BOXES)
def test_text_is_set_in_several_lines_only_below_the_smallest_size(text: str, box: Box) -> None:
    lines, used = fitted(text, box, size=12, smallest=7, font=SANS)
    assert len(lines) == 1 or used <= 7


def test_long_text_shrinks_before_it_wraps() -> None:
    box = Box(x=0, y=0, width=100, height=30)
    assert fitted("Rossi Anna", box, size=12, smallest=7, font=SANS) == (["Rossi Anna"], 12)
    lines, size = fitted("Rossi Anna Maria Teresa", box, size=12, smallest=7, font=SANS)
    assert (lines, 7 <= size < 12) == (["Rossi Anna Maria Teresa"], True)
    lines, size = fitted("Rossi Anna Maria Teresa Benedetta Chiara", box, size=12, smallest=7, font=SANS)
    assert (lines, size) == (["Rossi Anna Maria Teresa", "Benedetta Chiara"], 7)


def test_a_letter_and_its_accent_become_one_glyph() -> None:
    assert tidy("D'Angelo\u0300   Anna\n") == "D'Angelò Anna"


def test_columns_and_rows_do_not_overlap() -> None:
    box = Box(x=10, y=20, width=90, height=60)
    assert [(c.x, c.width) for c in box.columns(30, 50, 10)] == [(10, 30), (40, 50), (90, 10)]
    assert [(r.y, r.height) for r in box.rows(10, 20, 30)] == [(70, 10), (50, 20), (20, 30)]


def written(*lines: str, by_reportlab: bool = False) -> bytes:
    """Return a document of these lines, each twice and in two sizes."""
    file = BytesIO()
    canvas = Canvas(file, invariant=True)
    for at, line in enumerate(line for line in lines for _ in range(2)):
        for size in (9, 12):
            if by_reportlab:
                canvas.setFont(SANS, size)
                canvas.drawString(20 + size, 20.5 + 20 * at, line)
            else:
                write_line(canvas, line, 20 + size, 20.5 + 20 * at, size=size, font=SANS)
    canvas.save()
    return file.getvalue()


def test_each_line_is_written_as_reportlab_writes_it_in_its_own_document() -> None:
    for lines in (("1.250", "Nuñez (José)"), ("Zoë", "Nuñez (José)", "1.250")):
        assert written(*lines) == written(*lines, by_reportlab=True)
        assert pages_of(written(*lines))[0].split("\n") == [line for line in lines for _ in range(4)]
