"""The tables of `docs/rules.md`, `docs/tournaments.md`, `docs/pairing.md` and `docs/commands.md` match."""

import re
from collections import Counter
from pathlib import Path

import pytest

from accounts.forms.logins import LONGEST_PASSWORD
from scoring.api import hands as judged
from scoring.engine.cards import Rank
from scoring.engine.rulebooks import ARGENTINE, BRAZILIAN_ABERTO_SUJO, ITALIAN, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.free_games import services as games
from tournaments.api import problems, slips
from tournaments.forms import entries, phone
from tournaments.forms.club import plan, tournament_file
from tournaments.forms.club.minutes import MOST_CALLS, MOST_MINUTES
from tournaments.forms.people import pairs
from tournaments.forms.printing import copies
from tournaments.forms.seasons import seasons as season_forms
from tournaments.forms.till import amounts as fee_amounts
from tournaments.pairing.systems import SYSTEMS
from tournaments.pairing.whist import offsets_for, starters
from tournaments.people import grid, list_lines, pasted_list
from tournaments.ranking.victory_points import scale_for_hands
from tournaments.records import ScaleBand
from tournaments.records.defaults import usual_minutes
from tournaments.seasons import rule
from tournaments.selectors import seasons
from tournaments.services import check_in, phone_locking
from tournaments.services import entries as sent
from tournaments.services.draft_memory import UNDO_AT_MOST
from tournaments.slips import code_tries, photos
from tournaments.till import amounts
from tournaments.views.people import cards

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


def test_the_points_of_a_new_season() -> None:
    (table,) = re.findall(r"from a table \(at first \*([\d ]+)\*\)", (DOCS / "seasons.md").read_text("utf-8"))
    assert [100 * int(points) for points in table.split()] == [*rule.USUAL_TABLE]


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
    assert [band(row) for row in scale_for_hands(hands).bands()] == written


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


LIMITS = {
    "tournaments in a season": rule.MOST_TOURNAMENTS,
    "tournaments offered for a season": seasons.OFFERED,
    "places in a season's table of points": rule.MOST_PLACES,
    "points of a place, in hundredths": rule.MOST_POINTS,
    "rounds of a tournament": plan.MOST_ROUNDS,
    "places for entries from outside": entries.MOST_PLACES,
    "minutes of a round": MOST_MINUTES,
    "calls of the clock in a round": MOST_CALLS,
    "lines of a pasted list of pairs": pairs.MOST_LINES,
    "letters of a pasted list, or bytes of its file": pairs.LARGEST_LIST,
    "letters of a line of a pasted list": list_lines.LONGEST_LINE,
    "letters of a last or first name": pasted_list.LONGEST_PART,
    "letters of a team's name": pasted_list.LONGEST_TEAM,
    "letters of a club's name": pasted_list.LONGEST_CLUB,
    "rows of a list of members": grid.MOST_ROWS,
    "columns of a list of members": grid.MOST_COLUMNS,
    "sheets of a workbook": grid.MOST_SHEETS,
    "bytes of a list of members": grid.MOST_BYTES,
    "bytes of a tournament's file": tournament_file.LARGEST_TOURNAMENT,
    "bytes of a season's file": season_forms.LARGEST_FILE,
    "cards in one file": cards.MOST_CARDS,
    "copies of a sheet": copies.MOST_COPIES,
    "changes of a draft that can be undone": UNDO_AT_MOST,
    "players' photos of a slip": photos.PHOTOS_A_DISPUTE,
    "bytes of a photo": photos.MOST_BYTES,
    "letters of a note with an objection": phone.LONGEST_NOTE,
    "writes of a phone in a minute": phone_locking.WRITES_A_MINUTE,
    "wrong codes of a phone": code_tries.WRONG_CODES,
    "wrong codes from an address": code_tries.WRONG_FROM_AN_ADDRESS,
    "wrong codes in the hall": code_tries.WRONG_IN_THE_HALL,
    "wrong cards of a device at check-in": check_in.MOST_MISSES_OF_A_DEVICE,
    "wrong cards of all devices at check-in": check_in.MOST_MISSES_OF_ALL,
    "entries from an address": sent.MOST_OF_A_SENDER,
    "entries for a tournament": sent.MOST_OF_ALL,
    "categories with a reduced fee": fee_amounts.MOST_CATEGORIES,
    "prizes of the ranking": fee_amounts.MOST_PLACES,
    "fee or prize, in cents": amounts.MOST_CENTS,
    "letters of a password": LONGEST_PASSWORD,
    "items of an answer to a program": problems.MOST_AT_ONCE,
    "bytes of a slip from a program": slips.MOST_BYTES,
    "hands in a request to judge": judged.MOST_HANDS,
    "bytes of a request to judge": judged.MOST_BYTES,
    "free games in a day": games.MOST_GAMES_A_DAY,
    "free games in a day from an address": games.MOST_FROM_ONE_ADDRESS,
    "free games at once from an address": games.MOST_AT_ONCE,
    "hands of a free game": games.MOST_HANDS,
    "letters of a name in a free game": games.LONGEST_NAME,
}


def test_the_limits() -> None:
    assert {what: int(most.replace(",", "")) for what, most in rows("commands.md", "what there is")} == LIMITS
