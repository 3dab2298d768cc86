"""A referee changes a draft with mouse, keys and finger, and compares it with another system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Visitor, follow, it, main_action, open_others, settled, until
from tests.factories import draft_round, make_tournament, play_round, start_round
from tournaments.models import Round
from tournaments.records import System
from tournaments.selectors.drafts import drafted
from tournaments.views.rounds import rounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.records import EntrantId


TOPS = """[...document.querySelectorAll(".finder, #seats, #seats-list ~ p")].map(
    (each) => each.getBoundingClientRect().top)"""
"""The places of the finder, of the tables and of the hint below them."""


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


def changed(page: Page, do: Callable[[], object]) -> None:
    """Do something that changes a part of the page, and wait for the answer."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        do()
    settled(page)


def exchanged(before: list[tuple[EntrantId, ...]], one: EntrantId, other: EntrantId) -> list[tuple[EntrantId, ...]]:
    places = {one: other, other: one}
    return [tuple(places.get(entrant, entrant) for entrant in table) for table in before]


def bring_up(page: Page, table: int) -> None:
    """Scroll until the table is below the bar at the top, and the next ones are above the bar at the bottom."""
    page.evaluate(f"scrollBy(0, document.getElementById('table-{table}').getBoundingClientRect().top - 130)")
    page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def point(locator: Locator) -> tuple[float, float]:
    """Return a point on a seat. Moving the mouse there does not scroll; a click by Playwright may."""
    box = locator.bounding_box()
    assert box
    return box["x"] + 40, box["y"] + 15


def lift(page: Page, one: Locator, over: Locator) -> None:
    """Pick a seat up with the mouse, and hold it over another."""
    here, there = point(one), point(over)
    page.mouse.move(*here)
    page.mouse.down()
    page.mouse.move(*there, steps=6)
    expect(page.locator(".seat-dragged")).to_be_visible()


def drag(page: Page, one: Locator, other: Locator) -> None:
    lift(page, one, other)
    page.mouse.up()


def boxes(page: Page) -> list[list[float]]:
    """Return the boxes of all tables and seats on the screen, and of the bar that names the chosen one."""
    return page.evaluate(
        """[...document.querySelectorAll("#seats > li, [data-seat], #seats-form")].map((each) => {
            const box = each.getBoundingClientRect();
            return [box.x, box.y, box.width, box.height];
        })"""
    )


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_who_is_chosen_or_lifted_moves_nothing(referee: Visitor, draft: Round, screen: dict[str, int]) -> None:
    """Names and bar stay where they are, however long the name: the seat aimed at stays under the finger."""
    seats = seated(draft)
    for number in (seats[0][0], seats[1][1]):
        long = draft.tournament.pairs.get(number=number).player1
        long.first_name, long.last_name = "Massimiliana Guglielmina Ferdinanda", "Montecuccoli degli Erri Della Rovere"
        long.save()
    page = referee.page
    page.set_viewport_size(screen)  # type: ignore[arg-type]
    referee.go(path(draft))
    tops = page.evaluate(TOPS)
    assert len(tops) == 3 and tops == sorted(tops)
    for one, other in ((seats[0][0], seats[1][1]), (seats[1][0], seats[0][1])):
        bring_up(page, 1)
        before = boxes(page)
        page.mouse.click(*point(seat(page, one)))
        expect(seat(page, one)).to_have_attribute("aria-pressed", "true")
        assert boxes(page) == before
        page.keyboard.press("Escape")
        assert boxes(page) == before
        lift(page, seat(page, one), over=seat(page, other))
        expect(seat(page, other)).to_have_class("seat is-target")
        assert boxes(page) == before
        changed(page, page.mouse.up)
        changed(page, page.get_by_role("button", name=it("Undo"), exact=True).click)
    assert "\n".join(referee.complaints) == ""


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_draft_is_changed_with_clicks_keys_and_by_dragging(
    referee: Visitor, draft: Round, screen: dict[str, int]
) -> None:
    """With a mouse; the next test drags with a finger."""
    page = referee.page
    page.set_viewport_size(screen)  # type: ignore[arg-type]
    referee.go(path(draft))
    first = seated(draft)

    # By click: the first pair is chosen and announced; then the other.
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
    # The answer has restored the focus, and with it the page has scrolled for the last time.
    expect(seat(page, one)).to_be_focused()

    # By dragging.
    one, other = third[0][0], third[1][0]
    bring_up(page, 1)
    changed(page, lambda: drag(page, seat(page, one), seat(page, other)))
    expect(page.locator("#table-1 [data-seat]").first).to_have_attribute("data-seat", str(other))
    assert seated(draft) == exchanged(third, one, other)

    # The changes are undone one after the other; also by key, and after the page was reloaded.
    changed(page, lambda: page.keyboard.press("Control+z"))
    assert seated(draft) == third
    page.reload()
    for expected in (second, first):
        changed(page, page.get_by_role("button", name=it("Undo"), exact=True).click)
        assert seated(draft) == expected
    expect(page.get_by_role("button", name=it("Undo"), exact=True)).to_have_count(0)

    # A key swaps the lines.
    seat(page, first[0][0]).focus()
    changed(page, lambda: page.keyboard.press("l"))
    assert seated(draft)[0] == first[0][::-1]
    referee.audit()
    assert "\n".join(referee.complaints) == ""


def test_a_finger_drags_after_it_has_rested_and_scrolls_otherwise(tablet: Visitor, draft: Round) -> None:
    page = tablet.page
    tablet.go(path(draft))
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
    expect(page.locator(".seat-dragged")).to_be_visible()
    there = at(other)
    send("touchMove", {"x": there["x"], "y": there["y"] - 20})
    send("touchMove", there)
    changed(page, lambda: send("touchEnd"))
    assert seated(draft) == exchanged(before, one, other)

    # A finger that moves at once scrolls, and no pairs swap seats.
    bring_up(page, 2)
    start, was = at(before[1][1]), page.evaluate("scrollY")
    send("touchStart", start)
    for step in range(1, 12):
        send("touchMove", {"x": start["x"], "y": start["y"] - 25 * step})
    send("touchEnd")
    until(page, lambda: page.evaluate("scrollY") > was + 50)
    assert seated(draft) == exchanged(before, one, other)
    tablet.audit()
    assert "\n".join(tablet.complaints) == ""


def menu_of(page: Page, number: int) -> Locator:
    row = page.locator(f"#table-{number}")
    row.locator("summary").click()
    expect(row.locator(".seat-menu-body form").first).to_be_visible()
    return row.locator(".seat-menu-body")


def test_in_a_large_hall_whoever_is_selected_is_taken_along_to_the_other_seat(
    referee: Visitor, draft: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "DRAFT_TABLES_A_PAGE", 2)
    page, seats = referee.page, seated(draft)
    one, other = seats[0][0], seats[4][0]
    referee.go(path(draft))
    before = boxes(page)
    hint = page.get_by_text(it("Choose who moves, then who to swap seats with. Or drag and drop."))
    expect(hint).to_be_visible()
    tops = [part.bounding_box()["y"] for part in (page.get_by_role("searchbox"), hint, page.locator("#seats"))]  # type: ignore[index]
    assert tops == sorted(tops)
    seat(page, one).click()
    expect(page.locator("[data-picked-name]")).to_be_visible()
    expect(hint).to_be_hidden()
    assert boxes(page) == before
    for _page in (2, 3):
        follow(page, page.locator("#seats-list a[rel=next]").click)
    expect(page.locator("[data-picked-name]")).to_contain_text(str(one))
    referee.audit()
    changed(page, seat(page, other).click)
    expect(page.locator("#table-5")).to_contain_text(str(one))
    assert seated(draft) == exchanged(seats, one, other)
    changed(page, page.get_by_role("button", name=it("Undo"), exact=True).click)
    expect(page.locator("#table-5")).to_contain_text(str(other))
    # Found on another page, and chosen from there.
    seat(page, other).click()
    page.get_by_role("searchbox").click()
    page.keyboard.type("1")
    expect(page.locator("#table-1")).to_be_visible()
    changed(page, seat(page, one).click)
    assert seated(draft) == exchanged(seats, one, other)
    # Whoever is no longer selected stays behind.
    referee.go(f"{path(draft)}?picked={other}@1")
    seat(page, seated(draft)[0][1]).click()
    page.keyboard.press("Escape")
    follow(page, page.locator("#seats-list a[rel=next]").click)
    expect(page.locator(".draft-picked")).not_to_have_class("draft-picked is-picked")
    assert "picked" not in page.url
    assert "\n".join(referee.complaints) == ""


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
        "button", name=it("%(one)s and %(other)s must not meet", one=one, other=other)
    )
    changed(page, exclude.click)
    expect(page.locator(".draft-chips li")).to_have_count(2)
    expect(page.locator("#table-1 .seat-warning")).to_have_count(1)
    referee.audit()

    follow(page, page.get_by_role("button", name=it("Draw the others again")).click)
    again = seated(draft)
    assert again[1] == first[1]
    assert {one, other} not in [set(table) for table in again]
    referee.audit()

    # Both can be removed from the list, and the second draw can be undone.
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
    open_others(page)
    referee.audit()
    follow(page, page.get_by_role("link", name=it("Compare with another system")).click)
    page.check("[name=system][value=draw]")
    follow(page, page.get_by_role("button", name=it("Compare"), exact=True).click)
    expect(page.locator(".compare section")).to_have_count(2)
    expect(page.locator(".compare .differs").first).to_be_visible()
    referee.audit()
    page.set_viewport_size(PHONE)
    referee.audit()
    page.set_viewport_size(LAPTOP)
    assert seated(draft) == first
    main_action(page)
    assert Round.objects.get(pk=draft.pk).system == System.DRAW

    taken = seated(draft)
    seat(page, taken[0][0]).click()
    changed(page, seat(page, taken[1][0]).click)
    main_action(page)
    expect(page.locator("body")).to_contain_text(it("Print the slips"))
    referee.audit()
    open_others(page)
    page.keyboard.press("Escape")
    expect(page.locator("main .menu[open]")).to_have_count(0)
    open_others(page)
    follow(page, page.get_by_role("link", name=it("Check the draw")).click)
    expect(page.locator(".check-rows > li")).to_have_count(2)
    referee.audit()
    assert "\n".join(referee.complaints) == ""
