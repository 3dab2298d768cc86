"""A table's slip on a phone: the code is asked, then what can be done with the slip is done here.

One address, so that the ticket is good for nothing else. `do` says what: a name in `ACTS`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import reswap, retarget

from accounts.logins.security_log import note
from scoring.errors import Refused
from tournaments.errors import PhoneRefused, TableShut, TooManyWrites
from tournaments.forms.phone import ActForm, CodeForm, ObjectionForm
from tournaments.phone_slips.codes import passing_of, same
from tournaments.phone_slips.states import Phone, Refusal, SlipState
from tournaments.records import Line
from tournaments.services import phone_agree, phone_call, phone_contest, phone_enter, phone_take_over
from tournaments.views.desk.page import as_part
from tournaments.wording.phone_slips import REFUSALS, shut_sentence

from .door import Visit, give_ticket, kept_nowhere, phone_page, take_ticket, visit_at
from .passing import passed, passing
from .shown import News, news_of, show, show_hall, told_already
from .writing import UNPROCESSABLE, send, type_on

FORBIDDEN, CONFLICT, TOO_MANY = 403, 409, 429


@phone_page
def phone_table(visit: Visit) -> HttpResponse:
    """The slip as this phone may see it; without a ticket the code is asked, and nothing is shown."""
    request = visit.request
    if request.method == "POST":
        return _act(visit)
    if visit.phone is None:
        return _ask_code(visit)
    if (told := told_already(visit)) is not None:
        return told
    slip_is_known = News.known_to(request).slip == news_of(visit).slip
    return show_hall(visit, slip=True) if slip_is_known and as_part(request) else show(visit)


def nothing_new(request: HttpRequest, **where: Any) -> HttpResponse | None:
    """The answer to a phone that shows the table as it is; None where a page has to be made. One query."""
    visit = visit_at(request, **where)
    told = None if visit is None or visit.phone is None else told_already(visit)
    return None if told is None else kept_nowhere(told)


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
        if do == "type" and refusal.code == Refusal.OLDER:
            return HttpResponse(status=204)
        return _in_its_place(show(visit.now(), refusal=refusal.message, status=CONFLICT))
    except Refused as refusal:
        return _in_its_place(show(visit.now(), refusal=refusal.message, status=UNPROCESSABLE))


def _enter(visit: Visit) -> HttpResponse:
    form = CodeForm(visit.request.POST)
    if not form.is_valid():
        return _ask_code(visit, form, status=UNPROCESSABLE)
    typed = form.cleaned_data["code"]
    try:
        phone = phone_enter(table=visit.table, typed=typed, device=visit.device, at=timezone.now())
    except (TableShut, PhoneRefused):
        note(visit.request, "phone at a table that is shut", **visit.told)
        return _ask_code(visit.now(), status=FORBIDDEN)
    if phone is None:
        note(visit.request, "wrong code of a table", **visit.told)
        form.add_error("code", _("No line of this table has the code “%(code)s”.") % {"code": typed})
        return _ask_code(visit.now(), form, status=UNPROCESSABLE)
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
        "number": visit.table.number,
        "form": form or CodeForm(),
        "refusal": refusal,
        "address": visit.address,
    }
    return render(visit.request, "phone/code.html", context, status=status)


def _done(visit: Visit) -> HttpResponse:
    """What it has come to; without htmx the page is asked for anew."""
    return show(visit.now()) if as_part(visit.request) else redirect(visit.address)


def _in_its_place(response: HttpResponse) -> HttpResponse:
    """A refusal is shown though nothing but saving was asked for."""
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
    """Ask which hand is not right."""
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
    """The line that says yes or no: the phone's own, or the one that it was passed to for this version."""
    own = _own(visit)
    lent = Phone(Line.EW if own.line is Line.NS else Line.NS, own.device, passed_over=True)
    right = passing_of(visit.table.round.secret, visit.table.number, lent, version)
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
