"""Screen, phone and paper show the same VP of rounds, with the same total, whatever the referee assigned."""

import json
import re
from collections import Counter
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories import AT, make_tournament, pair, play_round, play_table, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, plain, url
from tournaments.models import Pair, Tournament
from tournaments.records import Allowance, Outcome, Standing
from tournaments.selectors.standings import standings_of
from tournaments.services import adjustment_add, pair_set_status, table_award, table_set_outcome

pytestmark = pytest.mark.django_db


def evening(seed: int) -> Tournament:
    """Create rounds with rests, absences, assigned scores, a withdrawn pair, and one round in progress."""
    rng = Random(seed)
    tournament = make_tournament(pairs=7, seed=seed)
    play_round(start_round(tournament), seed=seed)
    pair_set_status(pair=pair(tournament, rng.randint(1, 7)), status=Pair.Status.WITHDRAWN)
    second = start_round(tournament, "draw")
    first, other, *_rest = second.tables.exclude(outcome=Outcome.REST)
    table_set_outcome(table=first, version=first.version, outcome=Outcome.ABSENT_EW, at=AT)
    award = {"ns": Allowance(vp=rng.randint(0, 20), mp=305), "ew": Allowance(vp=rng.randint(0, 20), mp=0)}
    table_award(table=other, version=other.version, reason="cards mixed", at=AT, **award)
    play_round(second, seed=seed)
    third = start_round(tournament, "draw")
    play_table(third.tables.exclude(outcome=Outcome.REST)[0])
    for round_ in tournament.rounds.all():
        for number in rng.sample(range(1, 8), 3):
            vp, mp = rng.choice([-2, -1, 0, 3]), rng.choice([-100, 0, 50])
            given = {"vp": vp, "mp": mp, "felt": rng.random() < 0.5, "reason": "why"}
            adjustment_add(round=round_, pair=pair(tournament, number), **given)
    return tournament


def on_screen(referee: Client, tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Return each pair's total, and the sum of its rounds."""
    page = html_of(referee.get(url("ranking", tournament)))
    found = {}
    for row in re.findall(r"<tr>.*?</tr>", page.split("<tbody")[1], re.DOTALL):
        cells = [plain(cell).replace("−", "-").replace("*", "") for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        found[int(cells[1])] = (int(cells[2]), sum(int(cell) for cell in cells[5:] if cell != "—"))
    return found


def on_a_phone(client: Client, tournament: Tournament, number: int) -> tuple[int, int]:
    page = html_of(client.get(url("public_pair", tournament, number))).replace("−", "-")
    rounds = re.findall(r'<td class="number"><strong[^>]*>(-?\d+)</strong>', page)
    total = re.search(r"<strong>(-?\d+)</strong> VP", page)
    assert total
    return int(total[1]), sum(map(int, rounds))


def on_paper(referee: Client, tournament: Tournament) -> dict[int, tuple[int, int]]:
    (page,) = pages_of(referee.get(url("sheet_ranking", tournament)).content)
    lines = page.replace("−", "-").replace("*", "").splitlines()
    found = {}
    for standing in standings_of(tournament):
        total, _difference, _mp, *printed = lines[lines.index(standing.entrant.label) + 1 :]
        seated = {score.round for score in standing.rounds}
        scored = []
        for number in sorted(seated | {given.round for given in standing.adjustments}):
            scored.append(printed.pop(0))
            if number in seated:
                printed.pop(0)
        found[int(standing.entrant.id)] = (int(total), sum(int(vp) for vp in scored if vp != "–"))
    return found


def crossed(referee: Client, tournament: Tournament, form: str) -> dict[int, tuple[int, int]]:
    """Return the cross-table's last running total, and the sum of its cells' VP."""
    page = html_of(referee.get(url("cross_table", tournament) + form)).replace("−", "-")
    found = {}
    for row in re.findall(r"<tr.*?>.*?</tr>", page.partition("<tbody")[2], re.DOTALL):
        number = int(re.findall(r'<strong class="number-inline">(\d+)<', row)[0])
        cells = re.findall(r"<td.*?</td>", row, re.DOTALL)
        vp = [int(figure) for figure in re.findall(r"<strong>\s*(-?\d+)\s*</strong>", "".join(cells))]
        *others, total = (plain(cell) for cell in cells)
        if form:
            assert total == next(cell for cell in reversed(others) if cell).split("→ ")[1]
        else:
            vp.append(int(others[-1] or 0))
        found[number] = (int(total), sum(vp))
    return found


def of_the_rounds(client: Client, tournament: Tournament) -> Counter[int]:
    """Return each pair's VP on the players' pages of the rounds, added up by table."""
    found: Counter[int] = Counter()
    for number in (1, 2, 3):
        page = html_of(client.get(url("public_round", tournament, number))).replace("−", "-")
        for side in re.findall(r'<p class="side">.*?</p>', page, re.DOTALL):
            who, vp = re.search(r"/pairs/(\d+)/", side), re.search(r"(-?\d+) VP", side)
            assert who
            found[int(who[1])] += int(vp[1]) if vp else 0
    return found


def as_json(tournament: Tournament) -> dict[int, tuple[int, int]]:
    out = StringIO()
    call_command("standings", tournament.slug, format="json", stdout=out)
    rows = json.loads(out.getvalue())
    assert [row["mp"] for row in rows] == [sum(round_["mp"] for round_ in row["rounds"]) for row in rows]
    return {row["pair"]: (row["vp"], sum(round_["vp"] for round_ in row["rounds"])) for row in rows}


def at_tables(row: Standing) -> set[int]:
    """Return the rounds in which the pair has a result."""
    return {score.round for score in row.rounds if score.outcome is not Outcome.OPEN}


@pytest.mark.parametrize("seed", range(4))
def test_the_rounds_of_a_row_add_up_to_its_total_everywhere(referee: Client, seed: int) -> None:
    tournament = evening(seed)
    totals = {int(row.entrant.id): (row.vp, row.vp) for row in standings_of(tournament)}
    assert on_screen(referee, tournament) == totals
    assert {number: on_a_phone(referee, tournament, number) for number in totals} == totals
    assert on_paper(referee, tournament) == totals
    assert crossed(referee, tournament, "") == crossed(referee, tournament, "?as=list") == totals
    assert as_json(tournament) == totals
    # Adjustments in a round without a seat, or at an open table, are not at any table.
    elsewhere = Counter(
        {
            int(row.entrant.id): sum(given.vp for given in row.adjustments if given.round not in at_tables(row))
            for row in standings_of(tournament)
        }
    )
    elsewhere.subtract({number: total for number, (total, _sum) in totals.items()})
    assert of_the_rounds(referee, tournament) == {number: -rest for number, rest in elsewhere.items()}
