"""Sheets in two languages: each text in both, what is the same once, and nothing cut or too small to read."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.sheets.sheet_text import HEADER, entrant, hall, pages_of, squeezed, type_sizes
from tests.tournaments.sheets.test_layout import BOXES
from tests.tournaments.sheets.test_type import CLUB, LONG, WORST
from tests.tournaments.sheets.test_type import SHEETS as EVERY_SHEET
from tournaments.ranking.victory_points import FIBUR_2026_4
from tournaments.records import Kind, Line, LineNames
from tournaments.sheets.common import SheetHeader
from tournaments.sheets.layout import LEADING, SANS, SMALLEST, Box, fitted, height_needed, tidy, width_needed
from tournaments.sheets.name_plates import entrant_plates, table_plates
from tournaments.sheets.poster import poster
from tournaments.sheets.score_sheets import score_sheets
from tournaments.sheets.seating import seating_by_name, seating_by_table
from tournaments.wording.figures import spoken_date
from tournaments.wording.gironi import girone_name
from tournaments.wording.lines import line_name, lines_by
from tournaments.wording.two_languages import BETWEEN, also_in, gettext, in_both, inside

BANDS = FIBUR_2026_4.bands()
LANGUAGES = [code for code, _name in settings.LANGUAGES]
LINES = st.text(st.characters(categories=["Lu", "Ll", "Nd"], max_codepoint=0x24F) | st.just(" "), max_size=60)
WIDEST_LETTER = 2 * SMALLEST

SHEETS: dict[str, tuple[Callable[[SheetHeader], bytes], tuple[str, ...]]] = {
    "slips": (
        lambda header: score_sheets(header, hall(1), round_number=2, scale=BANDS),
        (
            *("turno (di 4)", "ronda (de 4)", "tavolo / mesa", "coppia n.", "pareja n.º", "smazzata", "mano"),
            *("base", "punti / puntos", "totale / total", "totale turno / total ronda", "differenza", "diferencia"),
            *("VP EO", "diff. / dif.", "firma EO", "l’arbitro / el árbitro", "pagina 1 di 1 / página 1 de 1"),
            "venerdì 20 novembre 2026 / viernes 20 de noviembre de 2026 · Sala Aurora",
        ),
    ),
    "plates of pairs": (lambda header: entrant_plates(header, [entrant(12)]), ("Coppia / Pareja",)),
    "plates of tables": (lambda header: table_plates(header, [7]), ("Tavolo / Mesa",)),
    "seats by name": (
        lambda header: seating_by_name(header, hall(1, rest=True), round_number=2),
        (
            *("Posti a sedere, turno 2 di 4 / Lugares, ronda 2 de 4", "giocatore / jugador", "tavolo", "mesa"),
            *("linea", "línea", "NS", "EO", "queda libre"),
        ),
    ),
    "seats by table": (
        lambda header: seating_by_table(header, hall(1, rest=True), round_number=2),
        ("Posti a sedere, turno 2 di 4 / Lugares, ronda 2 de 4", "riposa / queda libre"),
    ),
    "poster": (
        lambda header: poster(header, [(gettext("Prizes"), "50%")], address="http://192.168.1.20", invitation=CLUB),
        ("venerdì 20 novembre 2026\nviernes 20 de noviembre de 2026", "Premi / Premios"),
    ),
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_text_is_in_both_languages_and_names_are_there_once(sheet: str) -> None:
    make, texts = SHEETS[sheet]
    with translation.override("it"):
        alone = pages_of(make(HEADER))[0]
        with also_in("es"):
            page = pages_of(make(HEADER))[0]
    assert [text for text in texts if text not in page] == []
    for once in ("Cognome001 Anna", "Secondo012 Bruno", HEADER.tournament, HEADER.club, "base", "firma NS", "VP EO"):
        assert page.count(once) == alone.count(once)


OF_A_HALL = [name for name in EVERY_SHEET if name.split()[0] in ("score", "blank", "seating", "poster", "plates")]


@pytest.mark.parametrize(("first", "second"), list(combinations(LANGUAGES, 2)))
def test_two_languages_have_room_beside_the_longest_names(first: str, second: str) -> None:
    """No type is smaller than what can be read, and nothing is left out, in any two languages."""
    for name in OF_A_HALL:
        with translation.override(first), also_in(second), lines_by(lambda: LineNames.MOVEMENT):
            pdf = EVERY_SHEET[name](WORST)
            lines = [in_both(line_name, line) for line in Line]
            words = [inside(in_both(spoken_date, WORST.date)), *("code" in name) * [gettext("code")]]
            words += lines if name.startswith(("score", "blank", "seating")) else []
        assert min(min(sizes) for sizes in type_sizes(pdf)) >= SMALLEST, name
        text = squeezed("".join(pages_of(pdf))).replace("/", "")
        whole = [CLUB, WORST.tournament, *(() if name.startswith("plates") else words)]
        assert [part for part in whole if squeezed(part).replace("/", "") not in text] == [], name


def test_a_partner_s_name_is_printed_whole_and_once() -> None:
    header = replace(HEADER, kind=Kind.INDIVIDUAL)
    with translation.override("it"), also_in("pt"):
        page = squeezed(pages_of(EVERY_SHEET["seating of players by name"](header))[0])
    assert page.count(squeezed(f"con / com {LONG[1]}")) == 4


@given(LINES, LINES, BOXES, st.floats(7, 30))
def test_text_in_two_languages_fits_its_box_whole(first: str, second: str, box: Box, size: float) -> None:
    lines, used = fitted(f"{first}{BETWEEN}{second}", box, size=size, smallest=6.5, font=SANS)
    assert squeezed("".join(lines)).replace("/", "") == squeezed(tidy(first) + tidy(second))
    assert 0 < used <= size
    assert len(lines) * used * LEADING <= box.height * 1.0001
    assert max(width_needed(line) for line in lines) * used / SMALLEST <= box.width * 1.0001
    wide = max(box.width, WIDEST_LETTER)
    high = box._replace(width=wide, height=height_needed(f"{first}{BETWEEN}{second}", wide))
    assert fitted(f"{first}{BETWEEN}{second}", high, size=size, smallest=SMALLEST, font=SANS)[1] >= SMALLEST


def test_the_languages_stand_below_each_other_where_that_makes_them_larger() -> None:
    text = f"differenza{BETWEEN}diferencia"
    wide, narrow = (Box(x=0, y=0, width=width, height=40) for width in (200, 60))
    assert fitted(text, wide, size=11, smallest=7, font=SANS) == (["differenza / diferencia"], 11)
    assert fitted(text, narrow, size=11, smallest=7, font=SANS)[0] == ["differenza", "diferencia"]


def test_only_the_first_words_are_said_twice_if_the_others_are_the_same() -> None:
    with translation.override("it"), also_in("es"):
        assert in_both(girone_name, 1) == "Girone / Zona A"
        assert gettext("with %(partner)s") == "con %(partner)s"
        assert gettext("VP") == "VP"
        with also_in(""):
            assert gettext("table") == "tavolo"


def test_each_text_is_asked_for_once_however_many_tables_there_are() -> None:
    asked: list[str | None] = []

    def say(number: int) -> str:
        asked.append(translation.get_language())
        return gettext("table")

    with translation.override("it"), also_in("es"):
        said = {in_both(say, 7) for _table in range(250)}
    assert (said, asked) == ({f"tavolo{BETWEEN}mesa"}, ["it", "es"])
    assert (in_both(say, 7), len(asked)) == (gettext("table"), 3)
