"""The ranking: from the tables' results to places.

Source: docs/tournaments.md §3, §5, as Italian clubs and the federation's code (edition January 2026) do it.

| covered                                                       | not covered                                     |
|---------------------------------------------------------------|-------------------------------------------------|
| VP, MP difference, MP, direct meeting, rounds won, lot,       | Buchholz-like criteria: Italian clubs use none  |
| in any order, with or without the lot (`tie_breaks`)          |                                                 |
| rests, absences of one or both, tables left midway            | teams: `team_standings` sums these standings    |
| individual tournaments: each player gets the VP and the MP of | the order inside a bracket: `bracket`           |
| the side played in                                            |                                                 |
| MP adjustments, felt by the opponents or not, VP adjustments  | warnings are carried along: they change nothing |
| assigned scores: each line gets what the referee set          |                                                 |
| a live ranking, and the ranking as of any round               | several tournaments: `season_ranking`           |
| rounds somebody misses, given as an absence with no opponent  | who is ranked: everybody in `entrants` is       |
| (`missed_rounds`), or not given at all (worth 0)              |                                                 |
| gironi after a cut, one after the other, with what goes on;   | a second cut                                    |
| in each those of its own bracket first                        |                                                 |

In an individual tournament partners share all of a round: where the scale reads the MP of the table, an MP adjustment
of one of them that the opponents feel changes the MP of the side, so that the partner feels it too; any other, and any
at an absence or an assigned score, changes its own player's total alone; and an absence is the side's, so whoever came
without a partner scores it too, unless a substitute sits down.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter, itemgetter

from tournaments.ranking.table_scores import TableScores, VpScale, by_round
from tournaments.ranking.tallies import EntrantSums, EntrantTally, ranked_groups
from tournaments.records import (
    Allowance,
    Cut,
    Entrant,
    EntrantId,
    PointAdjustment,
    Standing,
    TableResult,
    TieBreak,
)

Sums = Mapping[EntrantId, EntrantSums]
"""The sums of entrants over some rounds."""
NOTHING_EARLIER: Sums = {}

IN_ORDER = itemgetter(0, 1)
"""The round and the table of a result."""


def standings(
    entrants: Iterable[Entrant],
    results: Iterable[TableResult],
    adjustments: Iterable[PointAdjustment] = (),
    *,
    scale: VpScale,
    rest: Allowance,
    absence: Allowance,
    tie_breaks: Sequence[TieBreak],
    seed: int,
    after_round: int | None = None,
    without_slips: Collection[int] = (),
    cut: Cut | None = None,
    earlier: Sums = NOTHING_EARLIER,
) -> tuple[Standing, ...]:
    """The ranking of all `entrants`, best first, from what is known: as of `after_round`, or of now.

    The `mp` of `rest` and `absence` is the MP difference of an entrant that rests or stays away, so an absence's is
    usually negative. A table still open counts the MP known so far and no VP, and a rest in one of the rounds
    `without_slips` counts for nothing yet. Entrants that every criterion leaves equal share their place and stand in
    the order of their numbers. An adjustment of somebody who is not ranked counts for nothing. After a `cut`
    everybody is ranked in its girone, and the gironi follow each other. `earlier` are the sums of the rounds before
    all `results`, from `sums_of`. Raises ValueError for results that contradict each other or name an entrant that is
    not ranked.
    """
    if after_round is not None:
        results = [result for result in results if result.round <= after_round]
        adjustments = [adjustment for adjustment in adjustments if adjustment.round <= after_round]
    by_entrant = _by_entrant(adjustments)
    scores = TableScores(
        scale=scale,
        rest=rest,
        absence=absence,
        adjustments=by_round(by_entrant),
        without_slips=frozenset(without_slips),
    )
    tallies = {
        entrant.id: EntrantTally(entrant, earlier.get(entrant.id)) for entrant in sorted(entrants, key=attrgetter("id"))
    }
    for entrant_id in earlier.keys() - tallies.keys():
        raise _not_ranked(entrant_id)
    for result in sorted(results, key=IN_ORDER):  # equivalent `sorted(results)`: the order within a table is nobody's
        for entrant_id, score in scores.of_table(result):
            if entrant_id not in tallies:
                raise _not_ranked(entrant_id)
            tallies[entrant_id].add(score)
    for entrant_id, tally in tallies.items():
        tally.adjust(by_entrant.get(entrant_id, ()))
    rows: list[Standing] = []
    for group in ranked_groups(tallies.values(), tie_breaks, seed, cut):
        rows += [_standing(*row) for row in group.rows(len(rows))]
    return tuple(rows)


def sums_of(
    results: Iterable[TableResult],
    adjustments: Iterable[PointAdjustment] = (),
    *,
    scale: VpScale,
    rest: Allowance,
    absence: Allowance,
    without_slips: Collection[int] = (),
) -> Sums:
    """Return the sums of everybody at these tables, as `standings` takes them for `earlier` rounds."""
    scores = TableScores(
        scale=scale,
        rest=rest,
        absence=absence,
        adjustments=by_round(_by_entrant(adjustments)),
        without_slips=frozenset(without_slips),
    )
    sums: dict[EntrantId, EntrantSums] = {}
    for result in sorted(results, key=IN_ORDER):  # equivalent `sorted(results)`: the order within a table is nobody's
        for entrant_id, score in scores.of_table(result):
            if entrant_id not in sums:
                sums[entrant_id] = EntrantSums(entrant_id)
            sums[entrant_id].add(score)
    return sums


def _not_ranked(entrant_id: EntrantId) -> ValueError:
    return ValueError(f"expected only entrants that are ranked at the tables, got {entrant_id}")


def _by_entrant(adjustments: Iterable[PointAdjustment]) -> dict[EntrantId, list[PointAdjustment]]:
    """Return everybody's adjustments in the order of the rounds; within a round the order is fixed."""
    by_entrant: dict[EntrantId, list[PointAdjustment]] = {}
    for adjustment in sorted(adjustments, key=lambda a: (a.round, a.mp, a.vp, a.felt, a.reason, a.article, a.player)):
        by_entrant.setdefault(adjustment.entrant, []).append(adjustment)
    return by_entrant


def _standing(tally: EntrantTally, place: int, tied: bool, decided_by: TieBreak | None) -> Standing:
    return Standing(
        place=place,
        tied=tied,
        entrant=tally.entrant,
        vp=tally.vp,
        mp_difference=tally.mp_difference,
        mp=tally.mp,
        wins=tally.wins,
        rounds=tuple(tally.rounds),
        adjustments=tally.adjustments,
        decided_by=decided_by,
        girone=tally.entrant.girone if tally.carried else None,
        carried=tally.carried,
    )


def placed_in_gironi(
    rows: Sequence[Standing], orders: Mapping[int, Sequence[EntrantId]], tie_breaks: Sequence[TieBreak]
) -> tuple[Standing, ...]:
    """Return the ranking in gironi with those of a girone's own bracket first in it, in the order given for it."""
    placed: list[Standing] = []
    for girone, members in groupby(rows, key=lambda row: row.girone):
        of_girone = list(members)
        if girone in orders:
            of_girone = [
                replace(row, place=row.place + len(placed), own_bracket=row.by_knockout)
                for row in placed_by_knockout(of_girone, orders[girone], tie_breaks)
            ]
        placed += of_girone
    return tuple(placed)


def placed_by_knockout(
    rows: Sequence[Standing], order: Sequence[EntrantId], tie_breaks: Sequence[TieBreak]
) -> tuple[Standing, ...]:
    """Return the ranking with the entrants of a bracket first, in `order`, and the others below by their figures.

    After a cut these are in their gironi, one after the other: no tie-break separates two of them.
    """
    by_entrant = {row.entrant.id: row for row in rows}
    bracket = dict.fromkeys(entrant for entrant in order if entrant in by_entrant)
    placed = [
        replace(by_entrant[entrant], place=place, tied=False, decided_by=None, by_knockout=True)
        for place, entrant in enumerate(bracket, 1)
    ]
    others = [(at, row) for at, row in enumerate(rows) if row.entrant.id not in bracket]
    sharing = Counter(row.place for _at, row in others)
    last: tuple[int, Standing] | None = None
    for at, row in others:
        place, decided_by = len(placed) + 1, None
        if last is not None and last[1].place == row.place:
            place = placed[-1].place
        elif last is not None:
            # The first tie-break that separates the rows.
            parted = {row.decided_by for row in rows[last[0] + 1 : at + 1]} if last[1].girone == row.girone else set()
            decided_by = next((tie_break for tie_break in tie_breaks if tie_break in parted), None)
        placed.append(replace(row, place=place, tied=sharing[row.place] > 1, decided_by=decided_by))
        last = at, row
    return tuple(placed)
