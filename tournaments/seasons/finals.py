"""The final between the parts of a season: the first of each part, those already qualified passed over."""

from collections.abc import Sequence
from dataclasses import dataclass

from .ranking import SeasonRow, season_ranking
from .rule import SeasonRule
from .tournament_points import PlayedTournament, Ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPart:
    """A part of the season, and who qualified in it."""

    number: int
    first: int
    """The position in the season, from 1, of its first tournament; the next of its last."""
    last: int
    played: int
    """The number of its tournaments that are final."""
    qualified: tuple[SeasonRow, ...]
    """In their order; more than the rule says if some share the last place that qualifies."""
    undecided: bool
    """Whether more share the last place than there is room for: the referee decides."""
    passed_over: tuple[Ranked, ...]
    """Those of an earlier part who would have qualified again, in their order."""

    @property
    def is_over(self) -> bool:
        return self.played == self.last - self.first + 1


def season_parts(played: Sequence[PlayedTournament], rule: SeasonRule, *, seed: int) -> tuple[SeasonPart, ...]:
    """Return the parts in order, each ranked by its own tournaments alone; none without parts.

    Whoever qualified in an earlier part is passed over, so that the next in the ranking qualifies.
    """
    parts: list[SeasonPart] = []
    finalists: set[Ranked] = set()
    start = 0
    for number, size in enumerate(rule.parts, start=1):
        of_part = played[start : start + size]
        ranked = [row for row in season_ranking(of_part, rule, seed=seed) if row.place is not None]
        free = [row for row in ranked if row.who not in finalists]
        chosen = _with_equals(free, rule.qualified)
        last_place = chosen[-1].place or 0 if chosen else 0  # equivalent `chosen[-1].place`: as below
        again = [row for row in ranked if row.who in finalists]
        parts.append(
            SeasonPart(
                number=number,
                first=start + 1,
                last=start + size,
                played=len(of_part),
                qualified=chosen,
                undecided=len(chosen) > rule.qualified,
                passed_over=tuple(
                    row.who
                    for row in again
                    if (row.place or 0) <= last_place  # equivalent `row.place`: it is not None
                ),
            )
        )
        finalists |= {row.who for row in chosen}
        start += size
    return tuple(parts)


def _with_equals(rows: Sequence[SeasonRow], wanted: int) -> tuple[SeasonRow, ...]:
    """Return the first rows, and those that share the place of the last of them."""
    if len(rows) <= wanted:
        return tuple(rows)
    last = rows[wanted - 1].place
    return tuple(row for at, row in enumerate(rows) if at < wanted or row.place == last)
