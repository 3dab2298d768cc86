"""The club's evenings for calendar programs: all of them, and a single one."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pages.addresses import club_address
from pages.conditional_answers import answer
from pages.file_names import disposition
from tournaments.interchange.calendar_out import calendar_file
from tournaments.selectors.calendar import CalendarEvening, calendar_evening, calendar_evenings
from tournaments.selectors.entries import Entrance
from tournaments.wording.addresses import who_can_open
from tournaments.wording.calendar import calendar_name, needs_of_subscription

ICALENDAR = "text/calendar; charset=utf-8"
FEED_FILE = "burraco.ics"


@require_safe
def calendar_feed(request: HttpRequest) -> HttpResponseBase:
    """Send the club's calendar, to which a calendar program subscribes."""
    now = timezone.now()
    return _file(request, calendar_evenings(timezone.localdate(now), now), FEED_FILE)


@require_safe
def evening_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send one evening; one that was deleted is cancelled."""
    now = timezone.now()
    evening = calendar_evening(slug, timezone.localdate(now), now)
    if evening is None:
        raise Http404
    return _file(request, [evening], f"{slug}.ics")


def subscription(request: HttpRequest) -> dict[str, str]:
    """Return the context of `templates/calendar/_subscribe.html`."""
    address = club_address(request, reverse("calendar_feed"))
    return {
        "feed_url": address,
        "webcal_url": f"webcal://{address.partition('://')[2]}",
        "needs": needs_of_subscription(who_can_open(address)),
    }


def _file(request: HttpRequest, evenings: list[CalendarEvening], name: str) -> HttpResponseBase:
    club = request.club_settings["name"]  # type: ignore[attr-defined]

    def address_of(evening: CalendarEvening) -> str:
        is_open = evening.coming is not None and evening.coming.entrance is Entrance.OPEN
        return club_address(request, reverse("public_entry" if is_open else "public_ranking", args=[evening.slug]))

    response = HttpResponse(
        calendar_file(evenings, name=calendar_name(club), address_of=address_of), content_type=ICALENDAR
    )
    response["Content-Disposition"] = disposition(name, shown=True)
    digest = sha256(response.content).hexdigest()[:32]
    return answer(request, f'"{digest}-{get_language()}-{settings.CODE_VERSION}"', lambda: response)
