"""A season on paper, as a spreadsheet, and as JSON for another club's program, with its import."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import JournalEntry
from pages.file_names import file_name
from tournaments.files import SEPARATORS
from tournaments.forms.seasons.seasons import SeasonFileForm
from tournaments.interchange import InterchangeError, to_json
from tournaments.interchange.season import export_season, season_import
from tournaments.seasons.best_results import Counts, SeasonCell
from tournaments.seasons.rule import POINT
from tournaments.selectors.season_files import season_table, season_tables
from tournaments.selectors.seasons import SeasonView
from tournaments.selectors.settings import club_name
from tournaments.sheets.season_sheet import Below, SeasonHeading, SeasonLine, SeasonSheet, ShortLine, season_sheet
from tournaments.views.printing.downloads import file_to_keep, file_to_show, tables_to_keep, write_down
from tournaments.wording.figures import figure, spoken_date
from tournaments.wording.seasons import part_in_words, points_in_words, rule_in_words

from .season_page import category_asked, get_season, season_asked


@require_safe
def season_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the JSON that `import_season` reads."""
    season = get_season(slug)
    return file_to_keep(to_json(export_season(season)), "application/json", f"{slug}.json")


@require_safe
def season_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    season = get_season(slug)
    season_view, _after = season_asked(request, season)
    category = category_asked(request, season_view)
    lines = [
        SeasonLine(
            place=row.place,
            tied=row.tied,
            name=season_view.name_of(row.who).name,
            points=points_in_words(row.points),
            attended=figure(row.attended),
            cells=[_cell_in_words(cell) for cell in row.cells],
        )
        for row in season_view.of_category(category)
    ]
    sheet = SeasonSheet(
        season=season.name,
        club=club_name(),
        category=category,
        tournaments=[_tournament_in_words(season_view, number) for number in range(len(season_view.final))],
        rule=rule_in_words(season_view.rule),
        lines=lines,
        below=[*_final_lines(season_view), *_club_lines(season_view)],
    )
    return file_to_show(season_sheet(sheet), file_name(_("ranking"), slug, extension="pdf"))


@require_safe
def season_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ranking with every result, the ranking with only those that count, and the tournaments."""
    season = get_season(slug)
    season_view, _after = season_asked(request, season)
    category = category_asked(request, season_view)
    tables = season_tables(season_view, category)
    write_down(request, JournalEntry.Event.RANKING_EXPORT, season)
    return tables_to_keep(*tables, format="xlsx", named=(_("ranking"), slug))


@require_safe
def season_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ranking with every result; `?separator=semicolon` for spreadsheets that write 1,5."""
    separator = request.GET.get("separator", "comma")
    if separator not in SEPARATORS:
        raise Http404
    season = get_season(slug)
    season_view, _after = season_asked(request, season)
    table = season_table(season_view, category_asked(request, season_view))
    write_down(request, JournalEntry.Event.RANKING_EXPORT, season)
    return tables_to_keep(table, format=separator, named=(_("ranking"), slug))


@require_http_methods(["GET", "POST"])
def season_take_in(request: HttpRequest) -> HttpResponse:
    """Import a season from a file, all of it or nothing."""
    form = SeasonFileForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            season = season_import(text=form.cleaned_data["file"])
        except InterchangeError as error:
            form.add_error("file", str(error))
        else:
            messages.success(request, _("“%(season)s” has been imported.") % {"season": season})
            return redirect("season", season.slug)
    return render(request, "seasons/import.html", {"form": form}, status=422 if form.is_bound else 200)


def _final_lines(season_view: SeasonView) -> Iterator[Below]:
    """Yield who is in the final, part by part, as the page says it."""
    for part in season_view.parts:
        now = "" if part.is_over else f" · {_('as it stands now')}"
        yield SeasonHeading(f"{_('The final')} · {part_in_words(part)}{now}")
        for row in part.qualified:
            place = row.place or 0  # equivalent `row.place`: whoever is in a final has one
            yield ShortLine(place=place, name=season_view.name_of(row.who).name)
        if not part.qualified:
            yield _("Nobody yet.")
        if part.undecided:
            yield _("More share the last place of this part than there is room for: the referee decides.")
        if part.passed_over:
            names = "; ".join(season_view.name_of(who).name for who in part.passed_over)
            yield f"{_('Already in the final, and skipped:')} {names}"


def _club_lines(season_view: SeasonView) -> Iterator[Below]:
    """Yield the ranking of the clubs, each with the members who count."""
    if season_view.clubs:
        yield SeasonHeading(_("Ranking of the clubs"))
    for club in season_view.clubs:
        names = "; ".join(season_view.name_of(row.who).name for row in club.members)
        yield ShortLine(
            place=club.place, tied=club.tied, name=f"{club.club} · {names}", points=points_in_words(club.points)
        )


def _cell_in_words(cell: SeasonCell | None) -> str:
    if cell is None:
        return ""
    if cell.counts is Counts.TOO_SHORT:
        return "(–)"
    return points_in_words(cell.points) if cell.counts is Counts.YES else f"({points_in_words(cell.points)})"


def _tournament_in_words(season_view: SeasonView, at: int) -> str:
    entry = season_view.final[at]
    weight = "" if entry.weight == POINT else f"× {points_in_words(entry.weight)}"
    tournament = entry.tournament
    sentences = (tournament.name, spoken_date(tournament.date), tournament.venue, weight)
    return f"{figure(at + 1)}. {' · '.join(filter(None, sentences))}"
