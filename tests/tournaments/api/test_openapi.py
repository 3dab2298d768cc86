"""The OpenAPI documents as other programs need them.

They keep the rules of redocly and spectral, say the rights of every operation, and their examples are real.
"""

import json
import keyword
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import resolve

from accounts.models import Program
from burraco_club.rights import EVERYBODY, RIGHTS, rights_of
from tests.tournaments.api.test_documentation import EXAMPLES
from tournaments.api.examples import SLIP_FAULT

pytestmark = pytest.mark.django_db

ADDRESSES = [f"{language}{address}" for language in ("", "/en") for address in ("/api", "/api/v1")]


@pytest.fixture(params=ADDRESSES)
def document(client: Client, request: pytest.FixtureRequest) -> Any:
    return json.loads(client.get(f"{request.param}/openapi.json").content)


def operations(document: Any) -> Iterator[tuple[str, str, Any]]:
    """Return path, method and description of every operation."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def contents(operation: Any) -> Iterator[tuple[str, Any]]:
    """Return the body of the request and of every answer, with where it is."""
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"request {media}", content
    for status, response in operation["responses"].items():
        for media, content in response["content"].items():
            yield f"{status} {media}", content


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from objects(part)
    if isinstance(value, list):
        for part in value:
            yield from objects(part)


def validator(document: Any, schema: Any) -> Any:
    """Return what holds a value to a schema of the document; a key that no schema knows is a fault."""
    strict = json.loads(json.dumps(document["components"]["schemas"]))
    for described in strict.values():
        described.setdefault("additionalProperties", False)
    return jsonschema_rs.validator_for(schema | {"components": {"schemas": strict}})


def test_the_document_is_one_of_openapi_and_says_whose_it_is(document: Any) -> None:
    assert document["openapi"].startswith("3.1.")
    assert document["info"].keys() >= {"title", "version", "description", "contact", "license"}
    assert document["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
    assert [server["url"] for server in document["servers"]] == ["/"]


def test_every_tag_is_declared_described_and_used(document: Any) -> None:
    declared = {tag["name"]: tag["description"] for tag in document["tags"]}
    assert all(declared.values())
    used = {tag for _path, _method, operation in operations(document) for tag in operation["tags"]}
    assert used == set(declared)
    assert all(len(operation["tags"]) == 1 for _path, _method, operation in operations(document))


def test_every_operation_has_a_name_of_its_own_for_a_function(document: Any) -> None:
    names = [operation["operationId"] for _path, _method, operation in operations(document)]
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", name) and not keyword.iskeyword(name)


def test_every_operation_says_what_it_does_and_answers(document: Any) -> None:
    for path, _method, operation in operations(document):
        assert operation["summary"] and operation["description"], path
        assert {status[0] for status in operation["responses"]} >= {"2", "4"}, path
        assert all(response["description"] for response in operation["responses"].values()), path


def test_no_address_ends_with_a_stroke_and_every_part_of_it_is_a_parameter(document: Any) -> None:
    for path, _method, operation in operations(document):
        assert not path.endswith("/") and "?" not in path
        named = [parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "path"]
        assert sorted(named) == sorted(re.findall(r"{(\w+)}", path))
        in_order = [(parameter["in"], parameter["name"]) for parameter in operation.get("parameters", ())]
        assert len(set(in_order)) == len(in_order)


def test_every_reference_leads_to_a_component_and_every_component_is_used(document: Any) -> None:
    references = {found["$ref"] for found in objects(document) if isinstance(found.get("$ref"), str)}
    components = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references == components


def test_a_reference_stands_beside_nothing_that_changes_it(document: Any) -> None:
    for found in objects(document):
        if isinstance(found.get("$ref"), str):
            assert found.keys() <= {"$ref", "description"}


def test_every_body_has_an_example_that_is_valid(document: Any) -> None:
    for path, _method, operation in operations(document):
        for place, content in contents(operation):
            assert list(validator(document, content["schema"]).iter_errors(content["example"])) == [], (path, place)
            assert json.dumps(content["example"])


def test_an_example_of_a_problem_has_the_status_it_stands_at(document: Any) -> None:
    for path, _method, operation in operations(document):
        for place, content in contents(operation):
            if place.endswith("problem+json"):
                assert content["example"]["detail"], (path, place)
                assert content["example"]["status"] == int(place.partition(" ")[0])


def test_an_example_of_a_problem_is_in_the_language_of_the_address(client: Client) -> None:
    def details(language: str) -> set[str]:
        found = json.loads(client.get(f"{language}/api/v1/openapi.json").content)
        return {part["detail"] for part in objects(found) if isinstance(part.get("detail"), str)}

    assert details("") & details("/en") == {"hands: expected 4 hands, got 1"}
    assert len(details("")) == len(details("/en")) > 8


def test_the_examples_are_those_that_people_read_and_that_are_held_to_the_answers(client: Client) -> None:
    document = json.loads(client.get("/en/api/v1/openapi.json").content)
    shown = {
        f"{method.upper()} {path.removeprefix('/en/api/v1')}": operation["responses"]["200"]["content"]
        for path, method, operation in operations(document)
    }
    documented = {name: json.loads(text) for name, text in EXAMPLES.items() if not name.endswith("problem")}
    assert {name: content["application/json"]["example"] for name, content in shown.items()} == documented
    assert json.loads(EXAMPLES["slip problem"])["errors"] == [SLIP_FAULT]


def test_the_examples_of_hands_are_what_the_endpoint_answers(client: Client) -> None:
    document = json.loads(client.get("/en/api/openapi.json").content)
    ((path, _method, operation),) = operations(document)
    body, answers = operation["requestBody"]["content"], operation["responses"]
    for media, content in body.items():
        answer = client.post(path, json.dumps(content["example"]), content_type=media)
        line = json.loads(answer.content)
        assert line == answers["200"]["content"]["application/json"]["example"]
    for status, sent, media in (("400", "{", "application/json"), ("415", "3H", "text/plain")):
        answer = client.post(path, sent, content_type=media)
        assert answer.status_code == int(status)
        assert answer.json() == answers[status]["content"]["application/json"]["example"]


ADDRESS = {"{slug}": "venerdi", "{number}": "1", "{table}": "1"}


def test_every_operation_asks_for_the_token_that_the_table_of_rights_asks_for(document: Any) -> None:
    for path, method, operation in operations(document):
        at = path
        for part, value in ADDRESS.items():
            at = at.replace(part, value)
        who = rights_of(resolve(at).view_name).of(method.upper())
        assert who is EVERYBODY or isinstance(who, Program), path
        assert operation["security"] == ([] if who is EVERYBODY else [{"token": []}]), path
        statuses = operation["responses"].keys()
        assert ("401" in statuses) == (who is not EVERYBODY), path
        assert ("403" in statuses) == (who is Program.RESULTS), path


def test_every_address_of_the_apis_is_in_a_document(client: Client) -> None:
    there = {
        resolve(re.sub(r"{\w+}", lambda part: ADDRESS[part[0]], path)).view_name
        for address in ("/api", "/api/v1")
        for path, _method, _operation in operations(json.loads(client.get(f"{address}/openapi.json").content))
    }
    wanted = {name for name in RIGHTS if name.startswith(("api:", "api_v1:"))}
    assert there == {name for name in wanted if not name.endswith(("api-root", "openapi-json"))}
