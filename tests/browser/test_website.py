"""The club's own site, on another origin: it shows ranking and calendar in frames, and reads the public data."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import Visitor, main_action
from tests.factories import make_tournament, play_round, start_round
from tests.ports import free_port
from tournaments.models import Club
from tournaments.services import club_be_framed_by, club_set_address, entry_terms_set

pytestmark = pytest.mark.django_db(transaction=True)

READS = "address => fetch(address).then(answer => answer.json(), fault => String(fault))"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of the club's own site, and its folder."""
    server = ThreadingHTTPServer(("127.0.0.1", free_port()), partial(QuietHandler, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", tmp_path
    server.shutdown()
    server.server_close()


def write(folder: Path, *parts: str) -> None:
    body = "\n".join(parts)
    (folder / "index.html").write_text(f"<!doctype html><title>Aurora</title><h1>Aurora</h1>{body}", encoding="utf-8")


def framed(page: Page, number: int) -> Any:
    return page.frame_locator("iframe").nth(number)


def test_the_site_shows_what_was_copied_and_nothing_else(
    referee: Visitor, page: Page, site: tuple[str, Path], club_server: LiveServer
) -> None:
    address, folder = site
    played = make_tournament(name="Serata giocata", pairs=4, date=timezone.localdate())
    play_round(start_round(played))
    coming = make_tournament(name="Serata aperta", date=timezone.localdate() + timedelta(days=3))
    entry_terms_set(tournament=coming, terms={"is_open": True, "places": 8})
    club_set_address(address=club_server.url)
    referee.go("/club/website/")
    snippets = [box.input_value() for box in referee.page.locator("textarea.snippet").all()]
    assert len(snippets) == 2
    write(folder, *snippets, f'<iframe src="{club_server.url}/" title="altro"></iframe>')
    page.goto(address)
    expect(framed(page, 0).get_by_role("link", name="Serata aperta")).to_be_visible()
    # A frame is loaded when it comes into view.
    page.locator("iframe").nth(1).scroll_into_view_if_needed()
    expect(framed(page, 1).locator("tbody tr")).to_have_count(4)
    # A page that is not meant for it stays away.
    expect(framed(page, 2).locator(".club-brand")).to_have_count(0)
    with page.context.expect_page() as opened:
        framed(page, 0).get_by_role("link", name="Serata aperta").click()
    expect(opened.value).to_have_url(f"{club_server.url}/t/{coming.slug}/enter/")

    listed = page.evaluate(READS, f"{club_server.url}/api/v1/tournaments")
    assert [row["name"] for row in listed["items"]] == ["Serata giocata"]
    assert "Failed to fetch" in page.evaluate(READS, f"{club_server.url}/calendar.ics")
    assert referee.complaints == []


def test_only_the_sites_of_the_list_show_them(
    referee: Visitor, page: Page, site: tuple[str, Path], club_server: LiveServer
) -> None:
    address, folder = site
    write(folder, f'<iframe src="{club_server.url}/framed/calendar/" title="Calendario"></iframe>')
    heading = framed(page, 0).locator(".framed-main")
    club_be_framed_by(sites=["https://altrove.example.it"])
    page.goto(address)
    page.wait_for_load_state("networkidle")
    expect(heading).to_have_count(0)
    referee.go("/club/website/")
    referee.page.locator("#id_sites").fill(f"https://altrove.example.it\n{address}/eventi/")
    main_action(referee.page)
    assert Club.objects.get().framed_by == f"https://altrove.example.it {address}"
    page.goto(address)
    expect(heading).to_be_visible()
    # The club's own page shows it, too.
    referee.page.locator("details.fold summary").first.click()
    expect(referee.page.frame_locator("iframe").first.locator(".framed-main")).to_be_visible()
    assert referee.complaints == []
