"""The public seasons, as on their pages; other seasons are answered like unknown ones."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.translation import gettext_noop

from tournaments.models import Season, SeasonTournament
from tournaments.seasons.ranking import SeasonRow
from tournaments.seasons.rule_json import rule_from_json, rule_to_json
from tournaments.selectors.season_revision import season_revision_of
from tournaments.selectors.seasons import SeasonView, entries_of, public_seasons, season_view_of
from tournaments.views.seasons.public import season_etag
from tournaments.views.seasons.season_page import get_season

from .formats import Problem
from .head_router import HeadRouter
from .pagination import After, Limit, Offset, stretch
from .problems import MOST_AT_ONCE
from .public import by_its_content, for_everybody
from .season_formats import SeasonFacts, SeasonRanking, Seasons

router = HeadRouter(tags=["seasons"])


@router.get("/seasons", response={200: Seasons, 422: Problem}, summary=gettext_noop("The seasons that are public"))
def v1_seasons(request: HttpRequest, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponseBase:
    """Several tournaments ranked together, the newest season first."""
    listed = public_seasons()
    rows = [{"slug": season.slug, "name": season.name} for season in listed[offset : offset + limit]]
    return by_its_content(request, stretch(request, rows, count=listed.count(), limit=limit, offset=offset))


@router.get("/seasons/{slug:slug}", response={200: SeasonFacts, 404: Problem}, summary=gettext_noop("One season"))
def v1_season(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Its rule and its tournaments, those too that are not final yet."""
    season, etag = _public(slug)

    def make() -> HttpResponse:
        tournaments = [_tournament_facts(entry) for entry in entries_of(season)]
        facts = {
            "slug": season.slug,
            "name": season.name,
            "rule": rule_to_json(rule_from_json(season.rule)),
            "tournaments": tournaments,
        }
        return JsonResponse(facts)

    return for_everybody(request, etag, make)


@router.get(
    "/seasons/{slug:slug}/ranking",
    response={200: SeasonRanking, 404: Problem, 422: Problem},
    summary=gettext_noop("The ranking of a season, now or after a tournament"),
)
def v1_season_ranking(
    request: HttpRequest, slug: str, after: After = None, limit: Limit = MOST_AT_ONCE, offset: Offset = 0
) -> HttpResponseBase:
    """Those who were not there often enough to be ranked come last, without a place."""
    season, etag = _public(slug)

    def make() -> HttpResponse:
        season_view = season_view_of(season, after=after)
        if after is not None and len(season_view.final) < after:
            raise Http404
        rows = [_row_facts(season_view, row) for row in season_view.rows[offset : offset + limit]]
        query = {} if after is None else {"after": after}
        return stretch(request, rows, count=len(season_view.rows), limit=limit, offset=offset, **query)

    return for_everybody(request, etag, make)


def _public(slug: str) -> tuple[Season, str]:
    """Return the season, and an ETag of its state before it is read."""
    found = season_revision_of(slug)
    if found is None:
        raise Http404
    _pk, revision = found
    return get_season(slug), season_etag(revision)


def _tournament_facts(entry: SeasonTournament) -> dict[str, Any]:
    tournament = entry.tournament
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "venue": tournament.venue,
        "state": tournament.state,
        "weight": entry.weight,
    }


def _row_facts(season_view: SeasonView, row: SeasonRow) -> dict[str, Any]:
    there = [(entry, cell) for entry, cell in zip(season_view.final, row.cells, strict=True) if cell is not None]
    return {
        "place": row.place,
        "names": season_view.name_of(row.who).public,
        "points": row.points,
        "attended": row.attended,
        "results": [
            {
                "tournament": entry.tournament.slug,
                "place": cell.place,
                "points": cell.points,
                "counts": cell.counts.value,
            }
            for entry, cell in there
        ],
    }
