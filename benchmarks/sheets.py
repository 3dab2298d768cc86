"""How long the big sheets take: `python -m benchmarks.sheets`. Prints medians; aim: 250 tables' slips under 2 s."""

import os
import statistics
import time
from collections.abc import Callable
from datetime import date

import django

from benchmarks.ranking import made_up
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import TieBreak
from tournaments.sheets.common import SeatedTable, SheetHeader
from tournaments.sheets.ranking_sheet import ranking_sheet
from tournaments.sheets.score_sheets import score_sheets
from tournaments.sheets.seating import seating_by_name, seating_by_table

REPEATS = 5
PAIRS, ROUNDS = 500, 8


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
    django.setup()
    scale = FIBUR_2026_4
    header = SheetHeader(
        tournament="Campionato nazionale", date=date(2026, 11, 20), hands_per_round=4, rounds_planned=ROUNDS
    )
    entrants, results, adjustments = made_up(PAIRS, ROUNDS)
    by_id = {entrant.id: entrant for entrant in entrants}
    tables = [SeatedTable(number=r.table, ns=by_id[r.ns], ew=by_id[r.ew]) for r in results if r.round == ROUNDS]
    rows = standings(
        entrants,
        results,
        adjustments,
        scale=scale,
        rest=rest_allowance(scale, 4),
        absence=absence_allowance(scale, 4),
        tie_breaks=tuple(TieBreak),
        seed=1,
    )
    sheets: dict[str, Callable[[], bytes]] = {
        "score sheets": lambda: score_sheets(header, tables, round_number=ROUNDS, scale=scale.bands()),
        "seating by name": lambda: seating_by_name(header, tables, round_number=ROUNDS),
        "seating by table": lambda: seating_by_table(header, tables, round_number=ROUNDS),
        "ranking": lambda: ranking_sheet(header, rows, after_round=ROUNDS),
    }
    print(f"{len(tables)} tables, {ROUNDS} rounds")
    for name, make in sheets.items():
        times, size = [], 0
        for _ in range(REPEATS):
            start = time.perf_counter()
            size = len(make())
            times.append(time.perf_counter() - start)
        print(f"{name:16} {statistics.median(times):6.2f} s {size / 1024:7.0f} KiB")


if __name__ == "__main__":
    main()
