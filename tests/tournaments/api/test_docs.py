"""`/api/docs` tells people, in their language, everything that the OpenAPI documents tell programs."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from scoring.api.description import describe, operations
from tests.tournaments.views.pages import html_of, text_of
from tournaments.api import docs
from tournaments.api.docs import FORMATS
from tournaments.api.endpoint import api
from tournaments.services import club_rename

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["", "/en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def document(client: Client, language: str) -> dict[str, Any]:
    return json.loads(client.get(f"{language}/api/v1/openapi.json").content)  # type: ignore[no-any-return]


def folded(page: str, anchor: str) -> str:
    """Return what a link to this place opens, with its title."""
    (part,) = (part for part in page.split("<details") if f'<div class="fold-body" id="{anchor}">' in part)
    return part.partition("</details>")[0]


def test_every_address_is_there_with_its_summary_parameters_and_answers(client: Client, language: str) -> None:
    page = client.get(f"{language}/api/docs")
    for path, methods in document(client, language)["paths"].items():
        for method, operation in methods.items():
            section = folded(html_of(page), operation["operationId"])
            assert f"{method.upper()} {path}<" in section and operation["summary"] in section
            for parameter in (parameter for parameter in operation["parameters"] if parameter["in"] == "query"):
                assert f"<code>?{parameter['name']}=</code>" in section and parameter["description"] in section
            for status, reply in operation["responses"].items():
                assert f"<dt>{status}</dt>" in section
                for media, content in reply["content"].items():
                    key = content["schema"]["$ref"].rpartition("/")[2]
                    assert f'href="#format-v1-{key}"' in section and media in section


def test_every_key_of_every_format_is_explained(client: Client, language: str) -> None:
    page = client.get(f"{language}/api/docs")
    assert FORMATS.keys() == document(client, language)["components"]["schemas"].keys()
    for name, schema in document(client, language)["components"]["schemas"].items():
        section = folded(html_of(page), f"format-v1-{name}")
        for key, member in schema["properties"].items():
            assert f"<code>{key}</code>" in section
            assert member["description"] in text_of(page)


def test_every_format_has_a_title_and_every_title_is_of_one() -> None:
    assert set(FORMATS) == set(api.get_openapi_schema()["components"]["schemas"])


def test_nothing_that_people_read_of_the_document_is_english_in_italian(client: Client) -> None:
    def texts(of: Any) -> set[str]:
        if isinstance(of, list):
            return set().union(*map(texts, of))
        if not isinstance(of, dict):
            return set()
        own = {text for key, text in of.items() if key in ("summary", "description") and isinstance(text, str)}
        return own.union(*map(texts, of.values()))

    both = [document(client, language) for language in ("", "/en")]
    italian, english = (
        texts([list(schema["components"]["schemas"].values()), [_spoken(path) for path in schema["paths"].values()]])
        for schema in both
    )
    of_the_code = {"As RFC 9457 describes it.", "The usual burracos, and the club's own by their keys."}
    assert len(italian) > 40 and not italian & (english - of_the_code)


def _spoken(methods: dict[str, Any]) -> list[Any]:
    return [[{"summary": method["summary"]}, method["parameters"]] for method in methods.values()]


def test_a_place_on_the_page_has_one_name(client: Client) -> None:
    page = html_of(client.get("/en/api/docs"))
    names = [part.partition('"')[0] for part in page.split(' id="')[1:]]
    assert len(names) == len(set(names))
    links = {part.partition('"')[0] for part in page.split('href="#')[1:]}
    assert links - {"main"} <= set(names)


def test_an_operation_that_asks_for_a_token_says_so() -> None:
    """This holds for the document of any other program."""
    schema = {
        "components": {"schemas": {"Note": {"properties": {"text": {"type": "string"}, "more": {"const": 1}}}}},
        "paths": {
            "/notes": {
                "put": {
                    "operationId": "note_put",
                    "summary": "Write a note",
                    "security": [{"token": []}],
                    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}},
                    "responses": {"204": {"description": "Done"}},
                }
            }
        },
    }
    formats = describe(schema, {})
    assert [(format_.title, format_.anchor, len(format_.members)) for format_ in formats] == [
        ("Note", "format-Note", 2)
    ]
    (write,) = operations(schema, formats)
    assert (write.method, write.needs_token, write.takes) == ("PUT", True, formats)
    assert [(reply.status, reply.formats) for reply in write.replies] == [(204, [])]


@pytest.mark.parametrize("address", ["/api/openapi.json", "/api/v1/openapi.json"])
def test_a_document_is_saved_as_a_file_and_shown_by_no_browser(client: Client, address: str) -> None:
    assert client.get(address)["Content-Disposition"] == 'attachment; filename="openapi.json"'


def test_a_program_is_told_how_to_send_its_token(client: Client) -> None:
    schema = document(client, "")
    assert schema["components"]["securitySchemes"] == {"token": {"type": "http", "scheme": "bearer"}}
    asked = [
        operation["security"]
        for path in schema["paths"].values()
        for operation in path.values()
        if operation.get("security")
    ]
    assert asked and all(security == [{"token": []}] for security in asked)


def test_the_page_is_made_once_and_again_when_what_it_shows_has_changed(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    made = []
    describe_formats = docs.describe
    monkeypatch.setattr(docs, "describe", lambda *args, **kwargs: made.append(1) or describe_formats(*args, **kwargs))
    page = client.get("/en/api/docs")
    assert "\n  &quot;" in html_of(page), "the example is indented"
    for again in (client.get("/en/api/docs"), client.get("/en/api/docs", headers={"Accept-Encoding": "identity"})):
        assert (again.content, again["ETag"]) == (page.content, page["ETag"])
    assert client.get("/en/api/docs", headers={"If-None-Match": page["ETag"]}).status_code == 304
    assert len(made) == 1
    elsewhere = client.get("/en/api/docs", headers={"Host": "club.example"})
    assert "http://club.example/en/api/v1/" in html_of(elsewhere) and elsewhere["ETag"] != page["ETag"]
    assert "http://club.example/" not in html_of(client.get("/en/api/docs"))
    club_rename(name="Aurora Burraco")
    renamed = client.get("/en/api/docs", headers={"If-None-Match": page["ETag"]})
    assert renamed.status_code == 200 and "Aurora Burraco" in html_of(renamed)
    assert len(made) == 3


def test_a_query_of_the_page_is_in_its_links_and_is_not_cached(client: Client) -> None:
    assert "/api/docs?a=1" in html_of(client.get("/en/api/docs?a=1"))
    assert "?a=1" not in html_of(client.get("/en/api/docs"))
