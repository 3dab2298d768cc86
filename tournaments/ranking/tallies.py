"""The sums of everybody ranked, and who shares a place: in one ranking, or after a cut in each girone."""

from collections.abc import Collection, Iterator, Sequence

from tournaments.ranking.tie_breaks import Meeting, TiedGroup, in_order
from tournaments.records import (
    SCORED,
    CarriedFigures,
    Carry,
    Cut,
    Entrant,
    EntrantId,
    Outcome,
    PointAdjustment,
    RoundScore,
    TieBreak,
)


class EntrantSums:
    """The sums of an entrant over some rounds."""

    __slots__ = ("conceded", "id", "mp", "rounds", "vp", "wins")

    def __init__(self, entrant: EntrantId, earlier: "EntrantSums | None" = None) -> None:
        """Begin with nothing, or with the sums of the rounds before."""
        self.id = entrant
        if earlier is None:
            self.rounds: list[RoundScore] = []
            self.vp = self.mp = self.conceded = self.wins = 0
        else:
            self.rounds = earlier.rounds.copy()
            self.vp, self.mp = earlier.vp, earlier.mp
            self.conceded, self.wins = earlier.conceded, earlier.wins

    def add(self, score: RoundScore) -> None:
        """Add a round with the MP adjustments of its side."""
        if self.rounds and self.rounds[-1].round == score.round:
            raise ValueError(f"expected one table of round {score.round} for entrant {self.id}, got two")
        self.rounds.append(score)
        self.vp += score.vp
        self.mp += score.mp
        self.conceded += score.conceded
        self.wins += score.won


class EntrantTally(EntrantSums):
    """The sums of an entrant that is ranked."""

    __slots__ = ("adjustments", "carried", "entrant", "met_since")

    def __init__(self, entrant: Entrant, earlier: EntrantSums | None = None) -> None:
        super().__init__(entrant.id, earlier)
        self.entrant = entrant
        self.adjustments: tuple[PointAdjustment, ...] = ()
        self.carried: CarriedFigures | None = None
        self.met_since = 1
        """The first round whose meetings count."""

    def adjust(self, adjustments: Sequence[PointAdjustment]) -> None:
        """Add the referee's adjustments: VP, and MP of a round without a table."""
        seated = {score.round for score in self.rounds}
        self.adjustments = tuple(adjustments)
        self.vp += sum(adjustment.vp for adjustment in adjustments)
        self.mp += sum(adjustment.mp for adjustment in adjustments if adjustment.round not in seated)

    def has_scored_since(self, cut: Cut) -> bool:
        """Return whether it has a result of a table in its girone."""
        return any(
            score.round > cut.after_round and score.outcome not in (Outcome.OPEN, Outcome.REST) for score in self.rounds
        )

    def begin_girone(self, cut: Cut) -> None:
        """Count of the points before the cut only what goes on."""
        earned = earned_until(cut.after_round, self.rounds, self.adjustments)
        self.carried = earned.carried(cut.carry)
        self.vp += self.carried.vp - earned.vp
        self.mp += self.carried.mp - earned.mp
        self.wins += self.carried.wins - earned.wins
        gone = earned.mp - earned.mp_difference - (self.carried.mp - self.carried.mp_difference)
        self.conceded -= gone
        self.met_since = cut.after_round + 1 if cut.carry is Carry.NOTHING else 1

    @property
    def girone(self) -> int:
        return self.entrant.girone or 1

    @property
    def mp_difference(self) -> int:
        return self.mp - self.conceded

    def meetings(self) -> Collection[Meeting]:
        scored = (score for score in self.rounds if score.outcome in SCORED and score.round >= self.met_since)
        return [(score.opponents, score.vp) for score in scored]


def earned_until(last: int, scores: Sequence[RoundScore], adjustments: Sequence[PointAdjustment]) -> CarriedFigures:
    """Return the figures of an entrant after this round, from all of its rounds and adjustments."""
    rounds = [score for score in scores if score.round <= last]
    adjustments = [adjustment for adjustment in adjustments if adjustment.round <= last]
    seated = {score.round for score in rounds}
    unseated = sum(adjustment.mp for adjustment in adjustments if adjustment.round not in seated)
    return CarriedFigures(
        vp=sum(score.vp for score in rounds) + sum(adjustment.vp for adjustment in adjustments),
        mp_difference=sum(score.difference for score in rounds) + unseated,
        mp=sum(score.mp for score in rounds) + unseated,
        wins=sum(score.won for score in rounds),
    )


def ranked_groups(
    tallies: Collection[EntrantTally], tie_breaks: Sequence[TieBreak], seed: int, cut: Cut | None
) -> Iterator[TiedGroup[EntrantTally]]:
    """Yield those who share a place, best first.

    Where nothing goes on into the gironi, their first ranking is the one that was cut: it stays until there is a score.
    """
    if cut is None:
        yield from in_order([*tallies], tie_breaks, seed)
        return
    begun = any(tally.has_scored_since(cut) for tally in tallies)
    for girone in sorted({tally.girone for tally in tallies}):
        members = [tally for tally in tallies if tally.girone == girone]
        groups = in_order(members, tie_breaks, seed)
        for tally in members:
            tally.begin_girone(cut)
        yield from in_order(members, tie_breaks, seed) if begun or cut.carry is not Carry.NOTHING else groups
