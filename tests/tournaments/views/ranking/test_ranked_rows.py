"""The rows of the ranking are made for the page alone, and ordered as django-tables2 orders rows that are all made."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.test import RequestFactory
from django_tables2 import RequestConfig

from tournaments.ranking.course import Course
from tournaments.records import (
    Entrant,
    EntrantId,
    Kind,
    Line,
    Outcome,
    PointAdjustment,
    RoundScore,
    Standing,
)
from tournaments.views.ranking.ranking_table import RankedRows, RankingRow, RankingTable, ranking_row

ROUNDS = (1, 2, 3)
COLUMNS = ("place", "number", "names", "club", "vp", "mp_difference", "mp", "round_1", "round_2", "round_3")


class CountedCourse(Course):
    """A course that knows of how many rows it was asked: each asks it once."""

    asked = 0

    def climbed(self, entrant: EntrantId) -> int | None:
        CountedCourse.asked += 1
        return super().climbed(entrant)


@pytest.fixture(autouse=True)
def counted_anew() -> None:
    CountedCourse.asked = 0


def random_standings(rng: Random, size: int) -> list[Standing]:
    """Return rows with many equal figures, rounds missed and open, negative VP, and few names and clubs."""
    return [random_standing(rng, place) for place in range(1, size + 1)]


def random_standing(rng: Random, place: int) -> Standing:
    entrant = Entrant(
        id=EntrantId(1000 - place),
        names=(rng.choice(["Rossi Anna", "rossi Ugo", "Élia É.", "Bo – Di", "<b>"]),),
        clubs=tuple(rng.sample(["Aurora", "Bridge & Burraco"], rng.randrange(3))),
    )
    figures = {name: rng.randrange(-2, 3) for name in ("vp", "mp_difference", "mp")}
    own = [number for number in ROUNDS if rng.random() < 0.8]
    return Standing(
        place=place - rng.randrange(2),
        tied=rng.random() < 0.2,
        entrant=entrant,
        wins=0,
        rounds=tuple(random_score(rng, number) for number in own),
        adjustments=tuple(
            PointAdjustment(round=number, entrant=entrant.id, mp=0, vp=rng.randrange(-3, 1), reason="")
            for number in ROUNDS
            if rng.random() < 0.1
        ),
        **figures,
    )


def random_score(rng: Random, number: int) -> RoundScore:
    return RoundScore(
        round=number,
        table=1,
        line=rng.choice([*Line]),
        outcome=rng.choice([Outcome.PLAYED, Outcome.OPEN, Outcome.REST]),
        opponents=(),
        mp=0,
        conceded=0,
        vp=rng.randrange(-1, 3),
        early=rng.random() < 0.1,
    )


def configured(rows: Sequence[RankingRow] | RankedRows, query: str, per_page: int) -> Any:
    table = RankingTable(rows, ROUNDS, Kind.PAIRS, has_clubs=True)
    return RequestConfig(RequestFactory().get(f"/?{query}"), paginate={"per_page": per_page}).configure(table)


def test_their_order_is_that_of_rows_that_are_all_made() -> None:
    for seed in range(60):
        rng = Random(seed)
        standings, course = random_standings(rng, rng.randrange(30)), Course(places={})
        columns = [rng.choice(["", "-"]) + name for name in rng.sample([*COLUMNS, "nonsense"], rng.randrange(4))]
        columns += rng.choices([*columns, "-place"], k=rng.randrange(2))
        query = "&".join([*(f"sort={column}" for column in columns), f"page={rng.randrange(5)}"])
        made = [ranking_row(standing, ROUNDS, {}, course) for standing in standings]
        wanted = configured(made, query, per_page=7)
        found = configured(RankedRows(standings, ROUNDS, {}, course), query, per_page=7)
        assert [row.record for row in found.paginated_rows] == [row.record for row in wanted.paginated_rows], (
            seed,
            query,
        )
        assert (found.page.number, found.paginator.num_pages, found.order_by) == (
            wanted.page.number,
            wanted.paginator.num_pages,
            wanted.order_by,
        )
        assert [row.record for row in found.rows] == made if not columns else len(found.rows) == len(made)


@pytest.mark.parametrize("column", ["", *COLUMNS])
def test_only_those_of_the_page_are_made(column: str) -> None:
    standings = random_standings(Random(1), 100)
    table = configured(
        RankedRows(standings, ROUNDS, {}, CountedCourse(places={})), f"sort={column}&page=2", per_page=10
    )
    assert len([*table.paginated_rows]) == 10 and CountedCourse.asked == 10
