"""The WSGI handler and its request."""

from typing import Any

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest


class ClubRequest(WSGIRequest):
    """A request that reads its query only when a page needs it.

    If the content type names a charset, Django's request reads the query when it is created, before errors are turned
    into pages. With `charset=hex`, or with too many fields, the server itself would have to answer.
    """

    @property
    def encoding(self) -> str | None:
        return self._encoding

    @encoding.setter
    def encoding(self, name: str | None) -> None:
        self._encoding: str | None = name
        for read in ("GET", "_post", "_files"):
            self.__dict__.pop(read, None)


class ClubHandler(WSGIHandler):
    """The WSGI handler."""

    request_class: Any = ClubRequest
