"""The page that describes the endpoint, made from its OpenAPI document and an answer of its own."""

import json
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from pages.addresses import club_address
from scoring.api.description import FORMATS, describe
from scoring.api.endpoint import EXAMPLE, api
from scoring.api.hands import MOST_BYTES, MOST_HANDS, reply_to


def endpoint_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context of `templates/api/_hand.html` and of the formats of hands."""
    address = reverse("api:score_hand")
    return {
        "address": address,
        "whole_address": club_address(request, address),
        "hand_formats": describe(api.get_openapi_schema(), FORMATS),
        "example": _written(EXAMPLE),
        "example_answer": _written(reply_to(json.dumps(EXAMPLE).encode()).body),
        "most_bytes": MOST_BYTES,
        "most_hands": MOST_HANDS,
    }


def _written(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
