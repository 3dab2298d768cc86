"""A typed password can be shown, and is hidden again when it is sent."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, follow, it


def test_a_password_shows_what_was_typed_until_it_is_sent(player: Visitor) -> None:
    page = player.page
    player.go("/login/")
    page.fill("[name=username]", "nessuno")
    page.fill("[name=password]", "due pinelle e un jolly")
    page.get_by_label(it("Show the password")).check()
    expect(page.locator("[name=password]")).to_have_attribute("type", "text")
    player.audit()
    page.evaluate("document.addEventListener('submit', () => (window.name = document.forms.login.password.type))")
    follow(page, lambda: page.press("[name=password]", "Enter"))
    assert page.evaluate("window.name") == "password"
    expect(page.locator("[name=password]")).to_have_attribute("type", "password")
    assert player.complaints == []
