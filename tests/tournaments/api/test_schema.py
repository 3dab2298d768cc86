"""The OpenAPI document of `/api/v1/` is true: schemathesis sends valid and invalid requests by it."""

import json
from collections.abc import Iterator
from http import HTTPStatus

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from accounts.models import Program
from burraco_club.token_access import PACE
from tests.factories import make_tournament
from tests.tournaments.api.tokens import token_for
from tests.tournaments.selectors.test_seasons import played, season
from tests.tournaments.views.public_evening import evening
from tournaments.api.endpoint import api
from tournaments.seasons.rule import SeasonRule

pytestmark = pytest.mark.django_db

EXAMPLES = 12
"""The number of examples for each address and mode."""
DOCUMENT = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/en/api/v1/"), default=str))
WITH_TOKENS = {
    path
    for path, operations in DOCUMENT["paths"].items()
    for operation in operations.values()
    if operation.pop("security", None)
}
"""The addresses that require a token. The tests send one, because schemathesis would invent it."""
for operation in (operation for operations in DOCUMENT["paths"].values() for operation in operations.values()):
    operation["parameters"] = [parameter for parameter in operation["parameters"] if parameter["in"] != "header"]
"""The state that a write names is the table’s own, likewise."""
DESCRIBED = schemathesis.openapi.from_dict(DOCUMENT)
DESCRIBED.app = WSGIHandler()
OPERATIONS = [result.ok() for result in DESCRIBED.get_all_operations()]
CASES = [
    (operation, mode)
    for operation in OPERATIONS
    for mode in GenerationMode
    if operation.query or operation.body or mode.is_positive
]
"""An address without query and body has no invalid requests."""
NOT_ASKED = [positive_data_acceptance]
"""A slip of the right shape may still break the rules."""


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Keep the test's connection open at the end of a request, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize(("operation", "mode"), CASES, ids=lambda given: getattr(given, "path", given))
def test_every_answer_is_as_it_is_described(operation, mode: GenerationMode) -> None:  # type: ignore[no-untyped-def]
    slug, seen = evening().slug, set()
    known = {"slug": slug, "number": 2, "table": 2} if mode.is_positive or operation.body else {"slug": slug}
    headers = token_for(Program.RESULTS) if operation.path in WITH_TOKENS else {}
    if "/seasons" in operation.path:
        season(SeasonRule(best=1), played("Uno"), played("Due"), make_tournament(), slug=slug, public=True)

    @given(st.data())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy(generation_mode=mode))
        case.path_parameters = {name: known.get(name, sent) for name, sent in (case.path_parameters or {}).items()}
        PACE.reset()
        response = case.call(headers={"Accept-Encoding": "identity"} | headers | state_of(case, headers))
        # A body that is too large is refused unread, whatever it holds.
        assume(not operation.body or response.status_code != HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        case.validate_response(response, excluded_checks=NOT_ASKED if operation.body else [])
        seen.add(response.status_code)

    ask()
    assert seen <= {200, 404, 405, 422} | ({400, 415} if operation.body else set())
    assert (422 if operation.body else 200) in seen or mode is GenerationMode.NEGATIVE


def state_of(case: schemathesis.Case, headers: dict[str, str]) -> dict[str, str]:
    """Return the header that a write needs: the table's present state."""
    if case.method.lower() != "put":
        return {}
    read = case.operation.schema[case.operation.path]["GET"].Case(path_parameters=case.path_parameters)
    etag = read.call(headers=headers).headers.get("etag")
    return {"If-Match": etag[0] if isinstance(etag, list) else etag} if etag else {}
