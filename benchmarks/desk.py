"""What the referee's pages cost in a full hall: `python -m benchmarks.desk`. Prints medians in CPU milliseconds.

500 pairs after eight rounds of four hands, and 5,000 after one, each in the middle of a round, asked for through the
whole project as the desk's browser asks. Beside each stands the least that it could cost on the same machine: of a save
a commit that waits for the disk and the smallest page; of a ranking its rows as tuples and the ranking of them. Whoever
compares two versions compares these ratios: milliseconds are the machine's.
"""

import os
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Round, Tournament

HANDS, REPEATS = 4, 15
FIELDS = ((500, 8), (5_000, 1))
"""Pairs, and rounds played."""
DRAFTED = 1_000
"""Pairs of the draft."""

Measured = tuple[str, float, str, float, str]
"""What was measured, its figure and unit, the aim, and the floor beside it in words."""


def median_ms(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Once unmeasured, for what is loaded and compiled only once."""
    work()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def field_of(pairs: int, rounds: int, *, under_way: bool = True) -> "Tournament":
    """A tournament with its last round played, or under way and half of the tables in."""
    from scoring.services import ruleset_for
    from tournaments.interchange import to_json, tournament_import
    from tournaments.records import System
    from tournaments.simulation import EveningFormat, SimulatedTournament, simulate_tournament

    wanted = SimulatedTournament(
        entrants=pairs,
        wanted=EveningFormat(hands=HANDS, systems=(System.MITCHELL,) * rounds),
        rules=ruleset_for("fibur_2026", {}),
        seed=1,
    )
    data = simulate_tournament(wanted, name=f"Sala di {pairs}", slug=f"sala-{pairs}", date="2026-11-20")
    data["tournament"]["state"] = "running"
    if under_way:
        data["rounds"][-1]["state"] = "published"
        for table in data["rounds"][-1]["tables"][::2]:
            table |= {"outcome": "open", "hands": []}
    return tournament_import(text=to_json(data))


@contextmanager
def connection_listening(hear: Callable[[str, Any], object]) -> Iterator[None]:
    """Hears of every query of the block."""
    from django.db import connection

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        hear(sql, params)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield


class Desk:
    """A referee's browser at the desk of a round: what it knows of the tables, and what it types."""

    def __init__(self, client: "Client", tournament: "Tournament") -> None:
        self.client, self.tournament = client, tournament
        round_ = tournament.rounds.get(state="published")
        self.address = f"/tournaments/{tournament.slug}/rounds/{round_.number}/"
        self.open = list(round_.tables.filter(outcome="open").order_by("number").values_list("number", flat=True))
        self.known = self._read(client.get(f"{self.address}results/"))

    def save(self) -> Any:
        """The next open table, by the part of the page that changes."""
        slip: dict[str, object] = {"version": 0, "depth": "slip"}
        for hand in range(1, HANDS + 1):
            figures = {"ns_base": 300, "ns_points": 120, "ew_base": 0, "ew_points": 85, "end": "closed"}
            slip |= {f"h{hand}_{name}": figure for name, figure in figures.items()}
        headers = {"HX-Request": "true", "HX-Target": "desk", "Desk-Known": self.known}
        answer = self.client.post(f"{self.address}tables/{self.open.pop(0)}/", slip, headers=headers)
        self.known = self._read(answer)
        return answer

    def queries(self) -> int:
        """Of one more save."""
        asked: list[str] = []
        with connection_listening(lambda sql, _params: asked.append(sql)):
            self.save()
        return len(asked)

    def _read(self, page: Any) -> str:
        found = re.search(r'data-known="(\d+)"', page.content.decode())
        if page.status_code != 200 or found is None:
            raise SystemExit(f"expected the desk, got {page.status_code}")
        return found[1]


def smallest(client: "Client", tournament: "Tournament") -> Callable[[], object]:
    """A commit that waits for the disk, and the smallest page there is."""
    from django.db import transaction
    from django.db.models import F

    from tournaments.models import Tournament

    def work() -> None:
        with transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
        client.get("/now/")

    return work


def rows_and_ranking(tournament: "Tournament") -> Callable[[], object]:
    """The rows of the ranking as tuples, and the ranking computed from records that are there."""
    from django.db import connection

    from tournaments.selectors.evening import evening_of

    asked: list[tuple[str, Any]] = []
    with connection_listening(lambda sql, params: asked.append((sql, params))):
        evening = evening_of(tournament)

    def work() -> None:
        with connection.cursor() as cursor:
            for sql, params in asked:
                cursor.execute(sql, params)
                cursor.fetchall()
        evening.standings()

    return work


def draft_of(tournament: "Tournament") -> "Round":
    """The next round, not published."""
    from tests.factories import draft_round
    from tournaments.records import System

    return draft_round(tournament, System.DANISH_NO_REMATCH)


def measure() -> Iterator[Measured]:
    """Everything, in an empty database that is there already. What is written into it stays."""
    from django.conf import settings
    from django.test import Client, override_settings

    from tests.factories import make_account

    client = Client()
    client.force_login(make_account("desk"))
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain, ALLOWED_HOSTS=["*"]):
        for pairs, rounds in FIELDS:
            tournament = field_of(pairs, rounds)
            desk = Desk(client, tournament)
            yield from measure_desk(desk, pairs)
            if rounds > 1:
                # A page of the history full of slips, as it is in the middle of an evening.
                for _slip in range(60):
                    desk.save()
                yield from measure_pages(client, tournament)
        draft = draft_of(field_of(DRAFTED, 2, under_way=False))
        page = f"/tournaments/{draft.tournament.slug}/rounds/{draft.number}/"
        least = median_ms(smallest(client, draft.tournament))
        shown = median_ms(lambda: client.get(page), 7)
        yield f"the page of a draft of {DRAFTED:,} pairs", shown, "ms", 90, f"{least:.1f} ms: the smallest page"


def measure_pages(client: "Client", tournament: "Tournament") -> Iterator[Measured]:
    """Beside the desk, after all that the tournament has been through."""
    from tournaments.selectors.standings import standings_of

    here, floor = f"/tournaments/{tournament.slug}", median_ms(rows_and_ranking(tournament))
    beside = f"{floor:.1f} ms: rows as tuples, and the ranking"
    yield "standings from the database", median_ms(lambda: standings_of(tournament)), "ms", 30, beside
    yield "the referee's ranking", median_ms(lambda: client.get(f"{here}/ranking/")), "ms", 70, beside
    least = median_ms(smallest(client, tournament))
    history = median_ms(lambda: client.get(f"{here}/history/"))
    yield "the history, its newest page", history, "ms", 40, f"{least:.1f} ms: a commit and the smallest page"


def measure_desk(desk: Desk, pairs: int) -> Iterator[Measured]:
    least = median_ms(smallest(desk.client, desk.tournament))
    said = f"{least:.1f} ms: a commit and the smallest page"
    yield f"a slip saved, {pairs:,} pairs", median_ms(desk.save), "ms", 25, said
    yield f"its answer, {pairs:,} pairs", len(desk.save().content) / 1024, "KiB", 15, "not compressed"
    yield f"its queries, {pairs:,} pairs", desk.queries(), "queries", 15, "with BEGIN"


def main() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for what, figure, unit, aim, floor in measure():
        print(f"{what:36}{figure:9.1f} {unit:8} aim {aim:4} {'' if figure <= aim else '!':2}{floor}")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
        os.environ["BURRACO_DATA"] = folder
        django.setup()
        main()
