"""Two pairs sat at each other's tables: the referee corrects it during the round, and a player's phone shows it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, follow, it, main_action, open_others, poll
from tests.factories import draft_round, make_tournament, pair, play_table, start_round
from tournaments.services import pair_add


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


def test_who_comes_late_plays_against_who_rests_in_three_clicks(tablet: Visitor, player: Visitor) -> None:
    tournament = make_tournament(pairs=7)
    round_ = start_round(tournament)
    late = pair_add(tournament=tournament, players=("Zanon Ugo", "Zanon Ada"), here=True)
    phone, page = player.visit(f"/t/{tournament.slug}/pairs/{late.number}/"), tablet.page
    tablet.go(f"/tournaments/{tournament.slug}/rounds/1/")
    follow(page, page.get_by_role("link", name=str(late)).click)
    tablet.audit()
    follow(page, page.get_by_role("link", name=str(pair(tournament, 7))).first.click)
    tablet.audit()
    main_action(page)
    expect(page.locator("#seats > li").last).to_contain_text(str(late))
    expect(page.locator("#seats > li")).to_have_count(4)
    poll(phone)
    expect(phone.locator(".seat-table")).to_contain_text("4")
    assert [table.number for table in round_.tables.filter(ew=late)] == [4]
    assert tablet.complaints + player.complaints == []


def test_who_comes_while_a_draft_is_looked_at_takes_a_seat_that_is_free_or_given_up(tablet: Visitor) -> None:
    tournament = make_tournament(pairs=7)
    round_ = draft_round(tournament)
    late, later = (
        pair_add(tournament=tournament, players=(f"{name} Ugo", f"{name} Ada"), here=True)
        for name in ("Zanon", "Zorzi")
    )
    page = tablet.page
    tablet.go(f"/tournaments/{tournament.slug}/rounds/1/")
    page.locator(f".note [data-seat='{late.number}']").click()
    page.locator("[data-free]").click()
    expect(page.locator("#seats > li").last).to_contain_text(str(late))
    page.locator(f".note [data-seat='{later.number}']").focus()
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    page.locator("#seats [data-seat='1']").click()
    expect(page.locator("#seats > li").first).to_contain_text(str(later))
    expect(page.locator(".note [data-seat]")).to_have_text([f"1 {pair(tournament, 1)}"])
    tablet.audit()
    assert sorted(table.ns.number for table in round_.tables.all()) == [3, 5, 7, later.number]
    assert tablet.complaints == []
