"""The tables of `docs/rules.md`, `docs/tournaments.md` and `docs/pairing.md` match the program."""

import re
from collections import Counter
from pathlib import Path

import pytest

from scoring.engine.cards import Rank
from scoring.engine.rulebooks import ARGENTINE, BRAZILIAN_ABERTO_SUJO, ITALIAN, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from tournaments.pairing import SYSTEMS
from tournaments.pairing.whist import offsets_for, starters
from tournaments.ranking.victory_points import scale_for_hands
from tournaments.records import ScaleBand
from tournaments.records.defaults import usual_minutes

DOCS = Path(__file__).parents[1] / "docs"


def rows(document: str, first: str) -> list[list[str]]:
    """Return the rows of the table whose head begins with this cell."""
    (table,) = re.findall(rf"^\| {first} \|.*\n\|[-:| ]+\|\n((?:\|.*\n)+)", (DOCS / document).read_text("utf-8"), re.M)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


def keys(document: str, first: str) -> list[str]:
    """Return the names in the first column of a table."""
    return [key for row in rows(document, first) for key in re.findall(r"`(\w+)`", row[0])]


@pytest.mark.parametrize(("column", "rules"), [(1, ITALIAN), (2, ARGENTINE), (3, BRAZILIAN_ABERTO_SUJO)])
def test_the_values_of_the_cards(column: int, rules: RuleSet) -> None:
    jolly, two, ace, high, low = (int(row[column]) for row in rows("rules.md", "card"))
    assert rules.deck.jolly == jolly
    assert rules.deck.ranks == (ace, two, *[low] * 5, *[high] * 6)
    assert len(rules.deck.ranks) == len(Rank) - 1


def test_the_rulesets() -> None:
    assert {*RULEBOOKS} == {*keys("rules.md", "key")}


def test_the_pairing_systems() -> None:
    assert keys("tournaments.md", "key") == [system.value for system in SYSTEMS]


def test_the_minutes_of_a_round() -> None:
    for hands, minutes, _rounds in rows("tournaments.md", "hands a round"):
        assert usual_minutes(int(hands.split()[0])) == int(minutes)


def band(cells: ScaleBand) -> tuple[str, str]:
    """Return a band of a scale as in the table: the VP of both sides, and the differences."""
    last = f"over {cells.low - 5}" if cells.high is None else f"{cells.low}–{cells.high}"
    return f"{cells.winner}–{cells.loser}", last


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_the_victory_points(hands: int) -> None:
    written = [(row[0], row[hands - 1]) for row in rows("tournaments.md", "VP")]
    assert [band(each) for each in scale_for_hands(hands).bands()] == written


@pytest.mark.parametrize("row", rows("pairing.md", "players"), ids=lambda row: row[0])
def test_the_offsets_of_a_short_evening(row: list[str]) -> None:
    players, rounds = int(row[0]), int(row[1])
    offsets = tuple(map(int, row[2].split(", ")))
    assert offsets_for(players, rounds) == offsets
    assert [met_twice(players, offsets), met_twice(players, range(rounds))] == [int(row[3]), int(row[4])]


def met_twice(players: int, offsets: range | tuple[int, ...]) -> int:
    met = Counter(
        frozenset((one, other))
        for offset in offsets
        for ns, ew in starters()[players].round(offset)
        for one in ns
        for other in ew
    )
    return sum(times - 1 for times in met.values())
