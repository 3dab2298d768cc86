"""The cost of the players' pages: `python -m benchmarks.public_pages`. Prints medians in CPU milliseconds, and bytes.

500 pairs after eight rounds of four hands, in a database of its own. The requests are like a phone's and go through the
whole WSGI application, with compression. Before each page that is rendered, the tournament's revision is raised, as by
a saved slip. Beside the figures are the aims and the floors: a 304; the rows read as tuples and the ranking computed;
the compressed bytes of the names and figures alone.
"""

import gc
import gzip
import io
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

from benchmarks.empty_club import run_in_an_empty_club

if TYPE_CHECKING:
    from tournaments.models import Tournament

PAIRS, ROUNDS, HANDS = 500, 8, 4
REPEATS = 9
PHONES = 60
TOURNAMENTS = 1_000
HOME_DAY = date(2100, 1, 1)
"""The day of the tournaments on the home page, always in the future so that players find them."""
PAGES = (
    # Name, path, aim for the first phone in milliseconds, and aim in bytes; 0 stands for none.
    ("ranking", "", 40, 15_360),
    ("ranking as of a round", "?after=4", 0, 0),
    ("seats of a round under way", "seat/", 0, 0),
    ("a round", "rounds/4/", 0, 0),
    ("cross-table", "cross-table/", 80, 0),
    ("wall", "wall/", 0, 0),
)

MOST_FONTS = 60_000

Figure = tuple[str, float, str, float, str]
"""The name of a figure, the figure, its unit, its aim (0 for none), and its comparison."""


def median_ms(work: Callable[[], object], before: Callable[[], object] = lambda: None, repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        before()
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def championship() -> "Tournament":
    """Create the tournament with its last round under way: all pairs are seated, and half of the slips are entered."""
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


class Phone:
    """Call the WSGI application directly, with nothing in between that a server would not have."""

    def __init__(self) -> None:
        from burraco_club.handler import ClubHandler

        self._application = ClubHandler()

    def get(self, address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        path, _mark, query = address.partition("?")
        environ: dict[str, Any] = {
            **{"REQUEST_METHOD": "GET", "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": query},
            **{"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000", "SERVER_PROTOCOL": "HTTP/1.1"},
            **{"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1", "HTTP_ACCEPT_ENCODING": "gzip"},
            **{"wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr, "wsgi.url_scheme": "http"},
            **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
        }
        head: dict[str, Any] = {}

        def start(status: str, headers: list[tuple[str, str]]) -> None:
            head.update(status=int(status[:3]), headers=dict(headers))

        answer = self._application(environ, start)
        body = b"".join(answer)
        answer.close()
        return head["status"], head["headers"], body


def measure() -> Iterator[Figure]:
    """Yield every figure with its aim. Django is set up, on a migrated database that nobody else uses."""
    from django.conf import settings
    from django.test import override_settings

    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain):
        yield from _figures()


def _figures() -> Iterator[Figure]:
    from django.conf import settings
    from django.db.models import F

    from tournaments.models import Tournament
    from tournaments.selectors.evening import evening_of
    from tournaments.selectors.hall.hall import hall_of
    from tournaments.selectors.standings import standings_of

    tournament, phone = championship(), Phone()
    base = f"/t/{tournament.slug}/"

    def saved() -> None:
        Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)

    def get(address: str, **headers: str) -> bytes:
        status, _headers, body = phone.get(address, **headers)
        if status != 200:
            raise SystemExit(f"expected 200, got {status} from {address}")
        return body

    def revalidate() -> None:
        if phone.get(base, if_none_match=etag)[0] != 304:
            raise SystemExit("expected a 304")

    get(base)
    # The served program does this once it is loaded.
    gc.collect()
    gc.freeze()
    evening = evening_of(tournament)
    known = median_ms(lambda: evening_of(tournament).standings())
    hall = median_ms(lambda: hall_of(tournament))
    etag = phone.get(base)[1]["ETag"]
    nothing_new = median_ms(revalidate, repeats=200)
    names = gzip.compress(
        "\n".join(
            f"{row.place} {row.entrant.label} {row.vp} {row.mp_difference} {row.mp}" for row in standings_of(tournament)
        ).encode()
    )
    yield "a 304, of any page", nothing_new, "ms", 1, "one small query"
    yield "the ranking, read and computed", known, "ms", 30, f"computed alone {median_ms(evening.standings):.1f} ms"
    yield "everything that players see, read and computed", hall, "ms", 0, f"of it the ranking {known:.1f} ms"
    for what, path, aim, most in PAGES:
        address = base + path
        first = median_ms(lambda address=address: get(address), saved)  # type: ignore[misc]
        body = get(address)
        again = median_ms(lambda address=address: get(address), repeats=200)  # type: ignore[misc]
        beside = f"floor: names and figures packed {len(names):,} bytes" if most else ""
        yield f"{what}: the first of all phones", first, "ms", aim, f"{first - hall:.1f} ms beside what is computed"
        yield f"{what}: each further phone", again, "ms", 1, f"{again / nothing_new:.1f} × a 304"
        yield f"{what}: on the wire", len(body), "bytes", most, beside or f"{len(gzip.decompress(body)):,} as it is"

    fonts = sum(path.stat().st_size for path in (settings.BASE_DIR / "static" / "fonts").glob("*.woff2"))
    yield "fonts, once and for ever", fonts, "bytes", MOST_FONTS, "apart from the pages"

    def own_pages() -> None:
        for number in range(1, PHONES + 1):
            get(f"{base}pairs/{number}/")

    own = median_ms(own_pages, saved, repeats=5)
    yield f"{PHONES} pairs' own pages, sum", own, "ms", 500, f"{(own - hall) / PHONES:.1f} ms each, and the hall once"
    yield from _home(phone, tournament)


def _home(phone: Phone, tournament: "Tournament") -> Iterator[Figure]:
    """Yield the figures of the home page with many tournaments that players look for, half of them with a few pairs."""
    from tournaments.models import Pair, Tournament

    facts = {field.attname: getattr(tournament, field.attname) for field in Tournament._meta.concrete_fields[1:]}
    tournaments = Tournament.objects.bulk_create(
        Tournament(**facts | {"slug": f"t-{number}", "name": f"Torneo {number}", "date": HOME_DAY})
        for number in range(TOURNAMENTS)
    )
    fields = [field.attname for field in Pair._meta.concrete_fields if field.name not in ("id", "tournament")]
    entered = list(tournament.pairs.order_by("number")[:4])
    Pair.objects.bulk_create(
        Pair(tournament=other, **{name: getattr(pair, name) for name in fields})
        for other in tournaments[::2]
        for pair in entered
    )
    home = median_ms(lambda: phone.get("/"))
    yield f"home of {TOURNAMENTS:,} tournaments, a page of it", home, "ms", 15, f"{len(phone.get('/')[2]):,} bytes"


def main() -> None:
    for what, figure, unit, aim, beside in measure():
        figure_text = f"{figure:9,.0f}" if unit == "bytes" else f"{figure:9.1f}"
        wanted = f"≤ {aim:,.0f}" if aim else ""
        print(f"{what:52}{figure_text} {unit:6}{wanted:>9}   {beside}")


if __name__ == "__main__":
    run_in_an_empty_club(main)
