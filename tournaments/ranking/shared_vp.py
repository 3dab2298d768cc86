"""The number who must end above some VP because a table's VP are shared, whoever meets whom.

Seen as losses: what a table gives one side, the other loses of the most that it could have had. Who could come beyond
those VP must lose the rest; and those who could come furthest are let past, as few as will do.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate


class LossesInAll:
    """The losses of everything still to be played: a bound, because only their sum counts, not the opponents."""

    def __init__(self, most: Iterable[int], losses: int) -> None:
        """Set `most`, the VP that each could reach, and `losses`, the sum of the VP that they cannot all get."""
        descending = sorted(most, reverse=True)
        self._most = [-number for number in descending]
        self._sums = [0, *accumulate(descending)]
        self._losses = losses

    def least(self, vp: int, lost: int) -> int:
        """Return how few end above `vp`, the VP of one of them after losing `lost`."""
        beyond, own = bisect_left(self._most, -vp), bisect_left(self._most, -vp - lost)

        def is_enough(let_past: int) -> bool:
            start, losses = (let_past, self._losses) if own >= let_past else (let_past + 1, self._losses - lost)
            return self._sums[beyond] - self._sums[start] - (beyond - start) * vp <= losses

        return bisect_left(range(beyond - (own < beyond)), True, key=is_enough)


class LossesInARound:
    """The losses of one round to be drawn, and nothing else: exact, because every draw is possible."""

    def __init__(
        self, most: Iterable[int], results: Sequence[int], *, rest: int | None = None, fixed: Iterable[int] = ()
    ) -> None:
        """`most`: the VP that each could come to; `results`: those that a table can give a side, the least first.

        `rest`: what who rests loses, if somebody does. `fixed`: the VP of those who play no more.
        """
        self._most = sorted(most, reverse=True)
        self._results, self._total = results, results[-1]
        self._rest = () if rest is None else (rest,)
        self._fixed = sorted(fixed)

    def least(self, vp: int, lost: int) -> int:
        """Return how few end above `vp`, the VP of one of them after losing `lost`."""
        others = self._most.copy()
        others.remove(vp + lost)
        to_lose = [most - vp for most in others if most > vp]
        free = len(others) - len(to_lose)

        def is_enough(let_past: int) -> bool:
            return self._fits(to_lose[let_past:], free + let_past, self._total - lost)

        let_past = bisect_left(range(len(to_lose)), True, key=is_enough)
        return let_past + len(self._fixed) - bisect_left(self._fixed, vp + 1)

    def _fits(self, to_lose: list[int], free: int, to_own: int) -> bool:
        """Return whether a draw lets all these, one at least, lose so many, the most first, and so many others none.

        `to_own` is what one of all those loses to whose place it is.
        """
        if to_lose[0] > self._total:
            return False
        # Each seat with a given loss is taken by the entrant that must lose most of those for whom it suffices.
        for loss in sorted((to_own, *self._rest), reverse=True):
            at = bisect_left(to_lose, -loss, key=int.__neg__)
            if at < len(to_lose):
                del to_lose[at]
            else:
                free -= 1
        # Entrants that must not lose meet those that must lose most; the others meet each other, most against least.
        left = to_lose[max(free, 0) :]
        half = len(left) // 2
        meetings = zip(left[:half], reversed(left[half:]), strict=True)
        return free >= 0 and all(self._at_least(one) + other <= self._total for one, other in meetings)

    def _at_least(self, vp: int) -> int:
        """Return the fewest VP that a table can give and that reach this number."""
        return self._results[bisect_left(self._results, vp)]
