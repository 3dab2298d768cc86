"""The names under which referees choose a system and announce it; two of them may be one system with other settings."""

from enum import StrEnum

from .rounds import RoundSettings, System

MODIFIED_MEMORY = 1
"""The danese modificato avoids the opponents of the round before, and nobody else."""


class NamedSystem(StrEnum):
    """Every name, in the order in which they are offered."""

    DRAW = "draw"
    REGISTRATION = "registration"
    MANUAL = "manual"
    MITCHELL = "mitchell"
    DANISH = "danish"
    DANISH_MODIFIED = "danish_modified"
    """`danish_no_rematch` with a memory of one round; in the last round everybody may meet: `danish`."""
    DANISH_NO_REMATCH = "danish_no_rematch"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    INDIVIDUAL = "individual"

    @property
    def system(self) -> System:
        """The system that draws a round of this name."""
        return System.DANISH_NO_REMATCH if self is NamedSystem.DANISH_MODIFIED else System(self.value)

    @property
    def in_the_last_round(self) -> "NamedSystem":
        """What the last round planned is drawn as where it was announced under this name."""
        return NamedSystem.DANISH if self is NamedSystem.DANISH_MODIFIED else self


def named_system(system: System, settings: RoundSettings) -> NamedSystem:
    """What a round is called that was drawn like this.

    >>> named_system(System.DANISH_NO_REMATCH, RoundSettings(memory=1)).value
    'danish_modified'
    """
    if system is System.DANISH_NO_REMATCH and settings.memory == MODIFIED_MEMORY:
        return NamedSystem.DANISH_MODIFIED
    return NamedSystem(system.value)
