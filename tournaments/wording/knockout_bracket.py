"""The bracket of a knockout as people read it, on a page or on paper: stages, scores, and reasons."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.ranking.bracket import Bracket, Contestant, Match, WinReason
from tournaments.records import Entrant, EntrantId, Outcome
from tournaments.wording.figures import figure, signed
from tournaments.wording.gironi import girone_name
from tournaments.wording.stages import stage_name
from tournaments.wording.team_matches import day_name

Vp = Mapping[tuple[int, EntrantId], int]
"""The VP that a round gave an entrant."""

DECISIONS = {
    WinReason.ABSENCE: gettext_lazy("opponents absent"),
    WinReason.BYE: gettext_lazy("goes on without playing"),
    WinReason.BETTER_SEED: gettext_lazy("level: the better seed goes on"),
    WinReason.REFEREE: gettext_lazy("by the referee’s decision"),
}
"""The reasons why somebody went through that the score does not show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketSide:
    """A side of a match."""

    entrant: Entrant | None
    """None if it is not known yet, or empty."""
    seed: int | None
    awaited: str
    """The match whose winner or loser will come, if it is not known yet."""
    mp: int | None
    mp_in_words: str
    """The MP in figures, of teams their difference with its sign; empty if the match is not played."""
    vp: int | None
    wins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """A match of the bracket as a page shows it."""

    number: int
    table: int | None
    """None if it is not drawn yet, or a bye; of teams, the number of the match."""
    where: str
    """The table in words, or the match of teams; empty without one."""
    sides: tuple[BracketSide, ...]
    """Two sides; one for a bye; none if nobody will ever come."""
    is_open: bool
    """Whether the match is still to be played, or under way."""
    remark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketStage:
    """A round of the bracket, from its name to its matches."""

    name: str
    round: int
    when: str
    """The round in words, or the match day of teams."""
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketView:
    """A knockout from its first round to its final."""

    stages: tuple[BracketStage, ...]
    third_place: BracketMatch | None
    winner: Entrant | None
    to_play: int
    """The number of matches without a winner, including the one for third place."""
    of_teams: bool = False
    """Whether its entrants are teams, its rounds match days, and its MP differences."""
    girone: int | None = None
    """The girone that plays it; None for one of the whole field."""

    @property
    def title(self) -> str:
        """Return `Girone B`; empty for a bracket of the whole field."""
        return "" if self.girone is None else girone_name(self.girone)


def usually_the_better_seed(number: int) -> str:
    """Return the help of a field that asks who goes on from a tie."""
    return _("Usually the better seed: %(number)s.") % {"number": number}


def knockout_bracket(
    bracket: Bracket,
    entrants: Mapping[EntrantId, Entrant],
    vp: Vp,
    *,
    of_teams: bool = False,
    lined_up: Collection[tuple[int, int]] = (),
    girone: int | None = None,
) -> BracketView:
    """Return a bracket in the reader's language; `lined_up` are the matches of teams, by day and number, that play."""
    reader = _Reader(entrants, vp, of_teams=of_teams, lined_up=lined_up)
    stages = tuple(
        BracketStage(
            name=stage_name(matches[0].stage),
            round=matches[0].round,
            when=day_name(matches[0].round) if of_teams else _("Round %(number)s") % {"number": matches[0].round},
            matches=tuple(reader.match(match) for match in matches),
        )
        for matches in bracket.rounds
    )
    third_place = reader.match(bracket.third_place) if bracket.third_place else None
    matches = [match for stage in stages for match in stage.matches]
    return BracketView(
        stages=stages,
        third_place=third_place,
        winner=None if bracket.winner is None else entrants[bracket.winner],
        to_play=sum(match.is_open for match in [*matches, *filter(None, [third_place])]),
        of_teams=of_teams,
        girone=girone,
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    entrants: Mapping[EntrantId, Entrant]
    vp: Vp
    of_teams: bool
    lined_up: Collection[tuple[int, int]]

    def match(self, match: Match) -> BracketMatch:
        played = match.table is not None and match.table.outcome is not Outcome.OPEN and len(match.contestants) > 1
        table = match.table.table if match.table and len(match.contestants) > 1 else None
        return BracketMatch(
            number=match.number,
            table=table,
            where="" if table is None else self._where(table),
            sides=tuple(
                self._side(match, side, played) for side in (match.first, match.second) if side.entrant or side.open
            ),
            is_open=match.winner is None and not match.empty,
            remark=self._remark(match),
        )

    def _remark(self, match: Match) -> str:
        if match.decided in DECISIONS:
            return str(DECISIONS[match.decided])
        if match.winner is not None or match.table is None or match.empty:
            return ""
        if self.of_teams and (match.round, match.table.table) not in self.lined_up:
            return _("the line-ups are still to come")
        return _("playing")

    def _where(self, table: int) -> str:
        if self.of_teams:
            return _("match %(match)s") % {"match": figure(table)}
        return _("table %(table)s") % {"table": figure(table)}

    def _side(self, match: Match, side: Contestant, played: bool) -> BracketSide:
        entrant = side.entrant
        mp = _mp(match, entrant) if played else None
        return BracketSide(
            entrant=None if entrant is None else self.entrants[entrant],
            seed=side.seed,
            awaited=_awaited(match, side) if side.open else "",
            mp=mp,
            mp_in_words="" if mp is None else signed(mp) if self.of_teams else figure(mp),
            vp=self.vp.get((match.round, entrant)) if played and entrant is not None else None,
            wins=entrant is not None and entrant == match.winner,
        )


def _mp(match: Match, entrant: EntrantId | None) -> int | None:
    assert match.table is not None
    return match.table.ns_mp if entrant == match.table.ns else match.table.ew_mp


def _awaited(match: Match, side: Contestant) -> str:
    facts = {"match": side.comes_from}
    if match.third_place:
        return _("loser of semi-final %(match)s") % facts
    match match.stage:
        case 2:
            return _("winner of semi-final %(match)s") % facts
        case 4:
            return _("winner of quarter-final %(match)s") % facts
    return _("winner of match %(match)s") % facts
