"""A players' page as it was made: packed, and with what it is true of."""

import gzip
import re
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

INDENTED = re.compile(rb"\n\s+")
"""The pages that are kept have no text in which this could be read: no `pre`, no `textarea`."""

LEVEL = 7
"""How thoroughly a page is packed: once for all phones, and a hall's network is slower than a laptop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as it was made."""

    etag: str
    packed: bytes
    content_type: str
    made_in: float
    """CPU seconds."""
    made_at: float
    """On the monotonic clock of the process that keeps it."""

    def response(self, request: HttpRequest) -> HttpResponse:
        """Packed, as every browser takes it; over a hall's network a page of all names is a tenth as long."""
        if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""):
            response = HttpResponse(self.packed, self.content_type)
            response["Content-Encoding"] = "gzip"
        else:
            response = HttpResponse(gzip.decompress(self.packed), self.content_type)
        response["Content-Length"] = str(len(response.content))
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


def packed(content: bytes) -> bytes:
    """The same content is packed the same, whenever it is; without blank lines and indentation, which nobody sees.

    >>> gzip.decompress(packed(b"<ul>\\n\\n  <li>Rossi  Anna</li>\\n</ul>\\n"))
    b'<ul>\\n<li>Rossi  Anna</li>\\n</ul>\\n'
    """
    return gzip.compress(INDENTED.sub(b"\n", content), compresslevel=LEVEL, mtime=0)
