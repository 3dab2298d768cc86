"""Who comes to a table's slip: through an address that nobody can guess, with a ticket for a line's code.

Nothing of such a page may be kept or told on: no cache keeps it, and no other site hears its address. A form of it
therefore comes without a referrer and with an origin of `null`, which Django's own check against forged requests takes
for forged; what stands against those here is that nobody else knows the address, and that the ticket does not travel
with a request from another site.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse, translate_url
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.models import PhoneSlip, Table
from tournaments.phone_slips.codes import address_of, new_device, read_ticket, same, ticket_of
from tournaments.phone_slips.states import Phone
from tournaments.selectors.phone_slips import SlipOnPhones, slip_of
from tournaments.selectors.phone_tables import table_for_phones
from tournaments.views.common import found_or_404

TICKET = "phone"
VISIT = "visit_at_a_table"
"""Where a request keeps it, for whoever looks at it first may leave it to the view."""
TICKET_LASTS = timedelta(hours=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A request to a table's slip, and who makes it."""

    request: HttpRequest
    table: Table
    phone: Phone | None
    """None where no code has been given yet."""

    @property
    def slip(self) -> SlipOnPhones:
        return slip_of(self.table)

    @property
    def serial(self) -> int:
        """The writer's own count of its last write."""
        row: PhoneSlip | None = getattr(self.table, "phone_slip", None)
        return 0 if row is None else row.serial

    @property
    def address(self) -> str:
        return table_address(self.table)

    @property
    def device(self) -> str:
        """What this phone is known by at this table, from now on."""
        return self.phone.device if self.phone else new_device()

    @property
    def told(self) -> dict[str, object]:
        """Which table it is, for a log; its address is a secret."""
        round_ = self.table.round
        return {"tournament": round_.tournament.slug, "round": round_.number, "table": self.table.number}

    def now(self) -> "Visit":
        """The same with the table as it is now. One query."""
        round_ = self.table.round
        table = found_or_404(table_for_phones(round_.tournament.slug, round_.number, self.table.number))
        return Visit(request=self.request, table=table, phone=self.phone)


def table_address(table: Table) -> str:
    """The address of a table's slip, in the language of the request."""
    round_ = table.round
    secret = address_of(round_.secret, table.number)
    return reverse("phone_table", args=[round_.tournament.slug, round_.number, table.number, secret])


def phone_page(view: Callable[[Visit], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page behind a table's address; wherever phones do not write there is none."""

    @csrf_exempt
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def shown(request: HttpRequest, **where: Any) -> HttpResponseBase:
        return kept_nowhere(view(found_or_404(visit_at(request, **where))))

    return shown


def visit_at(request: HttpRequest, *, slug: str, number: int, table: int, address: str) -> Visit | None:
    """The visit to a table, with whatever ticket it has for it; None where there is no such address.

    One query, once in a request.
    """
    if (known := getattr(request, VISIT, None)) is not None:
        assert isinstance(known, Visit)
        return known
    row = table_for_phones(slug, number, table)
    if row is None or not same(address, address_of(row.round.secret, row.number)):
        return None
    ticket = request.COOKIES.get(cookie_name(TICKET, get_language()), "")
    visit = Visit(request=request, table=row, phone=read_ticket(row.round.secret, table, ticket))
    setattr(request, VISIT, visit)
    return visit


def kept_nowhere(response: HttpResponse) -> HttpResponse:
    """A page that no cache keeps, and that tells nobody its address."""
    add_never_cache_headers(response)
    response["Referrer-Policy"] = "no-referrer"
    return response


def give_ticket(response: HttpResponse, table: Table, phone: Phone) -> HttpResponse:
    """Let the phone come again without a code, to this table of this round alone."""
    return set_cookie(response, TICKET, ticket_of(table.round.secret, table.number, phone), table_address(table))


def take_ticket(response: HttpResponse, table: Table) -> HttpResponse:
    for code, _name in settings.LANGUAGES:
        path = translate_url(table_address(table), code)
        response.delete_cookie(cookie_name(TICKET, code), path=path, samesite="Lax")
    return response


def set_cookie(response: HttpResponse, name: str, value: str, address: str) -> HttpResponse:
    """A cookie for that page alone, in every language that it has."""
    for code, _name in settings.LANGUAGES:
        response.set_cookie(
            cookie_name(name, code),
            value,
            max_age=TICKET_LASTS,
            path=translate_url(address, code),
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


def cookie_name(name: str, language: str | None) -> str:
    """A cookie belongs to an address, and every language has its own: an answer holds one cookie of a name."""
    return f"{name}-{language}"
