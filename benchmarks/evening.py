"""The time to import a championship and to work on it: `python -m benchmarks.evening`. Prints medians.

500 pairs after eight rounds of four hands, in a SQLite database of its own, as durable as a club's. Aim: the import
takes under 20 s. Saving a table includes the whole service for a slip, from the lock to the commit on the disk.
"""

import os
import statistics
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory

import django

REPEATS = 5


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    from django.core.management import call_command
    from django.utils import timezone

    from scoring.engine.hand import HandEnd, SlipEntry
    from scoring.services import ruleset_for
    from tournaments.interchange import export_tournament, to_json, tournament_import
    from tournaments.models import Table
    from tournaments.records import System
    from tournaments.selectors.standings import standings_of
    from tournaments.services import HandEntry, round_draft, table_record, tournament_reopen
    from tournaments.simulation import EveningFormat, SimulatedTournament, simulate_tournament

    def show(what: str, times: list[float]) -> None:
        print(f"{what:44}{statistics.median(times) * 1000:9.1f} ms")

    call_command("migrate", verbosity=0)
    wanted = SimulatedTournament(
        entrants=500,
        wanted=EveningFormat(hands=4, systems=(System.DANISH_NO_REMATCH,) * 8),
        rules=ruleset_for("fibur_2026", {}),
        seed=1,
    )
    text = to_json(simulate_tournament(wanted, name="Campionato", slug="campionato", date="2026-11-20"))
    # The first import creates the 1,000 players, and the others find them.
    show("import_tournament, players new", [seconds(lambda: tournament_import(text=text))])
    show(
        "import_tournament, players known",
        [seconds(lambda at=at: tournament_import(text=text, slug=f"copia-{at}")) for at in range(REPEATS)],  # type: ignore[misc]
    )
    tournament = tournament_import(text=text, slug="prova")
    show("export_tournament", [seconds(lambda: export_tournament(tournament)) for _ in range(REPEATS)])
    show("ranking from the database", [seconds(lambda: standings_of(tournament)) for _ in range(REPEATS)])

    tournament_reopen(tournament=tournament, reason="")
    hands = [HandEntry(HandEnd.CLOSED, SlipEntry(base=300, points=120), SlipEntry(base=0, points=85))] * 4
    tables = Table.objects.filter(round__tournament=tournament, ew__isnull=False).select_related("round")[:40]
    show(
        "saving a corrected table",
        [seconds(lambda t=t: table_record(table=t, version=0, hands=hands, at=timezone.now())) for t in tables],  # type: ignore[misc]
    )
    show(
        "draft of round 9",
        [seconds(lambda: round_draft(tournament=tournament, system=System.DANISH_NO_REMATCH)) for _ in range(REPEATS)],
    )


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.environ |= {"BURRACO_DATA": folder, "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
        django.setup()
        main()
