"""A measured figure with its aim and its comparison."""

import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

REPEATS = 7
DEPTHS = 32
"""The number of depths of the stack at which work is measured: with one for each repeat, 200 would be too deep."""
FASTER_IS_MORE = "a second"
"""The unit in which more is better; in all others less is better."""


class Figure(NamedTuple):
    """One result of a benchmark's `measure`."""

    what: str
    figure: float
    unit: str
    aim: float
    """0 stands for none: the figure is measured for comparison."""
    beside: str
    """Its floor or its alternative, measured in the same run, in words."""

    @property
    def is_reached(self) -> bool:
        return self.figure >= self.aim if self.unit == FASTER_IS_MORE else self.figure <= self.aim

    @property
    def aim_in_words(self) -> str:
        """Return whether the aim is reached or by how much it is missed, in words."""
        if not self.aim:
            return ""
        if self.is_reached:
            return "reached"
        off = self.aim / self.figure if self.unit == FASTER_IS_MORE else self.figure / self.aim
        return f"missed: {off:.2f} ×"


def median_ms(work: Callable[[], object], repeats: int = REPEATS) -> float:
    return medians_ms(work, repeats=repeats)[0]


def medians_ms(*works: Callable[[], object], repeats: int = REPEATS) -> list[float]:
    """Return the median of each, of CPU time. They take turns, so that a loaded machine slows all of them equally.

    Each repeat begins at another depth of the stack: Python 3.11 asks the system for the memory of each call that
    crosses the end of a chunk of the stack, and gives it back afterwards, so at one depth a page may take twice as long
    as at others.
    """
    times: list[list[float]] = [[] for _work in works]
    for repeat in range(repeats):
        for work, taken in zip(works, times, strict=True):
            start = time.process_time()
            _deeper(7 * (repeat % DEPTHS), work)
            taken.append(1000 * (time.process_time() - start))
    return [statistics.median(taken) for taken in times]


def _deeper(calls: int, work: Callable[[], object]) -> None:
    """Do the work below so many calls."""
    if calls:
        _deeper(calls - 1, work)
    else:
        work()


def print_times(figures: Iterable[Figure]) -> None:
    """Print figures in milliseconds, each as soon as it is measured."""
    for figure in figures:
        aim = f"aim {figure.aim:,.0f}" if figure.aim else ""
        print(f"{figure.what:62}{figure.figure:9.1f} ms  {aim:12}{figure.beside}", flush=True)
