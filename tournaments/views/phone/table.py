"""A table's slip on a phone: it asks for the code, then offers the actions.

There is one address, so that the ticket is of no use elsewhere. `do` names the action in `ACTS`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django_htmx.http import reswap, retarget

from accounts.logins.security_log import note
from pages.refusals import Refused
from tournaments.forms.phone import ActForm, CodeForm, ObjectionForm
from tournaments.records import Line
from tournaments.services import phone_agree, phone_call, phone_contest, phone_enter, phone_take_over
from tournaments.services.refusals import CodesHeldUp, PhoneRefused, TableLocked, TooManyWrites
from tournaments.slips.codes import passing_of, same
from tournaments.slips.states import Phone, Refusal, SlipState
from tournaments.views.common import as_part, name_device
from tournaments.wording.phone_slips import REFUSALS, shut_sentence

from .door import Visit, give_ticket, kept_nowhere, phone_page, take_ticket, visit_at
from .page import News, news_of, show, show_hall, told_already
from .passing import passed, passing
from .writing import UNPROCESSABLE, send, type_on

FORBIDDEN, CONFLICT, TOO_MANY = 403, 409, 429


@phone_page
def phone_table(visit: Visit) -> HttpResponse:
    """Show the slip for this phone, or ask for the code and show nothing else."""
    request = visit.request
    if request.method == "POST":
        return _act(visit)
    if visit.phone is None:
        return _ask_code(visit)
    if (response := told_already(visit)) is not None:
        return response
    slip_is_known = News.known_to(request).slip == news_of(visit).slip
    return show_hall(visit, slip=True) if slip_is_known and as_part(request) else show(visit)


def nothing_new(request: HttpRequest, **where: Any) -> HttpResponse | None:
    """Return the answer for a phone whose page is current; None if a page must be made. One query."""
    visit = visit_at(request, **where)
    response = None if visit is None or visit.phone is None else told_already(visit)
    return None if response is None else kept_nowhere(response)


def _act(visit: Visit) -> HttpResponse:
    do = visit.request.POST.get("do", "")
    if do == "code":
        return _enter(visit)
    if do == "leave":
        return take_ticket(redirect("public_seat", visit.table.round.tournament.slug), visit.table)
    if visit.phone is None:
        return _ask_code(visit, status=FORBIDDEN)
    try:
        return ACTS[do](visit) if do in ACTS else _done(visit)
    except TooManyWrites as refusal:
        return show(visit.now(), refusal=refusal.message, status=TOO_MANY if do == "type" else UNPROCESSABLE)
    except PhoneRefused as refusal:
        # What is stored is not what was just sent.
        return _in_its_place(show(visit.now(), refusal=refusal.message, status=CONFLICT, kept=0))
    except Refused as refusal:
        return _in_its_place(show(visit.now(), refusal=refusal.message, status=UNPROCESSABLE))


def _enter(visit: Visit) -> HttpResponse:
    form = CodeForm(visit.request.POST)
    if not form.is_valid():
        return _ask_code(visit, form, status=UNPROCESSABLE)
    typed, origin = form.cleaned_data["code"], visit.origin
    try:
        phone = phone_enter(table=visit.table, typed=typed, origin=origin, at=timezone.now())
    except CodesHeldUp as refusal:
        form.add_error(None, refusal.message)
        return _ask_code(visit.now(), form, status=FORBIDDEN)
    except (TableLocked, PhoneRefused):
        note(visit.request, "phone at a table that is shut", **visit.told)
        return _ask_code(visit.now(), status=FORBIDDEN)
    if phone is None:
        note(visit.request, "wrong code of a table", **visit.told)
        form.refuse_code()
        return name_device(_ask_code(visit.now(), form, status=UNPROCESSABLE), origin.device)
    return give_ticket(redirect(visit.address), visit.table, phone)


def _ask_code(visit: Visit, form: CodeForm | None = None, *, status: int = 200) -> HttpResponse:
    slip, refusal = visit.slip, ""
    if slip.state is SlipState.LOCKED:
        refusal = str(REFUSALS[Refusal.LOCKED])
    elif slip.shut:
        refusal = shut_sentence()
    round_ = visit.table.round
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "number": visit.table.name,
        "form": form or CodeForm(),
        "refusal": refusal,
        "address": visit.address,
    }
    return render(visit.request, "phone/code.html", context, status=status)


def _done(visit: Visit) -> HttpResponse:
    """Return the result of an action; without htmx the page is requested again."""
    return show(visit.now()) if as_part(visit.request) else redirect(visit.address)


def _in_its_place(response: HttpResponse) -> HttpResponse:
    """Show a refusal, although the request only saved."""
    return reswap(retarget(response, "#phone"), "innerHTML")


def _take_over(visit: Visit) -> HttpResponse:
    version, _serial, _proof = ActForm(visit.request.POST).read()
    phone_take_over(table=visit.table, phone=_own(visit), version=version, at=timezone.now())
    return _done(visit)


def _agree(visit: Visit) -> HttpResponse:
    version, _serial, proof = ActForm(visit.request.POST).read()
    phone_agree(table=visit.table, phone=_confirming(visit, version, proof), version=version, at=timezone.now())
    return _done(visit)


def _object(visit: Visit) -> HttpResponse:
    """Ask which hand is wrong."""
    version, _serial, proof = ActForm(visit.request.POST).read()
    form = ObjectionForm(hands=visit.table.round.tournament.hands_per_round)
    return show(visit, view="objection", objection=form, version=version, proof=proof)


def _contest(visit: Visit) -> HttpResponse:
    version, _serial, proof = ActForm(visit.request.POST).read()
    form = ObjectionForm(visit.request.POST, hands=visit.table.round.tournament.hands_per_round)
    if not form.is_valid():
        return show(visit, view="objection", status=UNPROCESSABLE, objection=form, version=version, proof=proof)
    given = form.cleaned_data
    phone_contest(
        table=visit.table,
        phone=_confirming(visit, version, proof),
        version=version,
        hand=given["hand"],
        note=given["note"],
        at=timezone.now(),
    )
    return _done(visit)


def _call(visit: Visit) -> HttpResponse:
    phone_call(table=visit.table, phone=_own(visit), at=timezone.now())
    return _done(visit)


def _own(visit: Visit) -> Phone:
    assert visit.phone is not None
    return visit.phone


def _confirming(visit: Visit, version: int, proof: str) -> Phone:
    """Return the line that confirms or objects: the phone's own, or the one to which it was passed for this version."""
    own = _own(visit)
    lent = Phone(Line.EW if own.line is Line.NS else Line.NS, own.device, passed_over=True)
    right = passing_of(visit.table.slip_secret, visit.table.number, lent, version)
    return lent if same(proof, right) else own


ACTS: Mapping[str, Callable[[Visit], HttpResponse]] = {
    "type": type_on,
    "send": send,
    "take_over": _take_over,
    "agree": _agree,
    "object": _object,
    "contest": _contest,
    "call": _call,
    "pass": passing,
    "passed": passed,
}
