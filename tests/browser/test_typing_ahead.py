"""Typing faster than the page: nobody has to wait for the laptop, and no figure gets lost."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor, it, until
from tests.factories import make_tournament, start_round
from tournaments.models import Hand, Round, Table
from tournaments.ranking.victory_points import scale_for_hands
from tournaments.records import Outcome

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

TABLES = 10
DESK = "**/rounds/1/**"
RUN_FOR = "(milliseconds) => __pwClock.controller.runFor(milliseconds)"
"""Like `page.clock.run_for`, which would also leave a script in every later page, here one for each key."""


class SlowClub:
    """The club's computer answers the desk this many milliseconds after a request, by the page's own clock."""

    def __init__(self, page: Page, answers_after: int) -> None:
        self._page, self._after, self._now = page, answers_after, 0
        self._asked: list[tuple[int, Route]] = []
        page.route(DESK, lambda route: self._asked.append((self._now, route)))

    def pass_time(self, milliseconds: int) -> None:
        self._now += milliseconds
        while self._asked and self._asked[0][0] + self._after <= self._now:
            self._asked.pop(0)[1].continue_()
        self._page.evaluate(RUN_FOR, milliseconds)

    def until(self, holds: Callable[[], bool]) -> None:
        def look() -> bool:
            self.pass_time(self._after)
            return holds()

        until(self._page, look)

    def hurry(self) -> None:
        """Make the club answer at once, earlier requests too, and let the page's time run by itself."""
        self._after = 0
        self.pass_time(0)
        self._page.unroute(DESK)
        self._page.clock.resume()


def slip_of(table: int) -> list[str]:
    """Return a table's own hand: base and points of both lines."""
    return ["300", str(100 + 5 * table), "0", str(30 + 5 * table)]


def keys_of(table: int) -> list[str]:
    figures = slip_of(table)
    typed = itertools.chain.from_iterable(["Tab", *figure] for figure in figures)
    return ["Escape", *str(table), "Enter", *itertools.islice(typed, 1, None), "Enter"]


def new_round() -> Round:
    return start_round(make_tournament(pairs=2 * TABLES, hands_per_round=1, scale=scale_for_hands(2).key))


def stored(round_: Round) -> dict[int, list[str]]:
    """Return the stored hands of each table."""
    hands = Hand.objects.filter(table__round=round_).select_related("table")
    sides = [(hand.table.number, side) for hand in hands for side in (hand.ns_entry, hand.ew_entry)]
    typed: dict[int, list[str]] = {}
    for table, side in sides:
        typed.setdefault(table, []).extend([str(side["base"]), str(side["points"])])
    return typed


def open_desk(referee: Visitor, round_: Round) -> Page:
    page = referee.page
    page.clock.install(time=0)
    referee.visit(f"/tournaments/{round_.tournament.slug}/rounds/1/results/")
    page.clock.pause_at(3_600_000)
    return page


@pytest.mark.long
@pytest.mark.parametrize("answers_after", [50, 300, 1_500])
def test_ten_slips_are_typed_without_a_pause(referee: Visitor, answers_after: int) -> None:
    for pace in (60, 100, 130):
        round_ = new_round()
        page = open_desk(referee, round_)
        club = SlowClub(page, answers_after)
        tables = Random(pace).sample(range(1, TABLES + 1), TABLES)
        for key in itertools.chain.from_iterable(map(keys_of, tables)):
            page.keyboard.press(key)
            club.pass_time(pace)
        club.until(lambda: not Table.objects.filter(outcome=Outcome.OPEN).exists())
        assert stored(round_) == {table: slip_of(table) for table in range(1, TABLES + 1)}
        club.hurry()
    assert referee.complaints == []


def test_what_was_typed_for_the_next_table_never_answers_a_doubt(referee: Visitor) -> None:
    round_ = new_round()
    page = open_desk(referee, round_)
    club = SlowClub(page, 1_500)
    # An unusual slip, and the next table's before the answer.
    for key in ["Escape", "3", "Enter", *"1400", "Tab", *"400", "Tab", "0", "Tab", *"60", "Enter", *keys_of(4)]:
        page.keyboard.press(key)
        club.pass_time(60)
    # Time runs on until all answers are shown.
    club.until(lambda: page.locator("[data-typed-ahead]").is_visible())
    expect(page.locator("[data-confirms]")).to_have_count(1)
    expect(page.locator("[data-typed-ahead]")).to_contain_text(it("Typed too soon and not entered:"))
    expect(page.locator("[data-typed-keys]")).to_contain_text("⎋ 4 ⏎ 300 · 120 · 0 · 50 ⏎")
    expect(page.locator("[name=h1_ns_base]")).to_have_value("1400")
    club.hurry()
    referee.audit()
    assert not Table.objects.filter(outcome=Outcome.PLAYED).exists()


def test_how_a_hand_ended_has_a_key(referee: Visitor) -> None:
    round_ = new_round()
    page = referee.visit(f"/tournaments/{round_.tournament.slug}/rounds/1/tables/1/")
    expect(page.locator("[name=h1_ns_base]")).to_be_focused()
    page.keyboard.press("f")
    expect(page.locator("[name=h1_end]")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("[name=h1_ew_points]")).to_be_focused()
    expect(page.locator("[name=h1_ns_base]")).to_have_value("")
