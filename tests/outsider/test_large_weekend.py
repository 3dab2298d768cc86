"""A federation's weekend by simulation: its draws, rankings, prizes and sheets are recomputed from its file.

`BURRACO_PAIRS=500 python -m pytest tests/outsider/test_large_weekend.py` plays one of 500 pairs.
"""

import csv
import io
import json
import os
import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories import make_account
from tests.outsider.checks import faults, ranking_of
from tests.outsider.papers import Papers, Row
from tests.outsider.test_outsider import standings
from tests.tournaments.sheets.sheet_text import pages_of, squeezed
from tournaments.models import Tournament
from tournaments.records.sections import proposed_sections
from tournaments.services import club_keep_till, till_terms_set

pytestmark = pytest.mark.django_db

PAIRS = int(os.environ.get("BURRACO_PAIRS", "61"))
STEPS = [*["mitchell"] * 6, *["danish"] * 2, "gironi:3:half", "danish"]
ROUNDS = 11
FUND = 333_300
"""In cents; a girone's part of it is no whole number of euro, and the first of each gets what is left over."""
SHARES = [[30, 15, 5], [20, 10], [15, 5]]


@pytest.fixture
def referee() -> Client:
    client = Client()
    client.force_login(make_account())
    return client


@pytest.fixture
def weekend() -> Tournament:
    sections = max(2, proposed_sections((PAIRS + 1) // 2))
    facts = f"--pairs={PAIRS} --rounds={ROUNDS} --hands=3 --seed=11 --sections={sections} --slug=weekend"
    call_command("simulate_tournament", *facts.split(), f"--system={','.join(STEPS)}", stdout=io.StringIO())
    tournament = Tournament.objects.get(slug="weekend")
    club_keep_till(keeps=True)
    terms = {"fund_percent": None, "fund_amount": FUND, "shares": SHARES, "fee": 4000}
    till_terms_set(tournament=tournament, terms=terms)
    return tournament


def sheet(referee: Client, name: str, *number: int, **asked: str) -> str:
    answer = referee.get(reverse(name, args=["weekend", *number]), asked)
    assert answer.status_code == 200
    return "\n".join(pages_of(answer.content))


def left_over(text: str, rows: list[Row]) -> str:
    """Return the text of a sheet without these rows, which must all be there in this order."""
    text, at, left = squeezed(text), 0, []
    for row in rows:
        # A narrow column says of a rest what there is room for.
        texts = (r"rip(?:oso|\.)" if piece == "rip" else re.escape(squeezed(piece)) for piece in row)
        found = re.compile("".join(texts)).search(text, at)
        assert found is not None, f"{row} does not follow {text[max(0, at - 80) : at]}"
        left.append(text[at : found.start()])
        at = found.end()
    return "\n".join([*left, text[at:]])


def test_a_simulated_weekend_is_drawn_ranked_paid_and_printed_as_the_outsider_does(
    referee: Client, weekend: Tournament
) -> None:
    data = json.loads(referee.get(reverse("tournament_json", args=["weekend"])).content)
    # A simulated tournament does not say who was there: everybody was.
    everybody = [pair["number"] for pair in data["pairs"]]
    data["rounds"] = [{"present": everybody} | round_ for round_ in data["rounds"]]
    assert [round_["system"] for round_ in data["rounds"]] == ["mitchell"] * 6 + ["danish"] * 5
    assert len(everybody) == PAIRS and all(round_["sections"] for round_ in data["rounds"][:6])
    assert faults(data) == []
    for after in range(1, ROUNDS + 1):
        assert standings("weekend", after) == ranking_of(data, after), f"after round {after}"

    papers = Papers(data)
    prizes = list(
        csv.reader(
            io.StringIO(
                referee.get(reverse("till_csv", args=["weekend"]), {"of": "prizes"}).content.decode("utf-8-sig")
            )
        )
    )
    found = [(row[0].split()[-1], int(row[1]), int(row[2]), round(100 * float(row[4]))) for row in prizes[1:]]
    assert found == papers.prizes(FUND, SHARES)
    assert sum(cents for *_who, cents in found) == FUND

    sheets = {
        "ranking": (sheet(referee, "sheet_ranking"), papers.ranking_rows()),
        **{
            f"round {number} by {by}": (sheet(referee, "sheet_seating", number, by=by), rows(number))
            for number in (1, 6, 8, 9, ROUNDS)
            for by, rows in (("table", papers.table_rows), ("name", papers.seat_rows))
        },
    }
    names = {squeezed(name) for both in papers.names.values() for name in both}
    for title, (text, rows) in sheets.items():
        left = left_over(text, rows)
        assert not [name for name in names if name in left], title
