"""The browser's part of result entry: nothing typed is lost, and no hand needs a mouse."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PASSWORD, Visitor, expect_address, follow, settled
from tests.factories import make_tournament, play_table, slip, start_round
from tournaments.models import Hand, Table, Tournament
from tournaments.records import Outcome

FIGURES = ["300", "145", "0", "60"]


@pytest.fixture
def tables(transactional_db: None) -> list[Table]:
    """The three tables of a round of two hands in progress."""
    return list(start_round(make_tournament(pairs=6, hands_per_round=2)).tables.all())


def open_table(referee: Visitor, number: int) -> Page:
    return referee.visit(f"/tournaments/{Tournament.objects.get().slug}/rounds/1/tables/{number}/")


def type_hands(page: Page, *hands: list[str]) -> None:
    """Type from the first figure on, as on the slip; the focus ends on the last one."""
    expect(page.locator("[name=h1_ns_base]")).to_be_focused()
    for at, figure in enumerate(itertools.chain.from_iterable(hands)):
        if at:
            page.keyboard.press("Tab")
        page.keyboard.type(figure)


def expect_table(page: Page, number: int) -> None:
    expect(page.locator(".slip-table strong")).to_have_text(str(number))
    settled(page)


def test_sums_come_while_typing_and_take_nothing_from_who_types(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_hands(page, FIGURES)
    expect(page.locator("#t1-h1_ns_sum")).to_have_text("445")
    expect(page.locator("#t1-balance strong")).to_have_text("14 – 6")
    page.keyboard.press("Tab")
    page.keyboard.type("143")
    expect(page.locator("#t1-h2_said li")).to_be_visible()
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("name", "h2_ns_base")
    expect(focused).to_have_value("143")
    expect(focused).to_have_attribute("aria-invalid", "true")
    referee.audit()
    focused.fill("200")
    expect(page.locator("#t1-h2_said li")).to_have_count(0)
    expect(focused).not_to_have_attribute("aria-invalid", "true")
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_attribute("name", "h1_ns_base")
    page.keyboard.press("s")
    expect(page.locator(":focus")).to_have_value(FIGURES[2])
    expect(page.locator("[name=h1_ew_base]")).to_have_value(FIGURES[0])
    expect(page.locator("#t1-h1_ew_sum")).to_have_text("445")
    page.keyboard.press("Escape")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect_table(page, 3)
    expect(page.locator(":focus")).to_have_attribute("name", "h1_ns_base")
    assert referee.complaints == []


def test_who_goes_on_with_tab_after_the_last_figure_saves_with_enter(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_hands(page, FIGURES, FIGURES)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect_table(page, 2)
    assert [(hand.ns_total, hand.ew_total) for hand in Hand.objects.all()] == [(445, 60)] * 2


def test_figures_that_were_never_saved_come_back(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_hands(page, FIGURES)
    page = open_table(referee, 2)
    expect(page.locator("[data-restored]")).to_be_hidden()
    page = open_table(referee, 1)
    expect(page.locator("[data-restored]")).to_be_visible()
    expect(page.locator("[name=h1_ns_points]")).to_have_value("145")
    expect(page.locator("#t1-h1_ns_sum")).to_have_text("445")
    follow(page, page.locator("[data-restored] button").click)
    expect(page.locator("[name=h1_ns_points]")).to_have_value("")
    open_table(referee, 1)
    expect(page.locator("[data-restored]")).to_be_hidden()
    assert not Hand.objects.exists()


def test_a_slip_typed_without_a_network_is_sent_when_it_is_back(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    page.context.set_offline(True)
    type_hands(page, FIGURES, FIGURES)
    page.keyboard.press("Enter")
    expect(page.locator("[data-not-saved] [data-because=connection]")).to_be_visible()
    expect(page.locator("[name=h2_ew_points]")).to_have_value("60")
    page.context.set_offline(False)
    expect_table(page, 2)
    assert [hand.ns_total for hand in tables[0].hands.all()] == [445, 445]
    open_table(referee, 1)
    expect(page.locator("[data-restored]")).to_be_hidden()


def test_why_the_club_could_not_save_a_slip_is_said_where_it_was_typed(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    disk_full = "Disco pieno. Libera spazio."
    page.route(
        "**/tables/1/",
        lambda route: route.fulfill(status=503, body=disk_full, content_type="text/plain; charset=utf-8"),
    )
    type_hands(page, ["300", "120", "0", "85"], ["300", "120", "0", "85"])
    page.keyboard.press("Enter")
    expect(page.locator("[data-not-saved]")).to_contain_text(disk_full)
    expect(page.locator("[data-could-not]")).to_be_hidden()
    page.unroute("**/tables/1/")
    page.keyboard.press("Enter")
    expect(page.locator(".saved")).to_be_visible()
    assert Hand.objects.filter(table=tables[0]).count() > 0


def test_figures_kept_from_before_somebody_saved_overwrite_nothing(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_hands(page, FIGURES, FIGURES)
    play_table(tables[0], slip(), slip())
    page = open_table(referee, 1)
    expect(page.locator("[name=h1_ns_points]")).to_have_value("145")
    page.press("[name=h1_ns_points]", "Enter")
    expect(page.locator(".two-slips td.differs")).to_have_count(8)
    referee.audit()
    page.locator(".two-slips a").click()
    expect(page.locator("[name=h1_ns_points]")).to_have_value("120")
    expect(page.locator("[data-restored]")).to_be_hidden()
    assert referee.complaints == []


def test_who_was_logged_out_finds_the_figures_again(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_hands(page, FIGURES, FIGURES)
    page.context.clear_cookies(name="sessionid")
    page.keyboard.press("Enter")
    expect_address(page, "/login/")
    page.fill("[name=username]", "arbitro")
    page.fill("[name=password]", PASSWORD)
    follow(page, lambda: page.press("[name=password]", "Enter"))
    expect(page.locator("[data-restored]")).to_be_visible()
    page.press("[name=h1_ns_base]", "Enter")
    expect_table(page, 2)
    assert Hand.objects.count() == 2


def test_a_doubt_takes_one_more_enter_and_other_figures_ask_again(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_hands(page, ["1400", "400", "0", "60"], FIGURES)
    page.keyboard.press("Enter")
    expect(page.locator("[data-confirms]")).to_be_focused()
    page.fill("[name=h1_ns_points]", "405")
    expect(page.locator("[data-confirms]")).to_have_count(0)
    page.press("[name=h1_ns_points]", "Enter")
    expect(page.locator("[data-confirms]")).to_be_focused()
    page.keyboard.press("Enter")
    expect_table(page, 2)
    assert Hand.objects.get(number=1).ns_total == 1805


def test_what_else_can_happen_at_a_table(referee: Visitor, tables: list[Table]) -> None:
    page = open_table(referee, 1)
    type_hands(page, FIGURES)
    page.locator(".slip-more summary").click()
    page.locator("[data-not-played='2']").click()
    expect(page.locator("[name=h2_end]")).to_have_value("not_played")
    page.press("[name=h1_ns_base]", "Enter")
    expect_table(page, 2)
    page.locator(".slip-more summary").click()
    page.locator("button[value=absent_ew]").click()
    page.locator("[data-ask-yes]").click()
    expect_table(page, 3)
    referee.audit()
    assert list(Table.objects.order_by("number").values_list("outcome", flat=True)) == [
        Outcome.PLAYED,
        Outcome.ABSENT_EW,
        Outcome.OPEN,
    ]
    open_table(referee, 2)
    page.locator(".slip-more summary").click()
    page.locator("button[formaction$='/clear/']").click()
    page.locator("[data-ask-yes]").click()
    expect(page.locator("#tables [data-key='2'] .is-open")).to_be_visible()
    assert referee.complaints == []
