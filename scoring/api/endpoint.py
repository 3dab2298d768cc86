"""The endpoint and its OpenAPI document, for everybody: no account, no cookie, nothing stored.

Requests are read by `scoring.services`, as everywhere, so that errors name the path in the same way; the classes of
`formats` describe them.
"""

import json
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import add_never_cache_headers
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from pydantic.json_schema import models_json_schema

from pages.written_numbers import KEY_DIGITS, written_number

from .formats import Answer, Hand, Unreadable
from .hands import MOST_BYTES, MOST_HANDS, TYPES, Reply, of_another_type, reply_to, too_large

COMPONENTS = "#/components/schemas/"
EXAMPLE = {
    "ruleset": "fibur_2026",
    "end": "closed",
    "sides": [
        {
            "melds": [
                "3H 4H 5H 6H 7H 8H 9H",
                "KS KD KC JK",
                "3C 4C 5C 6C 7C 8C",
                "6C 7C 8C 9C 10C JC",
                "3D 4D 5D 6D",
            ],
            "left": "4D QD 10S 8S 5S AS",
            "pozzetto": "taken",
            "closed": True,
        },
        {
            "melds": ["7S 7H 7D", "8H 9H 10H JH QH KH", "7D 8D 9D 10D", "9D 10D JD"],
            "left": "AH AH 2C JS 6S 3D",
            "pozzetto": "unlooked",
            "pozzetto_cards": "3C 4C 5C 6D 8D 9S 9S JC QD KH KS",
            "closed": False,
        },
    ],
}
"""The hand of docs/interchange.md §2."""

ONE_OR_MORE = {
    "oneOf": [{"$ref": f"{COMPONENTS}Hand"}, {"type": "array", "items": {"$ref": f"{COMPONENTS}Hand"}}],
}
BODY = {
    "required": True,
    "description": f"One hand, a list of up to {MOST_HANDS}, or one on each line; {MOST_BYTES} bytes at most.",
    "content": {
        "application/json": {"schema": ONE_OR_MORE, "example": EXAMPLE},
        "application/x-ndjson": {"schema": {"$ref": f"{COMPONENTS}Hand"}, "example": EXAMPLE},
    },
}


SERVERS: list[dict[str, Any]] = [{"url": "/", "description": "The club that this document comes from."}]
ABOUT = {
    "contact": {"name": "The club that keeps this program"},
    "license": {"name": "MIT", "identifier": "MIT"},
}
"""The facts about the program that both of its OpenAPI documents begin with."""
UNREADABLE = EXAMPLE | {"sides": [{"total": "300"}, {"total": 5}]}
"""A hand that cannot be read."""


class ScoringAPI(NinjaAPI):
    """Describe the body as well, which the operation reads by itself."""

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**kwargs)
        (operation,) = (operation for path in schema["paths"].values() for operation in path.values())
        for status, reply in _replies().items():
            operation["responses"][status]["content"]["application/json"]["example"] = reply.body
        _refs, given = models_json_schema([(Hand, "validation")], ref_template=COMPONENTS + "{model}")
        schema["components"]["schemas"] |= given["$defs"]
        return schema


def _replies() -> dict[int, Reply]:
    """Return an answer with every status."""
    return {
        200: reply_to(json.dumps(EXAMPLE).encode()),
        400: reply_to(b"{"),
        413: too_large(),
        415: of_another_type("text/plain"),
        422: reply_to(json.dumps(UNREADABLE).encode()),
    }


def _as_file(response: HttpResponse, name: str) -> HttpResponse:
    """Make a browser save the response under this name, so that it never shows what others wrote as a page."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _document(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    return lambda *given, **named: _as_file(view(*given, **named), "openapi.json")


api = ScoringAPI(
    title="Burraco Club",
    version=settings.VERSION,
    description="Judges and scores hands of Burraco: from the cards on the table, or from what a slip says of them.",
    urls_namespace="api",
    docs_url=None,
    docs_decorator=_document,
    servers=SERVERS,
    openapi_extra={
        "info": ABOUT,
        "tags": [{"name": "hands", "description": "Hands of Burraco, judged and scored."}],
    },
)


@api.post(
    "/score_hand",
    operation_id="score_hand",
    summary="Judge and score a hand",
    response={
        200: Answer | list[Answer],
        400: Unreadable,
        413: Unreadable,
        415: Unreadable,
        422: Unreadable | list[Answer | Unreadable],
    },
    tags=["hands"],
    openapi_extra={"requestBody": BODY, "security": []},
)
def score_hand(request: HttpRequest) -> HttpResponse:
    """Return every violation, or the score of each side with its lines."""
    if request.content_type not in TYPES:
        return _respond(of_another_type(request.content_type or ""))  # equivalent `request.content_type`: a text
    announced = written_number(request.META.get("CONTENT_LENGTH", ""), KEY_DIGITS)  # equivalent `'x'`: no number, too
    if announced is not None and announced > MOST_BYTES:
        return _respond(too_large())
    return _respond(reply_to(request.body))


def _respond(reply: Reply) -> HttpResponse:
    response: HttpResponse
    if reply.as_lines:
        text = "".join(json.dumps(answer) + "\n" for answer in reply.body)
        response = HttpResponse(text, content_type="application/x-ndjson", status=reply.status)
    else:
        response = JsonResponse(reply.body, status=reply.status, safe=False)
    add_never_cache_headers(response)
    return _as_file(response, "score_hand.jsonl" if reply.as_lines else "score_hand.json")
