"""The time in which the long pages appear on a slow machine: `python -m benchmarks.paint`. Prints medians in ms.

500 pairs after eight rounds at 250 tables, served as `club.py` does, in Chromium with a slowed processor: six times for
a phone and for the laptop behind a projector, four times for the referee's. Then, on the phone, the players' pages of
5,000 pairs in their second round, the bracket of a knockout of 512, and a season of 60 tournaments of 400 players. The
figure is the CPU time of the page's main thread, from an empty tab to the complete first screen: layout and styles,
scripts, and everything together. Beside each figure is that of the program's emptiest page on the same screen. Aims of
every page for players: 300 ms for layout and styles, and 60,000 bytes as they are sent. Without Playwright or a browser
nothing is measured, and a note says so.
"""

import os
import statistics
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import Figure

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

    from tournaments.models import Tournament

REPEATS = 5
HOST = "127.0.0.1"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
STANDS = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
"""After the second frame, everything that belonged to the first has been done."""
SENT = "() => performance.getEntriesByType('navigation')[0].encodedBodySize"
PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime
  - performance.getEntriesByType("navigation")[0].responseStart"""


class Screen(NamedTuple):
    """A user's screen, its size in pixels, and how many times slower its processor is than this machine's."""

    whose: str
    width: int
    height: int
    slower: int


MOST_LAYOUT_MS, MOST_BYTES = 300, 60_000
LARGE, BRACKET = 5_000, 512

PHONE = Screen("phone", 360, 740, 6)
PROJECTOR = Screen("projector", 1920, 1080, 6)
LAPTOP = Screen("laptop", 1366, 650, 4)


class PageLoad(NamedTuple):
    """What a page costs: milliseconds of its main thread, and bytes."""

    layout: float
    """Layout and styles."""
    script: float
    everything: float
    """Everything that the main thread did until the page was idle, including the two others."""
    painted: float
    """From the response's first byte until something is visible: elapsed time, not CPU time."""
    sent: float
    """The bytes of the page itself as they are sent, compressed."""


class MeasuredPage(NamedTuple):
    """A page to measure. The aims are in milliseconds and bytes; 0 stands for none."""

    what: str
    path: str
    screen: Screen
    layout: float = 0
    painted: float = 0
    sent: float = 0


def for_players(what: str, path: str) -> MeasuredPage:
    """Return a page that players have on their phones, with the aims of all those."""
    return MeasuredPage(what, path, PHONE, layout=MOST_LAYOUT_MS, sent=MOST_BYTES)


def pages_of_500(players: str, referee: str, draft: str) -> Iterator[MeasuredPage]:
    """Yield the pages for the addresses of a tournament for players and for its referee, and of a draft."""
    yield for_players("cross-table", f"{players}cross-table/")
    yield for_players("ranking", players)
    yield for_players("seats", f"{players}seat/")
    yield for_players("a round", f"{players}rounds/4/")
    yield MeasuredPage("wall, seats", f"{players}wall/", PROJECTOR, layout=300)
    yield MeasuredPage("results", f"{referee}rounds/8/results/", LAPTOP, painted=500)
    yield MeasuredPage("the referee’s ranking", f"{referee}ranking/", LAPTOP)
    yield MeasuredPage("the draft of a round", draft, LAPTOP)


def pages_of_5_000(players: str) -> Iterator[MeasuredPage]:
    """Yield the players' pages of a large field, for the address of its tournament."""
    for what, path in {
        "ranking": "",
        "seats": "seat/",
        "a round": "rounds/1/",
        "a pair": "pairs/1/",
        "cross-table": "cross-table/",
        "highlights": "highlights/",
        "entries": "enter/",
    }.items():
        yield for_players(f"{what} of {LARGE:,} pairs", f"{players}{path}")


def measure() -> Iterator[Figure]:
    """Yield every figure with its aim, or nothing without a browser. Django is set up on an empty database."""
    import club

    chromium = find_spec("playwright") and club.find_chromium()
    if not chromium:
        print("benchmarks.paint is skipped: it needs Playwright and Chromium.", file=sys.stderr, flush=True)
        return
    players, draft = _championship(), _draft()
    pages = [
        *pages_of_500(f"/t/{players.slug}/", f"/tournaments/{players.slug}/", draft),
        *pages_of_5_000(f"/t/{_large_hall().slug}/"),
        for_players(f"bracket of {BRACKET} pairs", f"/t/{_knockout().slug}/tree/"),
        *_pages_of_a_season(),
    ]
    with _browser(chromium) as browser, _open_club() as club_address:
        cookie = _session_cookie(club_address)
        least = {
            screen: _median(browser, club_address, "/login/", screen, None)
            for screen in dict.fromkeys(page.screen for page in pages)
        }
        for page in pages:
            yield from _figures(
                page, _median(browser, club_address, page.path, page.screen, cookie), least[page.screen]
            )


def _figures(page: MeasuredPage, took: PageLoad, least: PageLoad) -> Iterator[Figure]:
    named = f"{page.what}, {page.screen.whose} {page.screen.slower} × slower"
    yield Figure(
        f"{named}: laid out", took.layout, "ms", page.layout, f"{took.layout / least.layout:.1f} × the emptiest page"
    )
    beside = f"{took.painted / least.painted:.1f} × the emptiest page"
    yield Figure(f"{named}: first seen", took.painted, "ms", page.painted, beside)
    beside = f"of it scripts {took.script:.0f} ms; {took.everything / least.everything:.1f} × the emptiest page"
    yield Figure(f"{named}: everything", took.everything, "ms", 0, beside)
    beside = f"{took.sent / least.sent:.1f} × the emptiest page"
    yield Figure(f"{named}: sent", took.sent, "bytes", page.sent, beside)


def _championship() -> "Tournament":
    """Create a tournament in the middle of its last round. Most tables are playing, so the wall shows the seats too."""
    from benchmarks.public_pages import championship
    from tournaments.models import Hand, Table
    from tournaments.records import Outcome

    tournament = championship()
    also_open = Table.objects.filter(round__tournament=tournament, round__number=8, number__lte=20)
    Hand.objects.filter(table__in=also_open).delete()
    also_open.update(outcome=Outcome.OPEN)
    return tournament


def _draft() -> str:
    """Return the address of a draft with as many pairs."""
    from benchmarks.desk import draft_of, field_of

    draft = draft_of(field_of(500, 2, under_way=False))
    return f"/tournaments/{draft.tournament.slug}/rounds/{draft.number}/"


def _large_hall() -> "Tournament":
    from benchmarks.every_page import full_hall

    return full_hall(LARGE, 2)


def _knockout() -> "Tournament":
    """Create a knockout with its final under way."""
    from benchmarks.desk import field_of
    from tournaments.records import System

    return field_of(BRACKET, BRACKET.bit_length() - 1, system=System.KNOCKOUT)


def _pages_of_a_season() -> Iterator[MeasuredPage]:
    """Create a season, and yield its page and that of one of its players."""
    from benchmarks.seasons import PLAYERS, TOURNAMENTS, filled
    from tournaments.models import Club, Pair

    season = filled()
    Club.objects.update(players_public=True)
    size = f"{TOURNAMENTS} tournaments of {PLAYERS} players"
    yield for_players(f"season of {size}", f"/s/{season.slug}/")
    player = Pair.objects.filter(tournament__slug="torneo-1").values_list("player1", flat=True).first()
    yield for_players(f"a player of {TOURNAMENTS} tournaments", f"/m/{player}/")


def _session_cookie(address: str) -> dict[str, str]:
    """Return the cookie of a logged-in referee."""
    from django.conf import settings
    from django.test import Client

    from tests.factories import make_account

    client = Client()
    client.force_login(make_account("referee"))
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": address}


@contextmanager
def _open_club() -> Iterator[str]:
    """Serve the club in another process, and yield its address."""
    from django.db import connections

    from benchmarks.hall import open_club
    from burraco_club.network import free_port_after

    port = free_port_after(HOST, 8000)
    if port is None:
        raise SystemExit("expected a free port")
    connections.close_all()
    with open_club(port):
        yield f"http://{HOST}:{port}"


@contextmanager
def _browser(chromium: str) -> "Iterator[Browser]":
    from playwright.sync_api import sync_playwright

    # Playwright runs an event loop in this thread, in which Django's ORM would refuse to work.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


def _median(browser: "Browser", club: str, path: str, screen: Screen, cookie: Mapping[str, str] | None) -> PageLoad:
    """Return the median of several loads, after one that fills the browser's cache."""
    size = {"width": screen.width, "height": screen.height}
    context = browser.new_context(viewport=size, locale="it-IT", is_mobile=screen is PHONE, has_touch=screen is PHONE)  # type: ignore[arg-type]
    if cookie:
        context.add_cookies([cookie])  # type: ignore[list-item]
    took = [_load(context.new_page(), club + path, screen.slower) for _repeat in range(REPEATS + 1)][1:]
    context.close()
    return PageLoad(*map(statistics.median, zip(*took, strict=True)))


def _load(page: "Page", address: str, slower: int) -> PageLoad:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    before = _so_far(session)
    answer = page.goto(address, wait_until="load")
    if answer is None or not answer.ok or page.url != address:
        raise SystemExit(f"expected {address}, got {page.url}: {answer and answer.status}")
    page.evaluate(STANDS)
    # A slow screen may report a paint with a delay.
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    painted, sent, after = page.evaluate(PAINTED), page.evaluate(SENT), _so_far(session)
    page.close()
    layout, script, everything = (now - then for now, then in zip(after, before, strict=True))
    return PageLoad(layout, script, everything, painted, sent)


def _so_far(session: "CDPSession") -> tuple[float, float, float]:
    """Return the milliseconds for layout and styles, for scripts, and in all."""
    metrics: dict[str, Any] = {
        metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]
    }
    layout = metrics["LayoutDuration"] + metrics["RecalcStyleDuration"]
    return 1000 * layout, 1000 * metrics["ScriptDuration"], 1000 * metrics["TaskDuration"]


def main() -> None:
    for figure in measure():
        wanted = f"≤ {figure.aim:,.0f}" if figure.aim else ""
        size = f"{figure.figure:9,.0f} {figure.unit:6}{wanted:>9} {figure.aim_in_words:15}"
        print(f"{figure.what:70}{size} {figure.beside}", flush=True)


if __name__ == "__main__":
    run_in_an_empty_club(main)
