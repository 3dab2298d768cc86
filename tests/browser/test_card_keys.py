"""A disputed hand counted on a phone in few taps: sequences, sets and remaining cards, by keys that never move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.engine.hand import TAKEN, AnyHand, CardsEntry, HandEnd
from scoring.engine.notation import ITALIAN, parse_cards
from scoring.engine.rulebooks import FIBUR_2026
from scoring.engine.score import score_hand
from scoring.engine.value_notation import take_values
from scoring.models import ClubRuleset
from tests.browser.conftest import Visitor, settled, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True)

SMALL_PHONE = {"width": 360, "height": 640}

MELDS = {
    "a": (
        "3C 4C 5C 6C 7C 8C 9C",
        "4P 5P 6P JK 8P 9P 10P",
        "JQ QQ KQ AQ",
        "K? K? K? K? 2?",
        "5? 5? 5?",
    ),
    "b": (
        "AF 2F 3F 4F 5F 6F 7F 8F",
        "2? 9C 10C JC QC KC",
        "3Q 4Q 5Q 6Q 7Q 8Q 9Q",
        "7? 7? 7? 7?",
        "A? A? A? JK",
    ),
}
LEFT = {"a": "2x5 1x10 1x15", "b": "3x10 1x20 3x5"}


@pytest.fixture
def phone(browser: Browser, club_server: LiveServer) -> Iterator[Visitor]:
    with visiting(browser, club_server, SMALL_PHONE, has_touch=True, is_mobile=True) as visitor:
        yield visitor


ASKED_AFTER_MS = 350
"""A little longer than the page waits for another key before it asks the server."""


class Finger:
    """A finger that counts its taps. Its target must be in sight, and in the same place after the server's answer."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.keypads: set[tuple[float, float]] = set()

    def key(self, *attributes: str) -> None:
        """Tap keys of the open panel, one after the other."""
        for attribute in attributes:
            key = self.page.locator(f".card-key[data-{attribute}]:visible, :visible[data-{attribute}] > [data-more]")
            box = key.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            assert box["y"] + box["height"] <= SMALL_PHONE["height"]
            key.tap()
            self.taps += 1
            keypad = self.page.locator("[data-card-keypad]").bounding_box()
            assert keypad is not None
            self.keypads.add((keypad["y"], keypad["height"]))

    def field(self, selector: str, *, brings_keys: bool = False) -> None:
        """Tap a part of the page, which may move for the keys that it opens."""
        touched = self.page.locator(selector)
        self._at_rest(touched)
        touched.evaluate("part => part.scrollIntoView({ block: 'nearest' })")
        before = self._at_rest(touched)
        if touched.get_attribute("type") == "radio":
            with self.page.expect_response("**/judged/**"):
                touched.tap()
        else:
            touched.tap()
        self.taps += 1
        after = self._at_rest(touched)
        assert brings_keys or abs(after - before) < 1

    def _at_rest(self, touched: Locator) -> float:
        """Return where it stands once no answer to an earlier key moves it: twice the same, with time for a request."""
        found: list[float] = []
        while len(found) < 2 or found[-1] != found[-2]:
            self.page.wait_for_timeout(ASKED_AFTER_MS)
            settled(self.page)
            box = touched.bounding_box()
            assert box is not None
            found.append(box["y"])
        return found[-1]


def test_ten_melds_and_eleven_cards_take_sixty_taps(phone: Visitor) -> None:
    page = phone.page
    phone.visit("/score/")
    finger = Finger(page)
    finger.field("[name=end][value=closed_a]")
    finger.field("#a-meld-1", brings_keys=True)
    finger.key("card-mode=run")
    finger.key("run-suit=C", "run-place='3'", "run-place='9'")
    finger.key("run-suit=P", "run-place='4'", "run-place='10'", "run-place='7'")
    finger.key("run-suit=Q", "run-place='11'", "run-place='14'")
    phone.audit()
    finger.key("card-mode=set")
    finger.key("set-rank='K?'", "set-number='4'", "wild='2?'")
    finger.key("set-rank='5?'", "set-number='3'")
    finger.field("#a-left")
    finger.key("card-mode=values")
    finger.key("card-worth='5'", "card-worth='5'", "card-worth='10'", "card-worth='15'")
    phone.audit()
    finger.key("card-next")
    finger.key("card-mode=run")
    finger.key("run-suit=F", "run-place='1'", "run-place='8'")
    finger.key("run-suit=C", "run-place='8'", "run-place='13'", "wild='2?'")
    finger.key("run-suit=Q", "run-place='3'", "run-place='9'")
    finger.key("card-mode=set")
    finger.key("set-rank='7?'", "set-number='4'")
    finger.key("set-rank='A?'", "set-number='3'", "wild=JK")
    finger.field("#b-left")
    finger.key(*["card-worth='10'"] * 3, "card-worth='20'", *["card-worth='5'"] * 3)
    finger.field("[name=a_pozzetto][value=taken]")
    finger.field("[name=b_pozzetto][value=taken]")
    assert finger.taps <= 60
    expect(page.locator("#card-deck")).to_contain_text("Mancano 42 carte")
    assert len(finger.keypads) == 1
    sides = []
    for key, melds in MELDS.items():
        for number, meld in enumerate(melds, start=1):
            expect(page.locator(f"#{key}-meld-{number}")).to_have_value(meld)
        expect(page.locator(f"#{key}-left")).to_have_value(LEFT[key])
        sides.append(
            CardsEntry(
                melds=tuple(parse_cards(meld, ITALIAN) for meld in melds),
                left=(),
                left_by_value=take_values(LEFT[key])[1],
                pozzetto=TAKEN,
                closed=key == "a",
            )
        )
    scores = score_hand(FIBUR_2026, AnyHand(end=HandEnd.CLOSED, sides=tuple(sides)))
    for key, score in zip(MELDS, scores, strict=True):
        total = page.locator(f"#{key}-score-name + .table-container .score-total td")
        expect(total).to_have_text(f"{score.total}".replace("-", "−"))
    assert phone.complaints == []


WILDS = (
    (("run-suit=C", "run-place='4'", "run-place='7'", "wild='2?'"), "2? 5C 6C 7C"),
    (("run-suit=P", "run-place='14'", "run-place='12'", "wild=JK"), "JK KP AP"),
    (("run-suit=Q", "run-place='3'", "run-place='6'", "run-place='5'"), "3Q 4Q JK 6Q"),
)


def test_a_sequence_and_its_wild_are_four_taps(phone: Visitor) -> None:
    page = phone.page
    phone.visit("/score/")
    finger = Finger(page)
    finger.field("#a-meld-1", brings_keys=True)
    finger.key("card-mode=run")
    for number, (taps, text) in enumerate(WILDS, start=1):
        finger.key(*taps)
        expect(page.locator(f"#a-meld-{number}")).to_have_value(text)
    # The wild is moved by the key of a place, changed by another wild's key, and removed by its own.
    finger.key("run-place='4'", "wild='2?'")
    expect(page.locator("#a-meld-3")).to_have_value("3Q 2? 5Q 6Q")
    finger.key("wild='2?'")
    expect(page.locator("#a-meld-3")).to_have_value("3Q 4Q 5Q 6Q")
    assert phone.complaints == []


def test_as_many_wilds_are_tapped_as_the_ruleset_allows(phone: Visitor) -> None:
    ClubRuleset.objects.create(key="two-wilds", name="Due matte", preset="italian", options={"wilds": 2})
    page = phone.page
    finger = Finger(page)
    phone.visit("/score/?rules=canasta_for_two")
    meld = page.locator("#a-meld-1")
    finger.field("#a-meld-1", brings_keys=True)
    finger.key("card-mode=set", "set-rank='K?'", "set-number='4'", "wild=JK", "wild='2?'", "wild='2?'")
    expect(meld).to_have_value("K? K? K? K? JK 2? 2?")
    # A fourth wild is not laid; each is taken back by itself.
    finger.key("wild=JK")
    expect(meld).to_have_value("K? K? K? K? JK 2? 2?")
    finger.key("card-undo", "wild=JK")
    expect(meld).to_have_value("K? K? K? K? JK 2? JK")
    expect(page.locator("[data-card-panel=set] [data-wild=JK]")).to_have_attribute("data-times", "×2")
    expect(page.locator("[data-card-mode=run]")).to_be_hidden()
    phone.audit()
    phone.visit("/score/?rules=two-wilds")
    finger.field("#a-meld-1", brings_keys=True)
    finger.key("card-mode=run", "run-suit=C", "run-place='4'", "run-place='9'", "wild=JK", "wild='2?'")
    expect(meld).to_have_value("JK 2? 6C 7C 8C 9C")
    # The first wild moves to the place that is tapped, and a second tap removes one.
    finger.key("run-place='8'")
    expect(meld).to_have_value("4C 2? 6C 7C 2? 9C")
    finger.key("run-place='5'")
    expect(meld).to_have_value("4C 5C 6C 7C 2? 9C")
    assert phone.complaints == []


def test_a_pozzetto_that_nobody_looked_at_is_counted_by_values(phone: Visitor) -> None:
    page = phone.page
    phone.visit("/score/")
    finger = Finger(page)
    finger.field("[name=end][value=time]")
    finger.field("[name=a_pozzetto][value=unlooked]")
    finger.field("[name=b_pozzetto][value=taken]")
    finger.field("#a-unlooked", brings_keys=True)
    finger.key("card-mode=values", *["card-worth='5'"] * 6, *["card-worth='10'"] * 3, "card-worth='15'")
    expect(page.locator("#a-unlooked")).to_have_value("6x5 3x10 1x15")
    expect(page.locator("#a-unlooked-said")).to_contain_text("Il pozzetto è di 11 carte, ma ne sono inserite 10")
    finger.key("card-worth='20'")
    expect(page.locator("#a-score-name + .table-container .score-total td")).to_have_text("−95")
    assert phone.complaints == []


def test_taps_are_taken_back_and_what_was_tapped_can_be_edited(phone: Visitor) -> None:
    page = phone.page
    phone.visit("/score/")
    meld, left = page.locator("#a-meld-1"), page.locator("#a-left")
    finger = Finger(page)
    finger.field("#a-meld-1", brings_keys=True)
    finger.key("card-mode=run", "run-suit=C", "run-place='9'", "run-place='5'", "run-place='7'")
    expect(meld).to_have_value("5C 6C JK 8C 9C")
    finger.key("wild='2?'")
    expect(meld).to_have_value("5C 6C 2? 8C 9C")
    finger.key("card-undo")
    expect(meld).to_have_value("5C 6C 7C 8C 9C")
    finger.key("run-place='12'")
    expect(page.locator("[data-card-ask]")).to_be_visible()
    finger.key("card-undo", "run-place='3'", "run-suit=P")
    expect(page.locator("#a-meld-2")).to_have_value("")
    expect(meld).to_have_value("3C 4C 5C 6C 7C 8C 9C")
    finger.key("card-undo", "card-undo")
    finger.field("#a-meld-1")
    meld.press("End")
    meld.press_sequentially(" JK")
    finger.key("card-undo")
    expect(meld).to_have_value("3C 4C 5C 6C 7C 8C 9C")
    finger.key("card-next", "card-next")
    finger.key("card-mode=values", "card-worth='5'", "card-worth='5'")
    left.press("End")
    left.press_sequentially(" 4Q")
    finger.key("card-worth='5'")
    expect(left).to_have_value("3x5 4Q")
    page.locator("[data-card-worth='5'] [data-fewer]").tap()
    expect(left).to_have_value("2x5 4Q")
    expect(page.locator("#a-left-said")).to_contain_text("3 carte, valgono 15")
    assert phone.complaints == []
