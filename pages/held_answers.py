"""What a poll's answer depends on: a view names it, and a server that can wait holds back an answer without news.

The server and the views know nothing else of each other. A server that cannot wait puts no `Hold` into a request's
environment, and its polls are answered at once.
"""

from collections.abc import Hashable
from dataclasses import dataclass

from django.http import HttpRequest

HOLD = "pages.hold"
"""The key of a request's environment for its `Hold`."""


@dataclass(slots=True)
class Hold:
    """The offer of a server to send the answer to a request later."""

    subject: Hashable = None
    """What the answer depends on; None if it depends on more than the server can watch."""
    has_news: bool = True
    """Whether the answer must be sent now."""


def depends_on(request: HttpRequest, subject: Hashable, *, has_news: bool) -> None:
    """Tell a server that offers it what this answer depends on.

    Without news it may be sent once the state of its subject has changed, in place of it what is true then.
    """
    hold: Hold | None = request.META.get(HOLD)
    if hold is not None:
        hold.subject, hold.has_news = subject, has_news
