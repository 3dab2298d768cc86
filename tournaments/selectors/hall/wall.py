"""The wall beside seats and ranking: groups, and the current part of the bracket."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.records import Standing, System
from tournaments.selectors.cross_tables import cross_tables_of
from tournaments.selectors.match_days import MatchView, match_day_views
from tournaments.selectors.runs import latest_run
from tournaments.wording.knockout_bracket import BracketMatch, BracketStage, BracketView

from .hall import Hall

MATCHES = 4
"""The matches of the first stage on one screen of the bracket: twice as many names below each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobinGroup:
    """A group of the latest round robin, ranked by its own rounds."""

    name: str
    standings: Sequence[Standing]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketScreen:
    """A part of a bracket that can be read from afar: some matches of one stage, and all that follow from them."""

    stages: Sequence[BracketStage]
    third_place: BracketMatch | None
    """The match for third place, on the screen with the final."""
    title: str
    """The girone that plays it; empty for a knockout of the whole field."""


def groups_of(hall: Hall) -> list[RoundRobinGroup]:
    """Return the groups of the last round's round robin; empty if there is only one."""
    run = latest_run(hall.rounds, System.ROUND_ROBIN)
    if not run or run[-1] is not hall.last_round or run[0].chosen.groups == 1:  # equivalent `0`: speed alone
        return []
    crossed = cross_tables_of(hall.rounds, hall.evening, hall.standings)
    return [
        RoundRobinGroup(name=table.name, standings=[row.standing for row in table.table.rows])
        for table in (crossed.groups if crossed else ())  # equivalent `True`: a published round has tables
    ]


def matches_of_the_day(hall: Hall) -> Sequence[MatchView]:
    """Return the matches of teams on the latest match day, those at rest last; none once play is over."""
    if not hall.tournament.plays_matches or hall.is_over:
        return []
    days = match_day_views(hall.tournament, hall.standings, hidden=True)
    return sorted(days[0].matches, key=lambda row: row.match.away is None) if days else []


def bracket_screens(bracket: BracketView) -> list[BracketScreen]:
    """Return the screens of the bracket, from the stage before the current one, limited in height.

    A stage with more matches is divided, as long as it is not over. Each part goes on as long as all its matches meet
    in it.
    """
    under_way = next(
        (at for at, stage in enumerate(bracket.stages) if any(match.is_open for match in stage.matches)),
        len(bracket.stages) - 1,
    )
    low = next(at for at, stage in enumerate(bracket.stages) if len(stage.matches) <= MATCHES)
    first = min(under_way, max(under_way - 1, low))
    parts = max(1, len(bracket.stages[first].matches) // MATCHES)
    return [
        BracketScreen(
            stages=[_part(stage, part, parts) for stage in bracket.stages[first:] if len(stage.matches) >= parts],
            third_place=bracket.third_place if parts == 1 else None,
            title=bracket.title,
        )
        for part in range(parts)
    ]


def _part(stage: BracketStage, part: int, parts: int) -> BracketStage:
    high = len(stage.matches) // parts
    return replace(stage, matches=stage.matches[part * high : (part + 1) * high])
