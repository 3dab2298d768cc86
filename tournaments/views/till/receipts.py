"""The club's receipts: the list of a year, a new one, its page, its paper, and its voiding."""

from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.file_names import file_name
from pages.refusals import Refused
from pages.written_numbers import KEY_DIGITS, written_number
from tournaments import services
from tournaments.forms.till.receipts import ReceiptForm, ReceiptsWantedForm, ReceiptWordsForm, VoidForm
from tournaments.models import MembershipFee, Payment, Player, Receipt
from tournaments.selectors.receipts import receipt_years, receipts_found, receipts_sum, receipts_table
from tournaments.selectors.settings import club_name
from tournaments.selectors.till import till_in_use
from tournaments.services.receipts import Amount, ReceiptWords
from tournaments.sheets.receipt_sheet import ReceiptText, receipt_sheet
from tournaments.views.common import found_or_404
from tournaments.views.printing.downloads import file_to_show, tables_to_keep
from tournaments.wording.receipts import entry_reason, fee_reason, receipt_title, stamp_note

RECEIPTS_A_PAGE = 100
CONFLICT, UNPROCESSABLE = 409, 422


@require_safe
def receipts(request: HttpRequest) -> HttpResponse:
    """Show the receipts of a year, the last first."""
    keeps_till_or_404()
    finder, year, q = _wanted(request)
    found = receipts_found(year=year, q=q)
    context = {
        "finder": finder,
        "year": year,
        "years": receipt_years(),
        "q": q,
        "page": Paginator(found, RECEIPTS_A_PAGE).get_page(request.GET.get("page")),
        "sum": receipts_sum(found),
        "query": urlencode({"year": year, "q": q}),
    }
    return render(request, "till/receipts.html", context, status=200 if finder.is_valid() else UNPROCESSABLE)


@require_safe
def receipts_xlsx(request: HttpRequest) -> HttpResponse:
    """Send the receipts of a year, or those found, as a spreadsheet."""
    keeps_till_or_404()
    finder, year, q = _wanted(request)
    if finder.errors:
        return receipts(request)
    table = receipts_table(receipts_found(year=year, q=q))
    return tables_to_keep(table, format="xlsx", named=(_("receipts"), year))


@require_http_methods(["GET", "POST"])
def receipt_new(request: HttpRequest) -> HttpResponse:
    """Issue a receipt: for `?payment=`, for `?fee=`, or for an amount that is typed."""
    keeps_till_or_404()
    payment = get_object_or_404(Payment, pk=key) if (key := _asked(request, "payment")) else None
    fee = get_object_or_404(MembershipFee, pk=key) if (key := _asked(request, "fee")) else None
    form = _form(request, payment, fee)
    context: dict[str, Any] = {"form": form, "payment": payment or fee, "refused": ""}
    if form.is_valid():
        amount = cast(Amount, form.amount) if isinstance(form, ReceiptForm) else None
        words = cast(ReceiptWords, form.words)
        try:
            issued = services.receipt_issue(
                words=words, on=timezone.localdate(), payment=payment, fee=fee, amount=amount
            )
        except Refused as refusal:
            context["refused"] = refusal.message
            return render(request, "till/receipt_new.html", context, status=CONFLICT)
        return redirect("receipt", issued.year, issued.number)
    return render(request, "till/receipt_new.html", context, status=UNPROCESSABLE if form.is_bound else 200)


@require_safe
def receipt(request: HttpRequest, year: int, number: int) -> HttpResponse:
    return _show(request, _get(year, number), VoidForm(), status=200)


@require_POST
def receipt_void(request: HttpRequest, year: int, number: int) -> HttpResponse:
    receipt = _get(year, number)
    form = VoidForm(request.POST)
    if not form.is_valid():
        return _show(request, receipt, form, status=UNPROCESSABLE)
    try:
        services.receipt_void(receipt=receipt, reason=form.cleaned_data["reason"], at=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("receipt", year, number)


@require_safe
def receipt_pdf(request: HttpRequest, year: int, number: int) -> HttpResponse:
    """Send the receipt twice on a page: one half for whoever paid, one for the club."""
    receipt = _get(year, number)
    text = ReceiptText(
        club=club_name(),
        title=receipt_title(receipt.number, receipt.year),
        issued_on=receipt.issued_on,
        is_refund=receipt.kind == Receipt.Kind.REFUND,
        payer=receipt.payer,
        payer_details=receipt.payer_details,
        reason=receipt.reason,
        cents=receipt.cents,
        means=str(receipt.get_means_display()),
        void_reason=receipt.void_reason,
    )
    name = file_name(_("receipt"), receipt.year, receipt.number, extension="pdf")
    return file_to_show(receipt_sheet(text), name)


def keeps_till_or_404() -> None:
    """Raise Http404 if the club keeps no till."""
    if not till_in_use():
        raise Http404


def _get(year: int, number: int) -> Receipt:
    keeps_till_or_404()
    return get_object_or_404(Receipt, year=year, number=number)


def _wanted(request: HttpRequest) -> tuple[ReceiptsWantedForm, int, str]:
    """Return the finder, the year and the words; the current year, and no words, if none can be read."""
    finder = ReceiptsWantedForm(request.GET)
    wanted = finder.cleaned_data if finder.is_valid() else {}
    return finder, wanted.get("year") or timezone.localdate().year, wanted.get("q", "")


def _asked(request: HttpRequest, name: str) -> int:
    """Return the key in the address, 0 if there is none; Http404 if it is not a key."""
    return found_or_404(written_number(request.GET.get(name) or "0", KEY_DIGITS))


def _form(request: HttpRequest, payment: Payment | None, fee: MembershipFee | None) -> ReceiptWordsForm:
    """Return the form, filled with what is known of a payment or a fee."""
    typed = request.POST or None
    if payment is not None:
        tournament = payment.pair.tournament
        known = {"payer": payment.payer_name, "reason": entry_reason(tournament.name, tournament.date)}
        if payment.player is not None:
            known["payer_details"] = _details(payment.player)
        return ReceiptWordsForm(typed, initial=known)
    if fee is not None:
        known = {"payer": fee.player.full_name, "reason": fee_reason(fee.year, fee.category)}
        known["payer_details"] = _details(fee.player)
        return ReceiptWordsForm(typed, initial=known)
    return ReceiptForm(typed)


def _details(player: Player) -> str:
    """Return address and tax code, as far as the club's book has them."""
    membership = getattr(player, "membership", None)
    return ", ".join(filter(None, (membership.address, membership.tax_code))) if membership else ""


def _show(request: HttpRequest, receipt: Receipt, form: VoidForm, *, status: int) -> HttpResponse:
    title = receipt_title(receipt.number, receipt.year)
    context = {"receipt": receipt, "title": title, "form": form, "stamp_note": stamp_note(receipt.cents)}
    return render(request, "till/receipt.html", context, status=status)
