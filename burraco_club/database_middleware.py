"""The one place where a request meets a fault of the database: it is repeated, or refused with its input kept."""

import logging
import sys
from collections.abc import Callable, Iterator
from typing import Any

from django.core.signals import got_request_exception
from django.db import connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.api.problems import ADDRESSES, AGAIN_IN_A_MOMENT, problem

from .database_faults import DatabaseFault, fault_of

RETRY_SECONDS = 10
"""Seconds after which the client should ask again."""
NOT_SENT_AGAIN = ("csrfmiddlewaretoken",)
SECRET = ("password", "otp", "token")
"""Fields with such a word in their names are never written into a page."""

log = logging.getLogger(__name__)


class DatabaseFaultsMiddleware:
    """Catch the database's faults, before all other middleware, so that faults in them are caught as well.

    After a lost connection, a read is repeated once, and so is a write that names the version it was made from: if the
    first attempt was executed, the second is refused and not doubled.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        note(request, None)
        response = self.get_response(request)
        fault = request.database_fault  # type: ignore[attr-defined]
        if fault is DatabaseFault.LOST and may_be_repeated(request):
            log.warning("the database's connection broke: %s is tried once more", _method_and_pattern(request))
            _forget_connections()
            note(request, None)
            response = self.get_response(request)
            fault = request.database_fault  # type: ignore[attr-defined]
        if fault is None:
            return response
        log.error("database %s: %s", fault.value, _method_and_pattern(request))
        _forget_connections()
        return fault_response(request, fault)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Note a view's fault. Django signals those that occur elsewhere."""
        if fault := fault_of(exception):
            note(request, fault)
            return HttpResponse(status=503)
        return None


def note(request: HttpRequest, fault: DatabaseFault | None) -> None:
    """Remember the fault of a request."""
    request.database_fault = fault  # type: ignore[attr-defined]


def noted(request: HttpRequest) -> DatabaseFault | None:
    fault: DatabaseFault | None = getattr(request, "database_fault", None)
    return fault


def note_signalled(request: HttpRequest | None = None, **_facts: Any) -> None:
    """Note the fault before Django answers with 500."""
    fault = fault_of(sys.exc_info()[1])
    if request is not None and fault:
        note(request, fault)


got_request_exception.connect(note_signalled)


class NotToldElsewhere(logging.Filter):
    """Drop Django's log records and tracebacks for faults that the middleware has logged itself."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        return record.name != "django.request" or not isinstance(request, HttpRequest) or noted(request) is None


def may_be_repeated(request: HttpRequest) -> bool:
    """Return whether repeating the request does no more than the first attempt."""
    return request.method in ("GET", "HEAD", "OPTIONS") or "version" in _sent(request)


def fault_response(request: HttpRequest, fault: DatabaseFault) -> HttpResponse:
    """Return the message in the form that the client can show. A page repeats what was typed, to send it again."""
    with translation.override(getattr(request, "LANGUAGE_CODE", translation.get_language())):
        of_programs = request.path_info.startswith(ADDRESSES)
        # A program still has what it sent, with its version, and can send it again.
        writing = request.method not in ("GET", "HEAD", "OPTIONS") and not of_programs
        sentence, advice = WORDS[fault](writing)
        response: HttpResponse
        if of_programs:
            response = problem(503, f"{sentence} {advice}")
        elif "/api/" in request.path:
            response = JsonResponse({"error": f"{sentence} {advice}"}, status=503)
        elif request.headers.get("HX-Request"):
            response = HttpResponse(f"{sentence} {advice}", status=503, content_type="text/plain; charset=utf-8")
        else:
            context: dict[str, object] = {"sentence": sentence, "advice": advice, "address": request.get_full_path()}
            if writing and (fields := list(_fields_to_send_again(request))):
                context |= {"fields": fields, "token": get_token(request), "files": bool(request.FILES)}
            response = HttpResponse(render_to_string("database_fault.html", context), status=503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response


def _busy(writing: bool) -> tuple[str, str]:
    advice = _("Wait a moment and try again.")
    if writing:
        advice = _("Nothing has been saved, and what you typed is kept here: wait a moment and send it again.")
    other = _("If this continues, close the other program that uses the club’s data, or restart the club.")
    return _("The club’s database is held by another program."), f"{advice} {other}"


def _full(writing: bool) -> tuple[str, str]:
    advice = _(
        "Free some space on the club’s computer: empty the bin and delete what you do not need, but nothing in "
        "the club’s data folder. Then try again: what was saved before is safe."
    )
    return _("Disk full."), f"{_not_saved()} {advice}" if writing else advice


def _disk(writing: bool) -> tuple[str, str]:
    advice = _(
        "Check that the disk or stick with the club’s data is still connected and can be written to, then try again."
    )
    return _(
        "The disk with the club’s data cannot be read or written to."
    ), f"{_not_saved()} {advice}" if writing else advice


def _damaged(_writing: bool) -> tuple[str, str]:
    return _("The club’s database is damaged."), _(
        "Stop the program and start it again: it then says how to restore the last backup."
    )


def _lost(writing: bool) -> tuple[str, str]:
    advice = str(AGAIN_IN_A_MOMENT)
    if writing:
        advice = _(
            "What you typed may or may not have been saved: check first, and send it again only if it is missing. It "
            "is kept here."
        )
    return _("The connection to the database broke."), advice


def _not_saved() -> str:
    return _("Nothing has been saved; what you typed is kept here.")


WORDS = {
    DatabaseFault.BUSY: _busy,
    DatabaseFault.FULL: _full,
    DatabaseFault.DISK: _disk,
    DatabaseFault.DAMAGED: _damaged,
    DatabaseFault.LOST: _lost,
}
"""The message for each fault: what happened, and what to do."""


def _method_and_pattern(request: HttpRequest) -> str:
    """Return the method and the address pattern for the log, because some addresses are secret."""
    return f"{request.method} {request.resolver_match.route if request.resolver_match else ''}".strip()


def _sent(request: HttpRequest) -> Any:
    """Return the fields of a form; none if its body cannot be read."""
    try:
        return request.POST
    except Exception:
        return {}


def _fields_to_send_again(request: HttpRequest) -> Iterator[tuple[str, str]]:
    for name, values in dict(getattr(_sent(request), "lists", dict)()).items():
        if name not in NOT_SENT_AGAIN and not any(word in name.casefold() for word in SECRET):
            yield from ((name, value) for value in values)


def _forget_connections() -> None:
    """Close unusable connections, so that the next query opens a new one.

    A connection in a transaction is left alone.
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
