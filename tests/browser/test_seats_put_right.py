"""Two pairs sat at each other's tables: the referee says so while the round is played, and a player's phone knows."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, follow, it, main_action, open_others, poll
from tests.factories import make_tournament, pair, play_table, start_round


def test_two_pairs_change_tables_with_one_slip_in_and_a_phone_sees_it(tablet: Visitor, player: Visitor) -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=1))
    phone, page = player.visit(f"/t/{tournament.slug}/pairs/4/"), tablet.page
    expect(phone.locator(".seat-table")).to_contain_text("2")
    tablet.go("/")
    page.locator(".club-nav-narrow summary").click()
    tablet.audit()
    tablet.go(f"/tournaments/{tournament.slug}/")
    tablet.go(f"/tournaments/{tournament.slug}/rounds/1/")
    open_others(page)
    follow(page, page.get_by_role("link", name=it("Somebody sat elsewhere")).click)
    tablet.audit()
    follow(page, page.get_by_role("link", name=str(pair(tournament, 2))).click)
    tablet.audit()
    follow(page, page.get_by_role("link", name=str(pair(tournament, 4))).click)
    tablet.audit()
    page.locator("[name=slips][value=stay]").check()
    main_action(page)
    expect(page.locator("#seats > li").first).to_contain_text(str(pair(tournament, 4)))
    poll(phone)
    expect(phone.locator(".seat-table")).to_contain_text("1")
    assert [table.ns_id for table in round_.tables.filter(outcome="played")] == [pair(tournament, 1).pk]
    assert tablet.complaints + player.complaints == []
