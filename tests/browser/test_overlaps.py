"""Numbers of up to three figures, badges, names and links stand beside each other, on phones, laptops and the wall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import DRAWN, PHONE, Visitor, follow, resized, visiting
from tests.browser.test_wall import LONG, PAGES, TURN
from tests.factories import make_tournament, play_table, start_round
from tournaments.models import Club, Round
from tournaments.services import pairs_add_many

pytestmark = pytest.mark.django_db(transaction=True)

NUMBERS = (500, 100, 99, 9)
"""The tables: the widest number has the longest names."""
SCREENS = ((360, 740), (1366, 768), (1920, 1080))
DESK = f"/tournaments/{{}}/rounds/1/tables/{NUMBERS[0]}/"
PHONES = (320, 360, 412)
LONG_NAME = "ASD Burraco Club Città di San Benedetto del Tronto"
OVERLAPS = """() => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true })
    && !node.closest(".visually-hidden")
    && [node, node.parentElement].every((each) => getComputedStyle(each).clipPath === "none");
  const boxes = [];
  const add = (node, words, { left, right, top, bottom }, low) => {
    if (right - left > 2) boxes.push({ node, words, left, right, top: top + low, bottom: bottom - low });
  };
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [text, node] = [texts.currentNode, texts.currentNode.parentElement];
    if (!text.data.trim() || !seen(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    // Of a line's height, letters have three fifths.
    for (const line of range.getClientRects()) add(node, text.data.trim(), line, line.height / 5);
  }
  for (const badge of document.querySelectorAll("main .line")) {
    if (seen(badge)) add(badge, `[${badge.textContent.trim()}]`, badge.getBoundingClientRect(), 2);
  }
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap((a, at) => boxes.slice(at + 1)
    .filter((b) => !a.node.contains(b.node) && !b.node.contains(a.node) && meet(a, b))
    .map((b) => `${a.words} / ${b.words}`));
}"""
"""The texts and badges that lie upon each other."""
UNDER_OTHERS = """() => [...document.querySelectorAll("main a")].filter((link) => {
  link.scrollIntoView({ block: "center" });
  const { left, top } = link.getClientRects()[0] ?? {};
  return left !== undefined && !link.contains(document.elementFromPoint(left + 2, top + 2));
}).map((link) => link.textContent.trim())"""
"""The links that cannot be pressed, because another one lies above them."""


def crowded() -> Round:
    """Create a round whose tables have the numbers of a large hall, one result, and a pair of long names."""
    tournament = make_tournament(hands_per_round=2, round_minutes=50)
    pairs_add_many(tournament=tournament, lines=[LONG, ("Ricciardi Maria Antonietta", "D'Alessandro Ugo")], here=True)
    names = [(f"Bianchi Carlo {letter}", f"Costantini Anna {letter}") for letter in "ABCDEF"]
    pairs_add_many(tournament=tournament, lines=names, here=True)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=1))
    for table, number in zip(round_.tables.order_by("number"), NUMBERS, strict=True):
        round_.tables.filter(pk=table.pk).update(number=number)
    return round_


@pytest.fixture
def round_(transactional_db: None) -> Round:
    return crowded()


@pytest.fixture
def anybody(browser: Browser, club_server: LiveServer, account: User) -> Iterator[Visitor]:
    with visiting(browser, club_server, PHONE, user=account) as visitor:
        yield visitor


def overlapping(page: Page) -> list[str]:
    """Return what overlaps on the page at every width, once it has settled."""
    faults: list[str] = []
    for width, height in SCREENS:
        resized(page, width, height)
        for _look in range(20):
            found: list[str] = page.evaluate(OVERLAPS)
            if not found:
                break
            page.evaluate(DRAWN)
        faults += [f"at {width}: {fault}" for fault in found]
    return faults


@pytest.mark.parametrize("path", ["/t/{}/rounds/1/", "/t/{}/seat/", "/tournaments/{}/rounds/1/", DESK])
def test_no_table_number_badge_or_name_overlaps_another(anybody: Visitor, round_: Round, path: str) -> None:
    page = anybody.visit(path.format(round_.tournament.slug))
    assert "\n".join([*overlapping(page), *anybody.complaints]) == ""
    assert str(NUMBERS[0]) in page.locator("main").inner_text()


def test_who_was_chosen_to_be_seated_elsewhere_overlaps_nothing(anybody: Visitor, round_: Round) -> None:
    page = anybody.visit(f"/tournaments/{round_.tournament.slug}/rounds/1/seats/")
    follow(page, page.locator("#seats a.seat").first.click)
    assert overlapping(page) == [] and anybody.complaints == []


def test_nothing_on_the_wall_overlaps_another(anybody: Visitor, round_: Round) -> None:
    page, shown = anybody.page, set()
    page.clock.install()
    anybody.visit(f"/t/{round_.tournament.slug}/wall/")
    for _page in range(PAGES + 1):
        assert overlapping(page) == []
        shown.add(page.locator("[data-wall-page]:visible h2").inner_text())
        page.clock.run_for(TURN)
    assert len(shown) > PAGES and anybody.complaints == []


def test_a_number_that_runs_into_its_badge_is_found(anybody: Visitor, round_: Round) -> None:
    page = anybody.visit(f"/t/{round_.tournament.slug}/seat/")
    assert overlapping(page) == []
    page.locator(".player-table").first.evaluate("number => { number.style.marginInlineEnd = '-4rem' }")
    page.locator(".player-seat").first.evaluate("seat => { seat.style.flexDirection = 'row' }")
    assert len(overlapping(page)) > 0


def test_a_long_name_of_a_club_has_two_lines_and_every_tab_is_reached(anybody: Visitor, round_: Round) -> None:
    Club.objects.update_or_create(pk=1, defaults={"name": LONG_NAME})
    page = anybody.visit(f"/tournaments/{round_.tournament.slug}/ranking/")
    for width in PHONES:
        page.set_viewport_size({"width": width, "height": 740})
        name = page.locator(".club-brand span").last
        lines = name.evaluate("name => name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)")
        assert round(lines) == 2, width
        tabs = page.locator(".club-tabs")
        ends = "tabs => ['::before', '::after'].map(end => Number(getComputedStyle(tabs, end).opacity))"
        for at, cut_off in ((0, [False, True]), (60, [True, True]), (1000, [True, False])):
            tabs.evaluate("(tabs, at) => tabs.scrollTo(at, 0)", at)
            page.wait_for_timeout(50)
            assert [shown > 0.5 for shown in tabs.evaluate(ends)] == cut_off, (width, at)
    assert anybody.complaints == []


def test_every_link_to_a_sheet_can_be_pressed(anybody: Visitor, round_: Round) -> None:
    page = anybody.visit(f"/tournaments/{round_.tournament.slug}/print/")
    assert page.evaluate(UNDER_OTHERS) == []
