"""What the line is at, and what is wrong with it, in sentences."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from burraco_club.line.code import NoCodeReason
from burraco_club.line.process import Trouble


class Phase(Enum):
    """What the line is at."""

    OFF = auto()
    NO_CODE = auto()
    """It is switched on, and no key was ever enrolled."""
    OPENING = auto()
    HELD = auto()
    LOST = auto()
    """It waits for the next attempt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineState:
    """The state of the line."""

    phase: Phase
    since: datetime
    address: str = ""
    trouble: Trouble | None = None
    said: str = ""
    """The last words of ssh, where the trouble is what it says itself."""
    next_at: datetime | None = None
    """When the next attempt begins."""


CODE_SENTENCES: Mapping[NoCodeReason, Any] = {
    "empty": gettext_lazy("Paste the code that was sent to you."),
    "foreign": gettext_lazy(
        "This is no code for the web: one begins with “burraco1”. Copy all of it from the message."
    ),
    "damaged": gettext_lazy("A sign of the code is wrong or missing: copy all of it once more."),
    "newer": gettext_lazy("This code is for a newer version of the program: update the program first."),
}
"""Why a text is no code, by the reason of `NoLineCode`."""

SENTENCES: Mapping[Trouble, Any] = {
    Trouble.NO_SSH: gettext_lazy("This computer has no ssh: install “openssh-client”, then try again."),
    Trouble.KEY_REFUSED: gettext_lazy(
        "The server no longer knows this computer: the code was used before, or was taken back. Ask for a new one."
    ),
    Trouble.OTHER_HOUSE: gettext_lazy(
        "Whoever answers there is not the server of the code: somebody may be in between. Nothing was sent. Use another"
        " network, or ask whoever sent the code."
    ),
    Trouble.PORT_HELD: gettext_lazy("The server still holds the earlier connection, and lets it go within a minute."),
    Trouble.NO_NAME: gettext_lazy("The server’s name is not found: check whether this computer is on the internet."),
    Trouble.NO_NETWORK: gettext_lazy("This computer is not on the internet: connect it."),
    Trouble.NOBODY_THERE: gettext_lazy(
        "The server does not answer. It may be down, or this network may let nothing through but web pages."
    ),
    Trouble.CUT: gettext_lazy("The connection was cut."),
    Trouble.OPEN_KEY: gettext_lazy(
        "Other accounts of this computer can read the line’s key, or it is damaged: delete the folder “line” in the"
        " club’s data, and ask for a new code."
    ),
    Trouble.OTHER: gettext_lazy("The line does not hold; ssh says: %(said)s"),
}
NO_SSH_ON_WINDOWS = gettext_lazy(
    "Windows has no OpenSSH client yet: Settings, Optional features, add “OpenSSH Client”, then try again."
)


def state_sentence(state: LineState) -> str:
    """Return the state in a sentence, and where something is wrong, in another what comes next."""
    match state.phase:
        case Phase.OFF:
            return _("The club is not on the web.")
        case Phase.NO_CODE:
            return _("The club has no code yet: paste the one that was sent to you.")
        case Phase.HELD:
            since = timezone.localtime(state.since)
            facts = {"address": state.address, "time": f"{since:%H:%M}"}
            return _("The club is on the web: %(address)s, since %(time)s.") % facts
        case Phase.OPENING:
            now = _("Connecting…")
            return f"{_trouble_sentence(state)} {now}" if state.trouble is not None else now
    then = _("Trying again at %(time)s.") % {"time": f"{timezone.localtime(state.next_at):%H:%M:%S}"}
    return f"{_trouble_sentence(state)} {then}"


def _trouble_sentence(state: LineState) -> str:
    assert state.trouble is not None
    if state.trouble is Trouble.NO_SSH and sys.platform == "win32":
        return str(NO_SSH_ON_WINDOWS)
    return str(SENTENCES[state.trouble]) % {"said": state.said}
