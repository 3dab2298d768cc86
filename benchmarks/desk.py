"""The cost of the referee's pages in a full hall: `python -m benchmarks.desk`. Prints medians in CPU milliseconds.

500 pairs after eight rounds of four hands, and 5,000 after one, both in the middle of a round. The requests go through
the whole project, as from the desk's browser. Beside each figure is its floor on the same machine: for a save, a commit
that waits for the disk and the smallest page; for a ranking, its rows as tuples and their ranking. To compare versions,
compare these ratios, because milliseconds depend on the machine.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from benchmarks import figures
from benchmarks.empty_club import run_in_an_empty_club

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Round, Tournament
    from tournaments.records import System

HANDS, REPEATS = 4, 15
FIELDS = ((500, 8), (5_000, 1))
"""The number of pairs, and of rounds played."""
DRAFTED = 1_000
"""The number of pairs in the draft."""

Measurement = tuple[str, float, str, float, str]
"""The name of a figure, the figure, its unit, the aim, and the floor in words."""


def median_ms(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the median of the repeats, after one unmeasured run that loads and compiles."""
    work()
    return figures.median_ms(work, repeats)


def field_of(pairs: int, rounds: int, *, under_way: bool = True, system: "System | None" = None) -> "Tournament":
    """Return a tournament, a Mitchell unless said, with its last round played or with half of its slips entered."""
    from scoring.services import ruleset_for
    from tournaments.interchange import to_json, tournament_import
    from tournaments.records import System
    from tournaments.simulation import EveningFormat, SimulatedTournament, simulate_tournament

    wanted = SimulatedTournament(
        entrants=pairs,
        wanted=EveningFormat(hands=HANDS, systems=(system or System.MITCHELL,) * rounds),
        rules=ruleset_for("fibur_2026", {}),
        seed=1,
    )
    data = simulate_tournament(wanted, name=f"Sala di {pairs}", slug=f"sala-{pairs}", date="2026-11-20")
    data["tournament"]["state"] = "running"
    if under_way:
        data["rounds"][-1]["state"] = "published"
        for table in data["rounds"][-1]["tables"][::2]:
            table |= {"outcome": "open", "hands": []}
    tournament = tournament_import(text=to_json(data))
    with_the_order_of_each_draw(tournament)
    return tournament


def with_the_order_of_each_draw(tournament: "Tournament") -> None:
    """Store with each round the ranking that it was drawn by, as a draw does; a file has it only if it is another."""
    from tournaments.selectors.evening import evening_of

    evening, rounds = evening_of(tournament), list(tournament.rounds.order_by("number"))
    for round_ in rounds:
        round_.order = evening.order_by_figures(round_)
    tournament.rounds.model.objects.bulk_update(rounds, ["order"])


@contextmanager
def connection_listening(hear: Callable[[str, Any], object]) -> Iterator[None]:
    """Call `hear` for every query in the block."""
    from django.db import connection

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        hear(sql, params)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield


class Desk:
    """A referee's browser at the desk of a round: the tables it knows, and what it enters."""

    def __init__(self, client: "Client", tournament: "Tournament") -> None:
        self.client, self.tournament = client, tournament
        round_ = tournament.rounds.get(state="published")
        self.address = f"/tournaments/{tournament.slug}/rounds/{round_.number}/"
        self.open = list(round_.tables.filter(outcome="open").order_by("number").values_list("number", flat=True))
        self._read(client.get(f"{self.address}results/"))

    def save(self) -> Any:
        """Save the next open table, and return the changed part of the page."""
        slip: dict[str, object] = {"version": self.version, "depth": "slip"}
        for hand in range(1, HANDS + 1):
            figures = {"ns_base": 300, "ns_points": 120, "ew_base": 0, "ew_points": 85, "end": "closed"}
            slip |= {f"h{hand}_{name}": figure for name, figure in figures.items()}
        headers = {"HX-Request": "true", "HX-Target": "desk", "Desk-Known": self.known}
        body, sent_as = urlencode(slip), "application/x-www-form-urlencoded"
        answer = self.client.post(f"{self.address}tables/{self.open.pop(0)}/", body, sent_as, headers=headers)
        self._read(answer)
        return answer

    def queries(self) -> int:
        """Return the number of queries of one more save."""
        statements: list[str] = []
        with connection_listening(lambda sql, _params: statements.append(sql)):
            self.save()
        return len(statements)

    def _read(self, page: Any) -> None:
        """Note which tables the page shows, and the version of a table without a slip."""
        text = page.content.decode()
        known, version = re.search(r'data-known="(\d+)"', text), re.search(r'name="version"[^>]* value="([^"]+)"', text)
        if page.status_code != 200 or known is None or version is None:
            raise SystemExit(f"expected the desk, got {page.status_code}")
        self.known, self.version = known[1], version[1]


def smallest(client: "Client", tournament: "Tournament") -> Callable[[], object]:
    """Return a commit that waits for the disk, followed by the smallest page."""
    from django.db import transaction
    from django.db.models import F

    from tournaments.models import Tournament

    def work() -> None:
        with transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
        if client.get(f"/t/{tournament.slug}/now/").status_code != 200:
            raise SystemExit("expected the time")

    return work


def rows_and_ranking(tournament: "Tournament") -> Callable[[], object]:
    """Return the ranking of existing records after reading its rows as tuples."""
    from django.db import connection

    from tournaments.selectors.evening import evening_of

    queries: list[tuple[str, Any]] = []
    with connection_listening(lambda sql, params: queries.append((sql, params))):
        evening = evening_of(tournament)

    def work() -> None:
        with connection.cursor() as cursor:
            for sql, params in queries:
                cursor.execute(sql, params)
                cursor.fetchall()
        evening.standings()

    return work


def draft_of(tournament: "Tournament") -> "Round":
    """Return the next round as a draft."""
    from tests.factories import draft_round
    from tournaments.records import System

    return draft_round(tournament, System.DANISH_NO_REMATCH)


def measure() -> Iterator[Measurement]:
    """Yield every figure, measured in an existing empty database. What is written into it stays."""
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
                # This fills a page of the history with slips, as in the middle of an evening.
                for _slip in range(60):
                    desk.save()
                yield from measure_pages(client, tournament)
        draft = draft_of(field_of(DRAFTED, 2, under_way=False))
        page = f"/tournaments/{draft.tournament.slug}/rounds/{draft.number}/"
        least = median_ms(smallest(client, draft.tournament))
        draft_page = median_ms(lambda: client.get(page), 7)
        yield f"the page of a draft of {DRAFTED:,} pairs", draft_page, "ms", 90, f"{least:.1f} ms: the smallest page"


def measure_pages(client: "Client", tournament: "Tournament") -> Iterator[Measurement]:
    """Yield the figures of the pages besides the desk, after everything else has happened in the tournament."""
    from tournaments.selectors.standings import standings_of

    here, floor = f"/tournaments/{tournament.slug}", median_ms(rows_and_ranking(tournament))
    beside = f"{floor:.1f} ms: rows as tuples, and the ranking"
    yield "standings from the database", median_ms(lambda: standings_of(tournament)), "ms", 30, beside
    yield "the referee's ranking", median_ms(lambda: client.get(f"{here}/ranking/")), "ms", 70, beside
    least = median_ms(smallest(client, tournament))
    history = median_ms(lambda: client.get(f"{here}/history/"))
    yield "the history, its newest page", history, "ms", 40, f"{least:.1f} ms: a commit and the smallest page"


def measure_desk(desk: Desk, pairs: int) -> Iterator[Measurement]:
    least = median_ms(smallest(desk.client, desk.tournament))
    beside = f"{least:.1f} ms: a commit and the smallest page"
    yield f"a slip saved, {pairs:,} pairs", median_ms(desk.save), "ms", 25, beside
    yield f"its answer, {pairs:,} pairs", len(desk.save().content) / 1024, "KiB", 15, "not compressed"
    yield f"its queries, {pairs:,} pairs", desk.queries(), "queries", 15, "with BEGIN"


def main() -> None:
    for what, figure, unit, aim, floor in measure():
        print(f"{what:36}{figure:9.1f} {unit:8} aim {aim:4} {'' if figure <= aim else '!':2}{floor}")


if __name__ == "__main__":
    run_in_an_empty_club(main)
