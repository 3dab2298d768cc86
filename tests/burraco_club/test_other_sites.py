"""The responses that pages of other sites may read: the API's public ones and the schemas, and no others."""

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from accounts.models import Program
from burraco_club.rights import EVERYBODY, RIGHTS
from tests.tournaments.api.tokens import token_for
from tests.tournaments.selectors.test_seasons import played, season
from tests.tournaments.views.public_evening import evening
from tournaments.seasons.rule import SeasonRule

pytestmark = pytest.mark.django_db

ALLOWED = "Access-Control-Allow-Origin"
FROM_ELSEWHERE = {"Origin": "https://www.circolo.example"}
OF_THE_API = [name for name in RIGHTS if name.startswith(("api:", "api_v1:")) and not name.endswith("api-root")]
PARTS = {"slug": "torneo-del-venerdi", "number": 1, "table": 1}


def address_of(name: str) -> str:
    wanted = {"v1_season": {"slug": "circuito"}, "v1_season_ranking": {"slug": "circuito"}}.get(name.partition(":")[2])
    namespace, _colon, bare = name.partition(":")
    pattern = get_resolver().namespace_dict[namespace][1].reverse_dict.getlist(bare)[0][0][0][1]
    return reverse(name, kwargs=wanted or {part: PARTS[part] for part in pattern})


@pytest.mark.parametrize("name", OF_THE_API)
def test_public_answers_of_the_api_may_be_read_from_any_page_and_no_others(name: str) -> None:
    assert evening().slug == PARTS["slug"]
    season(SeasonRule(best=1), played("Uno"), slug="circuito", public=True)
    is_public = RIGHTS[name].look is EVERYBODY
    address, token = address_of(name), {} if is_public else token_for(Program.RESULTS)
    for method in ("get", "head"):
        answer = getattr(Client(), method)(address, headers=FROM_ELSEWHERE | token)
        assert answer.status_code == (405 if RIGHTS[name].look is None else 200), (name, answer.content)
        assert answer.headers.get(ALLOWED) == ("*" if is_public else None)
        assert "Access-Control-Allow-Credentials" not in answer.headers and not answer.cookies
        if etag := answer.headers.get("ETag") if is_public else None:
            same = getattr(Client(), method)(address, headers=FROM_ELSEWHERE | {"If-None-Match": etag})
            assert (same.status_code, same.headers[ALLOWED]) == (304, "*")
    # Other pages cannot write anything.
    sent = Client().post(address, "{}", content_type="application/json", headers=FROM_ELSEWHERE | token)
    response = Client().options(address, headers=FROM_ELSEWHERE | {"Access-Control-Request-Method": "PUT"})
    assert ALLOWED not in sent.headers and ALLOWED not in response.headers


@pytest.mark.parametrize("address", ["/api/v1/tournaments/no-such", "/api/v1/tournaments?limit=999"])
def test_why_something_is_refused_may_be_read_there_too(address: str) -> None:
    answer = Client().get(address, headers=FROM_ELSEWHERE)
    assert answer.status_code in (404, 422) and answer.headers[ALLOWED] == "*"


@pytest.mark.parametrize("name", ["tournament-1", "season-1", "no-such"])
def test_a_schema_may_be_read_from_any_page(name: str) -> None:
    answer = Client().get(reverse("schema", args=[name]), headers=FROM_ELSEWHERE)
    assert answer.status_code == (404 if name == "no-such" else 200)
    assert answer.headers[ALLOWED] == "*" and not answer.cookies


@pytest.mark.parametrize("address", ["/", "/score/", "/login/", "/t/torneo-del-venerdi/", "/api/docs", "/health/"])
def test_no_page_of_the_club_may_be_read_from_elsewhere(address: str) -> None:
    evening()
    answer = Client().get(address, headers=FROM_ELSEWHERE)
    assert answer.status_code == 200 and ALLOWED not in answer.headers
