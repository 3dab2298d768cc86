"""Every sheet is printed and read back: its text, the order, and the number of pages."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from django.conf import settings
from django.utils import translation
from pypdf import PageObject, PdfReader
from pypdf.generic import IndirectObject
from reportlab.pdfbase.ttfonts import TTFontFace

from tests.tournaments.sheets.sheet_text import (
    HARD_NAMES,
    HEADER,
    entrant,
    hall,
    hard_tables,
    pages_of,
    squeezed,
    table,
)
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import (
    EntrantId,
    Kind,
    Outcome,
    PointAdjustment,
    Rounds,
    ScaleBand,
    Side,
    StandIn,
    Standing,
    TableResult,
    TieBreak,
)
from tournaments.sheets.common import SeatedTable, SheetHeader
from tournaments.sheets.fonts import BOLD, FONTS, SANS
from tournaments.sheets.layout import tidy
from tournaments.sheets.ranking_sheet import ranking_sheet
from tournaments.sheets.score_sheets import blank_score_sheets, score_sheets
from tournaments.sheets.seating import seating_by_name, seating_by_table
from tournaments.wording.figures import figure, signed, spoken_date

BANDS = FIBUR_2026_4.bands()


pytestmark = pytest.mark.usefixtures("in_english")


def ranking(tables: list[SeatedTable], rounds: int, *adjustments: PointAdjustment) -> tuple[Standing, ...]:
    """Return the ranking after this many rounds of the same tables, with different MP in each round."""
    entrants = {e.id: e for table in tables for _line, side in table.sides for e in side.entrants}
    results = [
        TableResult(
            round=number,
            table=table.number,
            ns=table.ns.entrants[0].id,
            ew=table.ew.entrants[0].id if table.ew else None,
            outcome=Outcome.PLAYED if table.ew else Outcome.REST,
            ns_mp=1000 * number + 5 * table.number if table.ew else None,
            ew_mp=1000 * number if table.ew else None,
        )
        for number in range(1, rounds + 1)
        for table in tables
    ]
    return standings(
        entrants.values(),
        results,
        adjustments,
        scale=FIBUR_2026_4,
        rest=rest_allowance(FIBUR_2026_4, 4),
        absence=absence_allowance(FIBUR_2026_4, 4),
        tie_breaks=(TieBreak.VP, TieBreak.MP_DIFFERENCE),
        seed=1,
    )


SHEETS: dict[str, Callable[[SheetHeader, list[SeatedTable]], bytes]] = {
    "score sheets": lambda header, tables: score_sheets(header, tables, round_number=1, scale=BANDS),
    "seating by name": lambda header, tables: seating_by_name(header, tables, round_number=1),
    "seating by table": lambda header, tables: seating_by_table(header, tables, round_number=1),
    "ranking": lambda header, tables: ranking_sheet(header, ranking(tables, 2), after_round=2),
    "ranking of ten rounds": lambda header, tables: ranking_sheet(header, ranking(tables, 10), after_round=10),
}


# Rules for all sheets


@pytest.mark.parametrize("sheet", SHEETS)
def test_hard_names_are_printed_whole(sheet: str) -> None:
    text = squeezed("".join(pages_of(SHEETS[sheet](HEADER, hard_tables()))))
    for name in HARD_NAMES:
        assert squeezed(name) in text


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_hall_of_250_tables_is_printed_whole(sheet: str) -> None:
    pages = pages_of(SHEETS[sheet](HEADER, hall(250)))
    text = "\n".join(pages)
    for number in range(1, 501):
        assert text.count(f"Cognome{number:03} Anna") == 1
        assert text.count(f"Secondo{number:03} Bruno") == 1
    for number, page in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in page
        assert "Torneo del venerdì" in page
        assert "friday 20 november 2026" in page.lower()
        assert "ASD Burraco Aurora" in page


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_fonts_have_a_glyph_for_every_letter_printed(sheet: str) -> None:
    printed = "".join(pages_of(SHEETS[sheet](HEADER, hard_tables())))
    for font in (SANS, BOLD):
        glyphs = TTFontFace(FONTS / f"{font}.ttf").charToGlyph
        assert {letter for letter in printed if not letter.isspace() and ord(letter) not in glyphs} == set()


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_same_records_give_the_same_bytes(sheet: str) -> None:
    assert SHEETS[sheet](HEADER, hall(3)) == SHEETS[sheet](HEADER, hall(3))


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sheet_says_which_version_printed_it(sheet: str) -> None:
    file = PdfReader(BytesIO(SHEETS[sheet](HEADER, hall(3))))
    assert file.metadata and file.metadata.creator == f"Burraco Club {settings.VERSION}"


def test_the_foot_of_a_list_says_the_version_beside_the_number_of_the_page() -> None:
    pages = pages_of(ranking_sheet(HEADER, ranking(hall(30), 4), after_round=4))
    for number, page in enumerate(pages, 1):
        assert page.endswith(f"\nBurraco Club {settings.VERSION} · page {number} of 2")


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_round_without_tables_still_prints_a_page(sheet: str) -> None:
    assert len(pages_of(SHEETS[sheet](HEADER, []))) == 1


# Score sheets


def test_two_score_sheets_to_a_page_and_none_for_a_rest() -> None:
    pages = pages_of(score_sheets(HEADER, hall(5, rest=True), round_number=2, scale=BANDS))
    assert len(pages) == 3
    assert [page.count("signature NS") for page in pages] == [2, 2, 1]
    assert "Cognome011" not in "".join(pages)


def test_a_score_sheet_has_everything_in_reading_order() -> None:
    (page,) = pages_of(score_sheets(HEADER, hall(1), round_number=2, scale=BANDS))
    hands = [str(number) for number in (1, 2, 3, 4)]
    assert page.splitlines()[:-1] == [
        *("Torneo del venerdì", "Friday 20 November 2026 · Sala Aurora", "ASD Burraco Aurora"),
        *("round (of 4)", "2", "table", "1"),
        *("NS", "pair no.", "1", "Cognome001 Anna", "Secondo001 Bruno"),
        *("EW", "pair no.", "2", "Cognome002 Anna", "Secondo002 Bruno"),
        *("hand", "base", "points", "total", "base", "points", "total"),
        *hands,
        *("round total", "round total", "difference", "VP NS", "VP EW"),
        *("VP", "diff.", "10–10", "0–100", "11–9", "105–300", "12–8", "305–500", "13–7", "505–700"),
        *("14–6", "705–900", "15–5", "905–1,100", "16–4", "1,105–1,300", "17–3", "1,305–1,500"),
        *("18–2", "1,505–1,700", "19–1", "1,705–2,000", "20–0", "2,005 +"),
        *("signature NS", "signature EW", "the referee"),
    ]


@pytest.mark.parametrize(("hands", "pages"), [(2, 2), (3, 2), (6, 2), (7, 3), (20, 3)])
def test_long_rounds_take_a_page_for_each_score_sheet(hands: int, pages: int) -> None:
    printed = pages_of(score_sheets(replace(HEADER, hands_per_round=hands), hall(3), round_number=1, scale=BANDS))
    assert len(printed) == pages
    assert f"\n{hands}\nround total" in printed[0]


def test_what_all_slips_share_is_in_the_file_once() -> None:
    """A hundred more tables add their names and numbers, but not their boxes, hands and small print."""
    few, many = (score_sheets(HEADER, hall(tables), round_number=1, scale=BANDS) for tables in (2, 102))
    stamped = [{xobject.idnum for xobject in _stamps_of(page)} for page in PdfReader(BytesIO(many)).pages]
    assert len(stamped) == 51 and len(stamped[0]) == 4
    assert all(of_page == stamped[0] for of_page in stamped)
    assert len(many) - len(few) < 100 * 700


def _stamps_of(page: PageObject) -> list[IndirectObject]:
    """Return the page's references to shared content."""
    return [page["/Resources"]["/XObject"].raw_get(name) for name in page["/Resources"]["/XObject"]]


def test_blank_score_sheets_name_nobody() -> None:
    pages = pages_of(blank_score_sheets(3, hands=3, scale=BANDS))
    assert [page.count("Score sheet") for page in pages] == [2, 1]
    assert "NS\npair no.\nEW\npair no.\nhand" in pages[0]
    (page,) = pages_of(blank_score_sheets(1, hands=4, scale=BANDS, header=HEADER))
    assert "Torneo del venerdì" in page


def test_a_blank_slip_has_two_lines_to_write_names_on() -> None:
    """Among the rules of a slip, two for each side are as wide as its space for names."""
    reader = PdfReader(BytesIO(blank_score_sheets(1, hands=4, scale=BANDS)))
    drawn = reader.pages[0].get_contents()
    assert drawn is not None
    rules = re.findall(rb"n ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", drawn.get_data())
    levels = [(float(x), float(y)) for x, y, to, level in rules if y == level and float(to) - float(x) > 100]
    names = [(x, y) for x, y in levels if x > 0]
    assert len(names) == 4
    assert len({x for x, _y in names}) == 2
    assert len({y for _x, y in names}) == 2


def test_a_scale_of_many_bands_is_printed_by_where_they_begin() -> None:
    bands = [
        ScaleBand(low=500 * at, high=500 * at + 495 if at < 20 else None, winner=20 + at, loser=20 - at)
        for at in range(21)
    ]
    (page,) = pages_of(score_sheets(HEADER, hall(1), round_number=1, scale=bands))
    assert "VP\nfrom\n20–20\n0\n21–19\n500\n22–18\n1,000\n" in page


# Seating


def test_thirty_tables_are_on_a_page_each_with_a_box_to_tick() -> None:
    pdf = seating_by_table(HEADER, hall(30, rest=True), round_number=1)
    (page,) = PdfReader(BytesIO(pdf)).pages
    drawn = page.get_contents()
    assert drawn is not None
    squares = re.findall(rb"n [\d.]+ [\d.]+ ([\d.]+) ([\d.]+) re S", drawn.get_data())
    assert len(squares) == 30
    assert all(width == height for width, height in squares)


@pytest.mark.parametrize(
    ("tables", "columns", "letters"), [(4, 1, ["C", "S"]), (12, 2, ["C", "S"]), (24, 3, ["C", "C", "S", "S"])]
)
def test_names_stand_under_their_letters_in_as_few_columns_as_hold_them(
    tables: int, columns: int, letters: list[str]
) -> None:
    (page,) = pages_of(seating_by_name(HEADER, hall(tables), round_number=1))
    assert page.count("player\ntable\nline\n") == columns
    assert re.findall(r"^[A-Z]$", page, flags=re.MULTILINE) == letters
    assert re.search(r"\nS\nSecondo001 Bruno\n", page)


def test_names_are_sorted_as_on_paper() -> None:
    names = ["De Luca Sergio", "D'Angelo Ida", "Dànieli Ugo", "deluca Anna", "Zoli Pia", "Abate Eva"]
    tables = [
        table(7, entrant(1, *names[:2]), entrant(2, *names[2:4])),
        table(8, entrant(3, *names[4:])),
    ]
    (page,) = pages_of(seating_by_name(HEADER, tables, round_number=3))
    seats = re.findall(r"(.+)\n(rests|\d+\n(?:NS|EW))", page)
    assert [(name, seat.split()) for name, seat in seats] == [
        ("Abate Eva", ["rests"]),
        ("D'Angelo Ida", ["7", "NS"]),
        ("Dànieli Ugo", ["7", "EW"]),
        ("De Luca Sergio", ["7", "NS"]),
        ("deluca Anna", ["7", "EW"]),
        ("Zoli Pia", ["rests"]),
    ]
    assert page.startswith("Seating, round 3 of 4\n")


def test_every_table_names_both_pairs_and_who_rests() -> None:
    (page,) = pages_of(seating_by_table(HEADER, hall(2, rest=True), round_number=1))
    assert page.splitlines()[3:-1] == [
        *("table", "NS", "EW"),
        *("1", "1", "Cognome001 Anna – Secondo001 Bruno", "2", "Cognome002 Anna – Secondo002 Bruno"),
        *("2", "3", "Cognome003 Anna – Secondo003 Bruno", "4", "Cognome004 Anna – Secondo004 Bruno"),
        *("5", "Cognome005 Anna – Secondo005 Bruno", "rests"),
    ]


def test_players_of_an_individual_tournament_find_their_partner() -> None:
    people = [entrant(number, f"Cognome{number:03} Anna") for number in (5, 1, 12, 8)]
    tables = [
        SeatedTable(number=3, ns=Side((people[0], people[2])), ew=Side((people[1], people[3]))),
        table(4, entrant(9, "Zoli Pia")),
    ]
    header = replace(HEADER, kind=Kind.INDIVIDUAL)
    (page,) = pages_of(seating_by_name(header, tables, round_number=1))
    assert page.splitlines()[3:-1] == [
        *("player", "table", "line", "C"),
        *("Cognome001 Anna", "with Cognome008 Anna", "3", "EW"),
        *("Cognome005 Anna", "with Cognome012 Anna", "3", "NS"),
        *("Cognome008 Anna", "with Cognome001 Anna", "3", "EW"),
        *("Cognome012 Anna", "with Cognome005 Anna", "3", "NS"),
        "Z",
        *("Zoli Pia", "rests"),
    ]
    (page,) = pages_of(seating_by_table(header, tables, round_number=1))
    assert "3\n5 + 12\nCognome005 Anna – Cognome012 Anna\n1 + 8\nCognome001 Anna – Cognome008 Anna\n" in page
    (page,) = pages_of(score_sheets(header, tables, round_number=1, scale=BANDS))
    assert "NS\n5\nCognome005 Anna\n12\nCognome012 Anna\nEW\n1\nCognome001 Anna\n8\nCognome008 Anna\n" in page


def test_a_blank_slip_of_an_individual_tournament_asks_for_no_pair() -> None:
    header = replace(HEADER, kind=Kind.INDIVIDUAL)
    (page,) = pages_of(blank_score_sheets(1, hands=4, scale=BANDS, header=header))
    assert "NS\nno.\nEW\nno.\nhand" in page


def test_a_bye_is_called_one_and_several_rest_in_one_round() -> None:
    tables = [
        table(1, entrant(1), entrant(2)),
        *(replace(table(number, entrant(number + 1)), is_bye=True) for number in (2, 3, 4)),
    ]
    (by_name,) = pages_of(seating_by_name(HEADER, tables, round_number=1))
    (by_table,) = pages_of(seating_by_table(HEADER, tables, round_number=1))
    assert (by_name.count("\nbye"), by_table.count("\nbye")) == (6, 3)
    assert "rests" not in by_name + by_table


def test_the_substitute_is_seated_and_both_stand_in_the_ranking() -> None:
    stand_in = StandIn(0, "Verdi Ugo", Rounds(1, 1))
    rossi = replace(entrant(1, "Rossi Ada / Verdi Ugo", "Bo Al"), stand_ins=(stand_in,))
    tables = [table(1, rossi.in_round(1), entrant(2))]
    for page in (
        *pages_of(seating_by_name(HEADER, tables, round_number=1)),
        *pages_of(SHEETS["score sheets"](HEADER, tables)),
    ):
        assert "Verdi Ugo" in page and "Rossi Ada" not in page
    assert "Rossi Ada / Verdi Ugo – Bo Al" in pages_of(SHEETS["ranking"](HEADER, tables))[0]
    later = pages_of(seating_by_name(HEADER, [table(1, rossi.in_round(2), entrant(2))], round_number=2))[0]
    assert "Rossi Ada" in later and "Verdi Ugo" not in later


# Ranking


def test_a_ranking_row_has_totals_and_rounds() -> None:
    tables = [
        table(100, entrant(1, "Rossi Ada", "Verdi Ugo", clubs=["Aurora", "Riviera"]), entrant(2)),
    ]
    (page,) = pages_of(ranking_sheet(HEADER, ranking(tables, 2), after_round=2))
    assert page.splitlines()[:-1] == [
        *(
            "Ranking after round 2 of 4",
            "Torneo del venerdì · Friday 20 November 2026 · Sala Aurora",
            "ASD Burraco Aurora",
        ),
        *("place", "no.", "pair", "VP", "diff.", "MP", "round 1", "round 2"),
        *("1", "1", "Rossi Ada – Verdi Ugo", "Aurora · Riviera", "24", "+1,000", "4,000", "12", "1,500", "12", "2,500"),
        *("2", "2", "Cognome002 Anna – Secondo002 Bruno", "16", "−1,000", "3,000", "8", "1,000", "8", "2,000"),
        *("of each round: VP, and MP below", "the referee"),
    ]


def test_thirty_rows_are_on_a_page_and_the_referee_signs_the_last() -> None:
    pages = pages_of(ranking_sheet(HEADER, ranking(hall(30), 4), after_round=4))
    assert [len(re.findall(r"Cognome\d{3} Anna", page)) for page in pages] == [30, 30]
    assert ["the referee" in page for page in pages] == [False, True]


@pytest.mark.parametrize(("rounds", "is_portrait"), [(4, True), (8, True), (9, False), (25, False)])
def test_the_header_is_repeated_and_many_rounds_are_printed_landscape(rounds: int, is_portrait: bool) -> None:
    pdf = ranking_sheet(HEADER, ranking(hall(30), rounds), after_round=rounds)
    pages = pages_of(pdf)
    assert len(pages) > 1
    boxes = [page.mediabox for page in PdfReader(BytesIO(pdf)).pages]
    assert all((box.width < box.height) is is_portrait for box in boxes)
    for page in pages:
        assert "place\nno.\npair\nVP\ndiff.\nMP\nround" in page


def test_more_rounds_than_a_page_is_wide_for_go_on_on_the_next() -> None:
    first, second = pages_of(ranking_sheet(HEADER, ranking(hall(2), 20), after_round=20))
    labels = [set(re.findall(r"round\s(\d+)\n", page.split("MP\n")[1])) for page in (first, second)]
    assert labels[0] | labels[1] == {str(number) for number in range(1, 21)}
    assert not labels[0] & labels[1]
    for page in (first, second):
        assert page.count("Cognome001 Anna") == 1
    assert ("the referee" in first, "the referee" in second) == (False, True)


def test_many_notes_stand_below_the_rows() -> None:
    """There are more notes than fit beside the signature."""
    notes = [PointAdjustment(round=1, entrant=EntrantId(number), mp=-100, vp=0) for number in (1, 3, 5)]
    (page,) = pages_of(ranking_sheet(HEADER, ranking(hall(6), 5, *notes), after_round=5))
    assert page.count("−100 MP") == 3


def test_shared_places_and_adjustments_are_explained() -> None:
    late = PointAdjustment(round=1, entrant=EntrantId(4), mp=-100, vp=-1)
    (page,) = pages_of(ranking_sheet(HEADER, ranking(hall(2, rest=True), 1, late), after_round=1))
    assert "= shared place (ex aequo)" not in page
    assert "* Round 1, Cognome004 Anna – Secondo004 Bruno: −100 MP, −1 VP" in page
    assert "\n*8\n900" in page
    assert "\n12\nrest" in page
    level = [replace(table, number=1) for table in hall(2)]
    (page,) = pages_of(ranking_sheet(HEADER, ranking(level, 1), after_round=1, final=True))
    assert page.startswith("Final ranking\n")
    assert page.count("\n1\n=\n") == 2
    assert page.count("\n3\n=\n") == 2
    assert "= shared place (ex aequo)" in page


# Figures and dates


def test_figures_and_dates_are_written_as_the_reader_does() -> None:
    assert (figure(1250), figure(-385), signed(1250), signed(-5), signed(0)) == ("1,250", "−385", "+1,250", "−5", "0")
    assert spoken_date(HEADER.date) == "Friday 20 November 2026"
    with translation.override("it"):
        assert (figure(1250), signed(-12500)) == ("1.250", "−12.500")
        assert spoken_date(HEADER.date) == "venerdì 20 novembre 2026"


def test_hard_names_are_tidy() -> None:
    assert [tidy(name) for name in HARD_NAMES] == list(HARD_NAMES)
