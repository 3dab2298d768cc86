"""A list of names, pasted or uploaded: checked first, then entered; unreadable lines stay for correction."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments.forms.people.pairs import PasteForm
from tournaments.forms.people.pasted_preview import Preview, preview_of
from tournaments.models import Tournament
from tournaments.people.pasted_list import PastedLine, read_line
from tournaments.records import Kind
from tournaments.selectors.members import Members, clubs_known
from tournaments.selectors.registration import entering_of
from tournaments.services import pairs_add_many
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.entrants import words_of


@require_http_methods(["GET", "POST"])
def pairs_paste(request: HttpRequest, slug: str) -> HttpResponse:
    """Check a list (`text`, `file`), or enter its checked and perhaps corrected lines (`line`)."""
    tournament = get_tournament(slug)
    if "line" in request.POST:
        return _lines(request, tournament)
    if request.method != "POST":
        return _render_list(request, tournament, PasteForm(tournament=tournament))
    form = PasteForm(request.POST, request.FILES, tournament=tournament)
    if not form.is_valid():
        return _render_list(request, tournament, form, status=422)
    return _render_preview(request, tournament, preview_of(tournament, form.lines, form.members))


def _lines(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter the lines that can be entered; the others stay, each with its fault or doubt."""
    members = Members()
    preview = _preview_sent(request, tournament, members)
    entering = bool(preview.entries or preview.singles)
    if "enter" not in request.POST or not entering:
        status = 200 if entering or (preview.lines and not preview.faulty) else 422
        return _render_preview(request, tournament, preview, status=status)
    try:
        pairs_add_many(
            tournament=tournament,
            lines=[line.line.players for line in preview.entries],
            teams=[line.team for line in preview.entries],
            singles=[line.line.players[0] for line in preview.singles],
            here="here" in request.POST,
        )
    except Refused as refusal:
        return _render_preview(request, tournament, preview, refusal=refusal.message, status=422)
    entered = " ".join(_entered(tournament, preview))
    if preview.left:
        count = len(preview.left)
        stay = ngettext("%(count)s line is left.", "%(count)s lines are left.", count) % {"count": count}
        messages.warning(request, f"{entered} {stay}")
        # Checked again, because a pair just entered may keep a line out.
        left = preview_of(
            tournament, [line.line for line in preview.left], Members(), clubs=request.POST.getlist("club")
        )
        return _render_preview(request, tournament, left, entered=True)
    messages.success(request, entered)
    return redirect("pairs", tournament.slug)


def _preview_sent(request: HttpRequest, tournament: Tournament, members: Members) -> Preview:
    """Return the lines that were sent back, and the doubtful ones that were ticked (`sure`, by place).

    Ticked notes are clubs (`club`, as written).
    """
    kind, ticked = Kind(tournament.kind), set(request.POST.getlist("sure"))
    ticked_clubs = request.POST.getlist("club")
    clubs = clubs_known(members) | set(ticked_clubs)
    lines, chosen = list[PastedLine](), list[int]()
    for place, text in enumerate(request.POST.getlist("line"), 1):
        if line := read_line(text, kind, clubs):
            if str(place) in ticked:
                chosen.append(len(lines))
            lines.append(line)
    return preview_of(tournament, lines, members, chosen, ticked_clubs)


def _entered(tournament: Tournament, preview: Preview) -> Iterator[str]:
    """Return what was entered, in sentences."""
    if preview.entries:
        yield words_of(tournament.kind).entered % {"count": len(preview.entries)}
    if count := len(preview.singles):
        sentence = ngettext(
            "%(count)s player is looking for a partner.", "%(count)s players are looking for a partner.", count
        )
        yield sentence % {"count": count}


def _render_list(request: HttpRequest, tournament: Tournament, form: PasteForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "entering": entering_of(tournament), "section": "pairs"}
    return render_tournament(request, "people/paste.html", tournament, context, status=status)


def _render_preview(
    request: HttpRequest,
    tournament: Tournament,
    preview: Preview,
    *,
    refusal: str = "",
    entered: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Return the page; with `entered`, these are the lines left over."""
    context = {
        "preview": preview,
        "entered": entered,
        "here": "here" in request.POST,
        "refusal": refusal,
        "section": "pairs",
    }
    return render_tournament(request, "people/paste_preview.html", tournament, context, status=status)
