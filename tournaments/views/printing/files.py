"""The ranking as a file for spreadsheets and federations, and its layouts."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import JournalEntry
from tournaments.files import FileTable
from tournaments.forms.printing.layouts import LayoutForm
from tournaments.models import FileLayout, Tournament
from tournaments.selectors.file_layouts import ranking_layouts
from tournaments.selectors.ranking import progress_of
from tournaments.selectors.ranking_files import layout_from, ranking_table, teams_table, usual_layout
from tournaments.selectors.results import results_of
from tournaments.services import file_layout_delete, file_layout_save
from tournaments.views.common import get_tournament
from tournaments.views.ranking.ranking import round_asked

from .downloads import tables_to_keep, write_down

SAMPLE_ROWS = 5


@require_safe
def ranking_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ranking with its rounds, now or `?after=N`, without a layout; or `?of=teams`."""
    tournament = get_tournament(slug)
    after_round = _round_of(request, tournament)
    if request.GET.get("of") == "teams":
        if not tournament.has_teams:
            raise Http404
        table = teams_table(tournament, after_round=after_round)
        return _download(request, tournament, table, FileLayout.Format.XLSX, _("teams"))
    table = ranking_table(tournament, usual_layout(tournament, after_round=after_round), after_round=after_round)
    return _download(request, tournament, table, FileLayout.Format.XLSX, _("ranking"))


@require_safe
def ranking_file(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send the ranking in one of the club's layouts."""
    tournament, layout = get_tournament(slug), get_object_or_404(ranking_layouts(), pk=pk)
    table = ranking_table(tournament, layout_from(layout), after_round=_round_of(request, tournament))
    return _download(request, tournament, table, FileLayout.Format(layout.format), layout.name)


@require_safe
def file_layouts(request: HttpRequest) -> HttpResponse:
    return render(request, "printing/layouts.html", {"layouts": FileLayout.objects.all()})


@require_http_methods(["GET", "POST"])
def file_layout_new(request: HttpRequest) -> HttpResponse:
    return _edit(request, None)


@require_http_methods(["GET", "POST"])
def file_layout_edit(request: HttpRequest, pk: int) -> HttpResponse:
    return _edit(request, get_object_or_404(FileLayout, pk=pk))


@require_POST
def file_layout_remove(request: HttpRequest, pk: int) -> HttpResponse:
    layout = get_object_or_404(FileLayout, pk=pk)
    file_layout_delete(layout=layout)
    messages.success(request, _("The layout “%(name)s” is deleted.") % {"name": layout})
    return redirect("file_layouts")


def _edit(request: HttpRequest, layout: FileLayout | None) -> HttpResponse:
    of_members = layout.of_members if layout else request.GET.get("of") == FileLayout.RowsFor.MEMBERS
    form = LayoutForm(request.POST or None, instance=layout, of_members=of_members)
    if form.is_valid():
        saved = file_layout_save(layout=layout, **form.details)
        messages.success(request, _("The layout “%(name)s” is saved.") % {"name": saved})
        return redirect("file_layout_edit", saved.pk)
    stored = FileLayout.objects.get(pk=layout.pk) if layout else None
    preview = _preview(stored) if stored and not of_members else None
    context = {"form": form, "layout": stored, "preview": preview, "of_members": of_members}
    return render(request, "printing/layout.html", context, status=422 if form.is_bound else 200)


def _preview(layout: FileLayout) -> tuple[Tournament, FileTable] | None:
    """Return the first rows for the latest tournament with a ranking."""
    latest = Tournament.objects.filter(rounds__isnull=False).distinct().first()
    if latest is None:
        return None
    table = ranking_table(latest, layout_from(layout))
    return latest, FileTable(title=table.title, headings=table.headings, rows=list(table.rows)[:SAMPLE_ROWS])


def _round_of(request: HttpRequest, tournament: Tournament) -> int | None:
    return round_asked(request, progress_of(results_of(tournament)))


def _download(
    request: HttpRequest, tournament: Tournament, table: FileTable, format: FileLayout.Format, what: str
) -> HttpResponse:
    write_down(request, JournalEntry.Event.RANKING_EXPORT, tournament)
    return tables_to_keep(table, format=format, named=(what, tournament.slug))
