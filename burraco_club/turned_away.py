"""What is answered, without asking anything of anybody, to whom there is no time for."""

from collections.abc import Callable, Iterable
from functools import cache
from random import uniform
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_path, override
from django.utils.translation import gettext as _

TURNED_AWAY = "burraco_club.turned_away"
"""The key of a request's environment that says whether it is one of those."""
RETRY_SECONDS = (5, 15)
"""When to ask again: not all at once."""

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class TurnsAway:
    """A WSGI application in front of another one, which gets those requests alone that there is time for."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if not environ.get(TURNED_AWAY):
            return self._application(environ, start_response)
        is_part = "HTTP_HX_REQUEST" in environ
        body = _said(get_language_from_path(environ["PATH_INFO"]) or settings.LANGUAGE_CODE, is_part=is_part)
        headers = [
            ("Content-Type", f"text/{'plain' if is_part else 'html'}; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("Retry-After", str(round(uniform(*RETRY_SECONDS)))),
        ]
        start_response("503 Service Unavailable", headers)
        return [body]


@cache
def _said(language: str, *, is_part: bool) -> bytes:
    """Made once: it says the same to everybody."""
    with override(language):
        sentence = _("The club’s computer has too much to do at this moment. The page asks again by itself.")
        return (sentence if is_part else render_to_string("turned_away.html")).encode()
