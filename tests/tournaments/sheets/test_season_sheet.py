"""The ranking of a season on paper: everybody and all tournaments, in readable type, however many they are."""

import re

import pytest

from tests.tournaments.sheets.sheet_text import pages_of, type_sizes
from tournaments.sheets.layout import SMALLEST
from tournaments.sheets.season_sheet import SeasonLine, SeasonSheet, season_sheet


def sheet_of(tournaments: int, players: int, name: str = "Rossi Anna") -> bytes:
    """Return a season's sheet with the row's number in each cell."""
    lines = [
        SeasonLine(
            place=at,
            tied=at % 5 == 0,
            name=f"{name} {at}",
            points=f"{1_000 - at}",
            attended=str(tournaments),
            cells=[f"({at % 90})" for _cell in range(tournaments)],
        )
        for at in range(1, players + 1)
    ]
    named = [f"{number}. Torneo numero {number}" for number in range(1, tournaments + 1)]
    rule = ["In classifica i giocatori."]
    return season_sheet(SeasonSheet(season="Circuito", club="Aurora", tournaments=named, rule=rule, lines=lines))


@pytest.mark.parametrize(("tournaments", "players"), [(0, 0), (1, 3), (8, 120), (20, 40), (60, 40)])
def test_everybody_and_every_tournament_is_printed(tournaments: int, players: int) -> None:
    pages = [" ".join(page.split()) for page in pages_of(sheet_of(tournaments, players))]
    printed = " ".join(pages)
    assert set(map(int, re.findall(r"Rossi Anna (\d+)", printed))) == set(range(1, players + 1))
    assert set(map(int, re.findall(r"Torneo numero (\d+)", printed))) == set(range(1, tournaments + 1))
    # Each cell occurs once, on the page of its tournament.
    assert len(re.findall(r"\(\d+\)", printed)) == tournaments * players
    assert all("Circuito" in page and "Aurora" in page for page in pages)


def test_no_type_is_too_small_for_long_names_and_many_tournaments() -> None:
    sizes = type_sizes(sheet_of(60, 12, name="Maria Antonietta Giuseppina Elisabetta della Santissima Trinità " * 2))
    assert min(size for page in sizes for size in page) >= SMALLEST - 0.01


def test_the_same_season_gives_the_same_bytes() -> None:
    assert sheet_of(8, 20) == sheet_of(8, 20)
