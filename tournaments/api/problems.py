"""The problems of requests, as in RFC 9457, in the language of the address."""

from typing import Any, Final

from django.http import JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

PROBLEM_TYPE: Final = "application/problem+json"
ADDRESSES: Final = ("/api/v1/", "/en/api/v1/")
"""What the addresses begin with that only programs read."""
MOST_AT_ONCE: Final = 200
BOUNDS: Final = {"limit": (1, MOST_AT_ONCE), "offset": (0, 1_000_000), "after": (1, 100)}
"""The limits of the parameters of an address."""

AGAIN_IN_A_MOMENT: Final = gettext_lazy("Try again in a moment.")
WORDS: Final = {
    400: (gettext_lazy("Bad request"), gettext_lazy("The request cannot be read: check its address.")),
    401: (gettext_lazy("Not authenticated"), ""),
    403: (gettext_lazy("Not allowed"), gettext_lazy("This is not allowed here.")),
    404: (
        gettext_lazy("Not found"),
        gettext_lazy("There is nothing at this address: check the slug, and the number of the round or tournament."),
    ),
    405: (gettext_lazy("Method not allowed"), gettext_lazy("This address can only be read, with GET.")),
    409: (gettext_lazy("Conflict with the current state"), ""),
    412: (gettext_lazy("Changed in the meantime"), gettext_lazy("What you named has changed: read it again.")),
    413: (gettext_lazy("Request too large"), gettext_lazy("The request is too large: send less.")),
    414: (
        gettext_lazy("Address too long"),
        gettext_lazy("The address is too long: ask for less."),
    ),
    415: (gettext_lazy("Of an unsupported type"), ""),
    422: (gettext_lazy("Not as expected"), ""),
    428: (gettext_lazy("If-Match is missing"), ""),
    429: (gettext_lazy("Too many requests"), gettext_lazy("Try again later.")),
    500: (
        gettext_lazy("The club’s program failed"),
        gettext_lazy("The log says why: tell whoever looks after the program."),
    ),
    503: (gettext_lazy("Not available at the moment"), AGAIN_IN_A_MOMENT),
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
