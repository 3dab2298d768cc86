"""Twelve phones write the slips of an evening, with all that goes wrong in a hall, and the referee at the laptop.

It has twelve tables and three rounds of two hands. Each table has a phone, and further phones come when they are
needed. The events at a table of `STORIES` happen in the browser, as a player does them; the phones of the other tables
send the same forms, with one request for each press of a button.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scoring.services import ruleset_for, write_entry
from tests.browser.conftest import Visitor, follow, it, main_action, settled
from tests.browser.hall_phones import (
    EW,
    FILL,
    NS,
    WRITE_AND_PASS_OVER,
    E,
    Evening,
    agreed,
    begin,
    code,
    enter,
    figures,
    otherwise,
    pass_over,
    press,
    send_slip,
    tables_of,
    total,
    type_hand,
)
from tests.factories import start_on_phones
from tournaments.models import PhoneLog, PhoneSlip, Table
from tournaments.records import Line, Outcome
from tournaments.selectors.phone_slips import log_of
from tournaments.simulation import play_hand
from tournaments.slips.code_tries import WRONG_CODES
from tournaments.slips.codes import ALPHABET
from tournaments.slips.states import SlipState
from tournaments.views.phone.door import table_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

TABLES, ROUNDS, HANDS = 12, 3, 2
A_MINUTE = 60_000


@pytest.fixture
def evening(browser: Browser, club_server: LiveServer, transactional_db: None) -> Iterator[Evening]:
    with ExitStack() as stack:
        evening = Evening(browser, club_server, stack)
        for _table in range(TABLES):
            evening.new_phone()
        yield evening


def play_quietly(evening: Evening, table: Table) -> None:
    phone, hands = evening.phones[table.number - 1], evening.slip(table)
    page = phone.visit(table_address(table))
    entered = {"code": code(table, NS), "opponents": code(table, EW), "total": str(total(hands, EW))}
    end = page.evaluate(WRITE_AND_PASS_OVER, entered | {"figures": figures(hands)})
    assert it("Something is wrong after all") in end
    evening.name(phone, "own")
    evening.tell(table, (E.ENTER, NS, "own"))
    evening.tell_signed(table, "own")


# --- What happens at single tables ----------------------------------------------------------------------------------


def a_phone_dies(evening: Evening, _referee: Visitor, table: Table) -> None:
    """A phone dies after the first hand; another one continues with the figures that the club's computer has."""
    own, hands = table.number - 1, evening.slip(table)
    page = enter(evening, evening.phones[own], table, NS, "dead")
    begin(page)
    type_hand(page, hands, 1)
    expect(page.locator("[data-kept]")).to_be_visible()
    for _write in log_of(table.pk)[1:]:
        evening.tell(table, (E.TYPE, NS, "dead"))
    page.context.close()
    page = enter(evening, heir := evening.new_phone(), table, NS, "heir")
    press(page, "take_over")
    evening.tell(table, (E.TAKE_OVER, NS, "heir"))
    expect(page.locator("[name=h1_ns_base]")).to_have_value(figures(hands)["h1_ns_base"])
    page.evaluate(FILL, {name: figure for name, figure in figures(hands).items() if name.startswith("h2")})
    press(page, "send")
    pass_over(page, table, EW, hands)
    evening.tell_signed(table, "heir")
    evening.phones[own] = heir


def a_table_contests(evening: Evening, referee: Visitor, table: Table) -> None:
    """The other line contests the slip, and the referee decides."""
    hands = evening.slip(table)
    ns = enter(evening, evening.phones[table.number - 1], table, NS, "own")
    send_slip(ns, otherwise(hands))
    evening.tell(table, (E.SEND, NS, "own"))
    ew = enter(evening, evening.new_phone(), table, EW, "opponents'")
    press(ew, "object")
    ew.check("[name=hand][value='2']")
    press(ew, "contest")
    desk = open_desk(referee, table)
    expect(desk.locator(".table-chip.is-red")).to_have_count(1)
    desk.fill("[name=h2_ns_points]", figures(hands)["h2_ns_points"])
    desk.press("[name=h2_ns_points]", "Enter")
    expect(desk.locator(".table-chip.is-red")).to_have_count(0)
    decided = it("The referee has decided this table. The slip can only be read.")
    for phone in (ns, ew):
        expect(phone.locator("#phone")).to_contain_text(decided)
    evening.tell(table, (E.CONTEST, EW, "opponents'"), (E.DECIDE, "", ""))


def a_phone_is_passed_over(evening: Evening, _referee: Visitor, table: Table) -> None:
    hands = evening.slip(table)
    page = enter(evening, evening.phones[table.number - 1], table, NS, "own")
    send_slip(page, hands)
    pass_over(page, table, EW, hands)
    evening.tell_signed(table, "own")


def two_phones_send_at_once(evening: Evening, _referee: Visitor, table: Table) -> None:
    """The second of the two phones gets a question; its figures do not overwrite others unseen."""
    hands = evening.slip(table)
    right = enter(evening, evening.phones[table.number - 1], table, NS, "own")
    wrong = enter(evening, evening.new_phone(), table, NS, "partner's")
    for page, typed in ((right, hands), (wrong, otherwise(hands))):
        begin(page)
        page.evaluate(FILL, figures(typed))
    for page in (right, wrong):
        page.evaluate("document.querySelector('[data-send]').click()")
    text, sent = "#phone-asked-title", "button[value=pass]"
    for page in (right, wrong):
        expect(page.locator(f"{text}, {sent}")).to_have_count(1)
        settled(page)
    assert sorted(page.locator(text).count() for page in (right, wrong)) == [0, 1]
    if right.locator(text).count():
        evening.tell(table, (E.SEND, NS, "partner's"))
        press(right, "send")
    else:
        wrong.get_by_role("link", name=it("Keep theirs")).click()
        expect(wrong.locator(sent)).to_be_visible()
    pass_over(right, table, EW, hands)
    evening.tell_signed(table, "own")
    agreed(wrong)


def a_phone_is_offline(evening: Evening, _referee: Visitor, table: Table) -> None:
    """A phone is offline for a minute, in which a slip is typed and sent; it is sent by itself afterwards."""
    hands = evening.slip(table)
    phone = evening.phones[table.number - 1]
    phone.page.clock.install()
    phone.page.clock.resume()
    page = enter(evening, phone, table, NS, "own")
    begin(page)
    page.context.set_offline(True)
    for number in range(1, HANDS + 1):
        type_hand(page, hands, number)
    page.click("button[value=send]")
    expect(page.locator("[data-not-sent]")).to_be_visible()
    page.clock.fast_forward(A_MINUTE)
    expect(page.locator("[data-not-sent]")).to_be_visible()
    assert len(log_of(table.pk)) == 1
    page.context.set_offline(False)
    expect(page.locator("button[value=pass]")).to_be_visible()
    settled(page)
    for _write in log_of(table.pk)[1:-1]:
        evening.tell(table, (E.TYPE, NS, "own"))
    pass_over(page, table, EW, hands)
    evening.tell_signed(table, "own")


def a_phone_is_at_the_wrong_table(evening: Evening, _referee: Visitor, table: Table) -> None:
    """A phone opens the neighbours' slip, sees their names, and finds its own table by the hall's page."""
    neighbours = tables_of(table.round.number)[table.number + 1]
    phone = evening.phones[table.number - 1]
    page = enter(evening, phone, neighbours, NS, "lost")
    for pair in (neighbours.ns, neighbours.ew):
        expect(page.locator(".phone-lines")).to_contain_text(str(pair))
    follow(page, page.get_by_role("button", name=it("That is not us")).click)
    follow(page, page.get_by_role("link", name=it("Write your slip")).click)
    page.fill("[name=table]", str(table.number))
    page.fill("[name=code]", code(table, NS))
    follow(page, page.locator("form.phone-code button").click)
    expect(page.locator(".phone-lines")).to_contain_text(str(table.ns))
    evening.name(phone, "own")
    evening.tell(table, (E.ENTER, NS, "own"))
    send_slip(page, evening.slip(table))
    pass_over(page, table, EW, evening.slip(table))
    evening.tell_signed(table, "own")


def a_code_is_guessed(evening: Evening, referee: Visitor, table: Table) -> None:
    """Five wrong codes lock out new phones, even with the right code, until the referee unlocks the table."""
    page = evening.phones[table.number - 1].visit(table_address(table))
    codes = {code(table, line) for line in Line}
    for guess in [sign * 4 for sign in ALPHABET if sign * 4 not in codes][:WRONG_CODES]:
        page.fill("[name=code]", guess)
        follow(page, page.locator("button[value=code]").click)
        evening.tell(table, (E.WRONG_CODE, "", "own"))
    expect(page.locator("[name=code]")).to_have_count(0)
    sixth = page.request.post(page.url, form={"do": "code", "code": code(table, NS)})
    assert sixth.status == 403
    desk = open_desk(referee, table)
    follow(desk, desk.locator(".desk-shut button").click)
    expect(desk.locator(".desk-shut")).to_have_count(0)
    evening.tell(table, (E.SHUT, "", ""), (E.UNLOCK, "", ""))
    a_phone_is_passed_over(evening, referee, table)


def a_phone_tries_what_it_may_not(evening: Evening, referee: Visitor, table: Table) -> None:
    """A phone's ticket is valid only for its table, not for another one, nor for the referee's pages."""
    a_phone_is_passed_over(evening, referee, table)
    page, slug = evening.phones[table.number - 1].page, table.round.tournament.slug
    ticket = next(cookie["value"] for cookie in page.context.cookies(page.url) if cookie["name"] == "phone-it")
    ask, headers = evening.phones[-1].page.request, {"Cookie": f"phone-it={ticket}"}
    assert "phone-figures" in ask.get(page.url, headers=headers).text()
    before = list(PhoneLog.objects.values()), list(PhoneSlip.objects.values())
    rounds = [tables_of(number) for number in STORIES]
    neighbours = [other for other in rounds[-1].values() if other != table]
    for other in (*neighbours, *(tables[table.number] for tables in rounds[:-1])):
        address = evening.server.url + table_address(other)
        for do in ("type", "send", "take_over", "agree", "contest", "call", "pass"):
            answer = ask.post(address, form={"do": do, "version": "0", "serial": "9"}, headers=headers)
            assert answer.status == 403, (address, do)
    for path in ("", "pairs/", "settings/", "ranking/", "history/", "print/", "rounds/3/", "rounds/3/results/"):
        answer = ask.get(f"{evening.server.url}/tournaments/{slug}/{path}", max_redirects=0, headers=headers)
        assert answer.status == 302 and "/login/" in answer.headers["location"], path
    for path in (f"tables/{table.number}/", f"tables/{table.number}/clear/", "unlock/"):
        address = f"{evening.server.url}/tournaments/{slug}/rounds/3/{path}"
        assert ask.post(address, max_redirects=0, headers=headers).status == 403, path
    assert before == (list(PhoneLog.objects.values()), list(PhoneSlip.objects.values()))


STORIES = {
    1: {1: a_phone_dies, 2: a_table_contests, 3: a_phone_is_passed_over},
    2: {4: two_phones_send_at_once, 5: a_phone_is_offline, 6: a_phone_is_at_the_wrong_table},
    3: {8: a_code_is_guessed, 9: a_phone_tries_what_it_may_not},
}
"""The events of a round, by table; nothing happens at the others."""

REFEREES_TABLE = (1, 2)


# --- The evening ----------------------------------------------------------------------------------------------------


def open_desk(referee: Visitor, table: Table) -> Page:
    return referee.visit(f"/tournaments/{table.round.tournament.slug}/rounds/{table.round.number}/results/")


def draw_round(referee: Visitor, slug: str, number: int) -> None:
    page = referee.visit(f"/tournaments/{slug}/rounds/new/")
    page.check("[name=system][value=mitchell]")
    main_action(page)
    main_action(page)
    expect(page.locator("body")).to_contain_text(it("Print the slips"))


def close_round(referee: Visitor, slug: str, number: int) -> None:
    """Close the round, which needs no confirmation because every table is green."""
    page = open_desk(referee, tables_of(number)[1])
    expect(page.locator(".table-chip.is-green")).to_have_count(TABLES)
    page = referee.visit(f"/tournaments/{slug}/rounds/{number}/")
    main_action(page)
    expect(page).to_have_url(f"{referee.address}/tournaments/{slug}/ranking/")


def named_log(evening: Evening, table: Table) -> list[tuple[str, str, str]]:
    """Return the log of a table with the names of the phones."""
    return [(row.event, row.line, row.device and evening.devices.get(row.device, "?")) for row in log_of(table.pk)]


@pytest.mark.long
def test_an_evening_on_twelve_phones(evening: Evening, referee: Visitor) -> None:
    tournament = start_on_phones(pairs=2 * TABLES).tournament
    rng, rules = Random(12), ruleset_for(tournament.ruleset, tournament.options)
    places = [(number, table) for number in range(1, ROUNDS + 1) for table in range(1, TABLES + 1)]
    evening.slips = {place: [play_hand(rng, rules, 0) for _hand in range(HANDS)] for place in places}
    for number, stories in STORIES.items():
        if number > 1:
            draw_round(referee, tournament.slug, number)
        tables = tables_of(number)
        for at, story in stories.items():
            story(evening, referee, tables[at])
        for at in tables.keys() - stories.keys():
            play_quietly(evening, tables[at])
        close_round(referee, tournament.slug, number)

    for place in places:
        table = tables_of(place[0])[place[1]]
        saved = [(hand.end, hand.ns_entry, hand.ew_entry) for hand in table.hands.order_by("number")]
        assert saved == [(hand.end, *map(write_entry, hand.sides)) for hand in evening.slips[place]], place
        slip = PhoneSlip.objects.get(table=table)
        assert (table.outcome, slip.state) == (Outcome.PLAYED, SlipState.LOCKED)
        assert (slip.agreed, slip.one_phone) == (place != REFEREES_TABLE, False)
        assert named_log(evening, table) == evening.log[place], place
    own = (f"/t/{tournament.slug}/", "/static/")
    assert [answer.url for answer in evening.answers if not urlsplit(answer.url).path.startswith(own)] == []
    # A request to a server that could not be reached is not a fault of the page.
    offline = ("ERR_INTERNET_DISCONNECTED", "sendError")
    texts = [complaint for visitor in (*evening.phones, referee) for complaint in visitor.complaints]
    assert [text for text in texts if not any(word in text for word in offline)] == []
