"""The course of a ranking: everybody's place after each round, from the rows of the final ranking.

The rows hold every round with its figures, so nothing is read or scored again: the rounds are added up and ordered by
the same tie-breaks, since a cut in each girone. For a knockout, the caller gives the places of its rounds.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.ranking.missed_rounds import NO_TABLE
from tournaments.ranking.tallies import earned_until
from tournaments.ranking.tie_breaks import Meeting, in_order
from tournaments.records import SCORED, Carry, Cut, EntrantId, Outcome, PointAdjustment, RoundScore, Standing, TieBreak

Places = Mapping[EntrantId, int]
"""Everybody's place after a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The places after each round that has a result, in order."""

    places: Mapping[int, Places]
    """The places by round, for everybody who had sat at a table by then."""

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(self.places)

    def of(self, entrant: EntrantId) -> tuple[tuple[int, int], ...]:
        """Return an entrant's rounds, each with the place after it."""
        return tuple((number, places[entrant]) for number, places in self.places.items() if entrant in places)

    def climbed(self, entrant: EntrantId) -> int | None:
        """Return the places won since the last round but one (negative if lost).

        None if there is nothing to compare.
        """
        nowhere: Places = {}
        *_before, then, now = (nowhere, nowhere, *self.places.values())
        if entrant not in then or entrant not in now:
            return None
        return then[entrant] - now[entrant]


def course_of(
    standings: Sequence[Standing],
    *,
    tie_breaks: Sequence[TieBreak],
    seed: int,
    played_out: Mapping[int, Sequence[Standing]] | None = None,
    latest: int | None = None,
    cut: Cut | None = None,
) -> Course:
    """Return the course of a ranking, or only of its `latest` rounds, which is cheaper.

    `played_out` holds the rows after each round of a knockout, whose places no figure gives. After a `cut` the places
    are those of the gironi as they are now, one after the other.
    """
    sums = {row.entrant.id: _Sum(row, cut) for row in standings}
    scores: dict[int, dict[EntrantId, RoundScore]] = {}
    adjustments: dict[int, list[PointAdjustment]] = {}
    since: dict[EntrantId, int] = {}
    for row in standings:
        for score in row.rounds:
            scores.setdefault(score.round, {})[row.entrant.id] = score
            if score.table != NO_TABLE:
                since.setdefault(row.entrant.id, score.round)
        for adjustment in row.adjustments:
            adjustments.setdefault(adjustment.round, []).append(adjustment)
    charted = [number for number in sorted(scores) if any(map(_is_result, scores[number].values()))]
    charted = charted if latest is None else charted[-latest:]
    places: dict[int, Places] = {}
    numbers = sorted({*scores, *adjustments})
    # After the last round the places are the current ones.
    played_out = {**(played_out or {}), **dict.fromkeys(numbers[-1:], standings)}
    # Going back from the known end, only the rounds requested are subtracted.
    for number in reversed([number for number in numbers if charted and number >= charted[0]]):
        if cut is not None and number <= cut.after_round:
            cut = None
            for total in sums.values():
                total.leave_girone(number)
        if number in charted:
            rows = played_out.get(number)
            ranked = _ranked(sums.values(), number, tie_breaks, seed) if rows is None else _placed(rows)
            places[number] = {
                entrant: place for entrant, place in ranked.items() if since.get(entrant, number + 1) <= number
            }
        seated = scores.get(number, {})
        for entrant, score in seated.items():
            sums[entrant].take_out(score)
        for adjustment in adjustments.get(number, ()):
            sums[adjustment.entrant].take_back(adjustment, seated=adjustment.entrant in seated)
    return Course(places=dict(reversed(places.items())))


def _is_result(score: RoundScore) -> bool:
    return score.outcome not in (Outcome.OPEN, Outcome.REST) and score.table != NO_TABLE


def _ranked(sums: Collection["_Sum"], number: int, tie_breaks: Sequence[TieBreak], seed: int) -> dict[EntrantId, int]:
    for total in sums:
        total.until = number
    places: dict[EntrantId, int] = {}
    for girone in sorted({total.girone for total in sums}):
        for group in in_order([total for total in sums if total.girone == girone], tie_breaks, seed):
            places |= dict.fromkeys([member.id for member in group.members], len(places) + 1)
    return places


def _placed(rows: Sequence[Standing]) -> dict[EntrantId, int]:
    return {row.entrant.id: row.place for row in rows}


class _Sum:
    """An entrant's sums at the end of a round: the totals minus the later rounds."""

    __slots__ = ("girone", "id", "met_since", "mp", "mp_difference", "row", "until", "vp", "wins")

    def __init__(self, row: Standing, cut: Cut | None) -> None:
        self.row, self.id, self.until = row, row.entrant.id, 0
        self.vp, self.mp, self.mp_difference, self.wins = row.vp, row.mp, row.mp_difference, row.wins
        self.girone = (row.entrant.girone or 1) if cut is not None else 0
        self.met_since = cut.after_round + 1 if cut is not None and cut.carry is Carry.NOTHING else 1

    def leave_girone(self, number: int) -> None:
        """Count all points until this round, which is none of the gironi."""
        earned = earned_until(number, self.row.rounds, self.row.adjustments)
        self.vp, self.mp, self.mp_difference, self.wins = earned.vp, earned.mp, earned.mp_difference, earned.wins
        self.girone, self.met_since = 0, 1

    def take_out(self, score: RoundScore) -> None:
        self.vp -= score.vp
        self.mp -= score.mp
        self.mp_difference -= score.difference
        self.wins -= score.won

    def take_back(self, adjustment: PointAdjustment, *, seated: bool) -> None:
        """Subtract the adjustments: VP, and MP of a round without a table; those of a table are in its score."""
        self.vp -= adjustment.vp
        if not seated:
            self.mp -= adjustment.mp
            self.mp_difference -= adjustment.mp

    def meetings(self) -> Collection[Meeting]:
        """Return the opponents met by then and the VP scored, needed only when figures are equal."""
        rounds = (score for score in self.row.rounds if self.met_since <= score.round <= self.until)
        return [(score.opponents, score.vp) for score in rounds if score.outcome in SCORED]
