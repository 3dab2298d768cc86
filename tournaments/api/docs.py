"""The page that explains the API to people, made from the OpenAPI documents."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from pages.addresses import shared_address
from pages.conditional_answers import same_for_everybody
from scoring.api.description import describe, operations
from scoring.views.api import endpoint_context

from .endpoint import api

FORMATS: Final[Mapping[str, Promise]] = {
    "Tournaments": gettext_lazy("Tournaments, a stretch of them"),
    "TournamentFacts": gettext_lazy("A tournament"),
    "Pairs": gettext_lazy("Pairs, a stretch of them"),
    "PairFacts": gettext_lazy("A pair"),
    "Rounds": gettext_lazy("Rounds, a stretch of them"),
    "RoundFacts": gettext_lazy("A round"),
    "Tables": gettext_lazy("Tables, a stretch of them"),
    "TableFacts": gettext_lazy("A table"),
    "Seated": gettext_lazy("Who sits at a line of a table"),
    "Ranking": gettext_lazy("A ranking, a stretch of it"),
    "Ranked": gettext_lazy("A row of a ranking"),
    "GironeSystem": gettext_lazy("A girone with a system of its own"),
    "RankedRound": gettext_lazy("A round of a row"),
    "CarriedPoints": gettext_lazy("The points that went on into a girone"),
    "TeamRanking": gettext_lazy("A ranking of teams, a stretch of it"),
    "RankedTeam": gettext_lazy("A row of a ranking of teams"),
    "Matches": gettext_lazy("Matches of teams, a stretch of them"),
    "MatchFacts": gettext_lazy("A match of teams"),
    "MatchSide": gettext_lazy("A team in a match"),
    "MatchSession": gettext_lazy("A session of a match"),
    "Seasons": gettext_lazy("Seasons, a stretch of them"),
    "SeasonListed": gettext_lazy("A season, by its name"),
    "SeasonFacts": gettext_lazy("A season"),
    "RuleFacts": gettext_lazy("The rule of a season"),
    "SeasonTournamentFacts": gettext_lazy("A tournament of a season"),
    "SeasonRanking": gettext_lazy("A ranking of a season, a stretch of it"),
    "SeasonRanked": gettext_lazy("A row of a season’s ranking"),
    "SeasonResult": gettext_lazy("What a tournament brought"),
    "People": gettext_lazy("Who plays, a stretch of them"),
    "PairPeople": gettext_lazy("Who plays in a pair"),
    "Person": gettext_lazy("A member, with club and card"),
    "TableResult": gettext_lazy("The result of a table"),
    "SlipBody": gettext_lazy("A slip that is sent"),
    "SlipHand": gettext_lazy("A hand of a slip"),
    "CardsSide": gettext_lazy("A side of a slip, as cards"),
    "CountsSide": gettext_lazy("A side of a slip, as counts"),
    "SlipSide": gettext_lazy("A side of a slip, as on paper"),
    "TotalSide": gettext_lazy("A side of a slip, only its total"),
    "SlipProblem": gettext_lazy("What is wrong with a slip"),
    "Place": gettext_lazy("A place in it"),
    "Problem": gettext_lazy("What cannot be answered"),
}
"""The objects of `/api/v1/` in the order of first use."""


@same_for_everybody
def api_docs(request: HttpRequest) -> HttpResponse:
    document = api.get_openapi_schema()
    formats = describe(document, FORMATS, of="v1-")
    context = endpoint_context(request) | {
        "formats": formats,
        "operations": operations(document, formats),
        "first_address": shared_address(request, reverse("api_v1:v1_tournaments")),
    }
    return render(request, "api/docs.html", context)
