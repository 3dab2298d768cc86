"""The membership fees: who has not renewed, a press to note a payment, and a member's years."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from pages.written_numbers import KEY_DIGITS, written_number
from tournaments import services
from tournaments.forms.people.membership_fees import (
    FeesWantedForm,
    MembershipFeeForm,
    MembershipTermsForm,
    MembersStateForm,
)
from tournaments.models import Means, MembershipFee, Player
from tournaments.selectors.membership_fees import FeeStatus, fee_terms, fees_of, fees_sum, members_with_fee
from tournaments.wording.memberships import paid_words, year_label

MEMBERS_A_PAGE = 100
CONFLICT, UNPROCESSABLE = 409, 422


@require_safe
def membership_fees(request: HttpRequest) -> HttpResponse:
    """Show who has not renewed, or who has paid a year."""
    return _show_list(request, MembersStateForm(), status=200)


@require_POST
def membership_fee_paid(request: HttpRequest) -> HttpResponse:
    """Note the fee of a year as paid (`pay` is `key-year-means`), and return to the list."""
    key, _dash, rest = request.POST.get("pay", "").partition("-")
    year, _dash, means = rest.partition("-")
    in_year = written_number(year, 4)  # equivalent `5`: no page has such a year
    if means not in Means.values or written_number(key, KEY_DIGITS) is None or in_year is None:
        raise Http404
    player = get_object_or_404(Player, pk=int(key))
    try:
        fee = services.membership_fee_pay(
            player=player, year=_in_range(in_year), means=means, paid_on=timezone.localdate()
        )
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _paid_sentence(fee))
    return redirect(_list_address(request))


@require_http_methods(["GET", "POST"])
def member_fees(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the years that a member has paid, and note another one."""
    player = get_object_or_404(Player, pk=pk, forgotten=False)
    terms, paid = fee_terms(), fees_of(player)
    this_year = terms.year_of(timezone.localdate())
    unpaid = this_year if this_year not in {fee.year for fee in paid} else max(fee.year for fee in paid) + 1
    known = {"year": unpaid, "cents": terms.fee_of(player.category), "paid_on": timezone.localdate()}
    form = MembershipFeeForm(request.POST or None, initial=known, terms=terms)
    status = UNPROCESSABLE if form.is_bound else 200
    if form.is_valid():
        try:
            fee = services.membership_fee_pay(player=player, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("year", refusal.message)
            status = CONFLICT
        else:
            messages.success(request, _paid_sentence(fee))
            return redirect("member_fees", pk)
    years = [(fee, year_label(fee.year, terms.starts)) for fee in paid]
    expires = terms.expiry_of(paid[0].year) if paid else None
    context = {"player": player, "form": form, "years": years, "expires": expires, "today": timezone.localdate()}
    return render(request, "people/member_fees.html", context, status=status)


@require_POST
def membership_fee_take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a payment that was noted by mistake."""
    fee = MembershipFee.objects.filter(pk=pk).first()
    if fee is None:
        messages.info(request, _("Somebody else has already undone this payment."))
        return redirect(_list_address(request))
    try:
        services.membership_fee_take_back(fee=fee)
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("member_fees", fee.player_id)


@require_http_methods(["GET", "POST"])
def membership_terms(request: HttpRequest) -> HttpResponse:
    """Set what a year of membership costs, and when it begins."""
    form = MembershipTermsForm(request.POST or None, terms=fee_terms())
    if form.is_valid():
        services.membership_terms_set(**form.terms)
        messages.success(request, _("The membership fees are saved."))
        return redirect("membership_fees")
    context = {"form": form}
    return render(request, "people/membership_terms.html", context, status=UNPROCESSABLE if form.is_bound else 200)


@require_POST
def members_state(request: HttpRequest) -> HttpResponse:
    """Change the state of the ticked members."""
    form = MembersStateForm(request.POST)
    if not form.is_valid():
        return _show_list(request, form, status=UNPROCESSABLE)
    try:
        count = services.members_state_set(keys=form.keys, state=form.cleaned_data["state"], on=form.cleaned_data["on"])
    except Refused as refusal:
        form.add_error("on", refusal.message)
        return _show_list(request, form, status=CONFLICT)
    messages.success(
        request, ngettext("%(count)s member changed", "%(count)s members changed", count) % {"count": count}
    )
    return redirect(f"{reverse('membership_fees')}?{request.GET.urlencode()}")


def _show_list(request: HttpRequest, form: MembersStateForm, *, status: int) -> HttpResponse:
    terms = fee_terms()
    this_year = terms.year_of(timezone.localdate())
    finder = FeesWantedForm({"year": this_year, "status": FeeStatus.OWING.value} | request.GET.dict())
    wanted = finder.wanted(this_year)
    year = wanted["year"]
    members = Paginator(members_with_fee(**wanted), MEMBERS_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "finder": finder,
        "form": form,
        "ticked": set(request.POST.getlist("only")),
        "page": members,
        "rows": [(player, terms.fee_of(player.category)) for player in members],
        "year": year,
        "label": year_label(year, terms.starts),
        "expires": terms.expiry_of(year),
        "others": [(other, year_label(other, terms.starts)) for other in (year - 1, year + 1)],
        "has_fees": bool(terms.fees),
        "has_paid": bool(members) or members_with_fee(year=year, status=FeeStatus.PAID).exists(),
        "status": wanted["status"],
        "sum": fees_sum(year),
        "query": urlencode(wanted),
        "means": Means.choices,
    }
    return render(
        request, "people/membership_fees.html", context, status=status if finder.is_valid() else UNPROCESSABLE
    )


def _paid_sentence(fee: MembershipFee) -> str:
    label = year_label(fee.year, fee_terms().starts)
    return f"{paid_words(str(fee.player), label, fee.cents, str(fee.get_means_display()))}."


def _in_range(year: int) -> int:
    """Return the year; Http404 if no page offers it."""
    if not 1900 <= year <= 2100:
        raise Http404
    return year


def _list_address(request: HttpRequest) -> str:
    """Return the list as it was found, whose query is sent along as `wanted`."""
    wanted = request.POST.get("wanted", "")
    return f"{reverse('membership_fees')}?{wanted}"
