"""A referee on a phone gives a penalty from the club's list, then compares the results with the slips."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, follow, main_action, settled
from tests.factories import make_tournament, pair, play_table, start_round
from tournaments.models import Adjustment


def test_a_penalty_by_name_from_the_list_and_a_slip_from_the_sheet(tablet: Visitor) -> None:
    page = tablet.page
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=1))
    third = pair(tournament, 3)
    here = f"/tournaments/{tournament.slug}"

    tablet.go("/club/infractions/late_5_to_10/")
    tablet.go(f"{here}/adjustments/")
    page.locator("#id_pair").press_sequentially(third.player1.last_name[:4])
    # The first letters match other players, too.
    expect(page.locator("#pair-options [role=option]")).to_have_count(1)
    page.locator("#pair-options [role=option]").click()
    expect(page.locator("#id_pair")).to_have_value(f"3 {third}")
    page.locator("#id_points").focus()
    expect(page.locator("#whom")).to_contain_text(str(third.player2))
    page.get_by_label(str(third.player2)).check()
    # The chosen player stays when the list fills in the other fields.
    page.locator("a[href*='infraction=late_5_to_10']").click()
    expect(page.locator("#id_points")).to_have_value("-100")
    settled(page)
    expect(page.get_by_label(str(third.player2))).to_be_checked()
    page.locator("#id_points").fill("100")
    main_action(page)
    tablet.audit()
    follow(page, page.locator("[name=otherwise]").click)
    given = Adjustment.objects.get()
    assert (given.mp, given.pair, given.player) == (-100, third, third.player2)
    tablet.audit()

    tablet.go(f"{here}/rounds/1/tables/1/arbitral/")
    tablet.go(f"{here}/rounds/1/sheet/")
    page.locator("#table-1 [data-tick]").check()
    follow(page, page.reload)
    expect(page.locator("#table-1 [data-tick]")).to_be_checked()
    follow(page, page.locator("#table-1 a").click)
    page.locator("[name=h1_ns_points]").fill("100")
    follow(page, page.locator("#slip button.btn-primary").click)
    expect(page).to_have_url(f"{tablet.address}{here}/rounds/1/sheet/?at=1#table-1")
    expect(page.locator("#table-1")).to_contain_text("400")
    expect(page.locator("#table-1 [data-tick]")).not_to_be_checked()
    assert tablet.complaints == []
