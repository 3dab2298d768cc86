"""The ranking after a round (docs/tournaments.md §5), and girone after girone since a cut (docs/tournaments.md §7).

It does not know missed rounds that count as absences; the order that a knockout gives is in `plans.py`.
"""

from collections.abc import Callable
from hashlib import blake2b
from math import ceil
from typing import Any

from .evening import Evening, Share


class Ranking:
    def __init__(self, evening: Evening, after: int, *, for_draw: bool = False) -> None:
        self.evening = evening
        self.rounds = [evening.shares(number) for number in range(1, after + 1)]
        self.cut = evening.cut_after if evening.is_in_gironi(after + for_draw) else None
        # A draw ranks everybody: somebody who came for it may have left since without a seat before.
        self.entrants = [number for number in evening.numbers if for_draw or self._is_ranked(number)]
        self.rows = self._places()

    def _is_ranked(self, entrant: int) -> bool:
        pair = next(pair for pair in self.evening.data["pairs"] if pair["number"] == entrant)
        return pair["status"] == "active" or any(self._has_sat(entrant, shares) for shares in self.rounds)

    @staticmethod
    def _has_sat(entrant: int, shares: dict[int, Share]) -> bool:
        return entrant in shares and shares[entrant].table is not None

    @property
    def order(self) -> list[int]:
        return [entrant for _place, entrant in self.rows]

    def _sum(self, entrant: int, figure: Callable[[Share], int], goes_on: Callable[[int], int]) -> int:
        """Add up a figure: all of it, or what goes on into the gironi and what was earned there."""
        earned = [figure(shares[entrant]) if entrant in shares else 0 for shares in self.rounds]
        if self.cut is None:
            return sum(earned)
        return goes_on(sum(earned[: self.cut])) + sum(earned[self.cut :])

    def _carried(self, half: Callable[[int], int]) -> Callable[[int], int]:
        whole: Callable[[int], int] = lambda points: points  # noqa: E731
        return {"whole": whole, "half": half, "nothing": lambda points: 0}[self.evening.carry]

    def vp(self, entrant: int) -> int:
        return self._sum(entrant, lambda share: share.vp, self._carried(lambda points: ceil(points / 2)))

    def mp(self, entrant: int) -> int:
        return self._sum(entrant, lambda share: share.scored, self._carried(lambda points: int(points / 2)))

    def difference(self, entrant: int) -> int:
        halved = self._carried(lambda points: int(points / 2))
        return self._sum(entrant, lambda share: share.scored - share.conceded, halved)

    def wins(self, entrant: int) -> int:
        return self._sum(entrant, lambda share: share.won, self._carried(lambda points: points))

    def lot(self, entrant: int) -> int:
        text = f"{self.evening.seed}:{entrant}".encode("ascii")
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")

    def _places(self) -> list[tuple[int, int]]:
        if self.cut is None:
            return self._placed(self.entrants, first=1)
        cut, self.cut = self.cut, self.cut if self._has_begun() else None
        rows: list[tuple[int, int]] = []
        for girone in sorted(set(map(self.evening.girone, self.entrants))):
            members = [entrant for entrant in self.entrants if self.evening.girone(entrant) == girone]
            rows += self._placed(members, first=len(rows) + 1)
        self.cut = cut
        return rows

    @property
    def is_in_gironi(self) -> bool:
        return self.cut is not None and self._has_begun()

    def _has_begun(self) -> bool:
        """Return whether the gironi have a ranking of their own: something goes on, or has been scored since."""
        scored = any(share.played for shares in self.rounds[self.cut :] for share in shares.values())
        return self.evening.carry != "nothing" or scored

    def _placed(self, entrants: list[int], *, first: int) -> list[tuple[int, int]]:
        groups = [entrants]
        for criterion in self.evening.settings["tie_breaks"]:
            groups = [part for group in groups for part in self._split(group, criterion)]
        rows, place = [], first
        for group in groups:
            rows += [(place, entrant) for entrant in sorted(group)]
            place += len(group)
        return rows

    def _split(self, group: list[int], criterion: str) -> list[list[int]]:
        if len(group) < 2:
            return [group]
        if criterion == "direct":
            met = {one: self._met(one, set(group) - {one}) for one in group}
            if any(None in opponents.values() for opponents in met.values()):
                return [group]
            value: Callable[[int], Any] = lambda one: sum(vp or 0 for vp in met[one].values())  # noqa: E731
        else:
            value = {
                "vp": self.vp, "mp_difference": self.difference, "mp": self.mp, "wins": self.wins, "lot": self.lot,
            }[criterion]  # fmt: skip
        values = sorted({value(one) for one in group}, reverse=True)
        return [[one for one in group if value(one) == figure] for figure in values]

    def _met(self, one: int, others: set[int]) -> dict[int, int | None]:
        """Return the VP that `one` scored against each other entrant, or None if they have not met."""
        scored: dict[int, int | None] = dict.fromkeys(others)
        counted = self.rounds[self.cut :] if self.evening.carry == "nothing" else self.rounds
        for shares in counted:
            share = shares.get(one)
            for other in others & set(share.met if share else ()):
                scored[other] = (scored[other] or 0) + (share.vp if share else 0)
        return scored
