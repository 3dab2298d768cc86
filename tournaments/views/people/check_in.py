"""The check-in at the door: with a finger, by number or name, or with a scanner of cards."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.held_answers import depends_on
from pages.refusals import Refused
from pages.written_numbers import NUMBER_DIGITS, written_number
from tournaments import services
from tournaments.models import Means, Pair, Player, Tournament
from tournaments.selectors.check_in import check_in_list
from tournaments.selectors.hall.news import OwnPages
from tournaments.selectors.membership_fees import ExpiredMembers, expired_at_door, expired_in_pair
from tournaments.selectors.pair_lists import entered_pairs
from tournaments.selectors.registration import check_in_ends_at
from tournaments.selectors.till import rows_at_door
from tournaments.views.common import HtmxHttpRequest, get_tournament, render_tournament
from tournaments.views.hall.public_pages import page_etag
from tournaments.wording.entrants import words_of

from .club_terms import door_terms_of, fee_terms_of
from .pairs import list_of_pairs, number_typed

CONFLICT, UNPROCESSABLE = 409, 422
LONGEST_TYPED = 80
TYPED = "typed"
"""The field in which somebody is typed or scanned: Enter ticks, and until then it finds."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the list; a POST ticks somebody pressed (`here`) or typed (`typed`), or unticks (`expected`)."""
    tournament = get_tournament(slug)
    if request.method != "POST":
        return _show(request, tournament)
    if "typed" in request.POST:
        return _typed(request, tournament, request.POST["typed"][:LONGEST_TYPED])
    here = "expected" not in request.POST
    number = number_typed(request.POST.get("here" if here else "expected", ""))
    return _ticked(request, tournament, number, here=here, in_place="in_place" in request.POST)


@require_safe
def check_in_rows(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the current list to the other doors, or a 304 if nothing changed."""
    tournament = get_tournament(slug)
    etag = page_etag(tournament)
    response = get_conditional_response(request, etag=etag)
    depends_on(request, OwnPages(slug), has_news=response is None)
    if response is None:
        response = render(request, "people/_door_rows.html", _context(request, tournament))
    response["ETag"], response["Cache-Control"] = etag, "no-cache, private"
    return response


@require_POST
def missing(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw everybody missing when check-in ends, or reinstate them by the numbers sent along (`again`)."""
    tournament = get_tournament(slug)
    try:
        if "again" in request.POST:
            numbers = [written_number(number, NUMBER_DIGITS) for number in request.POST.getlist("again")]
            services.pairs_expect_again(tournament=tournament, numbers=list(filter(None, numbers)))
            return redirect("check_in", slug)
        gone = services.pairs_withdraw_missing(tournament=tournament, at=timezone.now())
    except Refused as refusal:
        return _show(request, tournament, refused=refusal.message, status=UNPROCESSABLE)
    return _show(request, get_tournament(slug), gone=gone)


def _typed(request: HtmxHttpRequest, tournament: Tournament, typed: str) -> HttpResponse:
    """Tick the entrant that the text means, never untick; several matches are offered as a choice."""
    if not typed.strip():
        return _show(request, tournament)
    meant = check_in_list(tournament).meant(typed)
    if len(meant) == 1:
        return _ticked(request, tournament, meant[0].number, here=True)
    sentence = (
        _("Several people match “%(typed)s”: choose the one who is here.")
        if meant
        else _("Nobody expected has this number, card or name: “%(typed)s”.")
    )
    context = {"typed": typed, "meant": meant, "refused": sentence % {"typed": typed}}
    return _show(request, tournament, status=UNPROCESSABLE, **context)


def _ticked(
    request: HtmxHttpRequest, tournament: Tournament, number: int, *, here: bool, in_place: bool = False
) -> HttpResponse:
    """Return the answer to a tick, with its undo. A tick in the list (`in_place`) leaves the row where it is.

    Then the answer holds only that row and the counts, and nothing else is read.
    """
    expected = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN)
    pair = get_object_or_404(expected, number=number)
    was_here = pair.status == Pair.Status.ACTIVE
    try:
        services.pairs_check_in(tournament=tournament, pairs=[pair], here=here)
    except Refused as refusal:
        return _show(request, tournament, refused=refusal.message, status=UNPROCESSABLE)
    if not (request.htmx and in_place):
        return _show(request, tournament, ticked=number, was_here=was_here and here)
    context = {
        "rows": entered_pairs(expected.filter(pk=pair.pk)),
        "was_here": was_here and here,
        "till": rows_at_door(door_terms_of(request, tournament), [number]),
        "expired": _expired(request, pair),
    }
    return render(request, "people/_check_in_answer.html", _counts(tournament) | context)


@require_POST
def fee(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Note the membership fee of somebody at the door as paid: `fee` is `number-key-means`."""
    tournament = get_tournament(slug)
    typed, _dash, rest = request.POST.get("fee", "").partition("-")
    key, _dash, means = rest.partition("-")
    number = number_typed(typed)
    pair = get_object_or_404(tournament.pairs, number=number)
    expired = _expired(request, pair)
    if means not in Means.values:
        raise Http404
    refused = ""
    # Whoever has paid in the meantime is no longer among them.
    if key in {str(member.key) for member in expired.by_number.get(number, ())}:
        player = Player.objects.get(pk=int(key))
        try:
            services.membership_fee_pay(player=player, year=expired.year, means=means, paid_on=timezone.localdate())
        except Refused as refusal:
            refused = refusal.message
    if not request.htmx:
        if refused:
            messages.error(request, refused)
        return redirect("check_in", slug)
    context = {
        "tournament": tournament,
        "rows": entered_pairs(tournament.pairs.filter(number=number)),
        "till": rows_at_door(door_terms_of(request, tournament), [number]),
        "expired": _expired(request, pair),
        "not_paid": refused,
    }
    return render(request, "till/_door_row.html", context, status=CONFLICT if refused else 200)


def _expired(request: HttpRequest, pair: Pair) -> ExpiredMembers:
    return expired_in_pair(pair, day=timezone.localdate(), terms=fee_terms_of(request))


def _show(request: HttpRequest, tournament: Tournament, *, status: int = 200, **context: Any) -> HttpResponse:
    """Return the whole page, or for htmx the part below its head."""
    context = _context(request, tournament, **context)
    if getattr(request, "htmx", False) and request.method == "POST":
        response = render(request, "people/_check_in.html", context, status=status)
        response["HX-Retarget"], response["HX-Reswap"] = "#door", "innerHTML show:none"
        return response
    return render_tournament(request, "people/check_in.html", tournament, context, status=status)


def _context(
    request: HttpRequest,
    tournament: Tournament,
    *,
    gone: Sequence[Pair] = (),
    ticked: int | None = None,
    **context: Any,
) -> dict[str, Any]:
    """Return the context; `ticked` is the number of the entrant just ticked, whose fee can be taken there."""
    counts, words = _counts(tournament), words_of(tournament.kind)
    at = str(ticked) if ticked else ""
    until, everybody = counts["until"], check_in_list(tournament)
    ticked_rows = [row for row in everybody.everybody if row.number == ticked]
    terms = door_terms_of(request, tournament)
    listed = list_of_pairs(request, everybody.everybody, terms, found_as=TYPED, at=at)
    if listed.is_split and not listed.found:
        # A tick must not move anybody to another page.
        listed = list_of_pairs(request, everybody.by_name, terms, found_as=TYPED, at=at)
    shown = {pair.number for pair in (*listed.page, *context.get("meant", ()), *ticked_rows)}
    till = rows_at_door(terms, sorted(shown))
    return {
        "expired": expired_at_door(tournament, day=timezone.localdate(), terms=fee_terms_of(request)),
        **counts,
        "section": "pairs",
        "etag": page_etag(tournament),
        "words": words,
        "check_in": everybody,
        "listed": listed,
        "till": till,
        "ticked": next(iter(ticked_rows), None),
        "ticked_row": [row for row in ticked_rows if row.number in till],
        "is_over": until is not None and timezone.now() >= until,
        "typed": "",
        "gone": gone,
        "gone_sentence": words.withdrawn_counted % {"counter": len(gone)} if gone else "",
    } | context


def _counts(tournament: Tournament) -> dict[str, Any]:
    """Return the numbers of present and missing entrants, and the end of check-in. One query."""
    counted = dict(tournament.pairs.order_by().values_list("status").annotate(Count("pk")))
    missing = counted.get(Pair.Status.EXPECTED, 0)
    return {
        "tournament": tournament,
        "until": check_in_ends_at(tournament),
        "here_count": counted.get(Pair.Status.ACTIVE, 0),
        "missing_sentence": ngettext("%(count)s missing", "%(count)s missing", missing) % {"count": missing}
        if missing
        else _("Nobody is missing"),
    }
