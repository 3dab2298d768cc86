"""The hall on a table's phone: its clock, what is announced, and the call to the referee.

It draws itself anew apart from the slip, in which somebody may be typing.
"""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from scoring.errors import Refused
from tournaments.models import RefereeCall
from tournaments.services import phone_settle, phone_summon
from tournaments.views.desk.page import as_part

from .door import Visit, phone_page
from .shown import hall_of, show

FORBIDDEN, UNPROCESSABLE = 403, 422


@phone_page
def phone_hall(visit: Visit) -> HttpResponse:
    """What everybody at the table should know now; a call sent here, or taken back."""
    if visit.phone is None:
        return HttpResponse(status=FORBIDDEN)
    return _call(visit) if visit.request.method == "POST" else _draw(visit)


def _call(visit: Visit) -> HttpResponse:
    assert visit.phone is not None
    sent, at = visit.request.POST, timezone.now()
    try:
        if "take_back" in sent:
            phone_settle(table=visit.table, phone=visit.phone, at=at)
        elif (reason := sent.get("reason")) in RefereeCall.Reason.values:
            phone_summon(table=visit.table, phone=visit.phone, reason=RefereeCall.Reason(reason), at=at)
        else:
            raise Http404
    except Refused as refusal:
        if as_part(visit.request):
            return _draw(visit.now(), refusal=refusal.message, status=UNPROCESSABLE)
        return show(visit.now(), refusal=refusal.message, status=UNPROCESSABLE)
    return _draw(visit.now()) if as_part(visit.request) else redirect(visit.address)


def _draw(visit: Visit, *, refusal: str = "", status: int = 200) -> HttpResponse:
    context = hall_of(visit)
    response = render(visit.request, "phone/hall.html", context | {"hall_refusal": refusal}, status=status)
    response["ETag"] = context["hall_etag"]
    return response
