"""The till's page, its terms, the tick beside each pair, and special prizes."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from tournaments import services
from tournaments.forms.till.terms import SpecialPrizeForm, TillTermsForm
from tournaments.forms.till.together import TogetherForm
from tournaments.models import Means, Pair, Payment, SpecialPrize, Tournament
from tournaments.records.defaults import HIGHEST_SEED
from tournaments.selectors.membership_fees import expired_in_pair
from tournaments.selectors.pair_lists import entered_pairs
from tournaments.selectors.prizes import prizes_of
from tournaments.selectors.receipts import receipts_of_payments
from tournaments.selectors.till import (
    TillEvent,
    TillRow,
    owed_parts,
    paid_together,
    rows_at_door,
    till_in_use,
    till_log,
    till_of,
    till_terms_of,
)
from tournaments.selectors.till_files import prize_notes
from tournaments.services.substitutes import Seat
from tournaments.views.common import HtmxHttpRequest, found_or_404, get_tournament, render_tournament
from tournaments.views.long_lists import finds, long_list
from tournaments.views.people.club_terms import door_terms_of, fee_terms_of
from tournaments.views.people.pairs import found_pair
from tournaments.wording.entrants import words_of
from tournaments.wording.money import payments_in_words
from tournaments.wording.prizes import more_than_the_fund

CONFLICT, UNPROCESSABLE = 409, 422
NOT_PAID = "none"
ROWS_A_PAGE, EVENTS_A_PAGE = 80, 100
SEATS: dict[str, Seat] = {"1": 1, "2": 2}
ROWS = {"check_in": "till/_door_row.html", "pairs": "till/_pair_row.html"}
"""The part of each page that a tick draws again."""


def tournament_with_till(slug: str) -> Tournament:
    """Return the tournament, or raise Http404 if the club keeps no till."""
    tournament = get_tournament(slug)
    return found_or_404(tournament if till_in_use() else None)


@require_safe
def till(request: HttpRequest, slug: str) -> HttpResponse:
    return _show(request, tournament_with_till(slug))


@require_http_methods(["GET", "POST"])
def till_terms(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_with_till(slug)
    form = TillTermsForm(request.POST or None, terms=till_terms_of(tournament))
    if form.is_valid():
        services.till_terms_set(tournament=tournament, terms=form.terms)
        messages.success(request, _("Fee and prizes are saved."))
        return redirect("till", slug)
    context = {"section": "overview", "form": form}
    status = UNPROCESSABLE if form.is_bound else 200
    return render_tournament(request, "till/terms.html", tournament, context, status=status)


@require_POST
def till_paid(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Tick a pair as paid, `12-cash`, or undo the state that the page showed, `12-cash-none`; `on` is that page.

    `12.2-cash` is its second player alone.
    """
    tournament = tournament_with_till(slug)
    who, _dash, pressed = request.POST.get("pay", "").partition("-")
    typed, dot, placed = who.partition(".")
    means, _dash, undone = pressed.partition("-")
    pair, page = found_pair(tournament, typed), request.GET.get("on", "")
    seat = SEATS.get(placed) if pair.player2_id else None
    if means not in Means.values or undone not in ("", NOT_PAID) or (dot and seat is None):
        raise Http404
    refused = ""
    try:
        if undone:
            services.pair_unpay(pair=pair, means=means, seat=seat)
        else:
            services.pair_pay(pair=pair, means=means, seat=seat)
    except Refused as refusal:
        refused = refusal.message
    if not (request.htmx and page in ROWS):
        if refused:
            messages.error(request, refused)
        return redirect(page if page in ROWS else "till", slug)
    day = timezone.localdate()
    context = {
        "tournament": tournament,
        "words": words_of(tournament.kind),
        "rows": entered_pairs(tournament.pairs.filter(pk=pair.pk)),
        "till": rows_at_door(door_terms_of(request, tournament), [pair.number]),
        "expired": expired_in_pair(pair, day=day, terms=fee_terms_of(request)) if page == "check_in" else None,
        "not_paid": refused,
    }
    return render(request, ROWS[page], context, status=CONFLICT if refused else 200)


@require_http_methods(["GET", "POST"])
def till_together(request: HttpRequest, slug: str) -> HttpResponse:
    """Note with one press that everybody has paid who has not yet; the page says before who and how much that is."""
    tournament = tournament_with_till(slug)
    till = till_of(tournament, till_terms_of(tournament))
    absent = set(tournament.pairs.filter(status=Pair.Status.EXPECTED).values_list("number", flat=True))
    owed = owed_parts(till)
    turned = request.POST.get("turn", "")
    form = TogetherForm(request.POST or None, owed=owed, absent=absent, turned=turned)
    if not turned and form.is_valid():
        payments = services.payments_note_together(
            tournament=tournament, owed=form.who, means=form.cleaned_data["means"], press=secrets.token_hex(8)
        )
        _tell_noted(request, payments, missed=len(form.who) - len(payments))
        return redirect("till_together", slug)
    noted = paid_together(tournament)
    receipts = receipts_of_payments(tournament)
    with_receipt = sum(key in receipts for key in noted.payments) if noted else 0
    context = {
        "section": "overview",
        "form": form,
        "owed": payments_in_words(len(owed), till.out) if owed else "",
        "noted": noted,
        "noted_words": payments_in_words(len(noted.payments), noted.cents) if noted else "",
        "noted_means": Means(noted.means).label if noted else "",
        "stays": _stayed(with_receipt) if with_receipt else "",
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render_tournament(request, "till/together.html", tournament, context, status=status)


@require_POST
def till_together_take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back what one press noted; what has a receipt stays."""
    tournament = tournament_with_till(slug)
    try:
        gone, stayed = services.payments_take_back_together(tournament=tournament, press=request.POST.get("press", ""))
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("till_together", slug)
    sentence = ngettext("%(count)s payment was undone.", "%(count)s payments were undone.", gone)
    messages.success(request, sentence % {"count": gone})
    if stayed:
        messages.warning(request, _stayed(stayed))
    return redirect("till_together", slug)


def _tell_noted(request: HttpRequest, payments: Sequence[Payment], *, missed: int) -> None:
    if payments:
        cents = sum(payment.cents for payment in payments)
        messages.success(request, _("Noted: %(payments)s.") % {"payments": payments_in_words(len(payments), cents)})
    if missed:
        sentence = ngettext(
            "%(count)s was left out, because somebody else has noted it, or the fee is another one now.",
            "%(count)s were left out, because somebody else has noted them, or the fee is another one now.",
            missed,
        )
        messages.warning(request, sentence % {"count": missed})


def _stayed(count: int) -> str:
    sentence = ngettext(
        "%(count)s has a receipt, and stays: declare that void first.",
        "%(count)s have a receipt, and stay: declare those void first.",
        count,
    )
    return sentence % {"count": count}


@require_POST
def special_prize_add(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_with_till(slug)
    form = SpecialPrizeForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _show(request, tournament, form=form, status=UNPROCESSABLE)
    services.special_prize_add(tournament=tournament, details=form.details)
    return redirect("till", slug)


@require_POST
def special_prize_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    prize = get_object_or_404(SpecialPrize, pk=pk, tournament=tournament_with_till(slug))
    services.special_prize_remove(prize=prize)
    return redirect("till", slug)


@require_POST
def special_prize_draw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    wanted = {"pk": pk, "tournament": tournament_with_till(slug), "given_for": SpecialPrize.For.LOT}
    prize = get_object_or_404(SpecialPrize, **wanted)
    try:
        services.special_prize_draw(prize=prize, seed=secrets.randbelow(HIGHEST_SEED))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("till", slug)


def _show(
    request: HttpRequest, tournament: Tournament, *, form: SpecialPrizeForm | None = None, status: int = 200
) -> HttpResponse:
    terms = till_terms_of(tournament)
    till = till_of(tournament, terms)
    prizes = prizes_of(tournament, terms, till)
    receipts = receipts_of_payments(tournament)
    by_number = {row.number: row for row in till.rows}
    listed = long_list(
        request,
        till.rows,
        rows_a_page=ROWS_A_PAGE,
        is_called=lambda row, typed: str(row.number) == typed,
        is_found=lambda row, typed: finds(typed, number=row.number, words=row.players),
    )
    log = Paginator(till_log(tournament), EVENTS_A_PAGE).get_page(request.GET.get("log"))
    ways = [(label, till.by_means[value]) for value, label in Means.choices if value in till.by_means]
    context: dict[str, Any] = {
        "section": "overview",
        "terms": terms,
        "till": till,
        "listed": listed,
        "rows": [
            (row, [(part, receipts.get(part.payment)) for part in row.parts if part.payment]) for row in listed.page
        ],
        "ways": ways,
        "prizes": prizes,
        "log_page": log,
        "log": [(event, _payer(event, by_number), Means(event.means).label) for event in log],
        "left": till.paid - prizes.fund,
        "beyond": more_than_the_fund(prizes.beyond) if prizes.beyond else "",
        "notes": prize_notes(prizes),
        "form": form or SpecialPrizeForm(tournament=tournament),
    }
    return render_tournament(request, "till/till.html", tournament, context, status=status)


def _payer(event: TillEvent, by_number: Mapping[int, TillRow]) -> str:
    """Return `12`, or `12, Rossi Anna` for one player of a pair that still is entered."""
    row = by_number.get(event.number)
    names = row.players if row else ()
    return f"{event.number}, {names[event.seat - 1]}" if event.seat and event.seat <= len(names) else str(event.number)
