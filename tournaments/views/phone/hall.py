"""The hall on a table's phone: clock, announcement, and the call to the referee.

It is refreshed separately from the slip, in which somebody may be typing.
"""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from pages.refusals import Refused
from tournaments.models import RefereeCall
from tournaments.services import phone_settle, phone_summon
from tournaments.views.common import as_part

from .door import Visit, phone_page
from .page import hall_of, hall_unchanged, show, show_hall

FORBIDDEN, UNPROCESSABLE = 403, 422


@phone_page
def phone_hall(visit: Visit) -> HttpResponse:
    """Show the hall's part of the page; a POST calls the referee, or cancels the call."""
    if visit.phone is None:
        return HttpResponse(status=FORBIDDEN)
    if visit.request.method == "POST":
        return _call(visit)
    return hall_unchanged(visit) or show_hall(visit, slip=False)


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
    """Return the part after a call; the page goes on asking."""
    return render(visit.request, "phone/hall.html", hall_of(visit) | {"hall_refusal": refusal}, status=status)
