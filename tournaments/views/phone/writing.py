"""The figures from a phone: saved while they are typed, and sent to the other line."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournaments.forms.desk.slip import FIELD_LENGTH, SlipForm
from tournaments.forms.phone import ActForm
from tournaments.models import PhoneSlip
from tournaments.records import Outcome
from tournaments.services import phone_send, phone_type
from tournaments.services.refusals import PhoneRefused
from tournaments.slips.states import Refusal
from tournaments.views.common import as_part
from tournaments.wording.two_slips import TableState, contrasts

from .door import KEPT, Visit
from .page import sent_form, sheet_of, show

CONFLICT, UNPROCESSABLE = 409, 422


def type_on(visit: Visit) -> HttpResponse:
    """Save the figures typed so far, and return the engine's remarks."""
    form = sent_form(visit, visit.request.POST)
    kept = _keep(visit, form)
    if kept is None:
        return show(visit, view="slip_form", form=form, status=UNPROCESSABLE, unkept=True)
    if not as_part(visit.request):
        return redirect(visit.address)
    sheet = sheet_of(visit, form)
    context = {"slip": sheet.view, "form": sheet.form, "table": sheet.table, "version": kept.version}
    response = render(visit.request, "phone/save_answer.html", context)
    response[KEPT] = str(_serial(visit))
    return response


def send(visit: Visit) -> HttpResponse:
    """Send the slip to the other line, once it is whole, legal, and free of doubt or confirmed."""
    assert visit.phone is not None
    form = sent_form(visit, visit.request.POST)
    form.demand_hands()
    refused, doubt, typed = form.is_refused, form.doubt, form.as_typed()
    if refused or doubt:
        kept = {"unkept": True} if _keep(visit, form) is None else {"kept": _serial(visit)}
        context = {"refused": refused, "doubt": "" if refused else doubt, **kept}
        return show(visit.now(), view="slip_form", form=form, status=UNPROCESSABLE, **context)
    version, serial, _proof = ActForm(visit.request.POST).read()
    try:
        phone_send(
            table=visit.table,
            phone=visit.phone,
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
        return _ask(visit.now(), form)
    return show(visit.now(), form=form, kept=serial) if as_part(visit.request) else redirect(visit.address)


def _keep(visit: Visit, form: SlipForm) -> PhoneSlip | None:
    """Save the figures as they are; None if no field of the page could hold them."""
    assert visit.phone is not None
    typed = form.as_typed()
    if any(len(text) > FIELD_LENGTH or "\0" in text for text in typed.values()):
        return None
    version, serial, _proof = ActForm(visit.request.POST).read()
    return phone_type(
        table=visit.table, phone=visit.phone, version=version, serial=serial, typed=typed, at=timezone.now()
    )


def _serial(visit: Visit) -> int:
    """Return the number under which the figures were sent."""
    return ActForm(visit.request.POST).read()[1]


def _ask(visit: Visit, mine: SlipForm) -> HttpResponse:
    """Show both slips side by side, because another phone of the table was first; identical ones are merged."""
    theirs = sent_form(visit)
    compared = contrasts(TableState(Outcome.PLAYED, mine.slip.typed), TableState(Outcome.PLAYED, theirs.slip.typed))
    if not any(contrast.differs for contrast in compared):
        return show(visit, kept=_serial(visit))
    return show(visit, view="two_slips", form=theirs, contrasts=compared, mine=mine.as_typed(), status=CONFLICT)
