"""How often somebody may come: so many times at once, and then so many times a second.

It is kept in the memory of one process, so that asking costs nothing; it protects the club's computer from a program
that has gone wild, and hides no secret.
"""

from collections.abc import Hashable
from math import ceil

MOST_KNOWN = 1_000


class Pace:
    """A bucket for each who comes, which a visit takes one from and time fills again."""

    def __init__(self, *, at_once: int, per_second: float) -> None:
        self._at_once, self._per_second = at_once, per_second
        self._left: dict[Hashable, tuple[float, float]] = {}
        """What each has left, and when that was."""

    def wait(self, who: Hashable, *, now: float) -> int:
        """Whole seconds until the next visit is welcome; 0: this one is, and it counts. `now`: seconds of any clock."""
        left, then = self._left.get(who, (self._at_once, now))
        left = min(self._at_once, left + (now - then) * self._per_second)
        if left < 1:
            return ceil((1 - left) / self._per_second)
        if len(self._left) >= MOST_KNOWN:
            self._left.clear()
        self._left[who] = left - 1, now
        return 0

    def forget(self) -> None:
        self._left.clear()
