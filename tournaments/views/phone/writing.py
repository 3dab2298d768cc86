"""Figures on their way from a phone to the server: kept while they are typed, and sent to the other line."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournaments.errors import PhoneRefused
from tournaments.forms.phone import ActForm
from tournaments.models import PhoneSlip
from tournaments.phone_slips.states import Refusal
from tournaments.records import Outcome
from tournaments.services import HandEntry, phone_send, phone_type
from tournaments.slips.typed import signature
from tournaments.views.desk.page import as_part
from tournaments.wording.two_slips import TableState, contrasts

from .door import Visit
from .shown import FIELD_LENGTH, Sheet, as_typed, sheet_of, show

CONFLICT, UNPROCESSABLE = 409, 422


def type_on(visit: Visit) -> HttpResponse:
    """Keep what was typed so far, and say what the engine says of it."""
    sheet = sheet_of(visit, visit.request.POST)
    kept = _keep(visit, sheet)
    if kept is None:
        return show(visit, view="write", sheet=sheet, status=UNPROCESSABLE)
    if not as_part(visit.request):
        return redirect(visit.address)
    context = {"slip": sheet.view, "form": sheet.form, "table": sheet.table, "version": kept.version}
    return render(visit.request, "phone/saved.html", context)


def send(visit: Visit) -> HttpResponse:
    """Hand the slip to the other line, once it is whole, legal, and beyond doubt or confirmed."""
    assert visit.phone is not None
    sheet = sheet_of(visit, visit.request.POST, whole=True)
    form, judged = sheet.form, sheet.judged
    refused = bool(form.remarks()) or judged.is_illegal
    doubt = signature(judged.typed) if judged.is_doubtful and not form.confirms(judged.typed) else ""
    if refused or doubt:
        _keep(visit, sheet)
        context = {"refused": refused, "doubt": "" if refused else doubt}
        return show(visit.now(), view="write", sheet=sheet, status=UNPROCESSABLE, **context)
    version, serial, _proof = ActForm(visit.request.POST).read()
    hands = [
        HandEntry(hand.end, ns, ew) for row in judged.typed if (hand := row.hand) is not None for ns, ew in [hand.sides]
    ]
    try:
        phone_send(
            table=visit.table,
            phone=visit.phone,
            version=version,
            serial=serial,
            typed=as_typed(form),
            hands=hands,
            at=timezone.now(),
            confirmed=True,
            over="over" in visit.request.POST,
        )
    except PhoneRefused as refusal:
        if refusal.code not in (Refusal.OTHER_PHONE, Refusal.OLDER):
            raise
        return _ask(visit.now(), sheet)
    now = visit.now()
    return show(now) if as_part(visit.request) else redirect(visit.address)


def _keep(visit: Visit, sheet: Sheet) -> PhoneSlip | None:
    """Write the figures down as they are; None: not what no field of the page takes."""
    assert visit.phone is not None
    typed = as_typed(sheet.form)
    if any(len(text) > FIELD_LENGTH or "\0" in text for text in typed.values()):
        return None
    version, serial, _proof = ActForm(visit.request.POST).read()
    return phone_type(
        table=visit.table, phone=visit.phone, version=version, serial=serial, typed=typed, at=timezone.now()
    )


def _ask(visit: Visit, mine: Sheet) -> HttpResponse:
    """Another phone of the table was first: both slips side by side, unless they say the same."""
    theirs = sheet_of(visit)
    compared = contrasts(TableState(Outcome.PLAYED, mine.judged.typed), TableState(Outcome.PLAYED, theirs.judged.typed))
    if not any(contrast.differs for contrast in compared):
        return show(visit)
    return show(visit, view="asked", sheet=theirs, contrasts=compared, mine=as_typed(mine.form), status=CONFLICT)
