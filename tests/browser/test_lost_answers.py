"""A phone on bad Wi-Fi: requests and answers are lost at every step, but no figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, Visitor, it, settled, until, visiting
from tests.browser.test_phone_slips import enter, type_hand
from tests.factories import start_on_phones
from tournaments.models import PhoneSlip, Table
from tournaments.records import Line, Outcome
from tournaments.slips.states import SlipState

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

FIGURE = "[name=h1_ns_base]"
COPY = "Object.keys(localStorage).filter(key => key.startsWith('phone-slip-')).map(key => localStorage[key]).join()"
"""The copy that the phone keeps."""


@pytest.fixture
def table(transactional_db: None) -> Table:
    return start_on_phones().tables.select_related("round__tournament").get(number=1)


@pytest.fixture
def phone(browser: Browser, club_server: LiveServer) -> Iterator[Visitor]:
    with visiting(browser, club_server, PHONE, has_touch=True, is_mobile=True) as visitor:
        yield visitor


class BadWiFi:
    """A Wi-Fi that loses a phone's request once, or the answer to it; the next attempt succeeds."""

    def __init__(self, page: Page, *, answers: bool) -> None:
        self.answers = answers
        self.lost: set[str] = set()
        page.route("**/table/**", self._carry)

    def _carry(self, route: Route) -> None:
        sent = route.request.post_data or ""
        if route.request.method != "POST" or sent in self.lost:
            return route.continue_()
        self.lost.add(sent)
        if self.answers:
            route.fetch()
        route.abort()


def unfold(page: Page, number: int) -> None:
    hand = page.locator(f"#phone-hand-{number}")
    if hand.get_attribute("open") is None:
        hand.locator("summary").click()


def press(page: Page, act: str) -> None:
    """Press until the request succeeds, as people do who read "NOT sent"."""
    button = page.locator(f"button[value={act}]")
    button.click()
    settled(page)
    if page.locator("[data-press-again]").is_visible():
        button.click()
    expect(button).to_have_count(0)
    settled(page)


def expect_stored(page: Page, figure: str) -> None:
    """Check that the club has the figure, and that the phone needs no copy."""
    until(page, lambda: PhoneSlip.objects.filter(typed__h1_ns_base=figure).exists())
    until(page, lambda: page.evaluate(COPY) == "")
    expect(page.locator("[data-not-sent]")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("answers", [False, True], ids=["requests", "answers"])
def test_whatever_is_lost_on_the_way_every_figure_arrives(phone: Visitor, table: Table, answers: bool) -> None:
    """Typing, sending, correcting, sending again and handing over are each lost once, also with a reload in between."""
    page = phone.page
    enter(phone, table, Line.NS)
    page.get_by_text(it("Yes, write the slip")).click()
    wifi = BadWiFi(page, answers=answers)
    type_hand(page, 1, ns_base="200")
    expect(page.locator("[data-not-sent]")).to_be_visible()
    assert '"200"' in page.evaluate(COPY)
    expect_stored(page, "200")
    # The request is lost and the page reloaded before it is sent again: the phone still has its copy, or the club's
    # answer.
    page.fill(FIGURE, "250")
    expect(page.locator("[data-not-sent]")).to_be_visible()
    page.goto(page.url)
    page.goto(f"{page.url.partition('?')[0]}?us=1")
    expect(page.locator(FIGURE)).to_have_value("250")
    expect_stored(page, "250")
    unfold(page, 2)
    type_hand(page, 2)
    page.locator("button[value=send]").click()
    expect(page.locator("button[value=take_over]")).to_be_visible()
    assert page.evaluate(COPY) == ""
    press(page, "take_over")
    unfold(page, 1)
    page.fill(FIGURE, "300")
    expect_stored(page, "300")
    page.locator("button[value=send]").click()
    expect(page.locator("button[value=pass]")).to_be_visible()
    slip = PhoneSlip.objects.get()
    assert (slip.state, slip.typed["h1_ns_base"], slip.typed["h2_ns_points"]) == (SlipState.SENT, "300", "145")
    assert len(wifi.lost) >= 6


@pytest.mark.long
def test_a_correction_made_while_an_answer_is_lost_stays_until_the_club_has_it(phone: Visitor, table: Table) -> None:
    """The club stored 200, but the phone does not know it yet and changes the figure to 250. Neither is lost."""
    page = phone.page
    enter(phone, table, Line.NS)
    page.get_by_text(it("Yes, write the slip")).click()
    type_hand(page, 1, ns_base="200")
    page.locator("#phone-hand-1 [data-next-hand]").click()
    type_hand(page, 2)
    expect_stored(page, "200")
    BadWiFi(page, answers=True)
    page.locator("button[value=send]").click()
    expect(page.locator("[data-not-sent]")).to_be_visible()
    assert PhoneSlip.objects.get().state == SlipState.SENT
    unfold(page, 1)
    page.fill(FIGURE, "250")
    expect(page.locator("button[value=take_over]")).to_be_visible()
    assert '"250"' in page.evaluate(COPY) and PhoneSlip.objects.get().typed["h1_ns_base"] == "200"
    left = page.locator("[data-left]")
    expect(left).to_contain_text(it("On this phone there are figures that were never sent."))
    phone.audit()
    press(page, "take_over")
    left.locator("[data-take-up]").click()
    expect_stored(page, "250")
    page.locator("button[value=send]").click()
    expect(page.locator("button[value=pass]")).to_be_visible()
    assert PhoneSlip.objects.get().hands[0]["ns"]["base"] == 250


@pytest.mark.long
def test_who_answers_in_the_clubs_place_has_kept_nothing(phone: Visitor, table: Table) -> None:
    """The page of a Wi-Fi that wants to be accepted has status 200, but is not the club's answer."""
    page = phone.page
    enter(phone, table, Line.NS)
    page.get_by_text(it("Yes, write the slip")).click()
    type_hand(page, 1)
    page.locator("#phone-hand-1 [data-next-hand]").click()
    type_hand(page, 2, ns_base="250")
    page.route("**/table/**", lambda route: route.fulfill(status=200, content_type="text/html", body="<p>Wi-Fi</p>"))
    page.locator("button[value=send]").click()
    expect(page.locator("[data-not-sent]")).to_be_visible()
    expect(page.locator("[name=h2_ns_base]")).to_have_value("250")
    assert '"250"' in page.evaluate(COPY)
    page.unroute("**/table/**")
    expect(page.locator("button[value=pass]")).to_be_visible()
    assert PhoneSlip.objects.get().typed["h2_ns_base"] == "250"
    assert Table.objects.get(pk=table.pk).outcome == Outcome.OPEN


@pytest.mark.long
def test_a_proxy_that_does_not_reach_the_club_costs_nothing_and_is_told(phone: Visitor, table: Table) -> None:
    """A hall's line is cut: the proxy refuses a slip in its own words, until the line is back."""
    page, refusals = phone.page, [502, 503, 504]

    def carry(route: Route) -> None:
        if route.request.method != "POST" or not refusals:
            return route.continue_()
        cut = {"status": refusals.pop(0), "content_type": "text/html", "body": "<h1>The club is not connected</h1>"}
        return route.fulfill(**cut, headers={"Retry-After": "1"})  # type: ignore[arg-type]

    enter(phone, table, Line.NS)
    page.get_by_text(it("Yes, write the slip")).click()
    type_hand(page, 1)
    page.locator("#phone-hand-1 [data-next-hand]").click()
    type_hand(page, 2, ns_base="250")
    settled(page)
    page.route("**/table/**", carry)
    page.locator("button[value=send]").click()
    expect(page.locator("[data-not-sent]")).to_be_visible()
    assert '"250"' in page.evaluate(COPY)
    expect(page.locator("button[value=pass]")).to_be_visible()
    slip = PhoneSlip.objects.get()
    assert (slip.state, slip.typed["h2_ns_base"], refusals) == (SlipState.SENT, "250", [])
    assert page.evaluate(COPY) == ""
    phone.complaints.clear()
