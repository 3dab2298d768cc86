"""The page that explains the endpoint to people, made from its OpenAPI document and an answer of its own."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from scoring.api.description import describe
from scoring.api.endpoint import EXAMPLE, api
from scoring.api.hands import MOST_BYTES, MOST_HANDS, reply_to
from scoring.views.page_address import shared_address

from .cached_pages import same_for_everybody


@same_for_everybody
def api_docs(request: HttpRequest) -> HttpResponse:
    address = reverse("api:score_hand")
    context = {
        "address": address,
        "whole_address": shared_address(request, address),
        "formats": describe(api.get_openapi_schema()),
        "example": _written(EXAMPLE),
        "example_answer": _written(reply_to(json.dumps(EXAMPLE).encode()).body),
        "most_bytes": MOST_BYTES,
        "most_hands": MOST_HANDS,
    }
    return render(request, "scoring/api/docs.html", context)


def _written(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
