"""The time that a referee waits for the draft of a big round: `python -m benchmarks.draft`. Prints CPU medians in ms.

1,000 pairs after eight rounds of four hands, in a database of its own. The requests go through the whole project, as
from the referee's browser. Aims: the draft, drawn and shown, under 1.5 s, with at most 12 queries each for the draw and
its page; a change at 500 tables under 300 ms with at most 12 queries; under 150 MB more than before the first page.
"""

import multiprocessing
import os
import resource
import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Round

PAIRS, ROUNDS, HANDS = 1_000, 8, 4
REPEATS = 7


def memory_mb() -> int:
    """Return the peak memory of the process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def show(what: str, work: Callable[[], object], *, before: Callable[[], object] = lambda: None) -> None:
    """Print the median of some repeats and the queries of the last. `before` runs unmeasured before each repeat."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _ in range(REPEATS):
        before()
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    before()
    with CaptureQueriesContext(connection) as queries:
        work()
    print(f"{what:44}{statistics.median(times):9.0f} ms{len(queries):6} queries")


def fill() -> None:
    """Play eight rounds in another process, so that only the server's memory is measured."""
    django.setup()
    from django.core.management import call_command

    from scoring.services import ruleset_for
    from tournaments.interchange import to_json, tournament_import
    from tournaments.records import System
    from tournaments.simulation import EveningFormat, SimulatedTournament, simulate_tournament

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    wanted = SimulatedTournament(
        entrants=PAIRS,
        wanted=EveningFormat(hands=HANDS, systems=(System.DANISH_NO_REMATCH,) * ROUNDS),
        rules=ruleset_for("fibur_2026", {}),
        seed=1,
    )
    data = simulate_tournament(wanted, name="Campionato", slug="campionato", date="2026-11-20")
    data["tournament"]["state"] = "running"
    tournament_import(text=to_json(data))


def swap_two(client: "Client", round_: "Round", page: str) -> None:
    """Swap the NS pairs of the first and the last table with opponents. Looking them up takes one more query."""
    from tournaments.pairing.table_keys import table_key
    from tournaments.selectors.drafts import drafted

    tables = [table for table in drafted(round_).tables if table.ew is not None]
    one, other = (f"{table.ns}@{table_key(table)}" for table in (tables[0], tables[-1]))
    answer = client.post(f"{page}seat/", {"picked": one, "seat": other}, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.status_code


def main() -> None:
    from django.contrib.auth.models import User
    from django.test import Client

    from tournaments.models import Tournament

    tournament, client = Tournament.objects.get(), Client()
    client.force_login(User.objects.create_superuser("referee"))
    client.get("/")
    idle = memory_mb()
    here = f"/tournaments/{tournament.slug}/rounds"
    number = tournament.rounds.count() + 1
    page = f"{here}/{number}/"

    def draw(policy: str, *, follow: bool) -> None:
        client.post(f"{here}/new/", {"system": "danish_no_rematch", "policy": policy}, follow=follow)

    def discard() -> None:
        tournament.rounds.filter(number=number).delete()

    for policy in ("top_down", "min_square"):
        show(f"draw, {policy}", partial(draw, policy, follow=False), before=discard)
        show(f"draw and show, {policy}", partial(draw, policy, follow=True), before=discard)
    round_ = tournament.rounds.get(number=number)
    show("the page of the draft", lambda: client.get(page))
    show("two pairs change seats", lambda: swap_two(client, round_, page))
    show("a table's menu", lambda: client.get(f"{page}menu/", {"table": "7"}))
    seeds = count(1)
    show("drawn again by lot", lambda: client.post(f"{page}compare/", {"system": "draw", "seed": next(seeds)}))
    show("compared with Swiss", lambda: client.get(f"{page}compare/", {"system": "swiss"}))
    show("checked against its inputs", lambda: client.get(f"{page}check/"))
    print(f"{'page of the draft':44}{len(client.get(page).content) / 1024:9.0f} KB")
    print(f"{'memory beyond the idle process':44}{memory_mb() - idle:9} MB")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        settings = {"DJANGO_SETTINGS_MODULE": "burraco_club.settings", "ALLOWED_HOSTS": "testserver"}
        os.environ |= settings | {"BURRACO_DATA": folder}
        filler = multiprocessing.get_context("spawn").Process(target=fill)
        filler.start()
        filler.join()
        django.setup()
        main()
