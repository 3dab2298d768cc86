"""The JSON Schemas of the files that the program reads and writes (docs/interchange.md §5, §9)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from pages.conditional_answers import same_for_everybody
from tournaments.interchange import season_schema, to_json, tournament_schema

SCHEMAS: Mapping[str, Callable[[], dict[str, Any]]] = {
    tournament_schema.NAME: tournament_schema.tournament_schema,
    season_schema.NAME: season_schema.season_schema,
}
"""The schemas by their names, each of which says the version of its format."""


@same_for_everybody
def schema(request: HttpRequest, name: str) -> HttpResponse:
    """Send a schema; 404 if there is none of that name and version."""
    if name not in SCHEMAS:
        raise Http404
    return HttpResponse(to_json(SCHEMAS[name]()) + "\n", content_type="application/schema+json")
