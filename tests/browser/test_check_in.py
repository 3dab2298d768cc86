"""Check-in at the door: a scanner is faster than the server, and a finger hits what it aimed at."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor, follow, it, settled
from tests.factories import make_tournament
from tournaments.models import Pair, Payment, Player
from tournaments.services import club_keep_till, pair_pay, pair_unpay, pairs_check_in, till_terms_set

CARDS = {number: f"000{number}45" for number in (11, 3, 7, 12, 5, 9)}


def places_of_rows(page: Page) -> Any:
    """Return the position of each row on the page, regardless of scrolling."""
    return page.locator("#everybody > li").evaluate_all("rows => rows.map((row) => [row.offsetTop, row.offsetHeight])")


def test_cards_are_scanned_without_a_pause_and_rows_stay_under_the_finger(
    tablet: Visitor, transactional_db: None
) -> None:
    tournament = make_tournament(pairs=12, here=False)
    for number, card in CARDS.items():
        Player.objects.filter(pk=tournament.pairs.get(number=number).player2_id).update(card=card)
    page = tablet.page
    tablet.go(f"/tournaments/{tournament.slug}/check-in/")

    def late(route: Route) -> None:
        page.wait_for_timeout(150)
        route.continue_()

    page.route("**/check-in/", late)
    page.locator("[name=typed]").focus()
    for card in CARDS.values():
        page.keyboard.type(card)
        page.keyboard.press("Enter")
    expect(page.locator("#everybody .is-here")).to_have_count(len(CARDS))
    settled(page)
    here = tournament.pairs.filter(status=Pair.Status.ACTIVE).values_list("number", flat=True)
    assert sorted(here) == sorted(CARDS)
    expect(page.locator("[name=typed]")).to_be_focused()
    expect(page.locator("[name=typed]")).to_have_value("")

    # Missing pairs are listed first; a press moves nothing.
    places = places_of_rows(page)
    assert page.locator("#everybody > li").first.get_attribute("data-key") == "1"
    page.locator("#everybody > li[data-key='2'] button").tap()
    expect(page.locator("#everybody > li[data-key='2']")).to_have_class("is-here")
    settled(page)
    assert places_of_rows(page) == places
    tablet.audit()

    # A tick from another door appears by itself in its place, and the field keeps the text that is being typed.
    page.locator("[name=typed]").focus()
    page.keyboard.type("1")
    locator = page.locator("#everybody > li:not([hidden])")
    before = [row.get_attribute("data-key") for row in locator.all()]
    pairs_check_in(tournament=tournament, pairs=[tournament.pairs.get(number=1)], here=True)
    expect(page.locator("#everybody > li[data-key='1']")).to_have_class("is-here")
    expect(page.locator("#door-count")).to_contain_text("8")
    assert [row.get_attribute("data-key") for row in locator.all()] == before
    expect(page.locator("[name=typed]")).to_be_focused()
    expect(page.locator("[name=typed]")).to_have_value("1")
    page.keyboard.press("Backspace")
    assert places_of_rows(page) == places
    page.locator("#everybody > li[data-key='1'] .door-undo").tap()
    expect(page.locator("#everybody > li[data-key='1']")).not_to_have_class("is-here")
    page.locator("#everybody > li[data-key='2'] .door-undo").tap()
    expect(page.locator("#everybody .is-here")).to_have_count(len(CARDS))
    assert "\n".join(tablet.complaints) == ""


def test_a_pair_with_two_rows_is_the_same_in_both(tablet: Visitor, transactional_db: None) -> None:
    club_keep_till(keeps=True)
    tournament = make_tournament(pairs=12, here=False)
    terms = {"fee": 2000, "per": "pair", "fund_percent": 80, "fund_amount": None, "shares": [50, 30, 20]}
    till_terms_set(tournament=tournament, terms=terms)
    page = tablet.page
    tablet.go(f"/tournaments/{tournament.slug}/check-in/")
    page.locator("[name=typed]").fill("7")
    page.keyboard.press("Enter")
    rows = page.locator(".rows.door > li[data-key='7']")
    expect(rows).to_have_count(2)

    def in_both(text: str) -> None:
        # What each player pays alone is folded away below.
        expect(rows.locator(".paid-mark:not(.paid-each .paid-mark)")).to_have_text([re.compile(text)] * 2)
        settled(page)

    on_top, in_list = rows.first, rows.last
    on_top.locator("button[value='7-cash']").tap()
    in_both("✓.*contanti")
    in_list.locator("button[value='7-cash-none']").tap()
    in_both("^(?!✓)")
    in_list.locator("button[value='7-card']").tap()
    in_both("✓.*carta")
    expect(page.locator("[name=typed]")).to_be_visible()

    # Another door cancels the payment, enters a different one, and marks them as missing.
    seventh = tournament.pairs.get(number=7)
    pair_unpay(pair=seventh, means="card")
    pair_pay(pair=seventh, means="other")
    pairs_check_in(tournament=tournament, pairs=[seventh], here=False)
    in_both("✓.*altro")
    expect(page.locator("li.is-here[data-key='7']")).to_have_count(0)

    # Pressed in either list, they are here in both, and in the announcements.
    in_list.locator("button[name='here']").tap()
    expect(page.locator("li.is-here[data-key='7']")).to_have_count(2)
    on_top.locator(".door-undo").tap()
    expect(page.locator("li.is-here[data-key='7']")).to_have_count(0)
    expect(page.locator(".door-last")).to_contain_text(it("is missing again"))
    tablet.audit()

    # A press on an outdated row is refused beside it, and the message remains.
    page.route("**/check-in/rows/", lambda route: route.fulfill(status=304))
    # A poll that had left before would bring the news.
    settled(page)
    pair_unpay(pair=seventh, means="other")
    pair_pay(pair=seventh, means="cash")
    in_list.locator("button[value='7-other-none']").tap()
    in_both("✓.*contanti")
    expect(page.locator(".paid-refused")).to_contain_text("7")
    assert list(seventh.payments.values_list("means", flat=True)) == ["cash"]
    assert "\n".join(tablet.complaints) == ""


def test_everybody_who_owes_is_noted_with_one_press_and_taken_back_with_another(
    tablet: Visitor, transactional_db: None
) -> None:
    club_keep_till(keeps=True)
    tournament = make_tournament(pairs=6, here=False)
    till_terms_set(tournament=tournament, terms={"fee": 2000, "per": "pair", "fund_percent": 80})
    pair_pay(pair=tournament.pairs.get(number=1), means="card")
    page = tablet.page
    tablet.go(f"/tournaments/{tournament.slug}/check-in/")
    follow(page, page.get_by_role("link", name=it("Everybody has paid")).tap)
    tablet.audit()
    expect(page.get_by_text("5 pagamenti, € 100,00")).to_be_visible()
    page.locator("input[value='3-2000']").uncheck()
    follow(page, page.get_by_role("button", name=it("They have paid")).tap)
    expect(page.get_by_text("4 pagamenti, € 80,00").first).to_be_visible()
    assert Payment.objects.count() == 5
    tablet.audit()
    follow(page, page.get_by_role("button", name=it("Undo these")).tap)
    expect(page.get_by_text("5 pagamenti, € 100,00")).to_be_visible()
    assert list(Payment.objects.values_list("means", flat=True)) == ["card"]
    assert "\n".join(tablet.complaints) == ""
