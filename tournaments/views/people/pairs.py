"""The entrants of a tournament: adding, checking in, completing names."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from pages.refusals import Refused
from pages.written_numbers import NUMBER_DIGITS, written_number
from tournaments import services
from tournaments.forms.people.pairs import NewPairForm, PairsWantedForm, SingleForm
from tournaments.models import Pair, Round, TillTerms, Tournament
from tournaments.people.names import search_key
from tournaments.records import Kind
from tournaments.selectors.entrants import players_named, with_people
from tournaments.selectors.members import seats_of
from tournaments.selectors.pair_lists import EnteredPair, entered_pairs, homes_of, pairs_wanted
from tournaments.selectors.registration import entering_of, loose_ends, teams_of
from tournaments.selectors.rounds import rounds_in_brief
from tournaments.selectors.singles import singles_of
from tournaments.selectors.till import rows_at_door
from tournaments.views.common import HtmxHttpRequest, found_or_404, get_tournament, next_step, render_tournament
from tournaments.views.long_lists import FOUND, LongList, finds, long_list
from tournaments.wording.entrants import words_of

from .club_terms import door_terms_of

ROWS_A_PAGE, ROWS_WITH_FEE = 460, 80
"""The rows of a list of entrants on one page, below 300 kB; the buttons of a fee are five times a row."""

NAMED_PLACES = ("player1", "player2", "substitute1", "substitute2", "single")
"""The fields of the pages that complete names."""


@require_safe
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    return render_pairs(request, get_tournament(slug))


@require_POST
def pair_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a pair or a player, and say who is a new member."""
    tournament = get_tournament(slug)
    form = NewPairForm(request.POST, tournament=tournament, entering=entering_of(tournament))
    if form.is_valid():
        given = form.cleaned_data
        try:
            pair = services.pair_add(
                tournament=tournament,
                players=form.players,
                team=given.get("team", ""),
                here=given["here"],
                late_reason=given.get("late_reason", ""),
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            saved = words_of(tournament.kind).saved % {"number": pair.number, "pair": pair}
            sentences = [
                with_new_members(saved, form.new_names),
                _without_a_seat(tournament) if given["here"] else "",
            ]
            messages.success(request, " ".join(filter(None, sentences)))
            request.session["pairs_are_here"] = given["here"]
            return redirect("pairs", slug)
    return render_pairs(request, tournament, form=form, status=422)


def _without_a_seat(tournament: Tournament) -> str:
    """Return how a latecomer gets a seat; empty if the next round is still to be drawn."""
    drawn = tournament.rounds.exclude(state=Round.State.CLOSED).order_by("-number").first()
    if drawn is None:
        return ""
    return _("No seat yet in round %(round)s: the page of the round gives one.") % {"round": drawn.number}


@require_POST
def pairs_check_in(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Tick a pair (`here`), untick one (`expected`), those `chosen`, or everybody; then draw the round, if asked."""
    tournament = get_tournament(slug)
    here = "expected" not in request.POST
    to_draw = "to_draw" in request.POST
    if "everybody" in request.POST:
        chosen = list(tournament.pairs.all())
    elif to_draw:
        chosen = list(tournament.pairs.filter(number__in=map(number_typed, request.POST.getlist("chosen"))))
    else:
        chosen = [found_pair(tournament, request.POST.get("here" if here else "expected", ""))]
    try:
        services.pairs_check_in(tournament=tournament, pairs=chosen, here=here)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return _go_to_pairs(request, slug)
    if to_draw:
        return redirect("round_new", slug)
    if not request.htmx or "everybody" in request.POST:
        return _go_to_pairs(request, slug)
    context = {
        "tournament": tournament,
        "words": words_of(tournament.kind),
        "rows": entered_pairs(tournament.pairs.filter(pk=chosen[0].pk)),
        "till": rows_at_door(door_terms_of(request, tournament), [chosen[0].number]),
        "counts": _counts(tournament.pairs.values_list("status", flat=True)),
        "next_step": next_step(tournament, rounds_in_brief(tournament)),
    }
    return render(request, "people/_tick_answer.html", context)


@require_safe
def player_complete(request: HttpRequest) -> HttpResponse:
    """Return the members whose name begins with `q`, for the box `slot`, marking those in the tournament `in`."""
    typed, slug, slot = (request.GET.get(key, "") for key in ("q", "in", "slot"))
    players = players_named(typed)
    seated = seats_of(players, slug)
    context = {
        "slot": slot if slot in NAMED_PLACES else NAMED_PLACES[0],
        "typed": bool(search_key(typed)),
        "options": [(player, seated.get(player.pk)) for player in players],
        "of_players": bool(seated) and Tournament.objects.filter(slug=slug, kind=Kind.INDIVIDUAL).exists(),
    }
    return render(request, "people/_name_options.html", context)


def with_new_members(sentence: str, new_names: list[str]) -> str:
    """Return `Pair 7: Rossi Anna – Bianchi Carlo. New member: Bianchi Carlo.`"""
    if not new_names:
        return sentence
    new = ngettext("New member: %(names)s.", "New members: %(names)s.", len(new_names))
    return f"{sentence} {new % {'names': ', '.join(new_names)}}"


def with_players(tournament: Tournament) -> QuerySet[Pair]:
    return with_people(tournament.pairs.select_related("team"))


def _counts(statuses: Iterable[str]) -> dict[str, int]:
    statuses = list(statuses)
    return {
        "all": len(statuses),
        "here": statuses.count(Pair.Status.ACTIVE),
        "expected": statuses.count(Pair.Status.EXPECTED),
        "withdrawn": statuses.count(Pair.Status.WITHDRAWN),
    }


def number_typed(text: str) -> int:
    """Return a number that a page sent, or raise Http404."""
    return found_or_404(written_number(text, NUMBER_DIGITS))


def found_pair(tournament: Tournament, typed: str) -> Pair:
    return get_object_or_404(tournament.pairs.select_related("player1", "player2"), number=number_typed(typed))


def list_of_pairs(
    request: HttpRequest,
    pairs: Sequence[EnteredPair],
    terms: TillTerms | None,
    *,
    found_as: str = FOUND,
    at: str = "",
) -> LongList[EnteredPair]:
    """Return the page of these entrants, fewer on a page where each has a fee."""
    return long_list(
        request,
        pairs,
        rows_a_page=ROWS_WITH_FEE if terms is not None and terms.fee else ROWS_A_PAGE,
        is_called=lambda pair, typed: str(pair.number) == typed,
        is_found=lambda pair, typed: finds(
            typed, number=pair.number, words=(pair.names, pair.team, *pair.clubs, *pair.provinces), also=pair.cards
        ),
        found_as=found_as,
        at=at,
    )


def _go_to_pairs(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Redirect to the page, also for htmx, which would otherwise draw it in the place of a row."""
    return HttpResponseClientRedirect(resolve_url("pairs", slug)) if request.htmx else redirect("pairs", slug)


def render_pairs(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: NewPairForm | None = None,
    single_form: SingleForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of the pairs, with the forms as sent where these could not be saved."""
    here, entering = request.session.get("pairs_are_here", False), entering_of(tournament)
    entered = entered_pairs(tournament.pairs.all())
    wanted = PairsWantedForm(request.GET, homes=homes_of(entered))
    terms = door_terms_of(request, tournament)
    listed = list_of_pairs(request, pairs_wanted(entered, **wanted.wanted), terms)
    context: dict[str, Any] = {
        "form": form or NewPairForm(tournament=tournament, entering=entering, initial={"here": here}),
        "listed": listed,
        "wanted": wanted,
        "till": rows_at_door(terms, [pair.number for pair in listed.page]),
        "counts": _counts(pair.status for pair in entered),
        "entering": entering,
        "singles": singles_of(tournament, **{key: request.GET.get(key, "") for key in ("picked", "removed", "paired")}),
        "single_form": single_form or SingleForm(tournament=tournament),
        "section": "pairs",
    }
    if tournament.has_teams:
        teams = teams_of(tournament, entered)
        context |= {"teams": teams, "loose_ends": loose_ends(tournament, teams, entered)}
    return render_tournament(request, "people/pairs.html", tournament, context, status=status)
