"""Plans of an evening: hands, minutes and each round's system, written down before it begins.

Source: docs/tournaments.md §1.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .named_systems import NamedSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPlan:
    """What an evening is planned as; a round for each system."""

    hands: int
    minutes: int
    """The minutes of a round; 0 for no clock."""
    systems: tuple[NamedSystem, ...]

    @property
    def rounds(self) -> int:
        return len(self.systems)


def _planned(hands: int, minutes: int, **rounds: int) -> EveningPlan:
    systems = (system for name, count in rounds.items() for system in (NamedSystem(name),) * count)
    return EveningPlan(hands=hands, minutes=minutes, systems=tuple(systems))


USUAL_PLANS: Mapping[str, EveningPlan] = {
    "club_evening": _planned(4, 50, mitchell=3, danish=1),
    "regional_5": _planned(4, 50, mitchell=3, danish_modified=2),
    "regional_6": _planned(3, 40, mitchell=4, danish_modified=2),
    "weekend": _planned(3, 40, mitchell=6, danish=5),
}
"""The usual plans, by their keys: a club's evening, a region's tournament, a national weekend."""
