"""The pages of the rulesets on a phone and a laptop; and a referee creates the club's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scoring.models import ClubRuleset
from tests.browser.conftest import Visitor, expect_address, follow


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_player_reads_every_kind_of_ruleset(player: Visitor, transactional_db: None) -> None:
    for page in ("", "fibur_2026/", "argentine/", "brazilian_fechado_stbl/"):
        player.go(f"/rulesets/{page}")
    assert player.page.context.cookies() == []
    assert player.complaints == []


def test_a_referee_makes_the_clubs_own_ruleset(referee: Visitor) -> None:
    page = referee.page
    referee.go("/rulesets/")
    page.select_option("#preset", "italian")
    follow(page, page.locator("form button[type=submit]").last.click)
    referee.audit()
    page.fill("[name=name]", "Circolo del Ponte")
    page.fill("[name=dirty]", "250")
    follow(page, lambda: page.press("[name=dirty]", "Enter"))
    expect(page.locator("#id_dirty_error")).to_be_visible()
    expect(page.locator("[name=dirty]")).to_have_value("250")
    referee.audit()
    page.fill("[name=dirty]", "150")
    page.press("[name=dirty]", "Enter")
    expect_address(page, "/rulesets/circolo-del-ponte/edit/")
    referee.audit()
    assert ClubRuleset.objects.get().options == {"dirty": 150}
    referee.go("/rulesets/circolo-del-ponte/")
    referee.go("/tournaments/new/")
    assert page.locator("[name=ruleset] option[value=circolo-del-ponte]").count() == 1
    assert referee.complaints == []
