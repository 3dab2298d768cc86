"""The sheets before the draw: the attendance list, and table cards that can be read from both sides."""

from dataclasses import replace

import pytest
from django.utils import translation

from tests.tournaments.sheets.sheet_text import HARD_NAMES, HEADER, entrant, pages_of, squeezed
from tournaments.records import Kind
from tournaments.sheets.name_plates import entrant_plates, table_plates
from tournaments.sheets.phone_guide import phone_guide
from tournaments.sheets.roll_call import RollCallRow, roll_call_sheet

pytestmark = pytest.mark.usefixtures("in_english")


def rows(count: int) -> list[RollCallRow]:
    return [
        RollCallRow(name=f"Cognome{n:03} Anna", number=n, partner=f"Secondo{n:03} Bruno", club="Aurora")
        for n in range(count, 0, -1)
    ]


def test_the_roll_is_called_from_a_to_z_and_nobody_is_left_out() -> None:
    (page,) = pages_of(roll_call_sheet(HEADER, rows(2)))
    assert page.splitlines()[:-1] == [
        *("Attendance list", "Torneo del venerdì · Friday 20 November 2026 · Sala Aurora", "ASD Burraco Aurora"),
        *("player", "no.", "with", "club"),
        *("Cognome001 Anna", "1", "Secondo001 Bruno", "Aurora"),
        *("Cognome002 Anna", "2", "Secondo002 Bruno", "Aurora"),
    ]
    pages = pages_of(roll_call_sheet(HEADER, rows(500)))
    text = "\n".join(pages)
    assert [text.count(f"Cognome{n:03} Anna") for n in range(1, 501)] == [1] * 500
    assert all(f"page {n} of {len(pages)}" in page for n, page in enumerate(pages, start=1))


def test_hard_names_are_called_whole_and_an_individual_player_comes_with_nobody() -> None:
    hard = [RollCallRow(name=name, number=n, club=name) for n, name in enumerate(HARD_NAMES, start=1)]
    (page,) = pages_of(roll_call_sheet(replace(HEADER, kind=Kind.INDIVIDUAL), hard))
    assert "\nwith\n" not in page
    assert all(squeezed(page).count(squeezed(name)) == 2 for name in HARD_NAMES)


def test_a_plate_says_the_same_on_both_sides() -> None:
    pages = pages_of(table_plates(HEADER, range(1, 41)))
    assert [page.splitlines().count(str(number)) for number, page in enumerate(pages, start=1)] == [2] * 40
    pair = entrant(12, *HARD_NAMES[2:4])
    (page,) = pages_of(entrant_plates(HEADER, [pair]))
    assert page.splitlines().count("12") == 2
    assert all(squeezed(page).count(squeezed(name)) == 2 for name in pair.names)


def test_plates_of_nobody_are_a_page_that_says_so() -> None:
    (page,) = pages_of(entrant_plates(HEADER, []))
    assert "Nobody is entered yet" in page


def test_the_guide_to_phones_says_five_steps_and_the_address_twice_a_page_in_either_language() -> None:
    address = "http://192.168.1.20:8000/t/torneo-del-venerdi/table/"
    for language, first, last in (("en", "Scan the square code", "It is right"), ("it", "Inquadrate", "Giusto")):
        with translation.override(language):
            (page,) = pages_of(phone_guide(HEADER, address))
        for text in (first, last, *"12345", "192.168.1.20:8000/t/torneo-del-venerdi/table/", HEADER.tournament):
            assert squeezed(page).count(squeezed(text)) >= 2, text
