"""Tournaments as a whole: a new one, the settings, the overview and the end."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from scoring.messages import ruleset_title
from scoring.rulesets.choices import offered_as
from tournaments import services
from tournaments.forms.club.tournament_file import TournamentFileForm
from tournaments.forms.club.tournaments import TournamentForm
from tournaments.interchange import SLUG_PATH, InterchangeError, tournament_import
from tournaments.models import Pair, Round, Tournament
from tournaments.records import TieBreak
from tournaments.selectors.deletion import goes_along
from tournaments.selectors.entries import entry_counts, terms_of
from tournaments.selectors.home import (
    rounds_with_progress,
)
from tournaments.selectors.referee_calls import calls_of, waiting
from tournaments.selectors.rounds import RoundsNow, rounds_now
from tournaments.selectors.settings import scale_of
from tournaments.selectors.tournament_status import status_of
from tournaments.views.common import first_steps, get_tournament, render_tournament, user_of
from tournaments.views.desk.strip import announcement_context
from tournaments.views.entries.board import entry_address
from tournaments.wording.deletion import goes_along_in_words
from tournaments.wording.entrants import words_of
from tournaments.wording.plan_announcement import plan_words
from tournaments.wording.results import TIE_BREAK_NAMES
from tournaments.wording.scales import scale_label

SAMPLE = Path(settings.BASE_DIR) / "tournaments" / "data" / "club-evening.json"
SAMPLE_SLUG = "torneo-del-venerdi"

MOST_MISSING = 40
"""Up to this many missing tables are listed one by one."""


@require_http_methods(["GET", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    if filled := TournamentForm.filled_in(request.POST):
        return render(request, "club/new.html", {"form": filled})
    form = TournamentForm(request.POST or None)
    if form.is_valid():
        try:
            tournament = services.tournament_create(**form.settings)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            return redirect("pairs", tournament.slug)
    return render(request, "club/new.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
def tournament_take_in(request: HttpRequest) -> HttpResponse:
    """Import a tournament from a file, or say where the file is wrong."""
    form = TournamentFileForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            tournament = tournament_import(text=form.cleaned_data["file"], slug=form.wanted_slug)
        except InterchangeError as error:
            form.add_error("slug" if error.path == SLUG_PATH else "file", str(error))
        else:
            messages.success(request, _("“%(tournament)s” has been imported.") % {"tournament": tournament})
            return redirect("tournament", tournament.slug)
    return render(request, "club/import.html", {"form": form}, status=422 if form.is_bound else 200)


@require_POST
def sample_load(request: HttpRequest) -> HttpResponse:
    """Load the sample evening, or go to it if it exists."""
    if not Tournament.objects.filter(slug=SAMPLE_SLUG).exists():
        try:
            tournament_import(text=SAMPLE.read_text(encoding="utf-8"))
        except InterchangeError as error:
            messages.error(request, _("The sample evening could not be loaded: %(error)s.") % {"error": error})
            return redirect("home")
        messages.success(request, _("A whole evening to look around in. Its names are invented."))
    return redirect("tournament", SAMPLE_SLUG)


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    return _render_overview(request, get_tournament(slug))


@never_cache
@require_safe
def tournament_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the card of the overview that updates itself."""
    tournament = get_tournament(slug)
    response = render(request, "club/_evening_status.html", _now_context(tournament, rounds_now(tournament)))
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    return response


@require_http_methods(["GET", "POST"])
def tournament_settings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    if filled := TournamentForm.filled_in(request.POST, tournament=tournament):
        return render_tournament(request, "club/settings.html", tournament, {"form": filled, "section": "overview"})
    form = TournamentForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        try:
            services.tournament_change(tournament=tournament, changes=form.settings)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("tournament", slug)
    context = {"form": form, "section": "overview"}
    return render_tournament(request, "club/settings.html", tournament, context, status=422 if form.is_bound else 200)


@require_POST
def tournament_state(request: HttpRequest, slug: str) -> HttpResponse:
    """End play, declare the tournament final, show its podium, or open it again."""
    tournament = get_tournament(slug)
    reason = request.POST.get("reason", "")
    try:
        match request.POST.get("to"):
            case "checking":
                services.tournament_finish_play(tournament=tournament)
                sentence = _("Play is over. Slips can still be corrected.")
            case "final":
                services.tournament_make_final(tournament=tournament)
                sentence = _("The ranking is final.")
            case "podium":
                services.tournament_show_podium(tournament=tournament, at=timezone.now())
                sentence = _("The podium is on the wall and on the players’ phones.")
            case "reopened":
                services.tournament_reopen(tournament=tournament, reason=reason)
                sentence = _("The tournament is open again.")
            case _unknown:
                raise Http404
    except Refused as refusal:
        return _render_overview(request, tournament, refusal=refusal.message, reason=reason, status=422)
    messages.success(request, sentence)
    return redirect("tournament", slug)


@require_http_methods(["GET", "POST"])
def tournament_delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is deleted with the tournament, then delete it.

    Administrators go on to the list of deleted tournaments.
    """
    tournament = get_tournament(slug)
    if request.method != "POST":
        context = {
            "section": "overview",
            "goes_along": [*goes_along_in_words(goes_along(tournament))],
            "under_way": tournament.rounds.filter(state=Round.State.PUBLISHED).exists(),
        }
        return render_tournament(request, "club/delete.html", tournament, context)
    tournament = services.tournament_delete(tournament=tournament, by=user_of(request), at=timezone.now())
    messages.success(request, _("%(tournament)s was deleted.") % {"tournament": tournament})
    return redirect("deleted_tournaments")


def _render_overview(
    request: HttpRequest, tournament: Tournament, *, refusal: str = "", reason: str = "", status: int = 200
) -> HttpResponse:
    rounds = rounds_with_progress(tournament)
    states = [round_.state for round_ in rounds]
    ruleset = offered_as(tournament.ruleset, tournament.options)
    now = rounds_now(tournament)
    context = announcement_context(tournament) | _now_context(tournament, now)
    context["courses"] = context["now"].courses
    terms = terms_of(tournament)
    context |= {
        "section": "overview",
        "terms": terms,
        "counts": entry_counts(tournament, terms),
        "entry_qr": entry_address(request, tournament)["entry_qr"] if terms.is_open else "",
        "rounds": rounds,
        "ruleset": ruleset.label if ruleset else ruleset_title(tournament.ruleset, tournament.options),
        "ruleset_key": ruleset.key if ruleset else tournament.ruleset,
        "scale": scale_label(scale_of(tournament)),
        "plan": plan_words(tournament.plan),
        "second_language": dict(settings.LANGUAGES).get(tournament.second_language),
        "tie_breaks": [TIE_BREAK_NAMES[TieBreak(key)] for key in tournament.tie_breaks],
        "play_can_end": tournament.state == Tournament.State.RUNNING and states[-1:] == [Round.State.CLOSED],
        "all_rounds_played": len(rounds) >= tournament.rounds_planned,
        "under_way": Round.State.PUBLISHED in states,
        "refusal": refusal,
        "reason": reason,
    }
    return render_tournament(request, "club/overview.html", tournament, context, status=status, now=now)


def _now_context(tournament: Tournament, rounds: RoundsNow) -> dict[str, Any]:
    now = status_of(tournament, rounds)
    entered = list(tournament.pairs.values_list("status", "team_id"))
    here = sum(status == Pair.Status.ACTIVE for status, _team in entered)
    steps = [] if rounds.latest else first_steps(tournament, entered=len(entered), here=here)
    return {
        "pairs": len(entered),
        "teams": len({team for _status, team in entered if team is not None}),
        "here": here,
        "steps_done": [step for step, is_done in steps if is_done],
        "steps_ahead": [step for step, is_done in steps if not is_done],
        "calls": waiting(calls_of(now.round)) if now.round else [],
        "tournament": tournament,
        "words": words_of(tournament.kind),
        "latest": rounds.latest,
        "now": now,
        "missing": now.missing[:MOST_MISSING],
        "missing_beyond": len(now.missing[MOST_MISSING:]),
    }
