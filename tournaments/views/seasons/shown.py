"""What of a season is asked for, and what its two pages show of it."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.charts.drawing import Chart
from tournaments.charts.season_points import PointsCourse, season_points
from tournaments.models import Season
from tournaments.seasons.counting import Counts
from tournaments.seasons.needed import Needed
from tournaments.seasons.ranking import SeasonRow
from tournaments.seasons.rule import RankedAs
from tournaments.selectors.seasons import SeasonShown, season_shown
from tournaments.wording.figures import figure
from tournaments.wording.seasons import rule_in_words


def get_season(slug: str) -> Season:
    return get_object_or_404(Season, slug=slug)


def season_asked(request: HttpRequest, season: Season) -> tuple[SeasonShown, int | None]:
    """The season now, or `?after=N` of its final tournaments, of which there must be so many."""
    wanted = request.GET.get("after", "")
    if not wanted:
        return season_shown(season), None
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) <= 3 and int(wanted)):
        raise Http404
    shown = season_shown(season, after=int(wanted))
    if len(shown.final) < int(wanted):
        raise Http404
    return shown, int(wanted)


def category_asked(request: HttpRequest, shown: SeasonShown) -> str:
    """`?category=…`; empty for everybody."""
    category = request.GET.get("category", "")
    if category and category not in shown.categories:
        raise Http404
    return category


def season_context(request: HttpRequest, season: Season, *, in_public: bool) -> dict[str, Any]:
    """For `templates/seasons/_ranking.html`."""
    shown, after = season_asked(request, season)
    category = category_asked(request, shown)
    rows = shown.of_category(category)
    cells = [cell for row in rows for cell in row.cells if cell]
    return {
        "season": season,
        "shown": shown,
        "after": after,
        "category": category,
        "rows": rows,
        "in_public": in_public,
        "of_players": shown.rule.ranked is RankedAs.PLAYERS,
        "rule_in_words": rule_in_words(shown.rule),
        "query": "&".join(
            filter(None, (f"after={after}" if after else "", category and f"category={quote(category)}"))
        ),
        "after_query": f"&after={after}" if after else "",
        "category_query": f"&category={quote(category)}" if category else "",
        "numbers": range(1, len(shown.final) + len(shown.later) + 1),
        "some_dropped": any(cell.counts is Counts.DROPPED for cell in cells),
        "some_too_short": any(cell.counts is Counts.TOO_SHORT for cell in cells),
        "some_unranked": any(row.place is None for row in rows),
        "chart": chart_of(shown, rows, in_public=in_public),
        "needed": [
            (named.public if in_public else named.name, each)
            for each, named in ((each, shown.name_of(each.who)) for each in sorted(shown.needed, key=_best_chance))
        ],
    }


def _best_chance(needed: Needed) -> tuple[int, int]:
    """Whom the most places are enough for, first."""
    return -(needed.sure or 0), -needed.possible


def chart_of(shown: SeasonShown, rows: Sequence[SeasonRow], *, in_public: bool) -> Chart | None:
    """The first of these rows over the season."""
    courses = shown.courses(rows)
    drawn = []
    for row in rows:
        if row.who in courses and row.place is not None:
            somebody = shown.name_of(row.who)
            name = somebody.public if in_public else somebody.name
            drawn.append(PointsCourse(place=row.place, name=name, points=courses[row.who]))
    return season_points(drawn, [figure(number) for number in range(1, len(shown.final) + 1)])
