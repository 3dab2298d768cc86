"""The cut of a ranking into gironi: who comes into which, and where the cut falls (docs/tournaments.md §7)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.records import Entrant, EntrantId, Standing, TieBreak
from tournaments.records.gironi import gironi_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary:
    """The last of a girone and the first of the next one, as the ranking has them."""

    girone: int
    """The upper one."""
    last: Standing
    first: Standing
    decided_by: TieBreak | None
    """The tie-break that separates the two; None if nothing does, and the cut falls between equals."""

    @property
    def is_close(self) -> bool:
        """Return whether both have the same VP, so that something else decides."""
        return self.last.vp == self.first.vp


@dataclass(frozen=True, slots=True, kw_only=True)
class GironeMove:
    """The effects of moving a pair into another girone."""

    entrant: Entrant
    origin: int
    goal: int
    place: int
    """The place that it has in the other girone, counted there."""
    vp: int
    sizes: Mapping[int, int]
    """The number of pairs of each girone that are here afterwards."""
    draft: int | None
    """The number of a round drawn and not published yet."""
    under_way: int | None
    """The number of the round being played."""


def dealt(standings: Sequence[Standing], sizes: Sequence[int]) -> dict[EntrantId, int]:
    """Return the girone of everybody ranked.

    The sizes count those who are here. Whoever has withdrawn stays with those above, and in A if nobody is.
    """
    gironi = iter(gironi_of(sizes))
    gironi_of_entrants: dict[EntrantId, int] = {}
    girone = 1
    for row in standings:
        girone = next(gironi) if row.entrant.active else girone
        gironi_of_entrants[row.entrant.id] = girone
    return gironi_of_entrants


def place_in_girone(standing: Standing, standings: Sequence[Standing]) -> int:
    """Return the place of a row among those of its girone, in the order of the general ranking."""
    return 1 + sum(row.place < standing.place for row in standings if row.girone == standing.girone)


def knockout_seeds(rows: Sequence[Standing]) -> list[Standing]:
    """Return the rows in the order in which a knockout seeds them: the first of A, the first of B …, the second of A …

    Whom an earlier bracket of the whole field placed comes first, as it placed them. Without gironi the order stays as
    it is.
    """
    seen: Counter[int | None] = Counter()
    seeds: list[tuple[tuple[bool, int, int], Standing]] = []
    for row in rows:
        seen[row.girone] += not row.before_gironi
        own = (0, 0) if row.before_gironi else (seen[row.girone], row.girone or 0)
        seeds.append(((not row.before_gironi, *own), row))
    return [row for _seed, row in sorted(seeds, key=lambda seed: seed[0])]


def boundaries(
    standings: Sequence[Standing], gironi: Mapping[EntrantId, int], tie_breaks: Sequence[TieBreak]
) -> list[Boundary]:
    """Return where the ranking is cut, among those who are here."""
    here = [(at, row) for at, row in enumerate(standings) if row.entrant.active]
    found = []
    for (above, last), (below, first) in pairwise(here):
        girone = gironi[last.entrant.id]
        if girone != gironi[first.entrant.id]:
            parted = {row.decided_by for row in standings[above + 1 : below + 1]}
            decided_by = next((tie_break for tie_break in tie_breaks if tie_break in parted), None)
            found.append(Boundary(girone=girone, last=last, first=first, decided_by=decided_by))
    return found
