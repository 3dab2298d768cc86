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
from .shown import News, hall_of, news_of, show, show_hall

FORBIDDEN, UNPROCESSABLE = 403, 422


@phone_page
def phone_hall(visit: Visit) -> HttpResponse:
    """What everybody at the table should know now; a call sent here, or taken back."""
    if visit.phone is None:
        return HttpResponse(status=FORBIDDEN)
    if visit.request.method == "POST":
        return _call(visit)
    news = news_of(visit)
    if News.known_to(visit.request).hall == news.hall:
        return HttpResponse(status=304, headers={"ETag": news.etag})
    return show_hall(visit, slip=False)


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
    """The part as it is after a call; the page asks on as before."""
    return render(visit.request, "phone/hall.html", hall_of(visit) | {"hall_refusal": refusal}, status=status)
