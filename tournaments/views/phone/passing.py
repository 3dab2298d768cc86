"""A phone passed over the table: the other line shows that it is the other line before it sees a figure."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.phone import PassingForm
from tournaments.phone_slips.codes import passing_of
from tournaments.phone_slips.states import Phone, SlipState
from tournaments.records import Line
from tournaments.services import phone_enter

from .door import Visit
from .shown import sheet_of, show, sums_of

UNPROCESSABLE = 422


def passing(visit: Visit) -> HttpResponse:
    """The screen on which the phone goes over the table: no figure is on it."""
    return _ask(visit, PassingForm()) if _can_pass(visit) else show(visit)


def passed(visit: Visit) -> HttpResponse:
    """The figures, once the other line gave its code and its own total; without that total it may only object."""
    if not _can_pass(visit):
        return show(visit)
    assert visit.phone is not None
    form = PassingForm(visit.request.POST)
    if form.is_valid() and form.cleaned_data["total"] is None:
        form.add_error("total", _("Write your total, as you have counted it."))
    if not form.is_valid():
        return _ask(visit, form, status=UNPROCESSABLE)
    typed = form.cleaned_data["code"]
    phone = phone_enter(table=visit.table, typed=typed, device=visit.phone.device, at=timezone.now())
    if phone is None:
        form.add_error("code", _("No line of this table has the code “%(code)s”.") % {"code": typed})
        return _ask(visit.now(), form, status=UNPROCESSABLE)
    if phone.line is visit.phone.line:
        form.add_error("code", _("That is the code of the line that wrote. Your opponents’ code is needed."))
        return _ask(visit, form, status=UNPROCESSABLE)
    version = visit.slip.written.version
    lent = Phone(phone.line, phone.device, passed_over=True)
    proof = passing_of(visit.table.round.secret, visit.table.number, lent, version)
    sheet = sheet_of(visit)
    if form.cleaned_data["total"] != sums_of(sheet.judged.typed, phone.line):
        form.add_error("total", _("The slip has another total for you. Count again, or say that it is not right."))
        return _ask(visit, form, proof=proof, status=UNPROCESSABLE)
    return show(visit, view="passed", sheet=sheet, proof=proof)


def _can_pass(visit: Visit) -> bool:
    """The phone's own line has sent the slip, and the other has not said yes."""
    assert visit.phone is not None
    slip = visit.slip
    waits = slip.state in (SlipState.SENT, SlipState.DISPUTED) and not slip.written.agreed and not slip.shut
    return waits and slip.written.line is visit.phone.line


def _ask(visit: Visit, form: PassingForm, *, proof: str = "", status: int = 200) -> HttpResponse:
    assert visit.phone is not None
    opponents = Line.EW if visit.phone.line is Line.NS else Line.NS
    return show(visit, view="pass", passing=form, opponents=opponents, proof=proof, status=status)
