"""The sample evening, played by its referee from the first pair to the printed ranking, with a player looking on."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.conftest import Visitor, it
from tournaments.models import Hand, Tournament
from tournaments.selectors import standings_of

DATA = Path(__file__).parents[1] / "data"
EVENING: dict[str, Any] = json.loads((DATA / "club-evening.json").read_text(encoding="utf-8"))
EXPECTED = list(csv.DictReader((DATA / "club-evening.expected.csv").read_text(encoding="utf-8").splitlines()))
SLUG = "torneo-del-venerdi"
HERE = f"/tournaments/{SLUG}"


def names_of(pair: int) -> tuple[str, str]:
    players = {player["id"]: f"{player['last_name']} {player['first_name']}" for player in EVENING["players"]}
    first, second = EVENING["pairs"][pair - 1]["players"]
    return players[first], players[second]


def main_action(page: Page) -> None:
    """Do the one thing that the screen asks for."""
    page.locator(".next-bar .btn-primary").click()


def make_tournament(referee: Visitor) -> None:
    page = referee.page
    referee.audit()
    main_action(page)
    page.fill("[name=name]", EVENING["tournament"]["name"])
    page.fill("[name=date]", EVENING["tournament"]["date"])
    referee.audit()
    main_action(page)
    page.wait_for_url(f"**{HERE}/pairs/")


def enter_pairs(referee: Visitor) -> None:
    """The list pasted with one line in error, which is corrected in the preview; then everybody ticked."""
    page = referee.page
    referee.audit()
    page.get_by_role("link", name=it("Paste a list")).first.click()
    lines = [" - ".join(names_of(pair["number"])) for pair in EVENING["pairs"]]
    wrong = [*lines[:4], lines[4].replace(" - ", " "), *lines[5:]]
    page.fill("textarea", "\n".join(wrong))
    main_action(page)
    referee.audit()
    marked = page.locator("[aria-invalid=true]")
    expect(marked).to_have_value(wrong[4])
    marked.fill(lines[4])
    page.get_by_role("button", name=it("Look again")).click()
    expect(marked).to_have_count(0)
    main_action(page)
    page.wait_for_url(f"**{HERE}/pairs/")
    expect(page.locator("#pairs > li")).to_have_count(19)
    page.get_by_role("button", name=it("All are here")).click()
    expect(page.locator("#pairs [aria-pressed=true]")).to_have_count(19)
    referee.audit()


def draw_round(referee: Visitor, number: int) -> None:
    page = referee.page
    wanted = EVENING["rounds"][number - 1]
    referee.go(f"{HERE}/rounds/new/")
    page.check(f"[name=system][value={wanted['system']}]")
    if "step" in wanted:
        page.fill("[name=step]", str(wanted["step"]))
    referee.audit()
    main_action(page)
    page.wait_for_url(f"**{HERE}/rounds/{number}/")
    referee.audit()
    main_action(page)
    expect(page.locator("body")).to_contain_text(it("Print the slips"))
    seated = [
        {table.ns.number, table.ew and table.ew.number}
        for table in Tournament.objects.get().rounds.get(number=number).tables.select_related("ns", "ew")
    ]
    assert seated == [{table["ns"], table["ew"]} for table in wanted["tables"]]


def slip_of(number: int, table: int) -> list[dict[str, Any]]:
    """The hands that the sample has for a table, as its lines sit in this hall."""
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
    """Type a slip from the first figure on, with the keyboard alone; the keys pressed beyond the digits."""
    page, keys = referee.page, 0
    for number, hand in enumerate(hands, start=1):
        for figure in figures(hand):
            page.keyboard.type(figure)
            page.keyboard.press("Tab")
            keys += 1
        if hand["end"] != "closed":
            page.locator(":focus").select_option(hand["end"])
        if number < len(hands):
            page.keyboard.press("Tab")
            keys += 1
    page.keyboard.press("Enter")
    return keys + 1


def type_round(referee: Visitor, number: int) -> None:
    """Every slip of a round with the keyboard: the first table by its number, the next ones come by themselves."""
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
        # product.md: at most 20 keystrokes beyond the digits, the minus signs counted as digits.
        assert keys <= 20
        if table == playing[0]:
            expect(page.locator("#live")).to_contain_text(str(table))
            referee.audit()


def fill_round(referee: Visitor, number: int, *, mistake_at: int | None = None) -> None:
    """The same through the same form, its fields filled at once."""
    page = referee.page
    referee.go(f"{HERE}/rounds/{number}/results/")
    for table in EVENING["rounds"][number - 1]["tables"]:
        if table["ew"] is None:
            continue
        page.goto(f"{referee.address}{HERE}/rounds/{number}/tables/{table['number']}/")
        hands = slip_of(number, table["number"])
        if table["number"] == mistake_at:
            hands[0], hands[1] = hands[1], hands[0] | {"ns": hands[0]["ew"], "ew": hands[0]["ns"]}
        fill_slip(page, hands)
        page.press("#slip input[inputmode=numeric] >> nth=0", "Enter")
        expect(page.locator(f"#tables [data-key='{table['number']}']")).to_contain_text("✓")


def fill_slip(page: Page, hands: list[dict[str, Any]]) -> None:
    for row, hand in zip(page.locator("#slip [data-hand]").all(), hands, strict=True):
        for field, figure in zip(row.locator("input[inputmode=numeric]").all(), figures(hand), strict=True):
            field.fill(figure)
        row.locator("select").select_option(hand["end"])


def close_round(referee: Visitor, number: int) -> None:
    page = referee.page
    referee.go(f"{HERE}/rounds/{number}/")
    main_action(page)
    page.wait_for_url(f"**{HERE}/ranking/")
    assert Tournament.objects.get().rounds.get(number=number).state == "closed"


def read_pdf(referee: Visitor, path: str, *, pages: int, holds: list[str]) -> None:
    answer = referee.page.request.get(f"{referee.address}{HERE}/print/{path}")
    assert answer.ok, f"{path}: {answer.status}"
    sheets = PdfReader(io.BytesIO(answer.body())).pages
    text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
    assert len(sheets) == pages
    assert [name for name in holds if name not in text] == []


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

    # The player finds the table by name on the page that was open already, and follows from there.
    poll(phone)
    expect(phone.locator("#players .player-table")).to_have_count(36)
    phone.fill("[data-filter=players]", "rossi mar")
    shown = phone.locator("#players > li:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Rossi Marisa")
    shown.get_by_role("link").click()
    expect(phone.locator(".seat-table")).to_have_text("9")
    player.audit()

    type_round(referee, 1)
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

    # The players of table 7 come with their slip: two hands were written wrongly.
    referee.go(f"{HERE}/rounds/2/tables/7/")
    fill_slip(referee.page, slip_of(2, 7))
    referee.page.press("#slip input[inputmode=numeric] >> nth=0", "Enter")
    expect(referee.page.locator("#desk .desk-saved")).to_contain_text("7")

    for number in (3, 4):
        draw_round(referee, number)
        player.go(f"/t/{SLUG}/rounds/{number}/")
        fill_round(referee, number)
        close_round(referee, number)

    finish(referee)
    rows = standings_of(Tournament.objects.get())
    assert [[str(getattr(row, key)) for key in ("vp", "mp_difference", "mp")] for row in rows] == [
        [row[key] for key in ("vp", "mp_difference", "mp")] for row in EXPECTED
    ]
    assert [str(row.entrant.id) for row in rows] == [row["pair"] for row in EXPECTED]
    read_pdf(referee, "ranking.pdf", pages=1, holds=everybody)
    read_pdf(referee, "ranking.pdf?after=2", pages=1, holds=everybody)
    look_around(referee, player)
    assert Hand.objects.count() == 144
    assert "\n".join(referee.complaints + player.complaints) == ""


def poll(phone: Page) -> None:
    """Let a page that refreshes itself do so, and draw what came."""
    with phone.expect_response(lambda answer: "/t/" in answer.url):
        phone.clock.fast_forward(16_000)
    phone.clock.run_for(200)


def finish(referee: Visitor) -> None:
    """End play, then declare the ranking final; each asks once."""
    for state in ("checking", "final"):
        referee.go(f"{HERE}/")
        main_action(referee.page)
        referee.audit()
        with referee.page.expect_navigation():
            referee.page.locator("dialog[open] [value=yes]").click()
        assert Tournament.objects.get().state == state


def look_around(referee: Visitor, player: Visitor) -> None:
    """Every page that is left, on the laptop and on the phone."""
    for path in (
        "ranking/",
        "ranking/?after=2",
        "ranking/1/",
        "history/",
        "print/",
        "settings/",
        "pairs/7/",
        "rounds/2/",
    ):
        referee.go(f"{HERE}/{path}")
    for path in ("/", "/players/", "/club/", "/tournaments/new/", f"/en{HERE}/"):
        referee.go(path)
    for path in ("", "?after=1", "seat/", "rounds/", "rounds/4/", "pairs/1/", "pairs/11/"):
        player.go(f"/t/{SLUG}/{path}")
    places = player.page.goto(f"{player.address}/t/{SLUG}/") and player.page.locator("tbody tr")
    assert places
    expect(places).to_have_count(19)
    expect(places.first).to_contain_text(names_of(1)[0])
    player.go("/")
    player.go(f"/en/t/{SLUG}/")
    referee.go(f"/t/{SLUG}/wall/")
