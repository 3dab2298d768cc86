"""The pictures of the sample evening in docs/pictures: `python -m benchmarks.pictures [FOLDER]`.

Needs Playwright, Chromium and Poppler. The evening is in a database of its own: its last round is under way with some
tables missing, and beside it is the same evening once it is final. The time is fixed, for the server and for the
browser, so that every run produces the same pictures. Each is taken in every language and saved with few colours.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import django
from PIL import Image

import club

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROJECT = Path(__file__).resolve().parent.parent
KEPT = PROJECT / "docs" / "pictures"
SAMPLE = PROJECT / "tournaments" / "data" / "club-evening.json"
LANGUAGES = ("it", "en", "es", "pt")
COLOURS = 128
MOST_BYTES = 120_000

UNDER_WAY, FINISHED, NEXT = "torneo-del-venerdi", "torneo-del-mercoledi", "torneo-di-natale"
WINNER = 1
"""The number of the pair that has won."""
LAST_ROUND = 4
MISSING = (4, 7, 8)
"""The tables of the last round whose slips are missing."""
PLAYED = timedelta(minutes=27, seconds=30)
MOMENT = datetime(2026, 11, 20, 22, 11, microsecond=100_000, tzinfo=UTC)
"""The fixed time of the pictures, 900 milliseconds before the last round's clock shows the next second."""
SLIP = ("300", "145", "0", "60", "200", "310", "100", "85")
"""Base and points of NS and EW in the two hands that the referee has entered."""

HELD_MS = 400
"""Longer than a page waits for the next digit, and for its scripts to settle."""
TURN_MS = 12_000

ADDRESS = "http://aurora.local"
"""The address in the browser and in the QR code on the wall."""

LAPTOP, ENTRY = (1280, 800), (1366, 650)
PHONE, PROJECTOR, PAPER = (360, 740), (1920, 1080), (595, 842)


def type_slip(page: "Page") -> None:
    """Enter two hands of the slip."""
    fields = page.locator("form.slip input[inputmode=numeric]")
    for at, figure in enumerate(SLIP):
        fields.nth(at).fill(figure)
    with page.expect_response(lambda answer: "preview" in answer.url) as preview:
        page.clock.run_for(HELD_MS)
    preview.value.finished()
    page.wait_for_timeout(HELD_MS)


def turn_to_ranking(page: "Page") -> None:
    """Show the wall's page after that of the missing tables."""
    page.clock.run_for(TURN_MS)


def scroll_to_goodbye(page: "Page") -> None:
    """Show how the evening was for the pair."""
    page.evaluate("document.querySelector('.goodbye').scrollIntoView()")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A page by the name of its address, with the size of the screen and whether a referee sees it."""

    view: str
    screen: tuple[int, int]
    of: str = ""
    """The tournament of the page; empty for a page of the club."""
    arguments: tuple[int, ...] = ()
    by_referee: bool = False
    whole: bool = False
    """Take the whole page instead of one screen."""
    prepare: Callable[["Page"], None] | None = None

    @property
    def path(self) -> str:
        """The path in the active language."""
        from django.urls import reverse

        return reverse(self.view, args=[self.of, *self.arguments] if self.of else [])

    @property
    def is_sheet(self) -> bool:
        return self.view.startswith("sheet_")


PICTURES = {
    "home": Picture(view="home", screen=LAPTOP, by_referee=True),
    "overview": Picture(view="tournament", of=UNDER_WAY, screen=LAPTOP, by_referee=True),
    "round": Picture(view="round", of=UNDER_WAY, arguments=(LAST_ROUND,), screen=LAPTOP, by_referee=True),
    "result-entry": Picture(
        view="table_entry",
        of=UNDER_WAY,
        arguments=(LAST_ROUND, MISSING[0]),
        screen=ENTRY,
        by_referee=True,
        prepare=type_slip,
    ),
    "ranking": Picture(view="ranking", of=UNDER_WAY, screen=LAPTOP, by_referee=True),
    "wall-tables": Picture(view="wall", of=UNDER_WAY, screen=PROJECTOR),
    "wall-ranking": Picture(view="wall", of=UNDER_WAY, screen=PROJECTOR, prepare=turn_to_ranking),
    "phone-pair": Picture(view="public_pair", of=UNDER_WAY, arguments=(7,), screen=PHONE),
    "phone-ranking": Picture(view="public_ranking", of=UNDER_WAY, screen=PHONE),
    "phone-goodbye": Picture(
        view="public_pair", of=FINISHED, arguments=(WINNER,), screen=PHONE, prepare=scroll_to_goodbye
    ),
    "wall-podium": Picture(view="wall", of=FINISHED, screen=PROJECTOR),
    "poster": Picture(view="sheet_poster", of=NEXT, screen=PAPER, by_referee=True),
    "highlights": Picture(view="public_highlights", of=FINISHED, screen=LAPTOP, whole=True),
    "ranking-shared": Picture(view="public_picture", of=FINISHED, arguments=(1080, 1350), screen=LAPTOP),
}
"""The pictures by file name, to which the language is added: `home-it.png`."""


def evening(*, slug: str, day: date, state: str, name: str) -> str:
    """Return the sample as JSON: final, or `running` without the missing tables of the last round."""
    data = json.loads(SAMPLE.read_text(encoding="utf-8"))
    data["tournament"] |= {"slug": slug, "date": day.isoformat(), "state": state, "name": name}
    if state == "running":
        last = data["rounds"][LAST_ROUND - 1]
        last["state"] = "published"
        for table in last["tables"]:
            if table["number"] in MISSING:
                table |= {"outcome": "open", "hands": []}
    return json.dumps(data)


def set_scene() -> str:
    """Create a club, its tournaments and a referee. Return the referee's session key. Django is set up."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from accounts.models import Role
    from accounts.services import account_create
    from tournaments.clock.clock import ClockAction
    from tournaments.interchange import tournament_import
    from tournaments.models import Tournament
    from tournaments.services import (
        clock_change,
        club_keep_till,
        club_rename,
        entry_terms_set,
        till_terms_set,
        tournament_create,
        tournament_show_podium,
    )

    call_command("migrate", verbosity=0)
    club_rename(name="ASD Burraco Aurora")
    club_keep_till(keeps=True)
    today = MOMENT.date()
    here = evening(slug=UNDER_WAY, day=today, state="running", name="Torneo del venerdì")
    before = evening(slug=FINISHED, day=today - timedelta(2), state="final", name="Torneo del mercoledì")
    tournament_import(text=before)
    tournament = tournament_import(text=here)
    clock_change(round=tournament.rounds.get(number=LAST_ROUND), action=ClockAction.START, at=MOMENT - PLAYED)
    finished = Tournament.objects.get(slug=FINISHED)
    till_terms_set(tournament=finished, terms={"fee": 2_000, "fund_amount": 30_000, "shares": [50, 30, 20]})
    tournament_show_podium(tournament=finished, at=MOMENT)
    coming = tournament_create(
        name="Torneo di Natale", date=date(2026, 12, 18), starts_at=time(20, 45), venue="Sala Aurora", seed=18
    )
    entry_terms_set(tournament=coming, terms={"is_open": True})
    till_terms_set(tournament=coming, terms={"fee": 2_000, "fund_percent": 80, "shares": [50, 30, 20]})
    client = Client()
    client.force_login(account_create(name="anna", role=Role.REFEREE, password=None))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@contextmanager
def served() -> Iterator[int]:
    """Serve the club on this computer within the block, and yield the port."""
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    class Quiet(WSGIRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(get_wsgi_application())
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def taken(browser: "Browser", session: str, picture: Picture) -> bytes:
    """Return the page as a PNG at the fixed time."""
    width, height = picture.screen
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", timezone_id="Europe/Rome"
    )
    if picture.by_referee:
        context.add_cookies([{"name": "sessionid", "value": session, "url": ADDRESS}])
    page = context.new_page()
    page.clock.install(time=MOMENT)
    page.clock.pause_at(MOMENT)
    # Fonts that have not come at once are drawn from the next page on.
    page.goto(ADDRESS + picture.path, wait_until="networkidle")
    answer = page.goto(ADDRESS + picture.path, wait_until="networkidle")
    page.clock.run_for(HELD_MS)
    while "" in page.locator("[data-clock-time]").all_text_contents():
        page.wait_for_timeout(50)
    assert answer is not None and answer.ok, f"{picture.path} answers {answer and answer.status}"
    if answer.headers["content-type"] == "image/png":
        shot = answer.body()
    else:
        if picture.prepare:
            picture.prepare(page)
        shot = page.screenshot(full_page=picture.whole)
    context.close()
    return shot


def drawn(session: str, picture: Picture) -> bytes:
    """Return the first page of a sheet as a PNG."""
    from django.test import Client

    client = Client(SERVER_NAME=ADDRESS.removeprefix("http://"))
    client.cookies["sessionid"] = session
    width, height = picture.screen
    answer = client.get(picture.path)
    sheet = b"".join(answer.streaming_content) if answer.streaming else answer.content
    command = ["pdftoppm", "-png", "-singlefile", "-scale-to-x", str(width), "-scale-to-y", str(height), "-"]
    return subprocess.run(command, input=sheet, check=True, capture_output=True).stdout


def packed(shot: bytes) -> bytes:
    """Return the picture with fewer colours, which flat areas do not need."""
    file = BytesIO()
    few = Image.open(BytesIO(shot)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def what_is_missing() -> str:
    """Return a sentence about what is missing for pictures, or an empty string."""
    if not find_spec("playwright"):
        return "Pictures are taken with Playwright, which is not installed: see requirements-browser.txt."
    if not club.find_chromium():
        return "Pictures are taken with Chromium, which was not found: install it, or name it in CHROMIUM."
    if not which("pdftoppm"):
        return "The picture of a sheet is made by pdftoppm, which was not found: install Poppler."
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Take the pictures of the documentation.")
    parser.add_argument("folder", nargs="?", type=Path, default=KEPT)
    folder = parser.parse_args().folder
    if missing := what_is_missing():
        sys.exit(missing)
    with TemporaryDirectory() as data:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "burraco_club.settings", "BURRACO_DATA": data, "DEBUG": "1"}
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        with patch("django.utils.timezone.now", lambda: MOMENT):
            take_all(folder)


def take_all(folder: Path) -> None:
    """Write every picture in every language into the folder."""
    from django.utils.translation import override
    from playwright.sync_api import sync_playwright

    session = set_scene()
    for name, picture in PICTURES.items():
        for language in LANGUAGES if picture.is_sheet else ():
            with override(language):
                keep(folder / f"{name}-{language}.png", drawn(session, picture))
    with served() as port, sync_playwright() as playwright:
        resolved = f"--host-resolver-rules=MAP {ADDRESS.removeprefix('http://')} 127.0.0.1:{port}"
        browser = playwright.chromium.launch(executable_path=club.find_chromium(), args=["--no-sandbox", resolved])
        for name, picture in PICTURES.items():
            for language in () if picture.is_sheet else LANGUAGES:
                with override(language):
                    keep(folder / f"{name}-{language}.png", taken(browser, session, picture))
        browser.close()


def keep(file: Path, shot: bytes) -> None:
    """Write a picture and say how large it is."""
    shot = packed(shot)
    file.write_bytes(shot)
    print(f"{file.name}{len(shot):>10,} bytes" + " (too large)" * (len(shot) > MOST_BYTES))


if __name__ == "__main__":
    main()
