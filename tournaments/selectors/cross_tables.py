"""The cross-tables of a tournament: of all entrants, of each girone, and of each group of its round robin."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tournaments.models import Round
from tournaments.pairing import PairingRefused
from tournaments.pairing.round_robin import groups_dealt
from tournaments.ranking.cross_table import CrossTableView, cross_table
from tournaments.records import EntrantId, Standing, System
from tournaments.records.gironi import girone_letter

from .evening import Evening
from .runs import latest_run


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTables:
    """Who met whom, in the whole field and in its groups."""

    whole: CrossTableView
    groups: tuple[CrossTableView, ...]
    """The gironi after a cut, each since then; or the groups of the latest round robin, if it has several."""
    can_be_matrix: bool
    """Whether the table of all entrants can have either form."""


def cross_tables_of(
    rounds: Sequence[Round],
    evening: Evening,
    standings: Sequence[Standing],
    *,
    as_list: bool = False,
    shown: Collection[EntrantId] | None = None,
) -> CrossTables | None:
    """Return the cross-tables of the published rounds, or None before the first one.

    They have a row for each of those `shown`, or for everybody.
    """
    if not evening.results:
        return None
    cut = evening.tournament.cut
    rows = standings if shown is None else [row for row in standings if row.entrant.id in shown]
    whole = cross_table(standings, members=rows, cut_after=cut.after_round if cut else None)
    gironi = _girone_tables(evening, rows, standings, as_list=as_list)
    can_be_matrix = whole.fits_a_matrix and len(rows) == len(standings)
    return CrossTables(
        whole=CrossTableView(name="", table=whole, as_matrix=can_be_matrix and not as_list),
        groups=tuple(gironi or _group_tables(latest_run(rounds, System.ROUND_ROBIN), evening, shown)),
        can_be_matrix=can_be_matrix,
    )


def _girone_tables(
    evening: Evening, rows: Sequence[Standing], standings: Sequence[Standing], *, as_list: bool
) -> list[CrossTableView]:
    """Return the table of each girone since the cut; none before its first round."""
    cut = evening.tournament.cut
    if cut is None or not any(result.round > cut.after_round for result in evening.results):
        return []
    gironi: dict[int, list[Standing]] = {}
    for row in rows:
        gironi.setdefault(row.girone or 1, []).append(row)  # equivalent `row.girone`: after a cut, everybody has one
    tables = []
    for girone, members in sorted(gironi.items()):
        table = cross_table(standings, members=members, since=cut.after_round + 1, cut_after=cut.after_round)
        in_matrix = table.fits_a_matrix and len(rows) == len(standings) and not as_list
        tables.append(CrossTableView(name=girone_letter(girone), table=table, as_matrix=in_matrix, is_girone=True))
    return tables


def _group_tables(run: Sequence[Round], evening: Evening, shown: Collection[EntrantId] | None) -> list[CrossTableView]:
    """Return the table of each group of a round robin, ranked by its own rounds."""
    if not run or run[0].chosen.groups == 1:
        return []
    numbers = {round_.number for round_ in run}
    tables = []
    for name, members in _members(run, evening).items():
        group = replace(
            evening,
            entrants=[entrant for entrant in evening.entrants if entrant.id in members],
            results=[
                result
                for result in evening.results
                if result.round in numbers and members.issuperset((*result.ns_side, *result.ew_side))
            ],
            adjustments=[adjustment for adjustment in evening.adjustments if adjustment.round in numbers],
        )
        standings = group.standings_by_figures()
        rows = [row for row in standings if shown is None or row.entrant.id in shown]
        table = cross_table(standings, members=rows)
        if rows:
            in_matrix = table.fits_a_matrix and len(rows) == len(standings)
            tables.append(CrossTableView(name=name, table=table, as_matrix=in_matrix))
    return tables


def _members(run: Sequence[Round], evening: Evening) -> dict[str, set[EntrantId]]:
    """Return the entrants of each group: those drawn into it, and late pairs in their opponents' group."""
    try:
        dealt = groups_dealt(evening.run_begun_by(run[0]).order, run[0].chosen.groups)
    except PairingRefused:
        return {}
    members = {name: set(entrants) for name, entrants in dealt.items()}
    numbers = {round_.number for round_ in run}
    for result in evening.results:
        if result.round in numbers and result.met:
            for group in members.values():
                # A pair of another group, seated here by the referee, stays in its own.
                late = set(result.met).difference(*members.values())
                if late and not group.isdisjoint(result.met):
                    group |= late
    return members
