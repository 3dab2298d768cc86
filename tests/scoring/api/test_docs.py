"""The OpenAPI document and the page made from it."""

import json
from typing import Any

import pytest
from django.test import Client

from scoring.api.description import COMPONENTS, FORMATS, _parameter, _type
from scoring.api.hands import MOST_HANDS
from scoring.engine.rulebooks import RULEBOOKS
from tests.tournaments.views.pages import html_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(client: Client) -> dict[str, Any]:
    return client.get("/en/api/openapi.json").json()  # type: ignore[no-any-return]


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if "$ref" in value else set()
        return own.union(*(references(member) for member in value.values()))
    return set().union(*(references(member) for member in value)) if isinstance(value, list) else set()


def test_the_document_holds_everything_it_refers_to(document: dict[str, Any]) -> None:
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references(document) <= known
    assert known == {f"#/components/schemas/{name}" for name in FORMATS}


def test_the_document_names_the_address_the_rulesets_and_the_statuses(document: dict[str, Any]) -> None:
    [(path, operations)] = document["paths"].items()
    assert path == "/en/api/score_hand"
    assert set(operations["post"]["responses"]) == {"200", "400", "413", "415", "422"}
    assert set(operations["post"]["requestBody"]["content"]) == {"application/json", "application/x-ndjson"}
    assert document["components"]["schemas"]["Hand"]["properties"]["ruleset"]["enum"] == list(RULEBOOKS)


def test_the_documents_example_can_be_sent(client: Client, document: dict[str, Any]) -> None:
    example = document["paths"]["/en/api/score_hand"]["post"]["requestBody"]["content"]["application/json"]["example"]
    answer = client.post("/en/api/score_hand", json.dumps(example), content_type="application/json").json()
    assert [side["total"] for side in answer["sides"]] == [455, -20]


def test_the_page_tells_every_key_of_every_format(client: Client, document: dict[str, Any]) -> None:
    response = client.get("/en/api/docs")
    assert f"a list of up to {MOST_HANDS} of them" in text_of(response)
    for name, schema in document["components"]["schemas"].items():
        assert f'id="format-{name}"' in html_of(response)
        for key, member in schema["properties"].items():
            assert f"<code>{key}</code>" in html_of(response)
            assert member["description"] in text_of(response)


def test_the_page_asks_nothing_of_the_outside_and_is_the_same_for_everybody(
    client: Client, admin_client: Client
) -> None:
    page = client.get("/en/api/docs")
    assert page.content == admin_client.get("/en/api/docs").content
    assert not page.cookies
    assert "unsafe" not in page["Content-Security-Policy"]
    assert client.get("/en/api/docs", headers={"If-None-Match": page["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"$ref": f"{COMPONENTS}Hand"}, "Hand"),
        ({"enum": ["ns", "ew"], "type": "string"}, "ns | ew"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer | null"),
        ({"const": "full", "type": "string"}, "full"),
        ({"type": "array", "items": {"$ref": f"{COMPONENTS}Hand"}}, "[Hand, …]"),
        ({"type": "array"}, "[JSON, …]"),
        ({"type": "boolean"}, "boolean"),
        ({}, "JSON"),
    ],
)
def test_the_type_of_a_member_is_written_as_briefly_as_it_can_be(schema: dict[str, Any], expected: str) -> None:
    assert _type(schema) == expected


def test_an_optional_parameter_has_the_type_and_the_limits_that_it_has_if_given() -> None:
    number = {"type": "integer", "minimum": 1, "maximum": 50}
    for types in ([number, {"type": "null"}], [{"type": "null"}, number]):
        parameter = _parameter({"name": "limit", "schema": {"anyOf": types, "default": 20}})
        assert (parameter.least, parameter.most, parameter.default) == (1, 50, 20)
