"""The score calculator by hand: cards tapped on a phone or typed on a laptop, and nothing typed is ever lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scoring.models import ClubRuleset
from tests.browser.conftest import LAPTOP, PHONE, Visitor, expect_address, follow, until, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True)

SAMPLE = (
    "?letters=en&end=closed_a&a=3H+4H+5H+6H+7H+8H+9H&a=KS+KD+KC+JK&a_left=4D&a_pozzetto=taken&b=7S+7H+7D"
    "&b_left=AH+AH+2C&b_pozzetto=unlooked&b_unlooked=3C+4C+5C+6D+8D+9S+9S+JC+QD+KH+KS"
)


@pytest.fixture
def phone(browser: Browser, club_server: LiveServer) -> Iterator[Visitor]:
    with visiting(browser, club_server, PHONE, has_touch=True, is_mobile=True) as visitor:
        yield visitor


@pytest.fixture
def laptop(browser: Browser, club_server: LiveServer) -> Iterator[Visitor]:
    with visiting(browser, club_server, LAPTOP) as visitor:
        yield visitor


def tap_cards(page: Page, *runs: tuple[str, str]) -> None:
    """Tap cards suit by suit, each with its ranks: `("H", "3 4 5")`; `("JK", "")` is the jolly's key."""
    for suit, ranks in runs:
        if suit == "JK":
            page.locator("[data-card=JK]").tap()
            continue
        key = page.locator(f"[data-suit={suit}]")
        if key.get_attribute("aria-pressed") == "false":
            key.tap()
        for rank in ranks.split():
            page.locator(f"[data-rank='{rank}']").tap()


def remark(page: Page, id_: str) -> Locator:
    return page.locator(f"#{id_}-said")


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"input[name={name}][value={value}]").tap()


def test_a_whole_hand_is_tapped_on_a_phone(phone: Visitor) -> None:
    page = phone.page
    phone.go("/score/")
    choose(page, "end", "closed_a")
    page.locator("#a-meld-1").tap()
    expect(page.locator("[data-card-keypad]")).to_be_visible()
    tap_cards(page, ("C", "3 4 5 6 7 8 9"))
    expect(page.locator("#a-meld-1")).to_have_value("3C 4C 5C 6C 7C 8C 9C")
    expect(remark(page, "a-meld-1")).to_contain_text("pulito")
    expect(remark(page, "a-meld-1")).to_contain_text("45 + 200")
    phone.audit()
    page.locator("[data-card-next]").tap()
    tap_cards(page, ("P", "K"), ("Q", "K"), ("F", "K 2"))
    page.locator("[data-card-undo]").tap()
    tap_cards(page, ("JK", ""))
    expect(page.locator("#a-meld-2")).to_have_value("KP KQ KF JK")
    expect(page.locator("#a-meld-2-cards .face")).to_have_count(4)
    page.locator("#a-left").tap()
    tap_cards(page, ("Q", "4"))
    choose(page, "a_pozzetto", "taken")
    expect(page.locator("[data-card-keypad]")).to_be_hidden()
    page.locator("#b-meld-1").tap()
    tap_cards(page, ("P", "7"), ("C", "7"), ("Q", "7"))
    page.locator("#b-left").tap()
    tap_cards(page, ("C", "A A"), ("F", "2"))
    choose(page, "b_pozzetto", "unlooked")
    page.locator("#b-unlooked").tap()
    tap_cards(page, ("F", "3 4 5 J"), ("Q", "6 8 Q"), ("P", "9 9 K"), ("C", "K"))
    expect(page.locator("#a-score-name + .table-container .score-total td")).to_have_text("400")
    expect(page.locator("#b-score-name + .table-container .score-total td")).to_have_text("−125")
    page.locator("input[name=b_pozzetto][value=unlooked]").focus()
    phone.audit()
    assert phone.complaints == []


def test_a_phone_shows_keys_a_field_and_the_result_at_once_and_while_cards_are_tapped(phone: Visitor) -> None:
    """The keys of an empty hand are open for its first field, and neither they nor the field hide the result."""
    page = phone.page
    phone.go("/score/")
    keypad, outcome, field = page.locator("[data-card-keypad]"), page.locator("#outcome"), page.locator("#a-meld-1")
    expect(keypad).to_be_visible()
    tap_cards(page, ("C", "3 4 5 6 7 8 9"))
    expect(field).to_have_value("3C 4C 5C 6C 7C 8C 9C")
    expect(outcome).to_contain_text("45 + 200")
    boxes = [part.bounding_box() for part in (outcome, field, keypad)]
    assert all(boxes)
    tops = [box["y"] for box in boxes if box]
    assert 0 <= tops[0] < tops[1] < tops[2] < PHONE["height"]
    assert boxes[0] and boxes[1] and boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    phone.audit()
    # A hand that somebody shares is read first.
    phone.go("/score/" + SAMPLE)
    expect(outcome).to_contain_text("400")
    expect(keypad).to_be_hidden()
    assert phone.complaints == []


def test_the_keys_are_as_wide_as_a_finger_and_cover_no_field(phone: Visitor) -> None:
    page = phone.page
    phone.go("/score/" + SAMPLE)
    page.locator("#b-unlooked").tap()
    tap_cards(page, ("C", "3"))
    boxes = [key.bounding_box() for key in page.locator(".card-key:visible").all()]
    assert len(boxes) == 23
    assert all(box and box["width"] >= 48 and box["height"] >= 48 for box in boxes)
    field, keys = page.locator("#b-unlooked").bounding_box(), page.locator("[data-card-keypad]").bounding_box()
    assert field and keys
    assert field["y"] + field["height"] <= keys["y"]
    assert field["y"] >= 0
    assert phone.complaints == []


def test_a_rank_without_a_suit_asks_for_one(phone: Visitor) -> None:
    page = phone.page
    phone.go("/score/")
    page.locator("#a-meld-1").tap()
    page.locator("[data-rank='3']").tap()
    expect(page.locator("[data-card-ask]")).to_be_visible()
    expect(page.locator("#a-meld-1")).to_have_value("")
    tap_cards(page, ("C", "3"))
    expect(page.locator("[data-card-ask]")).to_be_hidden()
    expect(page.locator("#a-meld-1")).to_have_value("3C")
    page.locator("[data-card-letters]").tap()
    expect(page.locator("[data-card-keypad]")).to_be_hidden()
    expect(page.locator("#a-meld-1")).to_be_focused()


def test_tiles_have_keys_of_their_own(phone: Visitor) -> None:
    page = phone.page
    phone.go("/en/score/")
    page.locator("#rules").select_option("argentine")
    page.locator("#a-meld-1").tap()
    expect(page.locator("[data-rank='13']")).to_be_visible()
    tap_cards(page, ("Y", "11 12 13"), ("Y", "1"))
    expect(page.locator("#a-meld-1")).to_have_value("11Y 12Y 13Y 1Y")
    expect(remark(page, "a-meld-1")).to_contain_text("sequence: no wild")
    phone.audit()
    assert phone.complaints == []


def type_row(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_a_whole_hand_is_typed_without_a_mouse(laptop: Visitor) -> None:
    page = laptop.page
    laptop.go("/en/score/")
    page.locator("input[name=end]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_id("a-meld-1")
    type_row(page, "3h 4h 5h 6h 7h 8h 9h")
    expect(page.locator(":focus")).to_have_id("a-meld-2")
    type_row(page, "K♠ K♦,KC jk")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_id("a-left")
    page.keyboard.type("4D")
    expect(remark(page, "a-left")).to_have_text("1 card, worth 5")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    type_row(page, "7S 7H 8D")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#b-meld-1")).to_have_attribute("aria-invalid", "true")
    expect(remark(page, "b-meld-1")).to_contain_text("Neither a set nor a sequence")
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("7D")
    expect(remark(page, "b-meld-1")).to_contain_text("set: no wild")
    expect(page.locator("#b-meld-1")).not_to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.type("AH AH 2C")
    page.keyboard.press("Tab")
    for _choice in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.type("3C 4C 5C 6D 8D 9S 9S JC QD KH KS")
    expect(page.locator("#outcome")).to_have_text(re.compile(r"We\s+400\s+·\s+They\s+−125"))
    laptop.audit()
    typed = page.url
    assert "a=3h+4h+5h" in typed
    page.keyboard.press("Enter")
    page.locator("button[form=calculator]").press("Enter")
    expect_address(page, "#score")
    expect(page.locator("#a-meld-1")).to_have_value("3h 4h 5h 6h 7h 8h 9h")
    expect(page.locator("#outcome")).to_contain_text("400")
    assert laptop.complaints == []


def test_a_shared_link_opens_the_same_hand_in_the_readers_letters(laptop: Visitor) -> None:
    page = laptop.page
    laptop.go("/score/" + SAMPLE)
    expect(page.locator("#a-meld-1")).to_have_value("3C 4C 5C 6C 7C 8C 9C")
    link = page.locator("#link").input_value()
    page.goto(laptop.address + link[link.index("/score/") :])
    expect(page.locator("#outcome")).to_contain_text("400")
    page.locator(".club-languages > summary:visible").click()
    follow(page, page.locator(".club-languages a[lang=en]:visible").click)
    expect(page.locator("#a-meld-1")).to_have_value("3H 4H 5H 6H 7H 8H 9H")
    expect(page.locator("#outcome")).to_contain_text("400")
    assert laptop.complaints == []


def test_a_late_answer_changes_nothing_that_is_typed(laptop: Visitor) -> None:
    page = laptop.page
    # The page sends its request a moment after the last key. Its clock is stopped, so that slow keys do no harm.
    page.clock.install(time=0)
    laptop.visit("/en/score/")
    page.clock.pause_at(3_600_000)
    late: list[Route] = []
    page.route("**/judged/**", lambda route: late.append(route))
    field = page.locator("#a-meld-1")
    field.focus()
    page.keyboard.type("3H 4H 5H")
    page.clock.run_for(1_000)
    until(page, lambda: len(late) == 1)
    page.keyboard.type(" 6H 7H 8H 9H")
    late.pop().continue_()
    # The answer is for three cards; the field keeps its seven.
    expect(page.locator("#a-meld-1-cards .face")).to_have_count(3)
    expect(field).to_have_value("3H 4H 5H 6H 7H 8H 9H")
    page.unroute("**/judged/**")
    page.clock.resume()
    expect(remark(page, "a-meld-1")).to_contain_text("clean")
    expect(field).to_have_value("3H 4H 5H 6H 7H 8H 9H")
    expect(field).to_be_focused()
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.keyboard.type(" 10H")
    expect(field).to_have_value("3H 4H 5H 6H 7H 8H 9H 10H")
    page.context.set_offline(False)
    page.keyboard.type(" ")
    expect(page.locator("#a-meld-1-cards .face")).to_have_count(8)


def test_a_grade_of_the_clubs_own_is_asked_for_with_its_ruleset(laptop: Visitor) -> None:
    top = {"key": "over_the_top", "label": "Over the top", "kind": "sequence", "least": 13, "bonus": 300}
    ClubRuleset.objects.create(key="house", name="House", preset="fibur_2026", options={"grades": [top]})
    page = laptop.page
    laptop.visit("/en/score/?depth=counts")
    page.get_by_label("Clean").first.fill("2")
    expect(page.get_by_label("Over the top")).to_have_count(0)
    page.select_option("#rules", "house")
    expect(page.get_by_label("Over the top")).to_have_count(2)
    expect(page.get_by_label("Clean").first).to_have_value("2")
    page.get_by_label("Over the top").first.fill("1")
    page.select_option("#rules", "fibur_2026")
    expect(page.get_by_label("Over the top")).to_have_count(0)
    assert laptop.complaints == []


def test_a_remark_leads_to_its_field(laptop: Visitor) -> None:
    page = laptop.page
    laptop.go("/en/score/" + SAMPLE + "&b=9C+10C+QC&b_clean=x")
    page.locator(".remarks a").first.click()
    expect(page.locator("#b-meld-2")).to_be_focused()
    laptop.audit()
    assert laptop.complaints == []


def test_counts_instead_of_cards_and_back(laptop: Visitor) -> None:
    page = laptop.page
    laptop.go("/en/score/" + SAMPLE)
    page.locator("input[name=depth][value=counts]").check()
    expect(page.locator("#a-meld-1")).to_be_hidden()
    page.locator("#a-clean").fill("1")
    page.locator("#a-melded").fill("345")
    expect(page.locator("#outcome")).to_contain_text("645")
    laptop.audit()
    page.locator("#b-melded").fill("12x")
    expect(page.locator("#b-melded")).to_have_attribute("aria-invalid", "true")
    page.locator("input[name=depth][value=cards]").check()
    expect(page.locator("#outcome")).to_contain_text("400")
    expect(page.locator("#a-meld-1")).to_have_value("3H 4H 5H 6H 7H 8H 9H")
    assert laptop.complaints == []


def test_the_page_of_the_endpoint_is_folded_and_a_link_opens_what_it_leads_to(laptop: Visitor) -> None:
    page = laptop.page
    laptop.go("/en/api/docs")
    expect(page.locator("details[open]")).to_have_count(0)
    page.get_by_text("Tournaments and seasons", exact=True).click()
    page.get_by_text("The tables of a round, with their results", exact=True).click()
    page.get_by_role("link", name="A page of tables").click()
    opened = page.locator("#format-v1-Tables")
    expect(opened).to_be_visible()
    expect(opened).to_be_in_viewport()
    laptop.audit()
    assert laptop.complaints == []


def test_the_page_of_the_endpoint_sends_a_hand(laptop: Visitor) -> None:
    page = laptop.page
    laptop.go("/en/api/docs#hands")
    page.locator("#api-hand").fill('{"ruleset": "italian"}')
    page.locator("[data-api-try] [type=submit]").click()
    expect(page.locator("[data-api-status]")).to_have_text("422")
    expect(page.locator("[data-api-answer]")).to_contain_text("sides: missing")
    assert laptop.complaints == []
