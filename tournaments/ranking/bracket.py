"""The bracket of a knockout: who meets whom, who went on and why, as the seats and results of its rounds tell.

Source: docs/tournaments.md §2. Everything follows from the run (the ranking that it was drawn from) and the history,
so nothing is stored, and any history makes a bracket.

* Standard seeding: 1 and 2 can meet in the final only, 1 to 4 in the semi-finals only, and so on; where the number of
  entrants is no power of two, the best seeds pass the first round (byes).
* The higher MP goes on; an absent side loses; from a tie, and where both stay away, the better seed goes on unless
  the referee says otherwise.
* Seats are facts. Where the referee seated others than the bracket expects, a match is the table of its first
  contestant, else of its second, else the first that no match has claimed. And whoever sits in the next round went
  on, whatever a later correction makes of the result.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.ranking.standings import IN_ORDER
from tournaments.records import EntrantId, Outcome, RoundSettings, Run, TableResult


class WinReason(StrEnum):
    """The reason why a match has its winner."""

    RESULT = "result"
    ABSENCE = "absence"
    BYE = "bye"
    """There was no opponent: a bye, or a withdrawn opponent."""
    BETTER_SEED = "better_seed"
    """The better seed goes through after a tie, or if both are absent."""
    REFEREE = "referee"
    """The referee decided after a tie, or seated the winner in the next round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A side of a match. With neither `entrant` nor `comes_from` it is empty, and the other side has a bye."""

    entrant: EntrantId | None = None
    seed: int | None = None
    """The place in the ranking from which the bracket was drawn."""
    comes_from: int | None = None
    """The number of the previous round's match whose winner this is; in the third-place match, its loser."""

    @property
    def open(self) -> bool:
        """Return whether the contestant is still to be decided."""
        return self.entrant is None and self.comes_from is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match of a bracket, drawn or still to come."""

    round: int
    """The number of the round in the tournament."""
    number: int
    """The number in the round, from 1; the third-place match is number 2 of the last round."""
    stage: int
    """The number of entrants still in: 2 for the final and the third place, 4 for a semi-final, 8 for a quarter-final …
    """
    first: Contestant
    second: Contestant
    third_place: bool = False
    table: TableResult | None = None
    """The table at which the match was seated."""
    winner: EntrantId | None = None
    decided: WinReason | None = None

    @property
    def contestants(self) -> tuple[EntrantId, ...]:
        return tuple(side.entrant for side in (self.first, self.second) if side.entrant is not None)

    @property
    def empty(self) -> bool:
        """Return whether both sides are empty, so that the next round has a bye."""
        return not (self.contestants or self.first.open or self.second.open)

    @property
    def loser(self) -> EntrantId | None:
        """Return the loser; None without a winner, or if the winner had no opponent."""
        if self.winner is None:
            return None
        return next((entrant for entrant in self.contestants if entrant != self.winner), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """A knockout, from its first round to its final."""

    seeds: tuple[EntrantId, ...]
    """The entrants, best first."""
    rounds: tuple[tuple[Match, ...], ...]
    """The matches of each round in the order of the bracket: matches 1 and 2 lead to match 1 of the next round."""
    third_place: Match | None = None

    @property
    def winner(self) -> EntrantId | None:
        return self.rounds[-1][0].winner if self.rounds else None


def first_round(size: int) -> list[tuple[int, int]]:
    """Return the seeds of the first round's matches, the better first; `size` is a power of two.

    >>> first_round(8)
    [(1, 8), (4, 5), (3, 6), (2, 7)]
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        pairs = [(seed, total - seed) if at % 2 == 0 else (total - seed, seed) for at, seed in enumerate(seeds)]
        seeds = [seed for pair in pairs for seed in pair]
    return [(min(pair), max(pair)) for pair in zip(seeds[::2], seeds[1::2], strict=True)]


def bracket_of(
    run: Run,
    history: Iterable[TableResult],
    settings: RoundSettings,
    advance: Mapping[int, Collection[EntrantId]] | None = None,
) -> Bracket:
    """Return the bracket of a run of knockout rounds, as far as `history` goes.

    `settings` are those of any of its rounds, for `third_place` of the latest. `advance` gives, by the number of a
    round, who the referee let go on to it from a tie (`RoundSettings.advance` of that round); a round that is missing
    there is read off its seats.
    """
    return _Drawing(run, history, settings, advance or {}).bracket()


def knockout_order(bracket: Bracket) -> tuple[EntrantId, ...]:
    """The entrants of a bracket, best first, as far as known.

    The winner, the other finalist, third and fourth as their match ended, then the losers of each earlier round by
    seed; while the knockout is on, those who are still in come before those who are out.
    """
    rank = dict.fromkeys(bracket.seeds, (1, False))
    seeds = {entrant: seed for seed, entrant in enumerate(bracket.seeds)}
    for at, matches in enumerate(bracket.rounds):
        rank |= {entrant: (-at, match.loser == entrant) for match in matches for entrant in match.contestants}
    fourth = bracket.third_place.loser if bracket.third_place else None
    return tuple(
        sorted(rank, key=lambda entrant: (*rank[entrant], entrant == fourth, seeds.get(entrant, len(seeds)), entrant))
    )


Meeting = tuple[Contestant, Contestant]


class _Drawing:
    """A bracket under construction, round by round: the seats of each round show who won the previous one."""

    def __init__(
        self,
        run: Run,
        history: Iterable[TableResult],
        settings: RoundSettings,
        advance: Mapping[int, Collection[EntrantId]],
    ) -> None:
        self.start = run.start
        self.seeds = run.order[: settings.qualifiers]
        self.seed_of = {entrant: seed for seed, entrant in enumerate(run.order, 1)}
        self.with_third_place = settings.third_place
        self.advance = advance
        self.tables: dict[int, list[TableResult]] = {}
        for table in sorted(history, key=IN_ORDER):  # equivalent `sorted(history)`: no two are one table of a round
            self.tables.setdefault(table.round, []).append(table)

    def bracket(self) -> Bracket:
        size = 1
        while size < len(self.seeds):
            size *= 2
        first = first_round(size) if size > 1 else []
        meetings = [(self._entered(better), self._entered(other)) for better, other in first]
        rounds: list[tuple[Match, ...]] = []
        third_place = None
        while size > 1:
            number = self.start + len(rounds)
            matches = [self._decided(match) for match in self._seated(number, size, meetings)]
            if size == 2 and len(matches) > 1:
                third_place = replace(matches.pop(), third_place=True)
            matches = self._gone_on(matches, self.tables.get(number + 1, []) if size > 2 else [])
            rounds.append(tuple(matches))
            meetings = self._next(matches)
            size //= 2
        return Bracket(seeds=self.seeds, rounds=tuple(rounds), third_place=third_place)

    def _entered(self, seed: int) -> Contestant:
        return self._contestant(self.seeds[seed - 1]) if seed <= len(self.seeds) else Contestant()

    def _contestant(self, entrant: EntrantId | None, comes_from: int | None = None) -> Contestant:
        seed = None if entrant is None else self.seed_of.get(entrant, len(self.seed_of) + 1)
        return Contestant(entrant=entrant, seed=seed, comes_from=comes_from)

    def _next(self, matches: Sequence[Match]) -> list[Meeting]:
        """Return the next round: winner against winner, and before the final also loser against loser if two exist."""
        came = [self._contestant(match.winner, None if match.empty else match.number) for match in matches]
        meetings = list(zip(came[::2], came[1::2], strict=False))
        if len(matches) == 2 and all(match.loser or match.winner is None for match in matches):
            one, other = (self._contestant(match.loser, None if match.empty else match.number) for match in matches)
            meetings.append((one, other))
        return meetings

    def _seated(self, number: int, stage: int, meetings: list[Meeting]) -> list[Match]:
        """Return the matches of a round at the tables where they were seated, if the round is drawn."""
        drawn = self.tables.get(number, [])
        here = {entrant for table in drawn for entrant in _seated_at(table)}
        tables = _claimed(meetings, drawn)
        if stage == 2 and len(meetings) > 1 and not self.with_third_place and tables[1] is None:
            meetings = meetings[:1]
        matches = []
        for at, (meeting, table) in enumerate(zip(meetings, tables, strict=False)):
            seated = _seated_at(table) if table else []
            first, second = self._as_seated(meeting, seated, here)
            matches.append(Match(round=number, number=at + 1, stage=stage, first=first, second=second, table=table))
        return matches

    def _as_seated(self, meeting: Meeting, seated: list[EntrantId], here: set[EntrantId]) -> Meeting:
        """Return the contestants as the referee seated them.

        One who is not `here` keeps its side unless another has it.
        """
        expected = [side.entrant for side in meeting]
        others = [entrant for entrant in seated if entrant not in expected]

        def seated_as(side: Contestant) -> Contestant:
            if side.entrant in seated:
                return side
            if others:
                return self._contestant(others.pop(0))
            return Contestant() if side.entrant in here else side

        return seated_as(meeting[0]), seated_as(meeting[1])

    def _decided(self, match: Match) -> Match:
        """Return the match with its winner by the result."""
        contestants, table = match.contestants, match.table
        if match.first.open or match.second.open or match.empty:
            return match
        if len(contestants) == 1:
            return replace(match, winner=contestants[0], decided=WinReason.BYE)
        if table is None:
            if match.round not in self.tables:
                return match
            return replace(match, winner=self._better(match), decided=WinReason.BYE)
        seated = _seated_at(table)
        if len(seated) == 1:
            return replace(match, winner=seated[0], decided=WinReason.BYE)
        if table.outcome is Outcome.OPEN:
            return match
        winner, decided = _result(table)
        if winner is None:
            chosen = [entrant for entrant in contestants if entrant in self.advance.get(match.round + 1, ())]
            if len(chosen) == 1:
                return replace(match, winner=chosen[0], decided=WinReason.REFEREE)
            return replace(match, winner=self._better(match), decided=WinReason.BETTER_SEED)
        return replace(match, winner=winner, decided=decided)

    def _better(self, match: Match) -> EntrantId:
        return min(match.contestants, key=lambda entrant: (self._contestant(entrant).seed, entrant))

    def _gone_on(self, matches: list[Match], after: list[TableResult]) -> list[Match]:
        """Return the winners as the next round seats them: of two contestants, the only one seated there."""
        if len(matches) == 2 and len(after) > 1:
            after = [self._final(matches, after)]
        here = {entrant for table in after for entrant in _seated_at(table)}
        seen = []
        for match in matches:
            went_on = [entrant for entrant in match.contestants if entrant in here]
            if len(went_on) == 1 and went_on[0] != match.winner:
                match = replace(match, winner=went_on[0], decided=WinReason.REFEREE)
            seen.append(match)
        return seen

    def _final(self, semi_finals: list[Match], tables: list[TableResult]) -> TableResult:
        """Return the table of the final, beside that for third place: the one with a winner of a semi-final.

        A tied semi-final proves nothing unless the referee's decision is known; otherwise the first table counts.
        """
        is_decided = self.advance.get(semi_finals[0].round + 1) is not None
        sure = [match for match in semi_finals if is_decided or match.decided is not WinReason.BETTER_SEED]
        winners, losers = {match.winner for match in sure}, {match.loser for match in sure}

        def claim(table: TableResult) -> int:
            seated = set(_seated_at(table))
            return len(seated & winners) - len(seated & losers)

        return max(tables, key=claim)


def _claimed(meetings: Sequence[Meeting], tables: Sequence[TableResult]) -> list[TableResult | None]:
    """Return a table for each meeting: that of its first contestant, else of its second, else the first one left."""
    where = {entrant: table for table in tables for entrant in _seated_at(table)}
    free = {table.table: table for table in tables}
    claimed: list[TableResult | None] = [None] * len(meetings)
    for side in (0, 1):
        for at, meeting in enumerate(meetings):
            table = where.get(entrant) if (entrant := meeting[side].entrant) is not None else None
            if claimed[at] is None and table is not None and table.table in free:
                claimed[at] = free.pop(table.table)
    left = iter([*free.values()])
    for at, meeting in enumerate(meetings):
        bye = any(side.entrant is None and not side.open for side in meeting)
        if claimed[at] is None and not bye:
            claimed[at] = next(left, None)
    return claimed


def _seated_at(table: TableResult) -> list[EntrantId]:
    return [entrant for entrant in (table.ns, table.ew) if entrant is not None]


def _result(table: TableResult) -> tuple[EntrantId | None, WinReason]:
    """Return the winner of a table of two; None after a tie or if both were absent."""
    match table.outcome:
        case Outcome.ABSENT_NS:
            return table.ew, WinReason.ABSENCE
        case Outcome.ABSENT_EW:
            return table.ns, WinReason.ABSENCE
        case Outcome.ABSENT_BOTH:
            return None, WinReason.ABSENCE
    # VP decide an assigned score before MP; at other tables the MP give the VP.
    ns, ew = (table.ns_vp or 0, table.ns_mp or 0), (table.ew_vp or 0, table.ew_mp or 0)
    return (table.ns if ns > ew else table.ew if ew > ns else None), WinReason.RESULT
