"""What the OpenAPI document says of `/api/v1/` is true: schemathesis asks what it allows, and what it does not."""

import json
from collections.abc import Iterator

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.factories import make_tournament
from tests.tournaments.selectors.test_seasons import played, season
from tests.tournaments.views.public_evening import evening
from tournaments.api.endpoint import api
from tournaments.seasons.rule import SeasonRule

pytestmark = pytest.mark.django_db

EXAMPLES = 12
"""Of each address, and each mode."""
DESCRIBED = schemathesis.openapi.from_dict(
    json.loads(json.dumps(api.get_openapi_schema(path_prefix="/en/api/v1/"), default=str))
)
DESCRIBED.app = WSGIHandler()
OPERATIONS = [result.ok() for result in DESCRIBED.get_all_operations()]
CASES = [(each, mode) for each in OPERATIONS for mode in GenerationMode if each.query or mode.is_positive]
"""Of what takes nothing but its path, nothing can be asked wrongly that would lead there."""


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """As Django's own client has it: the end of a request does not close the connection that the test is in."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize(("operation", "mode"), CASES, ids=lambda given: getattr(given, "path", given))
def test_every_answer_is_as_it_is_described(operation, mode: GenerationMode) -> None:  # type: ignore[no-untyped-def]
    slug, seen = evening().slug, set()
    if "/seasons" in operation.path:
        season(SeasonRule(best=1), played("Uno"), played("Due"), make_tournament(), slug=slug, public=True)
    known = {"slug": slug, "number": 1} if mode.is_positive else {"slug": slug}

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
        response = case.call(headers={"Accept-Encoding": "identity"})
        case.validate_response(response)
        seen.add(response.status_code)

    ask()
    assert seen <= {200, 404, 405, 422}
    assert 200 in seen or mode is GenerationMode.NEGATIVE
