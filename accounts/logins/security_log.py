"""The security log: refusals, and changes of permissions."""

import logging
import time
from collections.abc import Mapping

from django.http import HttpRequest

from accounts.models import JournalEntry

LOGGER = logging.getLogger("burraco_club.security")

LINES, WITHIN = 20, 60
"""At most this many lines about one event within this many seconds; only the number of the others is logged."""

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
    "code of a line taken": JournalEntry.Event.PUT_ONLINE,
    "line switched on": JournalEntry.Event.PUT_ONLINE,
    "line switched off": JournalEntry.Event.TAKEN_OFFLINE,
}
"""Events that the club's journal records as well: changes that a user makes to an account, a program or the line."""
SUBJECTS = ("account", "program", "line")
"""The facts of which one says in the journal what was changed; without any it is the user."""

_lines_logged: dict[str, tuple[float, int]] = {}
"""For each event: when its minute began, and how many lines it has had since."""


def note(request: HttpRequest, what: str, **facts: object) -> None:
    """Log one line: the event, the page, the user, the address and the facts.

    Values are quoted, so that nobody can forge a line. A page is logged by its name, because the addresses of some
    pages are secrets. A flood cannot fill the disk, see `LINES`. Events in `IN_THE_JOURNAL` are written there as well.
    """
    if what in IN_THE_JOURNAL:
        who = request.user.get_username()
        about = next((str(facts[name]) for name in SUBJECTS if name in facts), who)
        JournalEntry.objects.create(event=IN_THE_JOURNAL[what], who=who, about=about)
    began, times = _lines_logged.get(what, (0.0, 0))
    now = time.monotonic()
    if now - began > WITHIN:
        if times > LINES:
            LOGGER.warning("%s: %s times more", what, times - LINES)
        began, times = now, 0
    _lines_logged[what] = began, times + 1
    if times >= LINES:
        return
    user = request.user.get_username() if _is_known(request) else ""
    page = request.resolver_match.view_name if request.resolver_match else ""
    details = {"address": request.META.get("REMOTE_ADDR", ""), "user": user, "page": page} | facts
    LOGGER.warning("%s: %s", what, ", ".join(f"{name}={str(fact)[:150]!r}" for name, fact in details.items()))


def _is_known(request: HttpRequest) -> bool:
    """Return whether the user is known already. No session is read for it: public pages do not load the user."""
    return hasattr(request, "_cached_user")
