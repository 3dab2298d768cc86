"""A measured figure, its aim, and what was measured beside it."""

from typing import NamedTuple

FASTER_IS_MORE = "a second"
"""The unit of which more is better; of all others less is."""


class Figure(NamedTuple):
    """What `measure` of a benchmark yields."""

    what: str
    figure: float
    unit: str
    aim: float
    """0: none; it is measured for another figure's sake."""
    beside: str
    """Its floor or its alternative, measured in the same run, in words."""

    @property
    def is_reached(self) -> bool:
        return self.figure >= self.aim if self.unit == FASTER_IS_MORE else self.figure <= self.aim

    @property
    def said(self) -> str:
        """Whether it is reached; if not, by how much it is missed."""
        if not self.aim:
            return ""
        if self.is_reached:
            return "reached"
        off = self.aim / self.figure if self.unit == FASTER_IS_MORE else self.figure / self.aim
        return f"missed: {off:.2f} ×"
