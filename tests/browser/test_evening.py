"""The sample evening, played by its referee from the first page to the printed ranking, while a player watches.

The language is Spanish on SQLite and Portuguese on PostgreSQL: `.ci/run` plays it on both.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.conftest import Visitor, follow, main_action, poll, settled
from tournaments.models import Hand, Tournament
from tournaments.selectors.standings import standings_of

DATA = Path(__file__).parents[1] / "data"
EVENING: dict[str, Any] = json.loads((DATA / "club-evening.json").read_text(encoding="utf-8"))
EXPECTED = list(csv.DictReader((DATA / "club-evening.expected.csv").read_text(encoding="utf-8").splitlines()))
LANGUAGE = {"sqlite": "es", "postgresql": "pt"}[connection.vendor]
SLUG = "torneo-del-venerdi"
HERE = f"/tournaments/{SLUG}"


def names_of(pair: int) -> tuple[str, str]:
    players = {player["id"]: f"{player['last_name']} {player['first_name']}" for player in EVENING["players"]}
    first, second = EVENING["pairs"][pair - 1]["players"]
    return players[first], players[second]


def make_tournament(referee: Visitor) -> None:
    page = referee.page
    referee.go("/")
    main_action(page)
    page.fill("[name=name]", EVENING["tournament"]["name"])
    page.fill("[name=date]", EVENING["tournament"]["date"])
    referee.audit()
    main_action(page)
    expect(page).to_have_url(f"{referee.address}{HERE}/pairs/")


def enter_pairs(referee: Visitor) -> None:
    """Paste the list with one wrong line, correct it in the preview, and tick everybody."""
    page = referee.page
    referee.audit()
    follow(page, page.get_by_role("link", name=referee.text("Paste a list")).first.click)
    lines = [" - ".join(names_of(pair["number"])) for pair in EVENING["pairs"]]
    wrong = [*lines[:4], lines[4].replace(" - ", " "), *lines[5:]]
    page.fill("textarea", "\n".join(wrong))
    main_action(page)
    referee.audit()
    marked = page.locator("[aria-invalid=true]")
    expect(marked).to_have_value(wrong[4])
    marked.fill(lines[4])
    follow(page, page.get_by_role("button", name=referee.text("Check again")).click)
    expect(marked).to_have_count(0)
    main_action(page)
    expect(page.locator("#pairs > li")).to_have_count(19)
    page.get_by_role("button", name=referee.text("All are here")).click()
    expect(page.locator("#pairs [aria-pressed=true]")).to_have_count(19)
    referee.audit()


def draw_round(referee: Visitor, number: int) -> None:
    wanted = EVENING["rounds"][number - 1]
    page = referee.visit(f"{HERE}/rounds/new/")
    page.check(f"[name=system][value={wanted['system']}]")
    if "step" in wanted:
        page.fill("[name=step]", str(wanted["step"]))
    # Only the first round of each system: the others differ only in the names.
    new = wanted["system"] not in [before["system"] for before in EVENING["rounds"][: number - 1]]
    if new:
        referee.audit()
    main_action(page)
    expect(page).to_have_url(f"{referee.address}{HERE}/rounds/{number}/")
    if new:
        referee.audit()
    main_action(page)
    expect(page.locator("body")).to_contain_text(referee.text("Print the slips"))
    seated = [
        {table.ns.number, table.ew and table.ew.number}
        for table in Tournament.objects.get().rounds.get(number=number).tables.select_related("ns", "ew")
    ]
    assert seated == [{table["ns"], table["ew"]} for table in wanted["tables"]]


def slip_of(number: int, table: int) -> list[dict[str, Any]]:
    """Return the sample's hands for a table, with the lines as they sit in this hall."""
    wanted = EVENING["rounds"][number - 1]["tables"][table - 1]
    ns = Tournament.objects.get().rounds.get(number=number).tables.get(number=table).ns.number
    turned = ns != wanted["ns"]
    return [
        {"end": hand["end"], "ns": hand["ew"] if turned else hand["ns"], "ew": hand["ns"] if turned else hand["ew"]}
        for hand in wanted["hands"]
    ]


def figures(hand: dict[str, Any]) -> list[str]:
    return [str(hand[line][column]) for line in ("ns", "ew") for column in ("base", "points")]


def type_slip(referee: Visitor, hands: list[dict[str, Any]]) -> int:
    """Type a slip with the keyboard only, and return the number of keys pressed beyond the digits."""
    page, keys = referee.page, 0
    for hand in hands:
        for figure in figures(hand):
            # The focus is on the first figure, and moves from one to the next.
            if keys:
                page.keyboard.press("Tab")
            page.keyboard.type(figure)
            keys += 1
        if hand["end"] != "closed":
            page.keyboard.press("f")
            page.locator(":focus").select_option(hand["end"])
            page.keyboard.press("Shift+Tab")
            keys += 2
    page.keyboard.press("Enter")
    return keys


def type_round(referee: Visitor, number: int) -> None:
    """Type every slip of a round: the first table is opened by its number, and the next ones open by themselves."""
    page = referee.page
    referee.go(f"{HERE}/rounds/{number}/results/")
    playing = [table["number"] for table in EVENING["rounds"][number - 1]["tables"] if table["ew"] is not None]
    page.fill("#desk-find", str(playing[0]))
    page.press("#desk-find", "Enter")
    for table in playing:
        expect(page.locator("#slip .slip-table strong")).to_have_text(str(table))
        expect(page.locator("#slip [name=h1_ns_base]")).to_be_focused()
        hands = slip_of(number, table)
        keys = type_slip(referee, hands)
        # At most 20 keystrokes beyond the digits and minus signs.
        assert keys <= 20
        saved(page, table)
        if table == playing[0]:
            expect(page.locator("#live")).to_contain_text(str(table))
            referee.audit()


def fill_round(referee: Visitor, number: int, *, mistake_at: int | None = None) -> None:
    """Send every slip of a round by the same form, whose fields are filled at once."""
    playing = [table["number"] for table in EVENING["rounds"][number - 1]["tables"] if table["ew"] is not None]
    page = referee.visit(f"{HERE}/rounds/{number}/tables/{playing[0]}/")
    for table in playing:
        expect(page.locator("#slip .slip-table strong")).to_have_text(str(table))
        hands = slip_of(number, table)
        if table == mistake_at:
            hands[0], hands[1] = hands[1], hands[0] | {"ns": hands[0]["ew"], "ew": hands[0]["ns"]}
        fill_slip(page, hands)
        page.press("#slip [name=h1_ns_base]", "Enter")
        saved(page, table)


def saved(page: Page, table: int) -> None:
    expect(page.locator(f"#tables [data-key='{table}']")).to_contain_text("✓")
    settled(page)


def fill_slip(page: Page, hands: list[dict[str, Any]]) -> None:
    fields = {
        f"h{number}_{line}_{column}": str(hand[line][column])
        for number, hand in enumerate(hands, start=1)
        for line in ("ns", "ew")
        for column in ("base", "points")
    }
    ends = {f"h{number}_end": hand["end"] for number, hand in enumerate(hands, start=1)}
    page.locator("#slip").evaluate(
        """(slip, values) => {
            for (const [name, value] of Object.entries(values)) slip.elements[name].value = value;
            slip.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        fields | ends,
    )


def close_round(referee: Visitor, number: int) -> None:
    page = referee.visit(f"{HERE}/rounds/{number}/")
    if number == 1:
        referee.audit()
    main_action(page)
    expect(page).to_have_url(f"{referee.address}{HERE}/ranking/")
    assert Tournament.objects.get().rounds.get(number=number).state == "closed"


def read_pdf(referee: Visitor, path: str, *, pages: int, holds: list[str]) -> None:
    answer = referee.page.request.get(f"{referee.address}{HERE}/print/{path}")
    assert answer.ok, f"{path}: {answer.status}"
    sheets = PdfReader(io.BytesIO(answer.body())).pages
    text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
    assert len(sheets) == pages
    assert [name for name in holds if name not in text] == []


@pytest.mark.evening
@pytest.mark.parametrize("language", [LANGUAGE])
def test_a_club_evening(referee: Visitor, player: Visitor, transactional_db: None) -> None:
    everybody = [name for pair in EVENING["pairs"] for name in names_of(pair["number"])]
    playing = [name for pair in EVENING["pairs"] if pair["number"] != 10 for name in names_of(pair["number"])]
    phone = player.page

    make_tournament(referee)
    enter_pairs(referee)
    player.go(f"/t/{SLUG}/")
    player.go(f"/t/{SLUG}/seat/")

    draw_round(referee, 1)
    read_pdf(referee, "round-1-slips.pdf", pages=5, holds=playing)
    read_pdf(referee, "round-1-seating.pdf?by=name", pages=1, holds=everybody)
    read_pdf(referee, "round-1-seating.pdf?by=table", pages=1, holds=everybody)
    read_pdf(referee, "blank-slips.pdf?copies=3", pages=2, holds=[])

    # The player finds the table by name on the page that is already open, and follows links from there.
    poll(phone)
    expect(phone.locator("#players .player-table")).to_have_count(36)
    phone.fill("[data-filter=players]", "rossi mar")
    locator = phone.locator("#players > li:visible")
    expect(locator).to_have_count(1)
    expect(locator).to_contain_text("Rossi Marisa")
    follow(phone, locator.get_by_role("link").click)
    expect(phone.locator(".seat-table")).to_have_text("9")
    player.audit()

    type_round(referee, 1)
    for path in ("/", f"{HERE}/"):
        referee.go(path)
    poll(phone)
    expect(phone.locator("#live")).to_contain_text("VP")
    player.audit()
    close_round(referee, 1)

    draw_round(referee, 2)
    fill_round(referee, 2, mistake_at=7)
    close_round(referee, 2)
    referee.go(f"{HERE}/adjustments/")
    penalty = EVENING["adjustments"][0]
    referee.page.fill("[name=pair]", str(penalty["pair"]))
    referee.page.select_option("[name=round]", str(penalty["round"]))
    referee.page.fill("[name=points]", str(penalty["mp"]))
    referee.page.check("[name=unit][value=mp]")
    referee.page.fill("[name=reason]", penalty["reason"])
    main_action(referee.page)
    expect(referee.page.locator("body")).to_contain_text(penalty["reason"])
    referee.audit()

    # The players of table 7 bring their slip: two hands were wrong.
    referee.visit(f"{HERE}/rounds/2/tables/7/")
    fill_slip(referee.page, slip_of(2, 7))
    referee.page.press("#slip [name=h1_ns_base]", "Enter")
    expect(referee.page.locator("#desk .desk-saved")).to_contain_text("7")

    for number in (3, 4):
        draw_round(referee, number)
        player.visit(f"/t/{SLUG}/rounds/{number}/")
        fill_round(referee, number)
        close_round(referee, number)

    finish(referee)
    rows = standings_of(Tournament.objects.get())
    assert [[str(getattr(row, key)) for key in ("vp", "mp_difference", "mp")] for row in rows] == [
        [row[key] for key in ("vp", "mp_difference", "mp")] for row in EXPECTED
    ]
    assert [str(row.entrant.id) for row in rows] == [row["pair"] for row in EXPECTED]
    read_pdf(referee, "ranking.pdf", pages=1, holds=[referee.text("Final ranking"), *everybody])
    read_pdf(referee, "ranking.pdf?after=2", pages=1, holds=everybody)
    look_around(referee, player)
    assert Hand.objects.count() == 144
    assert "\n".join(referee.complaints + player.complaints) == ""


def finish(referee: Visitor) -> None:
    """End play, then declare the ranking final; each asks for confirmation."""
    for state in ("checking", "final"):
        page = referee.visit(f"{HERE}/")
        page.locator(".next-bar .btn-primary").click()
        expect(page.locator("dialog[open]")).to_be_visible()
        if state == "checking":
            referee.audit()
        follow(page, page.locator("dialog[open] [value=yes]").click)
        assert Tournament.objects.get().state == state


def look_around(referee: Visitor, player: Visitor) -> None:
    """Audit all other pages on the laptop and on the phone, and two of them in English."""
    for path in ("/", "/players/", "/club/", "/tournaments/new/"):
        referee.go(path)
    for path in (
        "ranking/",
        "ranking/?after=2",
        "ranking/1/",
        "history/",
        "print/",
        "settings/",
        "pairs/7/",
        "rounds/2/",
        "",
    ):
        referee.go(f"{HERE}/{path}")
    read_in_english(referee)
    # A phone with its own pair would be redirected to its card.
    player.page.evaluate("localStorage.clear()")
    for path in ("", "?after=1", "seat/", "rounds/", "rounds/4/", "pairs/1/", "pairs/11/"):
        player.go(f"/t/{SLUG}/{path}")
    places = player.visit(f"/t/{SLUG}/").locator("tbody tr")
    expect(places).to_have_count(19)
    expect(places.first).to_contain_text(names_of(1)[0])
    read_in_english(player)
    player.go("/")
    referee.go(f"/t/{SLUG}/wall/")


def read_in_english(visitor: Visitor) -> None:
    """Choose another language in the menu of the page that is open, and audit the same page in that language."""
    page = visitor.page
    there = page.url.replace(visitor.address, f"{visitor.server}/en")
    page.locator("details.menu:has([hreflang=en]) > summary:visible").first.click()
    follow(page, page.locator("details.menu[open] [hreflang=en]:visible").click)
    expect(page).to_have_url(there)
    visitor.audit()
