"""Sending a page around: the phone's own way with the picture, a copy, or the text itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import PHONE, Visitor, it, until, visiting
from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.views.hall.test_highlights import finished
from tournaments.models import Tournament
from tournaments.services import club_set_address

pytestmark = pytest.mark.django_db(transaction=True)

SHARES = """
window.shared = [];
navigator.canShare = ({files}) => files.every(file => file.type === 'image/png' && file.size > 1000);
navigator.share = async ({text, files = []}) => { window.shared.push([text, files.map(file => file.name)]); };
"""
DISMISSES = """
navigator.canShare = () => false;
navigator.share = async () => { throw new DOMException('dismissed', 'AbortError'); };
navigator.clipboard.writeText = async text => { window.copied = text; };
"""
COPIES = "delete Navigator.prototype.share; navigator.clipboard.writeText = async text => { window.copied = text; };"
"""A laptop on a secure address."""
SHOWS = """
delete Navigator.prototype.share;
navigator.clipboard.writeText = async () => { throw new Error('not allowed'); };
document.execCommand = () => false;
"""
BUTTON = "button[data-share]"


@contextmanager
def phone(browser: Browser, server: LiveServer, able_to: str) -> Iterator[Visitor]:
    with visiting(browser, server, PHONE) as visitor:
        visitor.page.add_init_script(able_to)
        yield visitor
        assert visitor.complaints == []


def evening() -> Tournament:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament), seed=1)
    return tournament


def until_shared(page: Page) -> None:
    until(page, lambda: bool(page.evaluate("window.shared.length")))


def name_of(page: Page) -> str:
    return page.locator("#pair-names .name").first.inner_text()


def test_a_phone_shares_the_pairs_text_and_its_picture(browser: Browser, club_server: LiveServer) -> None:
    tournament = evening()
    with phone(browser, club_server, SHARES) as visitor:
        page = visitor.page
        visitor.go(f"/t/{tournament.slug}/pairs/1/")
        page.locator(BUTTON).click()
        until_shared(page)
        ((text, files),) = page.evaluate("window.shared")
        sentence, address = text.split("\n")
        assert sentence.startswith(name_of(page)) and " VP" in sentence and tournament.name in sentence
        assert address == f"{club_server.url}/t/{tournament.slug}/pairs/1/" and files == ["picture.png"]


def test_the_ranking_is_shared_at_the_clubs_public_address(browser: Browser, club_server: LiveServer) -> None:
    tournament = finished(make_tournament(pairs=4))
    club_set_address(address="https://burraco.example.it")
    with phone(browser, club_server, SHARES) as visitor:
        visitor.go(f"/t/{tournament.slug}/?after=1")
        visitor.go(f"/t/{tournament.slug}/")
        visitor.page.locator(BUTTON).click()
        until_shared(visitor.page)
        ((text, files),) = visitor.page.evaluate("window.shared")
        assert text.endswith(f"\nhttps://burraco.example.it/t/{tournament.slug}/")
        assert files == ["ranking-1080x1080.png"]


def test_who_changes_his_mind_has_copied_nothing(browser: Browser, club_server: LiveServer) -> None:
    tournament = evening()
    with phone(browser, club_server, DISMISSES) as visitor:
        visitor.go(f"/t/{tournament.slug}/pairs/1/")
        visitor.page.locator(BUTTON).click()
        visitor.page.wait_for_timeout(200)
        assert visitor.page.evaluate("window.copied ?? null") is None


def test_where_nothing_is_shared_it_is_copied_and_said(browser: Browser, club_server: LiveServer) -> None:
    tournament = evening()
    with phone(browser, club_server, COPIES) as visitor:
        visitor.go(f"/t/{tournament.slug}/pairs/1/")
        visitor.page.locator(BUTTON).click()
        expect(visitor.page.get_by_role("status").filter(has_text=it("Copied"))).to_be_visible()
        assert visitor.page.evaluate("window.copied").endswith(f"/t/{tournament.slug}/pairs/1/")


def test_where_nothing_may_be_copied_the_text_is_there_to_select(browser: Browser, club_server: LiveServer) -> None:
    tournament = evening()
    with phone(browser, club_server, SHOWS) as visitor:
        visitor.go(f"/t/{tournament.slug}/pairs/1/")
        visitor.page.locator(BUTTON).click()
        field = visitor.page.locator("textarea[readonly]")
        expect(field).to_be_focused()
        assert field.input_value().endswith(f"/t/{tournament.slug}/pairs/1/")
        visitor.page.locator(BUTTON).click()
        expect(field).to_have_count(1)
        visitor.audit()
