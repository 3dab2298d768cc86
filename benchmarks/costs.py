"""The cost of every kind of request of an evening: `DATABASE_URL=postgres://… python -m benchmarks.costs`.

Fifty tables with a hundred phones, in a new database beside the one named. The requests go through the whole project in
this process, as with gunicorn. Prints, for one request of each kind: CPU milliseconds in the program and in PostgreSQL,
bytes that PostgreSQL writes to its log, and bytes of the compressed response. There is no aim: `docs/scale.md`
calculates with these figures.
"""

import html
import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from gzip import compress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import django

from benchmarks.phones import CONFIRMED, OPENED, POLLED, POLLED_NEWS, SENT, TYPED, VERSION, TableSlip
from deploy.evening import KEY, scratch_database

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament

TABLES, HANDS = 50, 4
POLLS = 4
ASKS = re.compile(r'<div hx-get="([^"]+)"')
PART = {"HX-Request": "true"}
SAVED, RANKING = "saved at the desk", "the players' ranking"
TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
"""The resolution of PostgreSQL's CPU time, which is accurate over many requests only."""


@dataclass(slots=True)
class Cost:
    """The sums for one kind of request."""

    times: int = 0
    program_ms: float = 0
    database_ms: float = 0
    log_bytes: int = 0
    answer_bytes: int = 0

    def ask(self, work: Callable[[], Any], status: int = 200) -> Any:
        """Return the response to one request, which must have this status."""
        began = time.process_time()
        answer = work()
        self.program_ms += 1000 * (time.process_time() - began)
        self.times += 1
        self.answer_bytes += len(compress(answer.content, 1))
        if answer.status_code != status:
            raise SystemExit(f"expected {status}, got {answer.status_code} from {answer.request['PATH_INFO']}")
        return answer


class Costs:
    """The costs by kind of request."""

    def __init__(self) -> None:
        self.of: dict[str, Cost] = defaultdict(Cost)

    @contextmanager
    def counted(self, kind: str) -> Iterator[Cost]:
        """Count what PostgreSQL does within the block for this kind of request."""
        cost = self.of[kind]
        worked, written = database_now()
        yield cost
        now = database_now()
        cost.database_ms += now[0] - worked
        cost.log_bytes += now[1] - written


def database_now() -> tuple[float, int]:
    """Return the CPU milliseconds of this connection's process, and the bytes written to the log so far."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid(), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")
        process, written = cursor.fetchone()
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return TICK_MS * (int(fields[11]) + int(fields[12])), int(written)


@dataclass(slots=True)
class Phone:
    """The state of a phone: its cookies, the page's ETag, the slip's version, and the next address."""

    client: "Client"
    address: str
    etag: str = ""
    version: str = "0"
    asks: str = ""
    serial: int = 0

    def get(self, cost: Cost, url: str, headers: Mapping[str, str], status: int = 200) -> None:
        self._keep(cost.ask(lambda: self.client.get(url, headers=dict(headers)), status))

    def post(self, cost: Cost, fields: Mapping[str, str], headers: Mapping[str, str], status: int = 200) -> None:
        self._keep(cost.ask(lambda: self.client.post(self.address, dict(fields), headers=dict(headers)), status))

    def act(self, cost: Cost, do: str, typed: Mapping[str, str] | None = None) -> None:
        self.serial += 1
        fields = {"do": do, "version": self.version, "serial": str(self.serial)}
        self.post(cost, fields | dict(typed or {}), PART)

    def poll(self, cost: Cost, status: int) -> None:
        self.get(cost, self.asks, PART | {"If-None-Match": self.etag}, status)

    def _keep(self, answer: Any) -> None:
        page = answer.content.decode()
        if found := VERSION.search(page):
            self.version = found[1]
        if found := ASKS.search(page):
            self.asks, self.etag = html.unescape(found[1]), answer["ETag"]


def play(costs: Costs, slips: Sequence[TableSlip]) -> None:
    """Play all tables in step, so that requests of one kind are counted together."""
    from django.test import Client

    # Each client has its own cookies; all share one program, which is loaded once.
    clients = [Client() for _line in range(2 * len(slips))]
    for client in clients:
        client.handler = clients[0].handler
    lines = [
        [Phone(clients[2 * number + line], slip.address) for line in range(2)] for number, slip in enumerate(slips)
    ]
    with costs.counted(OPENED) as cost:
        for slip, phones in zip(slips, lines, strict=True):
            for phone, code in zip(phones, slip.codes, strict=True):
                phone.get(cost, phone.address, {})
                phone.post(cost, {"do": "code", "code": code}, {}, 200)
            phones[0].get(cost, f"{slip.address}?us=1", PART)
    typed: list[dict[str, str]] = [{"depth": "slip"} for _slip in slips]
    with costs.counted(TYPED) as cost:
        for slip, (writer, _other), fields in zip(slips, lines, typed, strict=True):
            for figures in slip.typed:
                fields |= figures
                writer.act(cost, "type", fields)
    with costs.counted(SENT) as cost:
        for (writer, _other), fields in zip(lines, typed, strict=True):
            writer.act(cost, "send", fields)
    with costs.counted(POLLED_NEWS) as cost:
        for _writer, other in lines:
            other.poll(cost, 200)
    with costs.counted(POLLED) as cost:
        for _writer, other in lines * POLLS:
            other.poll(cost, 304)
    with costs.counted(CONFIRMED) as cost:
        for _writer, other in lines:
            other.act(cost, "agree")


def play_at_the_desk(costs: Costs) -> None:
    """Enter whole slips as a referee, show the ranking, and draw the next round."""
    from django.test import Client

    from tests.factories import make_account, make_tournament, start_round

    tournament = make_tournament(pairs=2 * TABLES, hands_per_round=2, entry="total", name="Al tavolo")
    numbers = list(start_round(tournament).tables.values_list("number", flat=True))
    client = Client()
    client.force_login(make_account())
    slip = {"h1_ns_total": 420, "h1_ew_total": 85, "h1_end": "closed", "h2_ns_total": 85, "h2_ew_total": 420}
    typed = {"version": 0, "depth": "total", "h2_end": "closed"} | slip
    with costs.counted(SAVED) as cost:
        for number in numbers:
            url = f"/tournaments/{tournament.slug}/rounds/1/tables/{number}/"
            cost.ask(lambda url=url: client.post(url, typed), 302)
    with costs.counted(RANKING) as cost:
        for number in range(20):
            cost.ask(lambda query=number: client.get(f"/t/{tournament.slug}/?{query}"))
    draw(costs, tournament)


def draw(costs: Costs, tournament: "Tournament") -> None:
    from tests.factories import draft_round
    from tournaments.records import System
    from tournaments.services import round_close, round_discard

    round_close(round=tournament.rounds.get())
    for system in (System.MITCHELL, System.DANISH_NO_REMATCH, System.SWISS):
        with costs.counted(f"a round drawn, {system.value}") as cost:
            began = time.process_time()
            drawn = draft_round(tournament, system)
            cost.program_ms, cost.times = 1000 * (time.process_time() - began), 1
        round_discard(round=drawn)


def main() -> None:
    from django.core.management import call_command
    from django.test import override_settings

    from benchmarks.hall import deal, slips_of
    from tests.factories import start_on_phones

    call_command("migrate", verbosity=0)
    dealt, round_ = deal(Random(1), TABLES), start_on_phones(pairs=2 * TABLES, hands_per_round=HANDS)
    slips = slips_of(round_, dealt)
    costs, plain = Costs(), "django.contrib.staticfiles.storage.StaticFilesStorage"
    with override_settings(STORAGES={"staticfiles": {"BACKEND": plain}}, ALLOWED_HOSTS=["*"]):
        # Loading and compiling belong to no request.
        play(Costs(), slips[:1])
        play(costs, slips[1:])
        play_at_the_desk(costs)
    print(f"{'':36}{'times':>7}{'program':>11}{'PostgreSQL':>12}{'its log':>10}{'answer':>10}")
    for kind, cost in costs.of.items():
        times = (cost.program_ms / cost.times, cost.database_ms / cost.times)
        size = (cost.log_bytes / cost.times / 1024, cost.answer_bytes / cost.times / 1024)
        print(f"{kind:36}{cost.times:7}{times[0]:8.1f} ms{times[1]:9.1f} ms{size[0]:6.1f} KiB{size[1]:6.1f} KiB")


if __name__ == "__main__":
    with TemporaryDirectory() as folder, scratch_database(os.environ.get("DATABASE_URL")) as database:
        os.environ |= {"BURRACO_DATA": folder, "DATABASE_URL": database, "SECRET_KEY": KEY}
        os.environ["DJANGO_SETTINGS_MODULE"] = "burraco_club.settings"
        django.setup()
        main()
