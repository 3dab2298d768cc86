"""`/api/v1/` has the same figures as the players' pages, in pages of rows, and nothing that is not public."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from burraco_club.middleware import ProblemsMiddleware
from tests.factories import draft_round, make_teams, make_tournament, play_round, start_round
from tests.tournaments.views.hall.test_private import SECRETS, keep_secrets
from tests.tournaments.views.public_evening import evening
from tournaments.api.endpoint import api
from tournaments.api.problems import MOST_AT_ONCE
from tournaments.models import Player, Tournament
from tournaments.records import Kind, System
from tournaments.selectors.evening import evening_of

pytestmark = pytest.mark.django_db

ROOT = "/en/api/v1/tournaments"
PARTS = (
    "",
    "/pairs",
    "/rounds",
    "/rounds/1/tables",
    "/rounds/2/tables",
    "/ranking",
    "/ranking?after=1",
    "/teams",
    "/matches",
)


def get(client: Client, tournament: Tournament, part: str) -> Any:
    response = client.get(f"{ROOT}/{tournament.slug}{part}")
    assert response.status_code == 200, response.content
    return response.json()


def stretches(client: Client, address: str) -> Iterator[dict[str, Any]]:
    following: str | None = address
    while following:
        body = client.get(following).json()
        yield body
        following = body["next"]


def test_the_ranking_is_the_one_of_the_program_after_every_round(client: Client) -> None:
    tournament = evening()
    for after in (1, 2, None):
        rows = get(client, tournament, "/ranking" + (f"?after={after}" if after else ""))["items"]
        standings = evening_of(tournament, after_round=after).standings(after_round=after)
        assert [(row["place"], row["pair"], row["vp"], row["mp"], row["mp_difference"]) for row in rows] == [
            (row.place, row.entrant.id, row.vp, row.mp, row.mp_difference) for row in standings
        ]
        assert all(sum(round_["vp"] for round_ in row["rounds"]) == row["vp"] for row in rows)


def test_the_tables_of_a_round_add_up_to_the_ranking_after_it(client: Client) -> None:
    tournament = evening()
    tables = get(client, tournament, "/rounds/1/tables")["items"]
    seated = {
        entrant["pair"]: (entrant["mp"], entrant["vp"]) for table in tables for entrant in table["ns"] + table["ew"]
    }
    ranked = get(client, tournament, "/ranking?after=1")["items"]
    assert seated == {row["pair"]: (row["mp"], row["vp"]) for row in ranked}


def test_of_an_open_table_there_are_no_figures_yet(client: Client) -> None:
    tables = get(client, evening(), "/rounds/2/tables")["items"]
    figures = {table["outcome"] == "open": {entrant["mp"] for entrant in table["ns"] + table["ew"]} for table in tables}
    assert figures[True] == {None} and None not in figures[False]


def test_of_two_partners_in_an_individual_tournament_each_has_figures(client: Client) -> None:
    tournament = make_tournament(kind=Kind.INDIVIDUAL, pairs=8)
    play_round(start_round(tournament, System.INDIVIDUAL))
    tables = get(client, tournament, "/rounds/1/tables")["items"]
    assert [len(table[line]) for table in tables for line in ("ns", "ew")] == [2, 2, 2, 2]
    ranked = {row["pair"]: row["vp"] for row in get(client, tournament, "/ranking")["items"]}
    assert ranked == {entrant["pair"]: entrant["vp"] for table in tables for entrant in table["ns"] + table["ew"]}


def test_a_teams_figures_are_those_of_its_pairs(client: Client) -> None:
    tournament = make_teams()
    play_round(start_round(tournament))
    ranked = {row["pair"]: row["vp"] for row in get(client, tournament, "/ranking")["items"]}
    teams = get(client, tournament, "/teams")["items"]
    assert len(teams) == 3
    assert all(team["vp"] == sum(ranked[pair] for pair in team["pairs"]) for team in teams)


@pytest.mark.parametrize("limit", [1, 3, 8, 200])
def test_the_stretches_together_are_the_whole(client: Client, limit: int) -> None:
    address = f"{ROOT}/{evening().slug}/ranking"
    read = list(stretches(client, f"{address}?limit={limit}&after=1"))
    assert [row for body in read for row in body["items"]] == client.get(f"{address}?after=1").json()["items"]
    assert all(body["count"] == 8 and len(body["items"]) <= limit for body in read)


def test_no_more_than_the_most_come_at_once(client: Client) -> None:
    tournament = make_tournament(pairs=MOST_AT_ONCE + 1)
    first, second = stretches(client, f"{ROOT}/{tournament.slug}/pairs")
    assert (len(first["items"]), len(second["items"])) == (MOST_AT_ONCE, 1)


def test_tournaments_of_these_days_are_listed_as_on_the_home_page(client: Client) -> None:
    now, coming = make_tournament(pairs=4, date=timezone.localdate()), make_tournament(date=timezone.localdate())
    start_round(now)
    assert [item["slug"] for item in client.get(ROOT).json()["items"]] == [now.slug]
    assert get(client, coming, "")["state"] == "registration"


def test_a_draft_is_nowhere(client: Client) -> None:
    tournament = evening()
    play_round(tournament.rounds.get(number=2))
    before = [get(client, tournament, part) for part in PARTS]
    draft_round(tournament)
    assert [get(client, tournament, part) for part in PARTS] == before
    assert client.get(f"{ROOT}/{tournament.slug}/rounds/3/tables").status_code == 404


def test_no_answer_tells_what_is_known_of_people(client: Client) -> None:
    tournament = evening()
    keep_secrets()
    Player.objects.update(first_name="Hildegardis", shown=Player.Shown.SHORT)
    named = 0
    for part in PARTS:
        body = client.get(f"{ROOT}/{tournament.slug}{part}").content
        assert [secret for secret in map(str, SECRETS.values()) if secret.encode() in body] == [], part
        assert b"hildegardis" not in body.lower(), part
        named += b" H." in body
    assert named == 5


def test_every_address_that_reads_a_tournament_is_in_these_tests(client: Client) -> None:
    described = {
        path
        for path, operations in api.get_openapi_schema()["paths"].items()
        if "/tournaments/{slug}" in path and not operations["get"]["security"]
    }
    asked = {
        f"{{slug}}{part.split('?')[0]}".replace("/1/", "/{number}/").replace("/2/", "/{number}/") for part in PARTS
    }
    assert {path.partition("/tournaments/")[2] for path in described} == asked


@pytest.mark.parametrize("part", PARTS)
def test_who_has_the_answer_is_told_so_until_something_changes(client: Client, part: str) -> None:
    tournament = evening()
    address = f"{ROOT}/{tournament.slug}{part}"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    play_round(tournament.rounds.get(number=2))
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize(
    ("method", "part", "status", "sentence"),
    [
        ("GET", "/nowhere", 404, "slug"),
        ("GET", "/rounds/9/tables", 404, "round"),
        ("GET", "/ranking?after=9", 404, "round"),
        ("GET", "/ranking?after=x", 422, "“after” must be a whole number from 1 to 100."),
        ("GET", "/pairs?limit=201", 422, "“limit” must be a whole number from 1 to 200."),
        ("GET", "/pairs?limit=0&offset=-1", 422, "“offset” must be"),
        ("PUT", "/pairs", 405, "GET"),
        ("DELETE", "", 405, "GET"),
        ("POST", "/ranking", 405, "GET"),
    ],
)
def test_what_is_wrong_is_a_problem_with_a_sentence(
    client: Client, method: str, part: str, status: int, sentence: str
) -> None:
    response = client.generic(method, f"{ROOT}/{evening().slug}{part}")
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    body = response.json()
    assert body["status"] == status and body["title"] and sentence in body["detail"]


@pytest.mark.parametrize("part", [*PARTS, "/nowhere", "/pairs?limit=0"])
def test_head_is_answered_as_get_is_without_its_body(client: Client, part: str) -> None:
    address = f"{ROOT}/{evening().slug}{part}"
    read, response = client.get(address), client.head(address)
    assert (response.status_code, response.content) == (read.status_code, b"")
    own = {"X-Request-ID"}
    assert {name: text for name, text in response.headers.items() if name not in own} == {
        name: text for name, text in read.headers.items() if name not in own
    }


def test_the_document_is_read_by_head_and_does_not_speak_of_it(client: Client) -> None:
    assert client.head("/en/api/v1/openapi.json").status_code == 200
    assert all("get" in path and "head" not in path for path in api.get_openapi_schema()["paths"].values())


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422, 428, 429, 500, 503])
def test_whatever_page_was_made_for_a_refusal_a_program_reads_a_problem(status: int) -> None:
    refused = ProblemsMiddleware(lambda _request: HttpResponse("<p>A page</p>", status=status))
    response = refused(RequestFactory().get("/en/api/v1/tournaments"))
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    elsewhere = refused(RequestFactory().get("/en/tournaments/"))
    assert elsewhere["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [("?q=" + "a" * 9_000, {}, 414), ("", {"If-Match": '"another"'}, 412), ("?limit=%FF", {}, 422)],
)
def test_what_no_address_of_ours_is_asked_is_a_problem_too(
    client: Client, query: str, headers: dict[str, str], status: int
) -> None:
    response = client.get(f"{ROOT}/{evening().slug}/pairs{query}", headers=headers)
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    assert response.json()["title"] and response.json()["detail"]


def test_an_unknown_tournament_is_told_in_the_language_of_the_address(client: Client) -> None:
    titles = [client.get(f"{prefix}/api/v1/tournaments/none").json()["title"] for prefix in ("", "/en")]
    assert titles == ["Non trovato", "Not found"]


def test_no_answer_has_a_cookie(client: Client) -> None:
    assert not client.get(f"{ROOT}/{evening().slug}/ranking").cookies
