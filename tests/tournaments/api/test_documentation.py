"""docs/api.md shows an answer for every address: its shape is that of the program's answer, key by key."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Program
from burraco_club.token_access import PACE
from tests.factories import make_team_matches, make_teams, play_round, play_table, start_round, start_session
from tests.tournaments.api.tokens import token_for
from tests.tournaments.selectors.test_seasons import played, season
from tournaments.api.endpoint import api
from tournaments.models import Player, Tournament
from tournaments.records import System
from tournaments.seasons.rule import SeasonRule
from tournaments.services import match_day_draw

pytestmark = pytest.mark.django_db

PREFIX = "/en/api/v1"
EXAMPLES = dict(
    re.findall(
        r"```json ((?:GET|PUT) \S+|problem|slip problem)\n(.*?)```",
        (Path(__file__).parents[3] / "docs/api.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
)
OPERATIONS = {
    f"{method.upper()} {path}": bool(operation.get("security"))
    for path, methods in api.get_openapi_schema(path_prefix="/")["paths"].items()
    for method, operation in methods.items()
}


@pytest.fixture
def asked() -> dict[str, str]:
    """The values for the parameters of an address, in a club with something at each of them."""
    PACE.reset()
    tournament = make_teams(4, name="Venerdì", date=timezone.localdate())
    Player.objects.update(club="ASD Aurora")
    play_round(start_round(tournament), seed=1)
    play_table(start_round(tournament, System.DANISH).tables.get(number=1))
    season(SeasonRule(best=1), played("Uno"), played("Due"), slug="circuito", public=True)
    return {"{slug}": tournament.slug, "{number}": "2", "{table}": "1"}


def championship() -> Tournament:
    """Return three teams, of which two have played a match and one rests."""
    tournament = make_team_matches(3)
    play_round(start_session(match_day_draw(tournament=tournament, system=System.SWISS)))
    return tournament


def answer_to(name: str, asked: dict[str, str]) -> Any:
    method, _space, path = name.partition(" ")
    if path.startswith("/seasons"):
        asked = {"{slug}": "circuito"}
    if path.endswith("/matches"):
        asked = {"{slug}": championship().slug}
    for part, value in asked.items():
        path = path.replace(part, value)
    headers = token_for(Program.RESULTS, name[:40]) if OPERATIONS[name] else {}
    if method == "PUT":
        before = Client().get(PREFIX + path, headers=headers)
        body = {"hands": before.json()["hands"]}
        headers |= {"If-Match": before.headers["ETag"]}
        answer = Client().put(PREFIX + path, body, content_type="application/json", headers=headers)
    else:
        answer = Client().get(PREFIX + path, headers=headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def differences(example: Any, answer: Any, at: str = "") -> list[str]:
    """Return the keys and types that differ; null matches anything."""
    if example is None or answer is None:
        return []
    if isinstance(example, dict) and isinstance(answer, dict):
        apart = [f"{at}.{key}" for key in example.keys() ^ answer.keys()]
        return apart + [
            difference
            for key in example.keys() & answer.keys()
            for difference in differences(example[key], answer[key], f"{at}.{key}")
        ]
    if isinstance(example, list) and isinstance(answer, list):
        if bool(example) != bool(answer):
            return [f"{at}: empty"]
        # One example stands for every row of its kind, and every example has a row of its kind.
        of_answer = [min((differences(one, row, f"{at}[]") for one in example), key=len) for row in answer]
        of_example = [min((differences(one, row, f"{at}[]") for row in answer), key=len) for one in example]
        return [difference for rows in (of_answer, of_example) for apart in rows for difference in apart]
    return [] if type(example) is type(answer) else [f"{at}: {type(example).__name__}, {type(answer).__name__}"]


def test_the_documentation_shows_an_answer_of_every_address() -> None:
    assert set(OPERATIONS) == set(EXAMPLES) - {"problem", "slip problem"}


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_is_shown_has_the_shape_of_the_answer(name: str, asked: dict[str, str]) -> None:
    answer = answer_to(name, asked)
    data = json.loads(EXAMPLES[name])
    assert differences(data, answer) == []


def test_so_has_what_cannot_be_answered(asked: dict[str, str]) -> None:
    body = Client().get(f"{PREFIX}/tournaments/none").json()
    assert differences(json.loads(EXAMPLES["problem"]), body) == []
    address = f"{PREFIX}/tournaments/{asked['{slug}']}/rounds/2/tables/1/result"
    headers = token_for(Program.RESULTS)
    headers |= {"If-Match": Client().get(address, headers=headers).headers["ETag"]}
    refused = Client().put(address, {"hands": [{"end": "x"}]}, content_type="application/json", headers=headers)
    assert refused.status_code == 422
    assert differences(json.loads(EXAMPLES["slip problem"]), refused.json()) == []
