"""The ranking after a round (docs/tournaments.md §5), with shared places for equal entrants.

It does not know missed rounds that count as absences, or the order that a knockout gives.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from .evening import Evening, Share


class Ranking:
    def __init__(self, evening: Evening, after: int) -> None:
        self.evening = evening
        self.rounds = [evening.shares(number) for number in range(1, after + 1)]
        self.entrants = [number for number in evening.numbers if self._is_ranked(number, after)]
        self.rows = self._places()

    def _is_ranked(self, entrant: int, after: int) -> bool:
        pair = next(pair for pair in self.evening.data["pairs"] if pair["number"] == entrant)
        return pair["status"] != "expected" or any(entrant in shares for shares in self.rounds)

    @property
    def order(self) -> list[int]:
        return [entrant for _place, entrant in self.rows]

    def _of(self, entrant: int) -> list[Share]:
        seated = [shares.get(entrant) for shares in self.rounds]
        return [share for share in seated if share is not None]

    def vp(self, entrant: int) -> int:
        return sum(share.vp for share in self._of(entrant))

    def mp(self, entrant: int) -> int:
        return sum(share.scored for share in self._of(entrant))

    def difference(self, entrant: int) -> int:
        return sum(share.scored - share.conceded for share in self._of(entrant))

    def wins(self, entrant: int) -> int:
        return sum(share.won for share in self._of(entrant))

    def lot(self, entrant: int) -> int:
        text = f"{self.evening.seed}:{entrant}".encode("ascii")
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")

    def _places(self) -> list[tuple[int, int]]:
        groups = [self.entrants]
        for criterion in self.evening.settings["tie_breaks"]:
            groups = [part for group in groups for part in self._split(group, criterion)]
        rows, place = [], 1
        for group in groups:
            rows += [(place, entrant) for entrant in sorted(group)]
            place += len(group)
        return rows

    def _split(self, group: list[int], criterion: str) -> list[list[int]]:
        if len(group) < 2:
            return [group]
        if criterion == "direct":
            met = {one: self._met(one, set(group) - {one}) for one in group}
            if any(None in each.values() for each in met.values()):
                return [group]
            value: Callable[[int], Any] = lambda one: sum(vp or 0 for vp in met[one].values())  # noqa: E731
        else:
            value = {
                "vp": self.vp, "mp_difference": self.difference, "mp": self.mp, "wins": self.wins, "lot": self.lot,
            }[criterion]  # fmt: skip
        values = sorted({value(one) for one in group}, reverse=True)
        return [[one for one in group if value(one) == each] for each in values]

    def _met(self, one: int, others: set[int]) -> dict[int, int | None]:
        """Return the VP that `one` scored against each other entrant, or None if they have not met."""
        scored: dict[int, int | None] = dict.fromkeys(others)
        for shares in self.rounds:
            share = shares.get(one)
            for other in others & set(share.met if share else ()):
                scored[other] = (scored[other] or 0) + (share.vp if share else 0)
        return scored
