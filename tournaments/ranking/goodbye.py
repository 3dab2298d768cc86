"""What an entrant takes home from a final ranking: its best hand, its climb, whom it beat, what it missed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.ranking.course import Course
from tournaments.records import EntrantId, Outcome, Standing, TieBreak

MEASURED = (TieBreak.VP, TieBreak.MP_DIFFERENCE, TieBreak.MP, TieBreak.WINS)
"""The tie-breaks by whose figure one can be short of another; they are named as the figures of `Standing`."""


class OwnHand(NamedTuple):
    """A hand of the entrant, with its own MP."""

    round: int
    number: int
    mp: int


class Climb(NamedTuple):
    """The places won, from the lowest place until now."""

    round: int
    """The round after which the lowest place was held, the latest if there were several."""
    lowest: int
    place: int


class Beaten(NamedTuple):
    """A round won, and the opponents."""

    round: int
    opponents: tuple[EntrantId, ...]


class Missed(NamedTuple):
    """The place above, and what was missing."""

    place: int
    by: TieBreak
    short: int
    """How much was missing; 0 if nothing is measured: in a direct meeting, by lot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goodbye:
    """The evening of one entrant."""

    place: int
    tied: bool
    of: int
    """The number of entrants ranked."""
    vp: int
    mp_difference: int
    best_hand: OwnHand | None
    """The first of those with the most MP; None if it scored in none."""
    climb: Climb | None
    """None if it never stood lower."""
    beaten: tuple[Beaten, ...]
    missed: Missed | None
    """None for the first, and where figures do not decide: below a bracket, and between gironi."""


def goodbye_of(standing: Standing, standings: Sequence[Standing], course: Course, hands: Iterable[OwnHand]) -> Goodbye:
    """Return the evening of a row of the ranking. `hands` are those of its tables, in order."""
    played = {score.round for score in standing.rounds if score.outcome is Outcome.PLAYED}
    best = max((hand for hand in hands if hand.round in played), key=lambda hand: hand.mp, default=None)
    return Goodbye(
        place=standing.place,
        tied=standing.tied,
        of=len(standings),
        vp=standing.vp,
        mp_difference=standing.mp_difference,
        best_hand=best if best and best.mp > 0 else None,
        climb=_climb(standing, course),
        beaten=tuple(Beaten(score.round, score.opponents) for score in standing.rounds if score.won),
        missed=_missed(standing, standings),
    )


def _climb(standing: Standing, course: Course) -> Climb | None:
    places = [(place, number) for number, place in course.of(standing.entrant.id)]
    lowest, number = max(places, default=(0, 0))
    return Climb(number, lowest, standing.place) if lowest > standing.place else None


def _missed(standing: Standing, standings: Sequence[Standing]) -> Missed | None:
    """Return what the entrants of a place missed the one above by; the first row of a place says what decided."""
    at = next(index for index, row in enumerate(standings) if row.place == standing.place)
    if not at:
        return None
    above, first = standings[at - 1], standings[at]
    by = None if above.by_knockout or above.girone != first.girone else first.decided_by
    if by is None:
        return None
    if by not in MEASURED:
        return Missed(above.place, by, 0)
    # After a fresh start in which nothing is scored yet, the order is that of figures that no longer count.
    short = getattr(above, by) - getattr(first, by)
    return Missed(above.place, by, short) if short > 0 else None
