"""A table's slip on a phone: it asks for the code, then offers the actions, figures typed and sent among them.

There is one address, so that the ticket is of no use elsewhere. `do` names the action in `ACTS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django_htmx.http import reswap, retarget

from accounts.logins.security_log import note
from pages.refusals import Refused
from tournaments.forms.desk.slip import FIELD_LENGTH, SlipForm, typed_form
from tournaments.forms.phone import ActForm, CodeForm, ObjectionForm
from tournaments.models import PhoneSlip
from tournaments.records import Line, Outcome
from tournaments.services import (
    phone_agree,
    phone_call,
    phone_contest,
    phone_enter,
    phone_send,
    phone_take_over,
    phone_type,
)
from tournaments.services.refusals import CodesHeldUp, PhoneRefused, TableLocked, TooManyWrites
from tournaments.slips.codes import passing_of, same
from tournaments.slips.states import Phone, Refusal, SlipState
from tournaments.views.common import as_part, name_device
from tournaments.wording.phone_slips import REFUSALS, shut_sentence
from tournaments.wording.two_slips import TableState, contrasts

from .door import KEPT, Visit, give_ticket, phone_page, stored_nowhere, take_ticket, visit_at
from .page import CODE, News, news_of, sheet_of, show, show_hall, stored_form, unchanged
from .passing import passed, passing

FORBIDDEN, CONFLICT, UNPROCESSABLE, TOO_MANY = 403, 409, 422, 429


@phone_page
def phone_table(visit: Visit) -> HttpResponse:
    """Show the slip for this phone, or ask for the code and show nothing else."""
    request = visit.request
    if request.method == "POST":
        return _act(visit)
    if visit.phone is None:
        return _ask_code(visit)
    if (response := unchanged(visit)) is not None:
        return response
    slip_is_known = News.known_to(request).slip == news_of(visit).slip
    return show_hall(visit, slip=True) if slip_is_known and as_part(request) else show(visit)


@stored_nowhere
def nothing_new(request: HttpRequest, **where: Any) -> HttpResponse | None:
    """Return the answer for a phone whose page is current; None if a page must be made. One query."""
    visit = visit_at(request, **where)
    return None if visit is None or visit.phone is None else unchanged(visit)


def _act(visit: Visit) -> HttpResponse:
    do = visit.request.POST.get("do", "")
    if do == CODE:
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
        note(visit.request, "phone at a table that is shut", **visit.log_facts)
        return _ask_code(visit.now(), status=FORBIDDEN)
    if phone is None:
        note(visit.request, "wrong code of a table", **visit.log_facts)
        form.refuse_code()
        return name_device(_ask_code(visit.now(), form, status=UNPROCESSABLE), origin.device)
    return give_ticket(show(replace(visit.now(), phone=phone)), visit.table, phone)


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


def _type(visit: Visit) -> HttpResponse:
    """Save the figures typed so far, and return the engine's remarks."""
    form = _sent_form(visit)
    slip = _store(visit, form)
    if slip is None:
        return show(visit, view="slip_form", form=form, status=UNPROCESSABLE, unkept=True)
    if not as_part(visit.request):
        return redirect(visit.address)
    sheet = sheet_of(visit, form)
    context = {"slip": sheet.view, "form": sheet.form, "version": slip.version}
    response = render(visit.request, "phone/save_answer.html", context)
    response[KEPT] = str(_number_sent(visit))
    return response


def _send(visit: Visit) -> HttpResponse:
    """Send the slip to the other line, once it is whole, legal, and free of doubt or confirmed."""
    form = _sent_form(visit)
    form.demand_hands()
    refused, doubt, typed = form.is_refused, form.doubt, form.as_typed()
    if refused or doubt:
        receipt = {"unkept": True} if _store(visit, form) is None else {"kept": _number_sent(visit)}
        context = {"refused": refused, "doubt": "" if refused else doubt, **receipt}
        return show(visit.now(), view="slip_form", form=form, status=UNPROCESSABLE, **context)
    version, serial, _proof = ActForm(visit.request.POST).read()
    try:
        phone_send(
            table=visit.table,
            phone=_own(visit),
            version=version,
            serial=serial,
            typed=typed,
            hands=form.slip.hands,
            at=timezone.now(),
            confirmed=True,
            over="over" in visit.request.POST,
        )
    except PhoneRefused as refusal:
        if refusal.code not in (Refusal.OTHER_PHONE, Refusal.OLDER):
            raise
        return _compare(visit.now(), form)
    return show(visit.now(), form=form, kept=serial) if as_part(visit.request) else redirect(visit.address)


def _store(visit: Visit, form: SlipForm) -> PhoneSlip | None:
    """Save the figures as they are; None if no field of the page could hold them."""
    typed = form.as_typed()
    if any(len(text) > FIELD_LENGTH or "\0" in text for text in typed.values()):
        return None
    version, serial, _proof = ActForm(visit.request.POST).read()
    return phone_type(
        table=visit.table, phone=_own(visit), version=version, serial=serial, typed=typed, at=timezone.now()
    )


def _number_sent(visit: Visit) -> int:
    """Return the number under which the figures were sent."""
    return ActForm(visit.request.POST).read()[1]


def _compare(visit: Visit, mine: SlipForm) -> HttpResponse:
    """Show both slips side by side, because another phone of the table was first; identical ones are merged."""
    theirs = stored_form(visit)
    compared = contrasts(TableState(Outcome.PLAYED, mine.slip.typed), TableState(Outcome.PLAYED, theirs.slip.typed))
    if not any(contrast.differs for contrast in compared):
        return show(visit, kept=_number_sent(visit))
    return show(visit, view="two_slips", form=theirs, contrasts=compared, mine=mine.as_typed(), status=CONFLICT)


def _sent_form(visit: Visit) -> SlipForm:
    """Return the form of the slip that was just sent. No query."""
    tournament = visit.table.round.tournament
    return typed_form(visit.request.POST, tournament, visit.table.number, _own(visit).line)


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
    "type": _type,
    "send": _send,
    "take_over": _take_over,
    "agree": _agree,
    "object": _object,
    "contest": _contest,
    "call": _call,
    "pass": passing,
    "passed": passed,
}
