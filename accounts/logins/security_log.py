"""What whoever looks after the club should hear of: refusals, and changes of who may do what."""

import logging
import time
from collections.abc import Mapping

from django.http import HttpRequest

from accounts.models import JournalEntry

LOGGER = logging.getLogger("burraco_club.security")

LINES, WITHIN = 20, 60
"""So many lines about one thing within so many seconds; of the others only the number is told."""

IN_THE_JOURNAL: Mapping[str, JournalEntry.Event] = {
    "link made": JournalEntry.Event.LINK,
    "account opened": JournalEntry.Event.OPENED,
    "account shut": JournalEntry.Event.SHUT,
    "account logged out": JournalEntry.Event.LOGGED_OUT,
    "password changed": JournalEntry.Event.PASSWORD,
    "second factor set up": JournalEntry.Event.CODE_ON,
    "second factor removed": JournalEntry.Event.CODE_OFF,
    "token made": JournalEntry.Event.TOKEN_MADE,
    "token revoked": JournalEntry.Event.TOKEN_REVOKED,
}
"""What the club's journal tells, too: changes made by somebody logged in, to the account or the program named, or to
the own account."""

_told: dict[str, tuple[float, int]] = {}
"""By what happened: when the minute began, and how often since."""


def note(request: HttpRequest, what: str, **facts: object) -> None:
    """One line: what happened, on which page, who asked from where, and the facts.

    They are quoted, so that nobody writes a line of theirs; a page is told by its name, because the addresses of some
    are secrets; and a flood fills no disk, see `LINES`. What is `IN_THE_JOURNAL` is written there as well.
    """
    if what in IN_THE_JOURNAL:
        who = request.user.get_username()
        about = str(facts.get("account", facts.get("program", who)))
        JournalEntry.objects.create(event=IN_THE_JOURNAL[what], who=who, about=about)
    began, times = _told.get(what, (0.0, 0))
    now = time.monotonic()
    if now - began > WITHIN:
        if times > LINES:
            LOGGER.warning("%s: %s times more", what, times - LINES)
        began, times = now, 0
    _told[what] = began, times + 1
    if times >= LINES:
        return
    user = request.user.get_username() if _is_known(request) else ""
    page = request.resolver_match.view_name if request.resolver_match else ""
    told = {"address": request.META.get("REMOTE_ADDR", ""), "user": user, "page": page} | facts
    LOGGER.warning("%s: %s", what, ", ".join(f"{name}={str(fact)[:150]!r}" for name, fact in told.items()))


def _is_known(request: HttpRequest) -> bool:
    """Without reading a session for it: a page for everybody asks nobody who they are."""
    return hasattr(request, "_cached_user")
