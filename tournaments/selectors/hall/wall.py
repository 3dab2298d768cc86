"""What the wall shows beside seats and ranking: tables awaited, podium, groups, and the tree as far as it matters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.models import Tournament
from tournaments.records import Outcome, Standing, System, TeamStanding
from tournaments.selectors.cross_tables import cross_tables_of
from tournaments.selectors.runs import latest_run
from tournaments.wording.knockout_tree import Tree, TreeMatch, TreeStage

from .hall import Hall

PODIUM = 3
"""The last place on it."""
MOST_ON_PODIUM = 6
"""Where so many more are level that no name could be read, the ranking tells."""
MATCHES = 4
"""Of the first stage on one screen of the tree: twice as many names below each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTable:
    """A table of the round under way."""

    number: int
    is_in: bool
    """Its slip is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTables:
    """The tables of the round under way, by number."""

    tables: Sequence[WallTable]

    @property
    def missing(self) -> list[int]:
        return [each.number for each in self.tables if not each.is_in]

    @property
    def coming_in(self) -> bool:
        """Some slips are in, and some are awaited."""
        return 0 < len(self.missing) < len(self.tables)

    @property
    def mostly_in(self) -> bool:
        """Nobody looks for a seat any more."""
        return bool(self.tables) and 2 * len(self.missing) <= len(self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A group of the latest round robin, ranked by its own rounds."""

    name: str
    standings: Sequence[Standing]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeScreen:
    """As much of a tree as is read from afar: some matches of one stage, and all that they lead to."""

    stages: Sequence[TreeStage]
    third_place: TreeMatch | None
    """On the screen that has the final."""


def wall_tables(hall: Hall) -> WallTables:
    """The tables at which somebody plays."""
    playing = sorted((each for each in hall.tables_under_way if each.met), key=lambda each: each.table)
    return WallTables(tables=[WallTable(number=each.table, is_in=each.outcome is not Outcome.OPEN) for each in playing])


def podium_of(tournament: Tournament, ranked: Sequence[Standing] | Sequence[TeamStanding]) -> list[object]:
    """The rows of the first three places, once the ranking is final; nobody where too many are level."""
    first = [row for row in ranked if row.place <= PODIUM] if tournament.state == Tournament.State.FINAL else []
    return [*first] if len(first) <= MOST_ON_PODIUM else []


def groups_of(hall: Hall) -> list[Group]:
    """The groups of the round robin that the last round is of; none where everybody plays in one."""
    run = latest_run(hall.rounds, System.ROUND_ROBIN)
    if not run or run[-1] is not hall.last_round or run[0].chosen.groups == 1:
        return []
    crossed = cross_tables_of(hall.rounds, hall.evening, hall.standings)
    return [
        Group(name=each.name, standings=[row.standing for row in each.table.rows])
        for each in (crossed.groups if crossed else ())
    ]


def tree_screens(tree: Tree) -> list[TreeScreen]:
    """The tree from the stage before the one being played, and not more than so many matches high.

    A stage that has more is dealt out, as long as it is not over; each part goes on for as long as all its matches
    meet in it.
    """
    under_way = next(
        (at for at, stage in enumerate(tree.stages) if any(match.is_open for match in stage.matches)),
        len(tree.stages) - 1,
    )
    low = next(at for at, stage in enumerate(tree.stages) if len(stage.matches) <= MATCHES)
    first = min(under_way, max(under_way - 1, low))
    parts = max(1, len(tree.stages[first].matches) // MATCHES)
    return [
        TreeScreen(
            stages=[_part(stage, part, parts) for stage in tree.stages[first:] if len(stage.matches) >= parts],
            third_place=tree.third_place if parts == 1 else None,
        )
        for part in range(parts)
    ]


def _part(stage: TreeStage, part: int, parts: int) -> TreeStage:
    high = len(stage.matches) // parts
    return replace(stage, matches=stage.matches[part * high : (part + 1) * high])
