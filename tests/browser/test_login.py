"""Logging in: a visitor who opens a referee's page has to log in, and then gets that page."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD, Visitor, follow, it


def test_a_referee_logs_in_on_the_page_asked_for(player: Visitor, account: object) -> None:
    page = player.page
    player.go("/tournaments/new/")
    page.fill("[name=username]", "arbitro")
    page.fill("[name=password]", PASSWORD)
    follow(page, lambda: page.press("[name=password]", "Enter"))
    expect(page).to_have_url(f"{player.address}/tournaments/new/")
    assert player.complaints == []


def test_a_second_referee_comes_in_by_the_link_on_the_screen(referee: Visitor, player: Visitor) -> None:
    """Every page on the way is audited on the laptop, and on the new referee's phone."""
    page, phone = referee.page, player.page
    referee.go("/club/accounts/")
    page.fill("[name=name]", "marta")
    follow(page, page.locator(".next-bar .btn-primary").click)
    referee.audit()
    player.go(urlsplit(page.locator("code").inner_text()).path)
    for field in ("new_password", "new_password_again"):
        phone.fill(f"[name={field}]", PASSWORD)
    follow(phone, phone.locator(".next-bar .btn-primary").click)
    player.go("/account/")
    player.go("/account/password/")
    player.go("/club/accounts/")
    expect(phone.locator("h1")).to_have_text(it("Your account may not do this"))
    referee.go("/club/accounts/")
    page.get_by_role("link", name="marta").click()
    referee.audit()
    assert player.complaints == referee.complaints == []
