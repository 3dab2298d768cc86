"""A list of names, pasted or uploaded: shown first, then entered; what cannot be read stays to be corrected."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.errors import Refused
from tournaments.forms.people.pairs import PasteForm
from tournaments.forms.people.pasted_preview import PreviewLine, preview_of
from tournaments.models import Tournament
from tournaments.people.pasted_list import PastedLine, read_list
from tournaments.records import Kind
from tournaments.selectors.registration import entering_of
from tournaments.services import pairs_add_many
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.entrants import words_of


@require_http_methods(["GET", "POST"])
def pairs_paste(request: HttpRequest, slug: str) -> HttpResponse:
    """A list to look at (`text`, `file`), or its lines looked at, perhaps corrected (`line`), to be entered."""
    tournament = get_tournament(slug)
    if "line" in request.POST:
        return _lines(request, tournament)
    if request.method != "POST":
        return _render_list(request, tournament, PasteForm(tournament=tournament))
    form = PasteForm(request.POST, request.FILES, tournament=tournament)
    if not form.is_valid():
        return _render_list(request, tournament, form, status=422)
    return _render_preview(request, tournament, preview_of(tournament, form.lines))


def _lines(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter the pairs that can be entered; the other lines stay on the page, each with what is wrong."""
    preview = preview_of(tournament, _read(tournament, request.POST.getlist("line")))
    good = [line for line in preview if not line.error]
    if "enter" not in request.POST or not good:
        return _render_preview(request, tournament, preview, status=200 if good else 422)
    try:
        pairs = pairs_add_many(
            tournament=tournament,
            lines=[line.names for line in good],
            teams=[line.team for line in good],
            here="here" in request.POST,
        )
    except Refused as refusal:
        return _render_preview(request, tournament, preview, refusal=refusal.message, status=422)
    entered = words_of(tournament.kind).entered % {"count": len(pairs)}
    # Looked at again, because the pairs just entered may be what keeps a line out.
    left = preview_of(tournament, _read(tournament, [line.text for line in preview if line.error]))
    if left:
        stay = ngettext("%(count)s line is left.", "%(count)s lines are left.", len(left)) % {"count": len(left)}
        messages.warning(request, f"{entered} {stay}")
        return _render_preview(request, tournament, left)
    messages.success(request, entered)
    return redirect("pairs", tournament.slug)


def _read(tournament: Tournament, lines: list[str]) -> tuple[PastedLine, ...]:
    return read_list("\n".join(lines), Kind(tournament.kind))


def _render_list(request: HttpRequest, tournament: Tournament, form: PasteForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "entering": entering_of(tournament), "section": "pairs"}
    return render_tournament(request, "people/paste.html", tournament, context, status=status)


def _render_preview(
    request: HttpRequest, tournament: Tournament, preview: list[PreviewLine], *, refusal: str = "", status: int = 200
) -> HttpResponse:
    good = [line for line in preview if not line.error]
    context = {
        "preview": preview,
        "good": len(good),
        "faulty": len(preview) - len(good),
        "new_members": sum(person.member is None for line in good for person in line.players),
        "here": "here" in request.POST,
        "refusal": refusal,
        "section": "pairs",
    }
    return render_tournament(request, "people/paste_preview.html", tournament, context, status=status)
