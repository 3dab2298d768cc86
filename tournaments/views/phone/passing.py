"""A phone passed over the table: the other line identifies itself before it sees a figure."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.phone import PassingForm
from tournaments.records import Line
from tournaments.services import phone_enter
from tournaments.services.refusals import CodesHeldUp
from tournaments.slips.codes import passing_of
from tournaments.slips.states import Phone, SlipState

from .door import Visit
from .page import show, stored_form, sums_of

UNPROCESSABLE = 422


def passing(visit: Visit) -> HttpResponse:
    """Show the screen on which the phone is passed, without figures."""
    return _ask(visit, PassingForm()) if _can_pass(visit) else show(visit)


def passed(visit: Visit) -> HttpResponse:
    """Show the figures once the other line has given its code and total; without the total it may only object."""
    if not _can_pass(visit):
        return show(visit)
    assert visit.phone is not None
    form = PassingForm(visit.request.POST)
    if not form.is_valid():
        return _ask(visit, form, status=UNPROCESSABLE)
    typed = form.cleaned_data["code"]
    try:
        phone = phone_enter(table=visit.table, typed=typed, origin=visit.origin, at=timezone.now())
    except CodesHeldUp as refusal:
        form.add_error("code", refusal.message)
        return _ask(visit, form, status=UNPROCESSABLE)
    if phone is None:
        form.refuse_code()
        return _ask(visit.now(), form, status=UNPROCESSABLE)
    if phone.line is visit.phone.line:
        form.add_error("code", _("That is the code of the line that wrote. Your opponents’ code is needed."))
        return _ask(visit, form, status=UNPROCESSABLE)
    version = visit.slip.written.version
    lent = Phone(phone.line, phone.device, passed_over=True)
    proof = passing_of(visit.table.slip_secret, visit.table.number, lent, version)
    slip = stored_form(visit)
    if form.cleaned_data["total"] != sums_of(slip.slip.typed, phone.line):
        form.add_error("total", _("The slip has another total for you. Count again, or say that it is not right."))
        return _ask(visit, form, proof=proof, status=UNPROCESSABLE)
    return show(visit, view="opponents_verdict", form=slip, proof=proof)


def _can_pass(visit: Visit) -> bool:
    """Return whether the phone's own line has sent the slip, and the other has not answered."""
    assert visit.phone is not None
    slip = visit.slip
    waits = slip.state in (SlipState.SENT, SlipState.DISPUTED) and not slip.written.agreed
    return waits and slip.written.line is visit.phone.line


def _ask(visit: Visit, form: PassingForm, *, proof: str = "", status: int = 200) -> HttpResponse:
    assert visit.phone is not None
    opponents = Line.EW if visit.phone.line is Line.NS else Line.NS
    return show(visit, view="handover", passing=form, opponents=opponents, proof=proof, status=status)
