"""The matches of teams: who meets whom on a match day, the line-ups, and a match's score (docs/tournaments.md §8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

FEWEST_TABLES = 2
MOST_TABLES = 4
"""The pairs of a team that play a match: two to four."""
MOST_SESSIONS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A match as it was drawn: two teams by number, or one that rests."""

    day: int
    number: int
    home: int
    away: int | None

    @property
    def teams(self) -> tuple[int, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFormat:
    """The format of a match: its number of pairs of each team and of sessions; each session is a round."""

    tables: int = FEWEST_TABLES
    sessions: int = 1

    def day_of(self, round_: int) -> int:
        """Return the match day of a round.

        >>> [MatchFormat(sessions=2).day_of(round_) for round_ in (1, 2, 3)]
        [1, 1, 2]
        """
        return (round_ - 1) // self.sessions + 1

    def round_of(self, day: int, session: int) -> int:
        """Return the round of a session.

        >>> MatchFormat(sessions=2).round_of(3, 2)
        6
        """
        return (day - 1) * self.sessions + session

    def rounds_of(self, day: int) -> range:
        return range(self.round_of(day, 1), self.round_of(day, self.sessions) + 1)


class MatchScore(NamedTuple):
    """A team's match that is over, or its rest."""

    day: int
    opponent: int | None
    """None for a rest."""
    difference: int
    """The difference in MP that the scale read; of a rest, what goes with its VP."""
    vp: int
    won: bool


Seated = TypeVar("Seated")


def seats_of_match(home: Sequence[Seated], away: Sequence[Seated]) -> Iterator[tuple[Seated, Seated]]:
    """Yield NS and EW of a match's tables, from both line-ups; the teams take turns as NS.

    >>> list(seats_of_match([1, 2, 3], [4, 5, 6]))
    [(1, 4), (5, 2), (3, 6)]
    """
    for at, (one, other) in enumerate(zip(home, away, strict=True)):
        yield (other, one) if at % 2 else (one, other)
