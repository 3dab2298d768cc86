"""The page that explains the API to people, made from the OpenAPI documents, once for all readers."""

from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.http import require_safe

from pages.addresses import club_address
from pages.conditional_answers import answer, has_page
from pages.page_cache import PageKey
from scoring.api.description import describe, operations
from scoring.views.api import endpoint_context
from tournaments.views.hall.page_cache import PAGE_CACHE

from .endpoint import api

FORMATS: Final[Mapping[str, Promise]] = {
    "Tournaments": gettext_lazy("A page of tournaments"),
    "TournamentFacts": gettext_lazy("A tournament"),
    "Pairs": gettext_lazy("A page of pairs"),
    "PairFacts": gettext_lazy("A pair"),
    "Rounds": gettext_lazy("A page of rounds"),
    "RoundFacts": gettext_lazy("A round"),
    "Tables": gettext_lazy("A page of tables"),
    "TableFacts": gettext_lazy("A table"),
    "Seated": gettext_lazy("The players on a line of a table"),
    "Ranking": gettext_lazy("A page of a ranking"),
    "Ranked": gettext_lazy("A row of a ranking"),
    "GironeSystem": gettext_lazy("A girone with a system of its own"),
    "RankedRound": gettext_lazy("A round of a row"),
    "CarriedPoints": gettext_lazy("The points carried into a girone"),
    "TeamRanking": gettext_lazy("A page of a ranking of teams"),
    "RankedTeam": gettext_lazy("A row of a ranking of teams"),
    "Matches": gettext_lazy("A page of team matches"),
    "MatchFacts": gettext_lazy("A team match"),
    "MatchSide": gettext_lazy("A team in a match"),
    "MatchSession": gettext_lazy("A session of a match"),
    "Seasons": gettext_lazy("A page of seasons"),
    "SeasonListed": gettext_lazy("A season, by its name"),
    "SeasonFacts": gettext_lazy("A season"),
    "RuleFacts": gettext_lazy("The rule of a season"),
    "SeasonTournamentFacts": gettext_lazy("A tournament of a season"),
    "SeasonRanking": gettext_lazy("A page of a season’s ranking"),
    "SeasonRanked": gettext_lazy("A row of a season’s ranking"),
    "SeasonResult": gettext_lazy("What a tournament was worth"),
    "People": gettext_lazy("A page of players"),
    "PairPeople": gettext_lazy("The players of a pair"),
    "Person": gettext_lazy("A member, with club and card"),
    "TableResult": gettext_lazy("The result of a table"),
    "SlipBody": gettext_lazy("A slip to send"),
    "SlipHand": gettext_lazy("A hand of a slip"),
    "CardsSide": gettext_lazy("A side of a slip, as cards"),
    "CountsSide": gettext_lazy("A side of a slip, as counts"),
    "SlipSide": gettext_lazy("A side of a slip, as on paper"),
    "TotalSide": gettext_lazy("A side of a slip, only its total"),
    "SlipProblem": gettext_lazy("What is wrong with a slip"),
    "Place": gettext_lazy("A place in the slip"),
    "Problem": gettext_lazy("A request that cannot be answered"),
}
"""The objects of `/api/v1/` in the order of first use."""


NO_ROW = 0
"""The page shows no row of the database."""


@require_safe
def api_docs(request: HttpRequest) -> HttpResponseBase:
    """Show the page; its ETag is made of all that it depends on: the language, the host, the club, the program."""
    club = sorted(request.club_settings.items())  # type: ignore[attr-defined]
    facts = (request.get_full_path(), _first_address(request), club, get_language(), settings.CODE_VERSION)
    etag = f'"{sha256(repr(facts).encode()).hexdigest()[:32]}"'
    make = partial(_page, request)
    # Queries are endless, so a page with one is not cached.
    if not request.META.get("QUERY_STRING") and not has_page(request, etag):
        address = PageKey(NO_ROW, request.build_absolute_uri())
        make = partial(PAGE_CACHE.page(address, etag, make, crowded=False).response, request)
    return answer(request, etag, make)


def _first_address(request: HttpRequest) -> str:
    return club_address(request, reverse("api_v1:v1_tournaments"))


def _page(request: HttpRequest) -> HttpResponse:
    document = api.get_openapi_schema()
    formats = describe(document, FORMATS, of="v1-")
    context = endpoint_context(request) | {
        "formats": formats,
        "operations": operations(document, formats),
        "first_address": _first_address(request),
    }
    return render(request, "api/docs.html", context)
