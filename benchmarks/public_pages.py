"""How long the players' pages take: `python -m benchmarks.public_pages`. Prints medians in CPU milliseconds.

500 pairs after eight rounds of four hands, in a database of its own, asked for through the whole project as a
phone's request is. Aim: the ranking from the database under 300, its page under 500, a 304 under 5.
"""

import os
import statistics
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from tournaments.models import Tournament

PAIRS, ROUNDS, HANDS = 500, 8, 4
REPEATS = 15
PAGES = (
    ("ranking page", ""),
    ("ranking page as of a round", "?after=4"),
    ("seats of a round under way", "seat/"),
    ("a round", "rounds/4/"),
    ("a pair's own page", "pairs/1/"),
    ("wall", "wall/"),
)


def median_ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def championship() -> "Tournament":
    """The tournament, its last round under way: everybody is seated and half of the tables are in."""
    from scoring.services import ruleset_for
    from tournaments.interchange import to_json, tournament_import
    from tournaments.records import System
    from tournaments.simulation import EveningFormat, SimulatedTournament, simulate_tournament

    systems = (*(System.MITCHELL,) * (ROUNDS - 1), System.DANISH_NO_REMATCH)
    wanted = SimulatedTournament(
        entrants=PAIRS,
        wanted=EveningFormat(hands=HANDS, systems=systems),
        rules=ruleset_for("fibur_2026", {}),
        seed=1,
    )
    data = simulate_tournament(wanted, name="Campionato nazionale", slug="campionato", date="2026-11-20")
    data["tournament"]["state"] = "running"
    last = data["rounds"][-1]
    last["state"] = "published"
    for table in last["tables"][::2]:
        table |= {"outcome": "open", "hands": []}
    return tournament_import(text=to_json(data))


def main() -> None:
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client, override_settings

    from tournaments.selectors.standings import standings_of

    call_command("migrate", verbosity=0)
    tournament, phone = championship(), Client()

    def show(what: str, milliseconds: float, note: str = "") -> None:
        print(f"{what:32}{milliseconds:8.1f} ms{note}")

    show("ranking from the database", median_ms(lambda: standings_of(tournament)))
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain):
        for what, path in PAGES:
            url = f"/t/{tournament.slug}/{path}"
            first = phone.get(url)
            show(what, median_ms(lambda url=url: phone.get(url)), f"{len(first.content) / 1024:8.0f} KiB")
            known = {"If-None-Match": first["ETag"]}
            if phone.get(url, headers=known).status_code != 304:
                raise SystemExit(f"expected a 304 from {url}")
            show("  asked again: 304", median_ms(lambda url=url, known=known: phone.get(url, headers=known)))


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
        os.environ["BURRACO_DATA"] = folder
        django.setup()
        main()
