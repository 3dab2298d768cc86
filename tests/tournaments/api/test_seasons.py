"""`/api/v1/seasons` has the same figures as a season's public page, and nothing that is not public."""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_tournament
from tests.tournaments.selectors.test_seasons import VP, played, season
from tests.tournaments.views.hall.test_private import SECRETS, keep_secrets
from tests.tournaments.views.pages import text_of
from tournaments.api.endpoint import api
from tournaments.api.season_formats import SeasonRanked
from tournaments.models import Player, Season
from tournaments.seasons.best_results import Counts
from tournaments.seasons.rule import SeasonRule
from tournaments.seasons.rule_json import rule_from_json
from tournaments.selectors.seasons import season_view_of
from tournaments.services import tournament_reopen
from tournaments.services.seasons import season_change
from tournaments.wording.seasons import points_in_words

pytestmark = pytest.mark.django_db

ROOT = "/en/api/v1/seasons"
DOCUMENTED = Path(__file__).parents[3] / "docs" / "api.md"
PARTS = ("", "/ranking", "/ranking?after=1")
RULE = SeasonRule(table=(1000, 700, 500), best=1, attendance=2, ties=())


@pytest.fixture
def circuit(db: None) -> Season:
    """Two final tournaments, the second with two pairs fewer, and a future one; one result counts."""
    coming = make_tournament(name="Terzo", date=date(2026, 11, 22), pairs=6)
    return season(RULE, played("Primo", day=1), played("Secondo", day=8, seed=6, pairs=4), coming, public=True)


def get(client: Client, season: Season, part: str) -> Any:
    response = client.get(f"{ROOT}/{season.slug}{part}")
    assert response.status_code == 200, response.content
    return response.json()


def test_a_season_says_its_rule_and_its_tournaments_in_their_order(client: Client, circuit: Season) -> None:
    answer_facts = get(client, circuit, "")
    assert rule_from_json(answer_facts["rule"]) == RULE
    assert [
        (tournament["name"], tournament["date"], tournament["state"], tournament["weight"])
        for tournament in answer_facts["tournaments"]
    ] == [
        ("Primo", "2026-11-01", "final", 100),
        ("Secondo", "2026-11-08", "final", 100),
        ("Terzo", "2026-11-22", "registration", 100),
    ]


@pytest.mark.parametrize("after", [1, 2, None])
def test_the_ranking_is_the_one_of_the_program_after_every_tournament(
    client: Client, circuit: Season, after: int | None
) -> None:
    season_view = season_view_of(circuit, after=after)
    answer_facts = get(client, circuit, "/ranking" + (f"?after={after}" if after else ""))
    assert answer_facts["count"] == len(answer_facts["items"]) == len(season_view.rows)
    for item, row in zip(answer_facts["items"], season_view.rows, strict=True):
        assert (item["place"], item["points"], item["attended"]) == (row.place, row.points, row.attended)
        assert item["names"] == season_view.people[row.who].public
        assert [(result["place"], result["points"], result["counts"]) for result in item["results"]] == [
            (cell.place, cell.points, cell.counts) for cell in row.cells if cell
        ]
        assert item["points"] == sum(result["points"] for result in item["results"] if result["counts"] == Counts.YES)
    if after != 1:
        assert {result["counts"] for row in answer_facts["items"] for result in row["results"]} == {
            Counts.YES,
            Counts.DROPPED,
        }
        assert None in [row["place"] for row in answer_facts["items"]]


def test_who_was_not_in_a_tournament_has_no_result_of_it(client: Client, circuit: Season) -> None:
    first, second = (tournament["slug"] for tournament in get(client, circuit, "")["tournaments"][:2])
    there = [[result["tournament"] for result in row["results"]] for row in get(client, circuit, "/ranking")["items"]]
    assert sorted(there, key=len) == [[first]] * 4 + [[first, second]] * 8


def test_the_public_page_shows_the_same_names_and_points(client: Client, circuit: Season) -> None:
    page = text_of(client.get(f"/en/s/{circuit.slug}/"))
    for row in get(client, circuit, "/ranking")["items"]:
        assert f"{row['names']} {points_in_words(row['points'])} {row['attended']}" in page


def test_the_stretches_together_are_the_whole(client: Client, circuit: Season) -> None:
    whole, read = get(client, circuit, "/ranking?after=1")["items"], []
    following = f"{ROOT}/{circuit.slug}/ranking?after=1&limit=5"
    while following:
        body = client.get(following).json()
        read += body["items"]
        following = body["next"]
    assert read == whole and len(whole) == 12


def test_only_public_seasons_are_listed_and_answered(client: Client, circuit: Season) -> None:
    hidden = season(VP, *[entry.tournament for entry in circuit.entries.all()])
    listed = client.get(ROOT)
    assert [item["slug"] for item in listed.json()["items"]] == [circuit.slug]
    assert [client.get(f"{ROOT}/{hidden.slug}{part}").status_code for part in PARTS] == [404, 404, 404]
    season_change(season=hidden, public=True, name="Altro", rule=VP, tournaments={})
    assert client.get(ROOT, headers={"If-None-Match": listed["ETag"]}).json()["count"] == 2


@pytest.mark.parametrize("part", PARTS)
def test_who_has_the_answer_is_told_so_until_something_changes(client: Client, circuit: Season, part: str) -> None:
    address = f"{ROOT}/{circuit.slug}{part}"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    tournament_reopen(tournament=circuit.entries.get(tournament__name="Primo").tournament, reason="Errore")
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize(
    ("part", "status"),
    [("/ranking?after=2", 200), ("/ranking?after=3", 404), ("/ranking?after=0", 422), ("/ranking?after=101", 422)],
)
def test_after_is_a_final_tournament_of_the_season(client: Client, circuit: Season, part: str, status: int) -> None:
    assert client.get(f"{ROOT}/{circuit.slug}{part}").status_code == status


@pytest.mark.parametrize("part", PARTS)
def test_no_answer_tells_what_is_known_of_people(client: Client, circuit: Season, part: str) -> None:
    keep_secrets()
    Player.objects.update(first_name="Hildegardis", shown=Player.Shown.SHORT)
    for address in (ROOT, f"{ROOT}/{circuit.slug}{part}"):
        body = client.get(address).content
        assert [secret for secret in map(str, SECRETS.values()) if secret.encode() in body] == []
        assert b"hildegardis" not in body.lower()
        assert (b" H." in body) == ("ranking" in address)


def test_the_row_in_the_documentation_is_one() -> None:
    (written,) = re.findall(r"```json season row\n(.*?)```", DOCUMENTED.read_text(encoding="utf-8"), re.DOTALL)
    row = json.loads(written)
    assert SeasonRanked.model_validate(row).model_dump() == row
    assert row["points"] == sum(result["points"] for result in row["results"] if result["counts"] == Counts.YES)
    assert row["attended"] == len([result for result in row["results"] if result["counts"] != Counts.TOO_SHORT])


def test_every_address_of_a_season_is_in_these_tests() -> None:
    seasons = {path for path in api.get_openapi_schema()["paths"] if "/seasons/{slug}" in path}
    assert {path.partition("/seasons/{slug}")[2] for path in seasons} == {part.partition("?")[0] for part in PARTS}


def test_a_ranking_takes_few_queries(client: Client, circuit: Season, django_assert_max_num_queries: Any) -> None:
    get(client, circuit, "/ranking")
    with django_assert_max_num_queries(8):
        get(client, circuit, "/ranking")
