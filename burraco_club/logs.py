"""What goes wrong, told on the terminal: for a person in lines, for a program as one JSON object a line.

Every line of a request carries its id, which the answer carries too.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

from django.http import HttpRequest

OUTSIDE = "-"
"""Of a line that no request wrote."""
REFUSED = "django.security."
"""How the loggers are called that tell of requests which were refused."""

request_id: ContextVar[str] = ContextVar("request_id", default=OUTSIDE)


class OfARequest(logging.Filter):
    """Adds the request's id, and tells an address by its pattern, for some addresses are secret.

    Where in Django a request was refused is left out, for it says nothing of who sent it: anybody may send such
    requests, as many as they like, and each costs one line.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        if record.name.startswith(REFUSED):
            record.exc_info = None
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and request.resolver_match and isinstance(record.args, tuple):
            route = request.resolver_match.route
            record.args = tuple(route if told == request.path else told for told in record.args)
        return True


class Lines(logging.Formatter):
    """For a person. Whatever signs stand in a message, it stays on its line: nobody writes one of their own."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        signs = (sign if sign.isprintable() else repr(sign)[1:-1] for sign in record.message)
        record.message = "".join(signs)
        return super().formatMessage(record)


class JsonLines(logging.Formatter):
    """`{"time": …, "level": …, "logger": …, "request": …, "message": …}`, with `traceback` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", OUTSIDE),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)
