"""The ranking, now or after a round; each row opens to its rounds, hands and lines."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from tournaments.charts.places import own_course
from tournaments.ranking.missed_rounds import late_among
from tournaments.records import Kind, Standing
from tournaments.selectors.ranking import RoundProgress, progress_of, ranking_of, round_details
from tournaments.selectors.results import results_of
from tournaments.selectors.settings import scale_of
from tournaments.views.common import HtmxHttpRequest, get_tournament, render_tournament
from tournaments.views.ranking.ranking_rows import ranking_rows
from tournaments.views.ranking.ranking_table import RankedRows, RankingTable
from tournaments.wording.adjustments import adjustment_notes
from tournaments.wording.gironi import gironi_notes, place_in_girone
from tournaments.wording.results import TIE_BREAK_SENTENCES
from tournaments.wording.stages_reached import knockout_notes

ROWS_A_PAGE = 300
"""The rows on a page, below 300 kB after eight rounds."""


@require_safe
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    results = results_of(tournament)
    rounds = progress_of(results)
    after = round_asked(request, rounds)
    rounds_shown = [progress for progress in rounds if after is None or progress.number <= after]
    ranked = ranking_of(tournament, results, after)
    numbers, stages = [progress.number for progress in rounds_shown], ranked.stages()
    moves = ranked.evening.course(ranked.standings, rounds=ranked.rounds, latest=2)
    rows = RankedRows(ranked.standings, numbers, stages, moves)
    table = RankingTable(rows, numbers, Kind(tournament.kind), has_clubs=rows.has_clubs)
    RequestConfig(request, paginate={"per_page": ROWS_A_PAGE}).configure(table)
    context = {
        "section": "ranking",
        "table": table,
        "rows": ranking_rows(table, slug, after),
        "teams": ranked.teams(),
        "late": late_among(ranked.standings),
        "after": after,
        "rounds": rounds,
        "latest": rounds_shown[-1] if rounds_shown else None,
        "notes": [*knockout_notes(ranked.standings), *gironi_notes(ranked.standings, tournament.cut)],
        "starred_notes": adjustment_notes(ranked.standings),
        "has_knockout": any(result.knockout for result in results),
    }
    return render_tournament(request, "ranking/ranking.html", tournament, context)


@require_safe
def ranking_pair(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the rounds of a pair, or a player: a row below its own for htmx, otherwise a page."""
    tournament = get_tournament(slug)
    results = results_of(tournament)
    after = round_asked(request, progress_of(results))
    ranked = ranking_of(tournament, results, after)
    standing, above = _row(ranked.standings, number)
    context = {
        "section": "ranking",
        "tournament": tournament,
        "after": after,
        "standing": standing,
        "above": above,
        "in_girone": place_in_girone(standing, ranked.standings),
        "decided_by": TIE_BREAK_SENTENCES[standing.decided_by] if standing.decided_by else "",
        "stage": ranked.stages().get(standing.entrant.id, "") if standing.by_knockout else "",
        "details": round_details(ranked, standing),
        "vp_total": (vp_total := scale_of(tournament).total),
    }
    if request.htmx:
        rounds = {score.round for row in ranked.standings for score in row.rounds}
        has_clubs = any(row.entrant.clubs for row in ranked.standings)
        columns = len(RankingTable.base_columns) - (not has_clubs) + len(rounds)
        return render(request, "ranking/_pair_row.html", context | {"columns": columns})
    course = ranked.evening.course(ranked.standings, rounds=ranked.rounds)
    context["course"] = own_course(course, ranked.standings, standing, most_vp=vp_total)
    return render_tournament(request, "ranking/pair.html", tournament, context)


def _row(standings: tuple[Standing, ...], number: int) -> tuple[Standing, Standing | None]:
    """Return the requested row and the one above it."""
    for at, standing in enumerate(standings):
        if standing.entrant.id == number:
            return standing, standings[at - 1] if at else None
    raise Http404


def round_asked(request: HttpRequest, rounds: tuple[RoundProgress, ...]) -> int | None:
    """Return the round of `?after=N`, which must be published; None for everything known."""
    text = request.GET.get("after")
    if not text:
        return None
    numbers = {str(progress.number): progress.number for progress in rounds}
    if text not in numbers:
        raise Http404
    return numbers[text]
