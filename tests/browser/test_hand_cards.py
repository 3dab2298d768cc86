"""A disputed hand counted with the keyboard at the laptop and with the keys on a phone; nothing entered is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, expect_address, follow, it
from tests.factories import make_tournament, play_table, start_round
from tests.tournaments.sample_hand import CARDS, entry_of
from tournaments.models import Hand, Table, Tournament

FIGURES = {"ns_base": "300", "ns_points": "145", "ew_base": "0", "ew_points": "60"}


@pytest.fixture
def tables(transactional_db: None) -> list[Table]:
    """The three tables of a round of two hands in progress."""
    return list(start_round(make_tournament(pairs=6, hands_per_round=2)).tables.all())


def open_table(visitor: Visitor, number: int) -> Page:
    return visitor.visit(f"/tournaments/{Tournament.objects.get().slug}/rounds/1/tables/{number}/")


def type_slip(page: Page) -> None:
    for hand in (1, 2):
        for name, figure in FIGURES.items():
            page.fill(f"[name=h{hand}_{name}]", figure)


def choose(page: Page, name: str, value: str) -> None:
    """Choose a radio button with the keyboard only."""
    page.focus(f"[name={name}][value={value}]")
    page.keyboard.press("Space")


def test_a_disputed_hand_is_counted_with_the_keyboard(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_slip(page)
    page.locator("[data-cards]").nth(1).focus()
    page.keyboard.press("Enter")
    expect_address(page, "/hands/2/")
    referee.audit()
    choose(page, "end", "closed_ns")
    page.focus("#ns-meld-1")
    page.keyboard.type("3c 4c 5c 6c 7c 8c 9c")
    page.keyboard.press("Enter")
    page.keyboard.type("RP RQ RF JK")
    for meld in ("3f 4f 5f 6f 7f 8f", "6f 7f 8f 9f 10f ff", "3q 4q 5q 6q"):
        page.keyboard.press("Enter")
        page.keyboard.type(meld)
    page.focus("#ns-left")
    page.keyboard.type("2p 8p 10p dp JK JK")
    choose(page, "ns_pozzetto", "taken")
    page.focus("#ew-meld-1")
    page.keyboard.type("7P 7C 7Q")
    for meld in ("8c 9c 10c fc dc rc", "7q 8q 9q 10q", "9q 10q fq"):
        page.keyboard.press("Enter")
        page.keyboard.type(meld)
    page.focus("#ew-left")
    page.keyboard.type("5p 6p 8p 9p 10p fp dp rp AC AC dc 3q dq rq 2F df rf")
    choose(page, "ew_pozzetto", "taken")
    expect(page.locator("#cards-figures tr.differs")).to_have_count(4)
    expect(page.locator("#cards-outcome")).to_contain_text("300 + 100 = 400")
    referee.audit()
    page.focus("button[value=save]")
    follow(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("button[value=save]")).to_be_focused()
    referee.audit()
    page.keyboard.press("Enter")
    expect_address(page, "/tables/2/")
    assert Hand.objects.get(number=2).ns_entry == CARDS[0]
    assert Hand.objects.get(number=1).ns_entry == {"base": 300, "points": 145}
    page = open_table(referee, 1)
    expect(page.locator("[data-restored]")).to_be_hidden()
    expect(page.locator("#t1-h2_mark")).to_contain_text(it("counted from the cards"))
    referee.audit()
    page.fill("[name=h2_ns_points]", "200")
    expect(page.locator("#t1-h2_mark")).to_be_hidden()
    page.press("[name=h2_ns_points]", "Enter")
    expect(page.locator("[data-confirms]")).to_be_focused()
    assert referee.complaints == []


def test_a_hand_is_tapped_on_a_phone(tablet: Visitor, tables: list[Table]) -> None:
    page = open_table(tablet, 1)
    tablet.audit()
    type_slip(page)
    page.locator("[data-cards]").first.tap()
    expect_address(page, "/hands/1/")
    tablet.audit()
    page.locator("[name=end][value=stock]").check()
    page.locator("#ns-meld-1").tap()
    page.locator("[data-suit=C]").tap()
    for rank in ("3", "4", "5"):
        page.locator(f"[data-rank='{rank}']").tap()
    expect(page.locator("#ns-meld-1")).to_have_value("3C 4C 5C")
    expect(page.locator("#ns-meld-1-said .meld-is")).to_be_visible()
    tablet.audit()
    for side in ("ns", "ew"):
        page.locator(f"[name={side}_pozzetto][value=not_taken]").check()
    expect(page.locator("#cards-outcome")).to_contain_text("−100 + 15 = −85")
    follow(page, page.locator("button[value=save]").tap)
    expect(page.locator(".note-warning").first).to_be_visible()
    tablet.audit()
    page.locator("button[value=save]").tap()
    expect_address(page, "/tables/2/")
    assert Hand.objects.get(number=1).ns_entry["melds"] == ["3H 4H 5H"]
    assert tablet.complaints == []


def test_cards_that_were_never_saved_come_back(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_slip(page)
    page.locator("[data-cards]").first.click()
    expect_address(page, "/hands/1/")
    page.fill("#ns-meld-1", "3C 4C 5C")
    page = open_table(referee, 1)
    expect(page.locator("[name=h1_ns_points]")).to_have_value("145")
    page.locator("[data-cards]").first.click()
    expect_address(page, "/hands/1/")
    page.locator("[data-take-up]").click()
    expect(page.locator("#ns-meld-1")).to_have_value("3C 4C 5C")
    expect(page.locator("#ns-meld-1-said")).not_to_be_empty()
    follow(page, page.locator("button[value=back]").click)
    expect(page.locator("[name=h2_ew_points]")).to_have_value("60")
    assert not Hand.objects.exists()
    assert referee.complaints == []


def test_what_was_saved_is_not_offered_again(referee: Visitor, tables: list[Table]) -> None:
    play_table(tables[0], entry_of(CARDS), entry_of(CARDS))
    page = open_table(referee, 1)
    page.locator("[data-cards]").first.click()
    expect_address(page, "/hands/1/")
    expect(page.locator("#ns-meld-1")).to_have_value("3C 4C 5C 6C 7C 8C 9C")
    # The closer's partner without a card is unusual, so the page asks for confirmation once.
    page.fill("#ns-left", "")
    follow(page, page.locator("button[value=save]").click)
    expect(page.locator(".note-warning").first).to_be_visible()
    page.locator("button[value=save]").click()
    expect_address(page, "/tables/2/")
    page = open_table(referee, 1)
    expect(page.locator("[data-restored]")).to_be_hidden()
    page.locator("[data-cards]").first.click()
    expect_address(page, "/hands/1/")
    expect(page.locator("[data-restored]")).to_be_hidden()
    assert Hand.objects.get(number=1).ns_total == 510
    assert referee.complaints == []
