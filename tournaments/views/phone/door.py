"""The access to a table's slip: a secret address, and a ticket for a line's code.

The page must not be stored or leaked: no cache keeps it, and no other site learns its address. So its forms are sent
without a referrer and with the origin `null`, which Django's check of forged requests refuses. The protection here is
that nobody else knows the address, and that the ticket does not travel with a request from another site.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from django_htmx.http import reswap, retarget

from accounts.services.login_delays import network_of
from tournaments.models import PhoneSlip, Table, Tournament
from tournaments.records import Line, Outcome
from tournaments.selectors.phone_slips import SlipOnPhones, slip_of
from tournaments.selectors.phone_tables import table_for_phones
from tournaments.selectors.republished_slips import slip_gone
from tournaments.slips.code_tries import Origin
from tournaments.slips.codes import address_of, read_ticket, same, ticket_of
from tournaments.slips.states import Phone
from tournaments.views.common import as_part, device_of, get_tournament, new_device
from tournaments.wording.lines import long_line_name

TICKET = "phone"
VISIT = "visit_at_a_table"
"""The key of a visit in the request, so that a middleware can leave it to the view."""
KEPT = "Slip-Kept"
"""The header by which every answer says what the club has of this phone: see `Visit.kept`. An answer without it is
somebody else's, and one with another number than was sent is no receipt."""
TICKET_LASTS = timedelta(hours=12)
NOT_FOUND, CONFLICT = 404, 409


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A request to a table's slip."""

    request: HttpRequest
    table: Table
    slip: SlipOnPhones
    phone: Phone | None
    """None before a code was given."""

    @property
    def serial(self) -> int:
        """Return the writer's own number of its last write."""
        row: PhoneSlip | None = getattr(self.table, "phone_slip", None)
        return 0 if row is None else row.serial

    @property
    def kept(self) -> int:
        """Return the number of this phone's last stored write.

        0 if there is none, or if another phone has written since.
        """
        return self.serial if self.phone and self.slip.written.is_written_by(self.phone) else 0

    @property
    def address(self) -> str:
        return table_address(self.table)

    @property
    def origin(self) -> Origin:
        """Return the origin of a code given here."""
        return origin_of(self.request, phone=self.phone, scanned=True)

    @property
    def page_facts(self) -> dict[str, object]:
        """Return what every page at a table says of the visit: whose phone it is, and who wrote the slip."""
        round_, phone, slip = self.table.round, self.phone, self.slip
        assert phone is not None
        other = Line.EW if phone.line is Line.NS else Line.NS
        return {
            "tournament": round_.tournament,
            "round": round_,
            "address": self.address,
            "phone": phone,
            "on_phones": slip,
            "version": slip.written.version,
            "next_serial": self.serial + 1,
            "kept": self.kept,
            "own_line": long_line_name(phone.line),
            "other_line": long_line_name(other),
            "writer": long_line_name(slip.written.line) if slip.written.line else "",
            "absent": self.table.outcome not in (Outcome.OPEN, Outcome.PLAYED),
        }

    @property
    def log_facts(self) -> dict[str, object]:
        """Return the table's name for a log; its address is secret."""
        round_ = self.table.round
        return {"tournament": round_.tournament.slug, "round": round_.number, "table": self.table.number}

    def now(self) -> "Visit":
        """Return the visit with the current table. One query."""
        round_ = self.table.round
        table = table_for_phones(round_.tournament.slug, round_.number, self.table.number)
        if table is None:
            raise Http404
        return Visit(request=self.request, table=table, slip=slip_of(table), phone=self.phone)


def origin_of(request: HttpRequest, *, phone: Phone | None = None, scanned: bool = False) -> Origin:
    """Return the origin of a code: the phone as the table knows it, or otherwise as the club does."""
    return Origin(
        device=phone.device if phone else device_of(request) or new_device(),
        address=network_of(request.META.get("REMOTE_ADDR", "")),
        scanned=scanned,
        line=phone.line if phone else None,
    )


def table_address(table: Table) -> str:
    """Return the address of a table's slip, in the language of the request."""
    round_ = table.round
    secret = address_of(table.slip_secret, table.number)
    return reverse("phone_table", args=[round_.tournament.slug, round_.number, table.number, secret])


Answer = TypeVar("Answer", bound=HttpResponseBase | None)


def stored_nowhere(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """Decorate a page so that no cache stores it and nobody learns its address."""

    @wraps(view)
    def marked(request: HttpRequest, **where: Any) -> Answer:
        response = view(request, **where)
        if response is not None:
            add_never_cache_headers(response)
            response["Referrer-Policy"] = "no-referrer"
        return response

    return marked


def phone_page(view: Callable[[Visit], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a page behind a table's address, which does not exist where phones do not write."""

    @csrf_exempt
    @require_http_methods(["GET", "HEAD", "POST"])
    @stored_nowhere
    @wraps(view)
    def page(request: HttpRequest, **where: Any) -> HttpResponseBase:
        visit = visit_at(request, **where)
        if visit is None:
            return _no_slip(request, **where)
        response = view(visit)
        response.setdefault(KEPT, str(visit.kept))
        return response

    return page


def _no_slip(request: HttpRequest, *, slug: str, number: int, table: int, address: str) -> HttpResponse:
    """Return the page about the slip that had this address; it keeps asking if the slip may return."""
    gone, called = slip_gone(slug, number, table, address)
    tournament = get_tournament(slug)
    if tournament.writing != Tournament.Writing.PHONES:
        raise Http404
    here = reverse("phone_table", args=[slug, number, table, address])
    context = {"tournament": tournament, "number": number, "table": called, "gone": gone, "address": here}
    part = as_part(request)
    response = render(
        request,
        "phone/_missing_slip.html" if part else "phone/missing_slip.html",
        context,
        status=NOT_FOUND if gone is None else CONFLICT,
    )
    response[KEPT] = "0"
    return reswap(retarget(response, "#phone"), "innerHTML") if part else response


def visit_at(request: HttpRequest, *, slug: str, number: int, table: int, address: str) -> Visit | None:
    """Return the visit to a table, with its ticket if any; None for an unknown address.

    One query, once in a request.
    """
    if (known := getattr(request, VISIT, None)) is not None:
        assert isinstance(known, Visit)
        return known
    ticket = request.COOKIES.get(cookie_name(TICKET, get_language()), "")
    row = table_for_phones(slug, number, table)
    if row is None or not same(address, address_of(row.slip_secret, row.number)):
        return None
    phone = read_ticket(row.slip_secret, table, ticket)
    visit = Visit(request=request, table=row, slip=slip_of(row), phone=phone)
    setattr(request, VISIT, visit)
    return visit


def give_ticket(response: HttpResponse, table: Table, phone: Phone) -> HttpResponse:
    """Give the phone a ticket for this table of this round."""
    return set_cookie(response, TICKET, ticket_of(table.slip_secret, table.number, phone), lambda: table_address(table))


def take_ticket(response: HttpResponse, table: Table) -> HttpResponse:
    for language, path in _in_each_language(lambda: table_address(table)):
        response.delete_cookie(cookie_name(TICKET, language), path=path, samesite="Lax")
    return response


def set_cookie(response: HttpResponse, name: str, value: str, address: Callable[[], str]) -> HttpResponse:
    """Set a cookie for that page only, in each of its languages."""
    for language, path in _in_each_language(address):
        response.set_cookie(
            cookie_name(name, language),
            value,
            max_age=TICKET_LASTS,
            path=path,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


def _in_each_language(address: Callable[[], str]) -> Iterator[tuple[str, str]]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            path = address()
        yield language, path


def cookie_name(name: str, language: str | None) -> str:
    """Return the name of a cookie; each language has its own, because an answer holds one cookie of a name."""
    return f"{name}-{language}"
