"""Logs on the terminal: lines for a person, or one JSON object per line for a program.

Every line of a request carries its id, which is also in the response.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

from django.http import HttpRequest

OUTSIDE = "-"
"""The id in lines that do not belong to a request."""
REFUSED = "django.security."
"""The prefix of the loggers that report refused requests."""

request_id: ContextVar[str] = ContextVar("request_id", default=OUTSIDE)


class RequestFilter(logging.Filter):
    """Add the request's id, and replace an address by its pattern, because some addresses are secret.

    Tracebacks of refused requests are dropped: they say nothing about the sender, and anybody may send many such
    requests. Each leaves one line.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        if record.name.startswith(REFUSED):
            record.exc_info = None
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and request.resolver_match and isinstance(record.args, tuple):
            route = request.resolver_match.route
            record.args = tuple(route if arg == request.path else arg for arg in record.args)
        return True


class LineFormatter(logging.Formatter):
    """Format a record for a person. Control characters are escaped, so that nobody can forge a line."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        signs = (sign if sign.isprintable() else repr(sign)[1:-1] for sign in record.message)
        record.message = "".join(signs)
        return super().formatMessage(record)


class JsonLines(logging.Formatter):
    """Format a record as `{"time": …, "level": …, "logger": …, "request": …, "message": …}`, with any `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", OUTSIDE),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)
