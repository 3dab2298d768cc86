"""How a server's request becomes Django's."""

from typing import Any

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest


class ClubRequest(WSGIRequest):
    """Reads its query when a page asks for it.

    Where the content type names a charset, Django's reads it while it is being made, outside of everything that turns
    an error into a page: with `charset=hex`, or too many fields, the server itself would have to answer.
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
    """The WSGI application."""

    request_class: Any = ClubRequest
