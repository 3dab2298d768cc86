"""The response to requests for which there is no time, made without using anything else."""

from collections.abc import Callable, Iterable
from functools import cache
from random import uniform
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_path, override
from django.utils.translation import gettext as _

TURNED_AWAY = "burraco_club.load_shedding"
"""The key in a request's environment that marks such a request."""
RETRY_SECONDS = (5, 15)
"""The range of seconds after which clients ask again, so that not all do so at once."""

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class LoadShedder:
    """A WSGI application that passes on only the requests for which there is time."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if not environ.get(TURNED_AWAY):
            return self._application(environ, start_response)
        is_part = "HTTP_HX_REQUEST" in environ
        body = _message(get_language_from_path(environ["PATH_INFO"]) or settings.LANGUAGE_CODE, is_part=is_part)
        headers = [
            ("Content-Type", f"text/{'plain' if is_part else 'html'}; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("Retry-After", str(round(uniform(*RETRY_SECONDS)))),
        ]
        start_response("503 Service Unavailable", headers)
        return [body]


@cache
def _message(language: str, *, is_part: bool) -> bytes:
    """Return the message, made once because it is the same for everybody."""
    with override(language):
        sentence = _("The club’s computer has too much to do at the moment. The page tries again automatically.")
        return (sentence if is_part else render_to_string("overload.html")).encode()
