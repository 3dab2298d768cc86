"""A refused slip: each fault is named once, beside its figure, and covers no figure."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, settled
from tests.factories import make_tournament, start_round
from tournaments.models import Hand, Tournament

HANDS = 4
COVERED = """() => [...document.querySelectorAll('.slip-cell input')].filter(cell => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return y > 0 && y < innerHeight && document.elementFromPoint(x, y) !== cell;
}).map(cell => cell.name)"""
SENTENCES = (
    "() => [...document.querySelectorAll('.slip-says > li')].filter(li => li.checkVisibility()).map(li => li.innerText)"
)
UNMOVED = """() => !document.getAnimations().some(
  each => each.timeline instanceof DocumentTimeline && each.playState === 'running')"""
"""Whether nothing moves by itself; what follows the scrolling of tabs never ends."""


@pytest.fixture
def table(transactional_db: None) -> str:
    """The first of two tables of a round of four hands in progress."""
    round_ = start_round(make_tournament(pairs=4, hands_per_round=HANDS))
    return f"/tournaments/{Tournament.objects.get().slug}/rounds/{round_.number}/tables/1/"


def type_a_wrong_slip(page: Page) -> None:
    """Type bases whose last digit no score has."""
    for hand in range(1, HANDS + 1):
        for line in ("ns", "ew"):
            page.fill(f"[name=h{hand}_{line}_base]", str(138 + 5 * hand))
            page.fill(f"[name=h{hand}_{line}_points]", "60")


@pytest.mark.parametrize("height", [768, 650])
def test_what_is_wrong_with_a_slip_covers_none_of_its_cells(referee: Visitor, table: str, height: int) -> None:
    page = referee.page
    page.set_viewport_size({"width": 1366, "height": height})
    referee.visit(table)
    type_a_wrong_slip(page)
    page.locator(".slip-actions [type=submit]").first.click()
    expect(page.locator(".slip-refused")).to_be_visible()
    settled(page)
    page.wait_for_function(UNMOVED)
    for _hand in range(HANDS):
        assert page.evaluate(COVERED) == []
        page.mouse.wheel(0, 120)
    sentences = page.evaluate(SENTENCES)
    assert len(sentences) == len(set(sentences)) > HANDS
    # Each message is in the row of its hand; the save button only points to it.
    assert [len(page.locator(f"[data-hand='{hand}'] .slip-says > li").all()) for hand in range(1, HANDS + 1)] == [2] * 4
    assert page.locator(".slip-close li").count() == 1
    referee.audit()
    assert referee.complaints == []


def test_enter_in_an_unfinished_slip_goes_to_the_next_cell_that_is_empty(referee: Visitor, table: str) -> None:
    page = referee.visit(table)
    expect(page.locator("[name=h1_ns_base]")).to_be_focused()
    # A cell with a figure is skipped.
    page.fill("[name=h1_ew_base]", "0")
    page.focus("[name=h1_ns_base]")
    for figure in ["300", "145", "60", *["300", "145", "0", "60"] * (HANDS - 1)]:
        page.keyboard.type(figure)
        if page.evaluate("document.activeElement.name") != f"h{HANDS}_ew_points":
            page.keyboard.press("Enter")
    expect(page.locator(f"[name=h{HANDS}_ew_points]")).to_have_value("60")
    assert not Hand.objects.exists()
    # The first follows the last.
    page.fill("[name=h2_ns_points]", "")
    page.press(f"[name=h{HANDS}_ew_points]", "Enter")
    expect(page.locator("[name=h2_ns_points]")).to_be_focused()
    page.keyboard.type("145")
    page.keyboard.press("Enter")
    expect(page.locator(".saved")).to_be_visible()
    assert Hand.objects.count() == HANDS
    assert referee.complaints == []


def test_figures_typed_with_no_table_open_are_a_table_s_number(referee: Visitor, table: str) -> None:
    """This holds when the page has loaded, after Esc, and after the last slip."""
    desk = table.split("tables/")[0] + "results/"
    page, finder = referee.visit(desk), referee.page.locator("#desk-find")

    def open_by_number(number: int) -> None:
        page.keyboard.type(str(number))
        expect(finder).to_have_value(str(number))
        page.keyboard.press("Enter")
        expect(page.locator(".slip-table strong")).to_have_text(str(number))
        settled(page)
        expect(page.locator("[name=h1_ns_base]")).to_be_focused()

    for number in (1, 2):
        expect(page.locator(".slip-table strong")).to_have_text(str(number))
        settled(page)
        for figure in ["300", "145", "0", "60"] * HANDS:
            page.keyboard.type(figure)
            page.keyboard.press("Enter")
        expect(page.locator(".saved")).to_contain_text(str(number))
    expect(page.locator("#slip")).to_have_count(0)
    settled(page)
    open_by_number(1)
    page.keyboard.press("Escape")
    open_by_number(2)
    # Nothing has the focus: while a table is open, a figure goes nowhere, and Esc leads to the finder.
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type("1")
    expect(finder).to_have_value("")
    page.keyboard.press("Escape")
    open_by_number(1)
    referee.visit(desk)
    expect(page.locator("#slip")).to_have_count(0)
    open_by_number(2)
    assert referee.complaints == []
