"""The request for a season, and the content of its two pages."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from pages.written_numbers import written_number
from tournaments.charts.drawing import Chart
from tournaments.charts.season_points import PointsCourse, season_points
from tournaments.models import Season
from tournaments.seasons.best_results import Counts
from tournaments.seasons.finals import SeasonPart
from tournaments.seasons.ranking import SeasonRow
from tournaments.seasons.rule import MOST_TOURNAMENTS, RankedAs
from tournaments.seasons.title_race import NeededPlaces
from tournaments.seasons.tournament_points import Ranked
from tournaments.selectors.season_finals import is_decided
from tournaments.selectors.seasons import SeasonView, season_view_of
from tournaments.views.long_lists import finds, long_list
from tournaments.wording.figures import figure
from tournaments.wording.seasons import part_in_words, rule_in_words

from .row_layout import classes_of_rows


def get_season(slug: str) -> Season:
    return get_object_or_404(Season, slug=slug)


CELLS_A_PAGE, CELLS_OF_NAMES, FEWEST_A_PAGE = 1_900, 3, 10
"""The cells of a page, which a slow phone lays out in 0.3 s; a place and a name are as long as three."""


def season_asked(request: HttpRequest, season: Season) -> tuple[SeasonView, int | None]:
    """Return the season, now or after `?after=N` of its final tournaments, which must exist."""
    asked = request.GET.get("after", "")
    if not asked:
        return season_view_of(season), None
    wanted = written_number(asked, len(str(MOST_TOURNAMENTS)))
    if not wanted:
        raise Http404
    season_view = season_view_of(season, after=wanted)
    if len(season_view.final) < wanted:
        raise Http404
    return season_view, wanted


def category_asked(request: HttpRequest, season_view: SeasonView) -> str:
    """Return `?category=…`; empty for everybody."""
    category = request.GET.get("category", "")
    if category and category not in season_view.categories:
        raise Http404
    return category


def season_context(request: HttpRequest, season: Season, *, in_public: bool) -> dict[str, Any]:
    """Return the context of `templates/seasons/_ranking.html`."""
    season_view, after = season_asked(request, season)
    category = category_asked(request, season_view)
    rows = season_view.of_category(category)
    cells = [cell for row in rows for cell in row.cells if cell]
    listed = long_list(
        request,
        rows,
        rows_a_page=max(FEWEST_A_PAGE, CELLS_A_PAGE // (len(season_view.final) + CELLS_OF_NAMES)),
        is_called=lambda row, typed: str(row.place) == typed,
        is_found=lambda row, typed: finds(
            typed, number=row.place or 0, words=[_named(row.who, season_view, in_public=in_public)]
        ),
    )
    classes = classes_of_rows([*listed.page], len(season_view.final))
    return {
        "season": season,
        "season_view": season_view,
        "after": after,
        "category": category,
        "rows": rows,
        "listed": listed,
        "classes_of_rows": classes,
        "has_roles": classes != "",
        "in_public": in_public,
        "of_players": season_view.rule.ranked is RankedAs.PLAYERS,
        "rule_in_words": rule_in_words(season_view.rule),
        "query": "&".join(
            filter(None, (f"after={after}" if after else "", category and f"category={quote(category)}"))
        ),
        "after_query": f"&after={after}" if after else "",
        "category_query": f"&category={quote(category)}" if category else "",
        "numbers": range(1, len(season_view.final) + len(season_view.later) + 1),
        "some_dropped": any(cell.counts is Counts.DROPPED for cell in cells),
        "some_too_short": any(cell.counts is Counts.TOO_SHORT for cell in cells),
        "some_unranked": any(row.place is None for row in rows),
        "final_is_decided": after is None and is_decided(season_view),
        "parts": [_part_named(part, season_view, in_public=in_public) for part in season_view.parts],
        "clubs": [
            (club, [_named(row.who, season_view, in_public=in_public) for row in club.members])
            for club in season_view.clubs
        ],
        "chart": chart_of(season_view, rows, in_public=in_public),
        "needed": [
            (named.public if in_public else named.name, need)
            for need, named in (
                (need, season_view.name_of(need.who)) for need in sorted(season_view.needed, key=_best_chance)
            )
        ],
    }


def _part_named(part: SeasonPart, season_view: SeasonView, *, in_public: bool) -> dict[str, Any]:
    """Return a part with the names of those in the final, and of those passed over."""
    return {
        "part": part,
        "title": part_in_words(part),
        "qualified": [(row, _named(row.who, season_view, in_public=in_public)) for row in part.qualified],
        "passed_over": [_named(who, season_view, in_public=in_public) for who in part.passed_over],
    }


def _named(who: Ranked, season_view: SeasonView, *, in_public: bool) -> str:
    somebody = season_view.name_of(who)
    return somebody.public if in_public else somebody.name


def _best_chance(needed: NeededPlaces) -> tuple[int, int]:
    """Return those who can still win, by the number of places that suffice."""
    return -(needed.sure or 0), -needed.possible


def chart_of(season_view: SeasonView, rows: Sequence[SeasonRow], *, in_public: bool) -> Chart | None:
    """Return the chart of the leaders over the season."""
    courses = season_view.courses(rows)
    drawn = []
    for row in rows:
        if row.who in courses and row.place is not None:  # equivalent `row.who in courses`: these are ranked
            somebody = season_view.name_of(row.who)
            name = somebody.public if in_public else somebody.name
            drawn.append(PointsCourse(place=row.place, name=name, points=courses[row.who]))
    return season_points(drawn, [figure(number) for number in range(1, len(season_view.final) + 1)])
