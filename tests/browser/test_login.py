"""The way in: whoever asks for a page of the referee's is asked who they are, and then is on that page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD, Visitor, follow


def test_a_referee_logs_in_on_the_page_asked_for(player: Visitor, account: object) -> None:
    page = player.page
    player.go("/tournaments/new/")
    page.fill("[name=username]", "arbitro")
    page.fill("[name=password]", PASSWORD)
    follow(page, lambda: page.press("[name=password]", "Enter"))
    expect(page).to_have_url(f"{player.address}/tournaments/new/")
    assert player.complaints == []
