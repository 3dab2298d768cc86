"""Visible without scrolling: the whole of result entry on a laptop, and every public page's width on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, expect_address, follow
from tests.factories import make_tournament, start_round
from tournaments.models import Round

WINDOW = {"width": 1366, "height": 650}
"""The part of the screen that a small laptop leaves to a page."""
HALL = 60
NAMES = (("Mastropasqua", "Immacolata Concetta"), ("Bonaventura-Castellaneta", "Giandomenico"))
BELOW = """() => {
  const parts = '.slip-head, .slip-hand, .slip-sum, .slip-outcome, .slip-actions .btn-primary, #tables > li';
  return [...document.querySelectorAll(parts)]
    .filter(part => part.getBoundingClientRect().bottom > innerHeight)
    .map(part => part.id || part.className);
}"""
SIDEWAYS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"


@pytest.fixture
def round_(transactional_db: None) -> Round:
    """Thirty tables with their clock, and long names at the first."""
    tournament = make_tournament(pairs=HALL, round_minutes=60)
    long_one = tournament.pairs.order_by("number")[0]
    for player, (last, first) in zip((long_one.player1, long_one.player2), NAMES, strict=True):
        player.last_name, player.first_name = last, first
        player.save()
    return start_round(tournament)


def halves(page: Page) -> list[float]:
    return [page.locator(".slip-pair").nth(at).bounding_box()["width"] for at in (0, 1)]  # type: ignore[index]


def test_result_entry_fits_a_laptops_window_whole(referee: Visitor, round_: Round) -> None:
    page = referee.page
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    referee.go(f"/tournaments/{round_.tournament.slug}/rounds/1/tables/1/")
    expect(page.locator("#tables > li")).to_have_count(HALL // 2)
    for typed in ("1200", "145", "0", "60"):
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    expect(page.locator("#t1-balance strong")).to_be_visible()
    assert page.evaluate(BELOW) == []
    assert page.evaluate("document.documentElement.scrollHeight") == WINDOW["height"]
    ns, ew = halves(page)
    assert ns == pytest.approx(ew, abs=1)
    # The ending of a hand is not on paper: its column opens on demand, and stays if a hand did not close.
    choice = page.locator("[name=h2_end]")
    end = page.locator(".slip-end", has=choice)
    assert end.bounding_box()["width"] == 1  # type: ignore[index]
    page.keyboard.press("f")
    expect(choice).to_be_focused()
    assert end.bounding_box()["width"] > 100  # type: ignore[index]
    choice.select_option("time")
    page.locator("[data-ends-shown]").evaluate("slip => slip.removeAttribute('data-ends-shown')")
    assert end.bounding_box()["width"] > 100  # type: ignore[index]
    ns, ew = halves(page)
    assert ns == pytest.approx(ew, abs=1)
    assert "\n".join(referee.complaints) == ""


def test_a_phone_knows_whose_it_is_and_no_page_of_it_scrolls_sideways(player: Visitor, round_: Round) -> None:
    page, here = player.page, f"/t/{round_.tournament.slug}/"

    def look() -> None:
        player.audit()
        width, seen = page.evaluate(SIDEWAYS)
        assert width == seen, page.url

    player.visit(here + "rounds/")
    look()
    # Before the phone knows its pair, the link leads to the names; pressing one makes it the phone's own.
    follow(page, page.locator("[data-own-find]").click)
    look()
    page.locator(".name-finder input").fill("castellaneta")
    follow(page, page.locator("#players > li:visible a").click)
    own = page.url
    assert own.endswith("/pairs/1/")
    expect(page.locator("[data-own-kept]")).to_be_visible()
    look()
    follow(page, page.locator(".club-tabs a").nth(2).click)
    row = page.locator(".round-tables .own-row")
    expect(row.locator("a").first).to_contain_text("Castellaneta")
    look()
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    expect(row).to_be_in_viewport()
    page.locator("[data-own-find]").click()
    expect(row.locator("a:focus")).to_have_attribute("href", own.removeprefix(player.address))
    # Its first tab leads there, and reopening the tournament's address shows that card.
    expect(page.locator(".club-tabs a").first).to_have_attribute("href", own.removeprefix(player.address))
    other = page.context.new_page()
    other.goto(player.address + here)
    expect_address(other, own)
    assert page.context.cookies() == []
    # The page of another pair does not ask again; the phone can forget its pair, and is asked right under the card.
    other.goto(own.replace("/pairs/1/", "/pairs/2/"))
    expect(other.locator("[data-own-of]")).to_have_attribute("href", own.removeprefix(player.address))
    expect(other.locator("[data-own-page]")).to_be_hidden()
    other.goto(own)
    other.locator("[data-own-forget]").click()
    keep = other.locator("[data-own-keep]")
    expect(keep).to_be_focused()
    card, asked = other.locator(".seat-card").bounding_box(), keep.bounding_box()
    assert card and asked and 0 <= asked["y"] - card["y"] - card["height"] < 40
    follow(other, other.locator(".club-tabs a").first.click)
    assert other.url.endswith("/seat/")
    assert "\n".join(player.complaints) == ""
