"""At the door: a scanner is faster than the server, and a finger finds what it aimed at."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor, settled
from tests.factories import make_tournament
from tournaments.models import Pair, Player

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
    page.locator("#everybody > li[data-key='2'] .door-undo").tap()
    expect(page.locator("#everybody .is-here")).to_have_count(len(CARDS))
    assert "\n".join(tablet.complaints) == ""
