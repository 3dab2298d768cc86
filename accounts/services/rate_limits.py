"""Rate limits: a burst of requests at once, and then a number of requests per second.

The state is in the memory of one process, so that a check costs nothing. It protects the club's computer from a runaway
program; it does not protect secrets.
"""

from collections.abc import Hashable
from math import ceil

MOST_KNOWN = 1_000


class Pace:
    """A token bucket for each client: every visit takes one token, and time refills the bucket."""

    def __init__(self, *, at_once: int, per_second: float) -> None:
        self._at_once, self._per_second = at_once, per_second
        self._left: dict[Hashable, tuple[float, float]] = {}
        """The visits that each visitor had left, and the time of that."""

    def wait(self, who: Hashable, *, now: float) -> int:
        """Return 0 and count the visit if it is allowed, otherwise the whole seconds to wait.

        `now` is in seconds of any clock.
        """
        left, then = self._left.get(who, (self._at_once, now))
        left = min(self._at_once, left + (now - then) * self._per_second)
        if left < 1:
            return ceil((1 - left) / self._per_second)
        if len(self._left) >= MOST_KNOWN:
            self._left.clear()
        self._left[who] = left - 1, now
        return 0

    def reset(self) -> None:
        self._left.clear()
