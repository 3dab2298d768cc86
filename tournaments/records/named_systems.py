"""The names under which referees choose and announce systems. Two names may be one system with different settings."""

from enum import StrEnum

from .rounds import RoundSettings, System

MODIFIED_MEMORY = 1
"""The danese modificato avoids only the opponents of the previous round."""


SYSTEMS_OF_TEAMS = (
    System.DRAW,
    System.ROUND_ROBIN,
    System.SWISS,
    System.DANISH,
    System.DANISH_NO_REMATCH,
    System.KNOCKOUT,
)
"""The systems by which teams are drawn, in the order in which they are offered."""


class NamedSystem(StrEnum):
    """Every name, in the order in which it is offered."""

    DRAW = "draw"
    REGISTRATION = "registration"
    MANUAL = "manual"
    MITCHELL = "mitchell"
    DANISH = "danish"
    DANISH_MODIFIED = "danish_modified"
    """`danish_no_rematch` with a memory of one round; `danish` in the last round, where rematches are allowed."""
    DANISH_NO_REMATCH = "danish_no_rematch"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    INDIVIDUAL = "individual"

    @property
    def system(self) -> System:
        """Return the system that draws a round of this name."""
        return System.DANISH_NO_REMATCH if self is NamedSystem.DANISH_MODIFIED else System(self.value)

    @property
    def in_the_last_round(self) -> "NamedSystem":
        """Return the name under which the last round is drawn if it was announced under this one."""
        return NamedSystem.DANISH if self is NamedSystem.DANISH_MODIFIED else self


def named_system(system: System, settings: RoundSettings) -> NamedSystem:
    """Return the name of a round with this system and these settings.

    >>> named_system(System.DANISH_NO_REMATCH, RoundSettings(memory=1)).value
    'danish_modified'
    """
    if system is System.DANISH_NO_REMATCH and settings.memory == MODIFIED_MEMORY:
        return NamedSystem.DANISH_MODIFIED
    return NamedSystem(system.value)
