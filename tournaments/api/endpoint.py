"""The addresses of `/api/v1/`: the facts of the players' pages, for everybody, without account or cookie.

A tournament's answers take their ETag from its revision, as those pages do, and use the same data, so they contain
nothing of a draft, and no name that is not public (docs/api.md).
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from ninja import NinjaAPI
from ninja.errors import ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from pydantic.json_schema import models_json_schema

from scoring.api.endpoint import ABOUT, COMPONENTS, SERVERS
from tournaments.interchange.matches_out import match_facts
from tournaments.interchange.ranking_out import ranking_rows, team_rows
from tournaments.records import Kind
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.seats import tables_of
from tournaments.selectors.home import open_to_players
from tournaments.selectors.match_days import match_day_views
from tournaments.views.club.home import SHOWN_TO_PLAYERS
from tournaments.views.hall.page_cache import current_hall, current_tournament
from tournaments.views.hall.public_pages import page_etag

from . import club, results, seasons
from .examples import ANSWERS, problem_example
from .facts import pair_facts, round_facts, table_facts, tournament_facts
from .formats import Matches, Pairs, Problem, Ranking, Rounds, Tables, TeamRanking, TournamentFacts, Tournaments
from .head_router import HeadRouter
from .pagination import After, Limit, Offset, stretch
from .problems import BOUNDS, MOST_AT_ONCE, PROBLEM_TYPE, out_of_bounds, problem
from .public import by_its_content, for_everybody
from .token_formats import SlipBody

REFUSED = {404: Problem, 422: Problem}
FOR_EVERYBODY: Final[list[dict[str, Any]]] = []
"""The `security` of an operation that asks for no token."""
TAGS: Final[Mapping[str, Promise]] = {
    "tournaments": gettext_lazy("Tournaments as their players read them, for everybody."),
    "seasons": gettext_lazy("Several tournaments ranked together, for everybody."),
    "club": gettext_lazy("What is not public, for a program with a token."),
    "results": gettext_lazy("The results of tables, read and saved with a token."),
}
"""The parts of the document, each with what it holds."""


def _document(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the answer as a file of that name, so that no browser displays other people's text as a page."""

    @wraps(view)
    def as_file(*given: Any, **named: Any) -> HttpResponse:
        response = view(*given, **named)
        response["Content-Disposition"] = 'attachment; filename="openapi.json"'
        return response

    return as_file


class TournamentsAPI(NinjaAPI):
    """The API, which describes refusals as they are sent, in the language of the address."""

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**kwargs)
        for path in schema["paths"].values():
            path.pop("head", None)
        for operation in (operation for path in schema["paths"].values() for operation in path.values()):
            operation["summary"] = gettext(operation["summary"])
            operation.setdefault("security", FOR_EVERYBODY)
            for status, response in operation["responses"].items():
                content = response["content"]
                if status >= 400:
                    example = problem_example(status, of_slip="requestBody" in operation)
                    content[PROBLEM_TYPE] = content.pop("application/json") | {"example": example}
                else:
                    content["application/json"]["example"] = ANSWERS[operation["operationId"]]
        schema["tags"] = [{"name": name, "description": str(text)} for name, text in TAGS.items()]
        _refs, given = models_json_schema([(SlipBody, "validation")], ref_template=COMPONENTS + "{model}")
        schema["components"]["schemas"] |= given["$defs"]
        schema["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        return schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of a function for clients that are generated: `read_ranking`, `save_result`."""
        name = operation.view_func.__name__.removeprefix("v1_")
        return f"save_{name.removesuffix('_put')}" if name.endswith("_put") else f"read_{name}"


api = TournamentsAPI(
    title="Burraco Club",
    version=settings.VERSION,
    description="The tournaments and seasons of a club, as its players read them.",
    urls_namespace="api_v1",
    docs_url=None,
    docs_decorator=_document,
    default_router=HeadRouter(tags=["tournaments"]),
    servers=SERVERS,
    openapi_extra={"info": ABOUT},
)

for router in (seasons.router, club.router, results.router):
    api.add_router("", router)


@api.exception_handler(ValidationError)
def _not_as_expected(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    names = [name for name in BOUNDS if any(name in error["loc"] for error in fault.errors)]
    return problem(422, " ".join(out_of_bounds(name) for name in names))


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, fault: Http404) -> HttpResponse:
    return problem(404)


@api.get("/tournaments", response={200: Tournaments, 422: Problem}, summary=gettext_noop("Recent tournaments"))
def v1_tournaments(request: HttpRequest, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponseBase:
    """Those that the club's home page shows to everybody, the newest first."""
    listed = open_to_players(since=timezone.localdate() - SHOWN_TO_PLAYERS)
    rows = [tournament_facts(tournament) for tournament in listed[offset : offset + limit]]
    response = stretch(request, rows, count=len(listed), limit=limit, offset=offset)
    return by_its_content(request, response)


@api.get(
    "/tournaments/{slug:slug}", response={200: TournamentFacts, 404: Problem}, summary=gettext_noop("One tournament")
)
def v1_tournament(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Its name, day, venue and kind, and how far it is."""
    tournament = current_tournament(slug, None)
    return for_everybody(request, page_etag(tournament), lambda: JsonResponse(tournament_facts(tournament)))


@api.get(
    "/tournaments/{slug:slug}/pairs", response={200: Pairs} | REFUSED, summary=gettext_noop("Its pairs, or its players")
)
def v1_pairs(request: HttpRequest, slug: str, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponseBase:
    """By their numbers, those too that have withdrawn."""

    def rows(hall: Hall) -> list[Any]:
        return [pair_facts(hall, entrant) for entrant in hall.evening.entrants]

    return _list(request, slug, rows, limit=limit, offset=offset)


@api.get(
    "/tournaments/{slug:slug}/rounds", response={200: Rounds} | REFUSED, summary=gettext_noop("Its published rounds")
)
def v1_rounds(request: HttpRequest, slug: str, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponseBase:
    """Those under way and those that are closed; a draft is not public."""
    return _list(
        request, slug, lambda hall: [round_facts(round_) for round_ in hall.rounds], limit=limit, offset=offset
    )


@api.get(
    "/tournaments/{slug:slug}/rounds/{int:number}/tables",
    response={200: Tables} | REFUSED,
    summary=gettext_noop("The tables of a round, with their results"),
)
def v1_tables(
    request: HttpRequest, slug: str, number: int, limit: Limit = MOST_AT_ONCE, offset: Offset = 0
) -> HttpResponseBase:
    """Who sits where; a table without a result yet is open, and its figures are null."""

    def rows(hall: Hall) -> list[Any]:
        _require_round(hall, number)
        return [table_facts(table) for table in tables_of(hall, number)]

    return _list(request, slug, rows, limit=limit, offset=offset)


@api.get(
    "/tournaments/{slug:slug}/ranking",
    response={200: Ranking} | REFUSED,
    summary=gettext_noop("The ranking, now or after a round"),
)
def v1_ranking(
    request: HttpRequest, slug: str, after: After = None, limit: Limit = MOST_AT_ONCE, offset: Offset = 0
) -> HttpResponseBase:
    """Each row with the rounds that its points are made of."""

    def rows(hall: Hall) -> list[Any]:
        return ranking_rows(hall.standings, Kind(hall.tournament.kind))

    return _list(request, slug, rows, after=after, limit=limit, offset=offset)


@api.get(
    "/tournaments/{slug:slug}/teams",
    response={200: TeamRanking} | REFUSED,
    summary=gettext_noop("The ranking of the teams, now or after a round"),
)
def v1_teams(
    request: HttpRequest, slug: str, after: After = None, limit: Limit = MOST_AT_ONCE, offset: Offset = 0
) -> HttpResponseBase:
    """Nobody, where there are no teams."""
    return _list(request, slug, lambda hall: team_rows(hall.teams), after=after, limit=limit, offset=offset)


@api.get(
    "/tournaments/{slug:slug}/matches",
    response={200: Matches} | REFUSED,
    summary=gettext_noop("The team matches, with the results and the line-ups that are not secret"),
)
def v1_matches(request: HttpRequest, slug: str, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponseBase:
    """Day by day; of the line-ups those that both teams see. None where teams play no matches."""

    def rows(hall: Hall) -> list[Any]:
        if not hall.tournament.plays_matches:
            return []
        return match_facts(match_day_views(hall.tournament, hall.standings, hidden=True))

    return _list(request, slug, rows, limit=limit, offset=offset)


def _require_round(hall: Hall, number: int | None) -> None:
    if number is not None and number not in [round_.number for round_ in hall.rounds]:
        raise Http404


def _list(
    request: HttpRequest,
    slug: str,
    rows: Callable[[Hall], list[Any]],
    *,
    limit: int,
    offset: int,
    after: int | None = None,
) -> HttpResponseBase:
    """Return a page of a list about a tournament; `after` is the round after which it is described."""
    tournament = current_tournament(slug, None)

    def make() -> HttpResponse:
        hall = current_hall(tournament, after_round=after)
        _require_round(hall, after)
        whole = rows(hall)
        items = whole[offset : offset + limit]
        query = {} if after is None else {"after": after}
        return stretch(request, items, count=len(whole), limit=limit, offset=offset, **query)

    return for_everybody(request, page_etag(tournament), make)
