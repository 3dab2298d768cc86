"""The club's own face on pages, sheets and pictures: one accent colour, and a logo.

The club's choice stands for the length of a request, as its language does; where nobody has chosen, the face is the
program's: the spade on felt.
"""

import re
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field

from pages.colours import mixed

FELT = "#14532d"
"""The accent of clubs that have not chosen any."""
BAND_INKS = ("#fbf8ee", "#f1f5ee")
"""The text on the accent, in light and in dark: `--club-band-ink` in tokens.css."""
COLOUR = re.compile(r"#[0-9a-f]{6}")
LOGO_NAME = re.compile(r"[0-9a-f]{16}-(?P<width>[1-9]\d{0,3})x(?P<height>[1-9]\d{0,3})")
"""The name of a logo: the beginning of its SHA-256, and its measures."""
DARKER = (0, 16, 32)
"""The black in the steps of a podium, in hundredths, the first place first."""


@dataclass(frozen=True, slots=True)
class ClubFace:
    """The accent colour and the logo of a club."""

    accent: str = FELT
    logo: str = ""
    """The name of the logo, or empty."""
    read: Callable[[str], bytes] = field(default=lambda _name: b"", compare=False, repr=False)
    """Return the logo of this name as PNG."""

    @property
    def own_colour(self) -> str:
        """Return the digits of the accent in addresses; empty for the program's felt."""
        return "" if self.accent == FELT else self.accent[1:]

    @property
    def image(self) -> bytes:
        """Return the logo as PNG, or nothing."""
        return self.read(self.logo) if self.logo else b""

    @property
    def logo_width(self) -> int:
        return self._measure("width")

    @property
    def logo_height(self) -> int:
        return self._measure("height")

    @property
    def steps(self) -> tuple[str, ...]:
        """Return the colours of a podium's steps, the first place first."""
        return tuple(mixed(self.accent, "#000000", share) for share in DARKER)

    def _measure(self, name: str) -> int:
        found = LOGO_NAME.fullmatch(self.logo)
        return int(found[name]) if found else 0


PROGRAMS_OWN = ClubFace()

CLUB_FACE: ContextVar[Callable[[], ClubFace]] = ContextVar("club_face", default=lambda: PROGRAMS_OWN)
"""The answer to what the club looks like; it is asked whenever something is drawn, and never before."""


def club_face() -> ClubFace:
    """Return the face of the club whose page, sheet or picture is being made."""
    return CLUB_FACE.get()()
