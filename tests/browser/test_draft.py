"""A referee changes a draft with the mouse, the keys and a finger, and looks at it beside another system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Visitor, it
from tests.factories import draft_round, make_tournament, play_round, start_round
from tournaments.draft_selectors import drafted
from tournaments.models import Round
from tournaments.records import System

if TYPE_CHECKING:
    from tournaments.records import EntrantId


@pytest.fixture
def draft(transactional_db: None) -> Round:
    """The draft of a third round of eleven pairs."""
    tournament = make_tournament(pairs=11)
    play_round(start_round(tournament))
    play_round(start_round(tournament, System.DANISH_NO_REMATCH), seed=1)
    return draft_round(tournament, System.DANISH_NO_REMATCH)


def path(round_: Round) -> str:
    return f"/tournaments/{round_.tournament.slug}/rounds/{round_.number}/"


def seated(round_: Round) -> list[tuple[EntrantId, ...]]:
    return [table.seated for table in drafted(Round.objects.get(pk=round_.pk)).tables]


def seat(page: Page, pair: int) -> Locator:
    return page.locator(f"[data-seat='{pair}']")


def changed(page: Page, do: object) -> None:
    """Do something, and wait until the answer to it is on the page."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        do()  # type: ignore[operator]
    page.wait_for_load_state()
    expect(page.locator(".htmx-request")).to_have_count(0)


def exchanged(before: list[tuple[EntrantId, ...]], one: EntrantId, other: EntrantId) -> list[tuple[EntrantId, ...]]:
    places = {one: other, other: one}
    return [tuple(places.get(each, each) for each in table) for table in before]


def bring_up(page: Page, table: int) -> None:
    """Scroll until a table is below whatever sticks to the top, and those after it above what sticks to the bottom."""
    page.evaluate(f"scrollBy(0, document.getElementById('table-{table}').getBoundingClientRect().top - 130)")
    page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def drag(page: Page, one: Locator, other: Locator) -> None:
    here, there = one.bounding_box(), other.bounding_box()
    assert here and there
    page.mouse.move(here["x"] + 40, here["y"] + 15)
    page.mouse.down()
    page.mouse.move(there["x"] + 60, there["y"] + 20, steps=6)
    expect(page.locator(".seat-dragged")).to_be_visible()
    page.mouse.up()


def test_a_draft_is_changed_with_clicks_keys_and_by_dragging(referee: Visitor, draft: Round) -> None:
    """With a mouse, on the laptop; a finger drags in the next test."""
    page = referee.page
    referee.go(path(draft))
    first = seated(draft)

    # By click: chosen, and said; then the other.
    one, other = first[0][0], first[1][1]
    seat(page, one).click()
    expect(seat(page, one)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#live")).to_contain_text(str(one))
    referee.audit()
    changed(page, seat(page, other).click)
    second = exchanged(first, one, other)
    expect(page.locator("#table-1 [data-seat]").first).to_have_attribute("data-seat", str(other))
    assert seated(draft) == second
    expect(page.locator("[data-said]")).to_be_visible()
    expect(page.locator("#table-1 .seat-why")).to_contain_text(it("Changed by the referee.")[:-1])
    expect(seat(page, one)).to_be_focused()
    referee.audit()

    # By keys: down two tables, Enter, up one, Enter.
    one, other = second[2][0], second[1][0]
    seat(page, second[0][0]).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(seat(page, one)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(seat(page, one)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    changed(page, lambda: page.keyboard.press("Enter"))
    third = exchanged(second, one, other)
    expect(page.locator("#table-3 [data-seat]").first).to_have_attribute("data-seat", str(other))
    assert seated(draft) == third
    # The answer has given the focus back, and with it the page its last scroll.
    expect(seat(page, one)).to_be_focused()

    # By dragging.
    one, other = third[0][0], third[1][0]
    bring_up(page, 1)
    changed(page, lambda: drag(page, seat(page, one), seat(page, other)))
    expect(page.locator("#table-1 [data-seat]").first).to_have_attribute("data-seat", str(other))
    assert seated(draft) == exchanged(third, one, other)

    # Taken back, one after the other; also by key, and after the page was loaded again.
    changed(page, lambda: page.keyboard.press("Control+z"))
    assert seated(draft) == third
    page.reload()
    for expected in (second, first):
        changed(page, page.get_by_role("button", name=it("Undo"), exact=True).click)
        assert seated(draft) == expected
    expect(page.get_by_role("button", name=it("Undo"), exact=True)).to_have_count(0)

    # The lines by a key.
    seat(page, first[0][0]).focus()
    changed(page, lambda: page.keyboard.press("l"))
    assert seated(draft)[0] == first[0][::-1]
    referee.audit()
    assert "\n".join(referee.complaints) == ""


def test_a_finger_drags_after_it_has_rested_and_scrolls_otherwise(
    player: Visitor, referee: Visitor, draft: Round
) -> None:
    """The phone of the referee: `player` is logged in by the cookie of the laptop."""
    player.page.context.add_cookies(referee.page.context.cookies())
    page = player.page
    player.go(path(draft))
    page.clock.resume()
    before = seated(draft)
    one, other = before[0][0], before[1][0]
    bring_up(page, 1)
    touch = page.context.new_cdp_session(page)

    def at(pair: int) -> dict[str, float]:
        box = seat(page, pair).bounding_box()
        assert box
        return {"x": box["x"] + 30, "y": box["y"] + 20}

    def send(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", at(one))
    page.wait_for_timeout(500)
    expect(page.locator(".seat-dragged")).to_be_visible()
    there = at(other)
    send("touchMove", {"x": there["x"], "y": there["y"] - 20})
    send("touchMove", there)
    changed(page, lambda: send("touchEnd"))
    assert seated(draft) == exchanged(before, one, other)

    # A finger that moves at once scrolls, and nobody changes seats.
    start, was = at(before[2][0]), page.evaluate("scrollY")
    send("touchStart", start)
    for step in range(1, 12):
        send("touchMove", {"x": start["x"], "y": start["y"] - 25 * step})
    send("touchEnd")
    page.wait_for_function(f"scrollY > {was} + 50")
    assert seated(draft) == exchanged(before, one, other)
    player.audit()
    assert "\n".join(player.complaints) == ""


def menu_of(page: Page, number: int) -> Locator:
    row = page.locator(f"#table-{number}")
    row.locator("summary").click()
    expect(row.locator(".seat-menu-body form").first).to_be_visible()
    return row.locator(".seat-menu-body")


def test_what_is_settled_holds_when_the_round_is_drawn_again(referee: Visitor, draft: Round) -> None:
    page = referee.page
    page.set_viewport_size(PHONE)
    referee.go(path(draft))
    first = seated(draft)

    keep = menu_of(page, 2).get_by_role("button", name=it("Keep this table when drawing again"))
    referee.audit()
    changed(page, keep.click)
    expect(page.locator(".draft-chips li")).to_have_count(1)
    one, other = sorted(first[0])
    exclude = menu_of(page, 1).get_by_role(
        "button", name=it("%(one)s and %(other)s shall not meet", one=one, other=other)
    )
    changed(page, exclude.click)
    expect(page.locator(".draft-chips li")).to_have_count(2)
    expect(page.locator("#table-1 .seat-warning")).to_have_count(1)
    referee.audit()

    changed(page, page.get_by_role("button", name=it("Draw the others again")).click)
    again = seated(draft)
    assert again[1] == first[1]
    assert {one, other} not in [set(table) for table in again]
    referee.audit()

    # Both can be taken back, and so can the second draw.
    for _chip in range(2):
        changed(page, page.locator(".draft-chip button").first.click)
    expect(page.locator(".draft-chips")).to_have_count(0)
    for _step in range(3):
        changed(page, page.get_by_role("button", name=it("Undo"), exact=True).click)
    assert seated(draft) == first
    assert "\n".join(referee.complaints) == ""


def test_another_system_is_looked_at_taken_published_and_checked(referee: Visitor, draft: Round) -> None:
    page = referee.page
    referee.go(path(draft))
    first = seated(draft)
    page.get_by_role("link", name=it("Compare with another system")).click()
    page.check("[name=system][value=draw]")
    page.get_by_role("button", name=it("Compare"), exact=True).click()
    expect(page.locator(".compare section")).to_have_count(2)
    expect(page.locator(".compare .differs").first).to_be_visible()
    referee.audit()
    page.set_viewport_size(PHONE)
    referee.audit()
    page.set_viewport_size(LAPTOP)
    assert seated(draft) == first
    page.locator(".next-bar .btn-primary").click()
    page.wait_for_url(f"**{path(draft)}")
    assert Round.objects.get(pk=draft.pk).system == System.DRAW

    taken = seated(draft)
    seat(page, taken[0][0]).click()
    changed(page, seat(page, taken[1][0]).click)
    page.locator(".next-bar .btn-primary").click()
    expect(page.locator("body")).to_contain_text(it("Print the slips"))
    referee.audit()
    page.get_by_role("link", name=it("Check the draw")).click()
    expect(page.locator(".check-rows > li")).to_have_count(2)
    referee.audit()
    assert "\n".join(referee.complaints) == ""
