"""Membership cards: ten on a page, each in its place, with a code of the number printed beside it."""

import re
from io import BytesIO

import pytest
import segno
from pypdf import PdfReader

from tests.tournaments.sheets.sheet_text import HARD_NAMES, pages_of, squeezed, type_sizes
from tournaments.sheets.layout import QR_MASK, SMALLEST
from tournaments.sheets.membership_cards import CARDS_A_PAGE, MemberCard, membership_cards

CLUB = "Associazione sportiva dilettantistica Burraco e amici del gioco delle carte della Riviera di Levante e Liguria"
RUN = re.compile(r"(\d+) -(\d+) (\d+) -1 re")


def cards(count: int) -> list[MemberCard]:
    return [MemberCard(last_name=f"Cognome{n:04}", first_name="Anna", number=f"N{n:05}") for n in range(count)]


def codes_of(pdf: bytes, page: int = 0) -> list[list[list[int]]]:
    """Return the modules of every square code on a page, read from its rectangles."""
    content = PdfReader(BytesIO(pdf)).pages[page].get_contents()
    assert content is not None
    found = []
    for line in content.get_data().decode("latin-1").splitlines():
        runs = [tuple(map(int, run)) for run in RUN.findall(line)]
        if runs:
            side = max(x + width for x, _y, width in runs) - 1
            modules = [[0] * side for _row in range(side)]
            for x, y, width in runs:
                modules[y - 1][x - 1 : x - 1 + width] = [1] * width
            found.append(modules)
    return found


@pytest.mark.parametrize(
    ("count", "skip", "pages"), [(1, 0, 1), (10, 0, 1), (11, 0, 2), (10, 1, 2), (1, 9, 1), (2, 9, 2)]
)
def test_cards_fill_sheets_from_the_place_that_is_asked_for(count: int, skip: int, pages: int) -> None:
    printed = pages_of(membership_cards("Aurora", cards(count), skip=skip))
    assert len(printed) == pages
    held = [page.count("Cognome") for page in printed]
    assert held[0] == min(count, CARDS_A_PAGE - skip) and sum(held) == count
    text = squeezed("".join(printed))
    assert all(text.count(squeezed(f"{card.last_name} {card.first_name}")) == 1 for card in cards(count))


def test_no_two_cards_are_on_one_place_and_the_skipped_ones_stay_free() -> None:
    def corners(skip: int) -> list[bytes]:
        """Return the origin of each card."""
        content = PdfReader(BytesIO(membership_cards("Aurora", cards(10 - skip), skip=skip))).pages[0].get_contents()
        assert content is not None
        return [at for at in re.findall(rb"1 0 0 1 (\S+ \S+) cm", content.get_data()) if at != b"0 0"]

    every = corners(0)
    assert len(every) == len(set(every)) == CARDS_A_PAGE
    assert corners(3) == every[3:]


@pytest.mark.parametrize("number", ["00123", "IT-0456789", "è 12", "W" * 30])
def test_the_code_says_the_number_as_it_is_printed(number: str) -> None:
    pdf = membership_cards("Aurora", [MemberCard(last_name="Rossi", first_name="", number=number)])
    meant = segno.make(number, error="m", micro=False, mask=QR_MASK).matrix
    assert codes_of(pdf) == [[list(row) for row in meant]]
    assert squeezed(number) in squeezed(pages_of(pdf)[0])


@pytest.mark.parametrize("name", HARD_NAMES)
def test_a_hard_name_is_whole_and_can_be_read_under_a_club_of_any_length(name: str) -> None:
    pdf = membership_cards(CLUB, [MemberCard(last_name=name, first_name=name, number="0" * 30)])
    text = squeezed(pages_of(pdf)[0])
    assert text.count(squeezed(name)) == 2 and squeezed(CLUB) in text
    assert min(type_sizes(pdf)[0]) >= SMALLEST


def test_a_club_without_a_name_prints_the_program_s() -> None:
    assert "Burraco Club" in pages_of(membership_cards("", cards(1)))[0]
