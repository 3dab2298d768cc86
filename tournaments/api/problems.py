"""The problems of requests, as in RFC 9457, in the language of the address."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

PROBLEM_TYPE: Final = "application/problem+json"
MOST_AT_ONCE: Final = 200
BOUNDS: Final = {"limit": (1, MOST_AT_ONCE), "offset": (0, 1_000_000), "after": (1, 100)}
"""The limits of the parameters of an address."""

AGAIN_IN_A_MOMENT: Final = gettext_lazy("Try again in a moment.")
WORDS: Final = {
    400: (gettext_lazy("Bad request"), gettext_lazy("The request cannot be read: check its address.")),
    401: (gettext_lazy("Not known"), ""),
    403: (gettext_lazy("Not allowed"), gettext_lazy("This is not allowed here.")),
    404: (
        gettext_lazy("Not found"),
        gettext_lazy(
            "There is nothing at this address: look at the slug, and at the number of the round or tournament."
        ),
    ),
    405: (gettext_lazy("Method not allowed"), gettext_lazy("This address can only be read, with GET.")),
    409: (gettext_lazy("Conflict with the current state"), ""),
    412: (gettext_lazy("Changed in the meantime"), gettext_lazy("What you named has changed: read it again.")),
    413: (gettext_lazy("Request too large"), gettext_lazy("The request is too large: send less.")),
    414: (
        gettext_lazy("Address too long"),
        gettext_lazy("The address is too long: ask for less."),
    ),
    415: (gettext_lazy("Of another type"), ""),
    422: (gettext_lazy("Not as expected"), ""),
    428: (gettext_lazy("If-Match is missing"), ""),
    429: (gettext_lazy("Too many requests"), gettext_lazy("Try again later.")),
    500: (
        gettext_lazy("The club’s program failed"),
        gettext_lazy("The log says why: tell whoever looks after the program."),
    ),
    503: (gettext_lazy("Not available just now"), AGAIN_IN_A_MOMENT),
}


def problem(status: int, detail: str = "", **more: Any) -> JsonResponse:
    """Return an answer for a problem; `detail` says more than the status.

    `more` holds members of its own.
    """
    title, usual = WORDS[status]
    body = {"type": "about:blank", "title": str(title), "status": status, "detail": detail or str(usual)} | more
    response = JsonResponse(body, status=status, content_type=PROBLEM_TYPE)
    response["Cache-Control"] = "no-store"
    return response


def out_of_bounds(name: str) -> str:
    least, most = BOUNDS[name]
    return _("“%(name)s” must be a whole number from %(least)s to %(most)s.") % {
        "name": name,
        "least": least,
        "most": most,
    }


class ProblemsMiddleware:
    """A middleware by which programs read refusals as problems, not as pages for people."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not is_of_programs(request.path_info):
            return self._get_response(request)
        response = self._get_response(request)
        if response.status_code not in WORDS or response.headers.get("Content-Type") == PROBLEM_TYPE:
            return response
        allowed = response.headers.get("Allow", "")
        with override(getattr(request, "LANGUAGE_CODE", None)):
            answer = problem(
                response.status_code,
                _("This address is read with GET and written with PUT.") if "PUT" in allowed else "",
            )
        if allowed:
            answer["Allow"] = allowed
        return answer


def is_of_programs(path: str) -> bool:
    """Return whether only programs read this address."""
    return path.startswith(("/api/v1/", "/en/api/v1/"))
