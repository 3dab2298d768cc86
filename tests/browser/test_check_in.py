"""At the door: a scanner is faster than the server, and a finger finds what it aimed at."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor, settled
from tests.factories import make_tournament
from tournaments.models import Pair, Player
from tournaments.services import pairs_check_in

CARDS = {number: f"000{number}45" for number in (11, 3, 7, 12, 5, 9)}


def places_of_rows(page: Page) -> Any:
    """Where each row stands on the page, however far it is scrolled."""
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

    # Whoever is missing stands on top; a press moves nothing.
    places = places_of_rows(page)
    assert page.locator("#everybody > li").first.get_attribute("data-key") == "1"
    page.locator("#everybody > li[data-key='2'] button").tap()
    expect(page.locator("#everybody > li[data-key='2']")).to_have_class("is-here")
    settled(page)
    assert places_of_rows(page) == places
    tablet.audit()

    # What another door ticks comes by itself: in its place, with what is being typed here still in the field.
    page.locator("[name=typed]").focus()
    page.keyboard.type("1")
    shown = page.locator("#everybody > li:not([hidden])")
    before = [row.get_attribute("data-key") for row in shown.all()]
    pairs_check_in(tournament=tournament, pairs=[tournament.pairs.get(number=1)], here=True)
    expect(page.locator("#everybody > li[data-key='1']")).to_have_class("is-here")
    expect(page.locator("#door-count")).to_contain_text("8")
    assert [row.get_attribute("data-key") for row in shown.all()] == before
    expect(page.locator("[name=typed]")).to_be_focused()
    expect(page.locator("[name=typed]")).to_have_value("1")
    page.keyboard.press("Backspace")
    assert places_of_rows(page) == places
    page.locator("#everybody > li[data-key='1'] .door-undo").tap()
    expect(page.locator("#everybody > li[data-key='1']")).not_to_have_class("is-here")
    page.locator("#everybody > li[data-key='2'] .door-undo").tap()
    expect(page.locator("#everybody .is-here")).to_have_count(len(CARDS))
    assert "\n".join(tablet.complaints) == ""
