"""Plans of an evening: hands, minutes, each round's system and a cut into gironi, written down before it begins.

Source: docs/tournaments.md §1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .gironi import Carry
from .rounds import NamedSystem

Step = str | Mapping[str, Any]
"""A step of a plan as it is stored: the key of a round's system, or `{"gironi": 3, "carry": "whole"}` for the cut."""

FEWEST_GIRONI = 2
MOST_GIRONI_PLANNED = 26
"""As many as there are letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCut:
    """A cut into gironi that a plan announces."""

    after_round: int
    gironi: int
    carry: Carry


def cut_step(gironi: int, carry: Carry) -> Step:
    """Return the step of a plan for a cut."""
    return {"gironi": gironi, "carry": carry.value}


def systems_of(plan: Sequence[Step]) -> list[NamedSystem]:
    """Return the system of each round of a plan, from round 1 on.

    >>> [system.value for system in systems_of(["mitchell", cut_step(3, Carry.HALF), "danish"])]
    ['mitchell', 'danish']
    """
    return [NamedSystem(step) for step in plan if isinstance(step, str)]


def cuts_of(plan: Sequence[Step]) -> list[PlannedCut]:
    """Return the cuts of a plan. A plan that can be played has one at most.

    >>> cuts_of(["mitchell", cut_step(3, Carry.HALF), "danish"])
    [PlannedCut(after_round=1, gironi=3, carry=<Carry.HALF: 'half'>)]
    """
    return [
        PlannedCut(after_round=len(systems_of(plan[:at])), gironi=step["gironi"], carry=Carry(step["carry"]))
        for at, step in enumerate(plan)
        if not isinstance(step, str)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPlan:
    """The plan of an evening."""

    hands: int
    minutes: int
    """The minutes of a round; 0 for no clock."""
    steps: Sequence[Step]

    @property
    def rounds(self) -> int:
        return len(systems_of(self.steps))


def _rounds(count: int, named: NamedSystem) -> list[Step]:
    return [named.value] * count


USUAL_PLANS: Mapping[str, EveningPlan] = {
    "club_evening": EveningPlan(
        hands=4, minutes=50, steps=_rounds(3, NamedSystem.MITCHELL) + _rounds(1, NamedSystem.DANISH)
    ),
    "regional_5": EveningPlan(
        hands=4, minutes=50, steps=_rounds(3, NamedSystem.MITCHELL) + _rounds(2, NamedSystem.DANISH_MODIFIED)
    ),
    "regional_6": EveningPlan(
        hands=3, minutes=40, steps=_rounds(4, NamedSystem.MITCHELL) + _rounds(2, NamedSystem.DANISH_MODIFIED)
    ),
    "weekend": EveningPlan(
        hands=3,
        minutes=40,
        steps=[
            *_rounds(6, NamedSystem.MITCHELL),
            *_rounds(2, NamedSystem.DANISH),
            cut_step(3, Carry.WHOLE),
            *_rounds(3, NamedSystem.DANISH),
        ],
    ),
}
"""The usual plans, by their keys: a club's evening, a region's tournament, a national weekend."""
