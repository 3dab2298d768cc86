"""A season: members are imported from a spreadsheet, pairs sign up from their phones, pay, and play two evenings."""

from __future__ import annotations

import io
from contextlib import ExitStack
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring.services import ruleset_for
from tests.browser.conftest import PHONE, Visitor, follow, it, main_action, settled, visiting
from tests.browser.hall_phones import figures
from tests.browser.season_life import (
    MEMBERS,
    MISSPELT,
    SPREADSHEET,
    SWAPPED,
    Evening,
    card_of,
    category_of,
    euro,
    members_workbook,
    plain,
    season_points,
    sheet_rows,
)
from tournaments.models import Entry, FileLayout, Player, Season, Table, Tournament
from tournaments.seasons.rule import SeasonRule
from tournaments.services.entries import ENTRIES_COUNT_FOR, MOST_OF_A_SENDER
from tournaments.simulation import play_hand

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

COUPLES = [(MEMBERS[at], MEMBERS[119 - at]) for at in range(30)]
PLACES, GOES = 28, 6
"""The number of places, and the pair that withdraws its entry."""
ON_THE_PAGE = (0, 1, 2, GOES, MOST_OF_A_SENDER, PLACES, PLACES + 1)
"""The couples that sign up on the page itself; the others send the same form."""
FEE, OF_JUNIORS = 1250, 500
SHARES = (50, 30, 20)
RULE = SeasonRule(
    table=tuple(100 * points for points in (30, 25, 21, 18, 16, 14, 12, 10, 8, 6, 5, 4, 3, 2, 1)), bonus=150
)
WEIGHTS = (100, 150)
LAYOUT = {
    **{"place": "Pos.", "last_name": "Cognome", "first_name": "Nome", "card": "Tessera FIBUR"},
    **{"vp": "VP", "mp": "MP", "mp_difference": "Diff.", "round_vp": "VP t.", "round_mp": "MP t."},
}
"""The federation's columns, from the left, with their headings."""
BY_THE_DESK = 3
"""Tables of a round whose slips are typed on the screen; those of the others are sent by the same form."""

SEND = """async ({ path, form, typed }) => {
  const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
  const sent = new URLSearchParams(new FormData(page.querySelector(form)));
  for (const [name, value] of Object.entries(typed)) sent.set(name, value);
  const answer = await fetch(path, { method: "POST", body: sent });
  return [answer.status, answer.url];
}"""
"""Fill in the form of a page and send it; return whether it was accepted, and the address it led to."""

SAVE = """async (slips) => {
  const shown = document.querySelector("#slip");
  const statuses = [];
  for (const [path, typed] of slips) {
    const sent = new URLSearchParams(new FormData(shown));
    for (const [name, value] of Object.entries(typed)) sent.set(name, value);
    const answer = await fetch(path, { method: "POST", body: sent, headers: { "HX-Request": "true" } });
    statuses.push(answer.status);
  }
  return statuses;
}"""
"""Send slips of tables without a result, each as the desk sends the slip on the screen."""

FILL = """(slip, typed) => {
  for (const [name, value] of Object.entries(typed)) slip.elements[name].value = value;
  slip.dispatchEvent(new Event("input", { bubbles: true }));
}"""


@pytest.mark.long
def test_a_season_from_the_list_of_members_to_the_federations_file(
    browser: Browser, club_server: LiveServer, referee: Visitor, tablet: Visitor, transactional_db: None
) -> None:
    members_are_taken_over(referee)
    tournament = evening_is_announced(referee)
    complaints = they_enter(browser, club_server, tournament)
    the_secretary_says_yes(referee, tournament)
    paid = they_pay_at_the_door(tablet, referee, tournament)
    first = play(referee, tournament, seed=1)
    prizes_are_given(referee, first, tournament, paid)
    again = second_evening(referee, tournament)
    season = season_is_made(referee)
    second = play(referee, again, seed=2)
    season_is_ranked(referee, season, [first, second])
    federation_gets_its_file(referee, {tournament: first, again: second})
    assert "\n".join([*complaints, *referee.complaints, *tablet.complaints]) == ""


# --- Before the evening ----------------------------------------------------------------------------------------------


def members_are_taken_over(referee: Visitor) -> None:
    """Import the members: two are stored already with slightly different names, and one is listed twice."""
    last, first = MEMBERS[SWAPPED].rsplit(" ", 1)
    swapped = Player.objects.create(last_name=last, first_name=first, card=card_of(SWAPPED))
    last, first = MEMBERS[MISSPELT].rsplit(" ", 1)
    misspelt = Player.objects.create(last_name=f"{last}i", first_name=first)
    page = referee.visit("/players/")
    page.locator("summary", has_text=it("Lists, files and cards")).click()
    follow(page, page.get_by_role("link", name=it("Import members from a list")).click)
    workbook = {"name": "soci.xlsx", "mimeType": SPREADSHEET, "buffer": members_workbook()}
    page.locator("[name=file]").set_input_files(workbook)  # type: ignore[arg-type]
    main_action(page)
    doubtful = page.locator("details.list-part", has_text=it("To decide")).locator("li.list-row")
    expect(doubtful).to_have_count(3)
    main_action(page)
    expect(page.locator("main .note-error:visible")).to_contain_text(
        it("Row %(line)s is not decided: say who it is, or leave it out.", line=15)
    )
    referee.audit()
    expect(doubtful.nth(1)).to_contain_text(f"{it('last name')}: {misspelt.last_name} → {last}")
    for row, choice in zip(doubtful.all(), (str(swapped.pk), str(misspelt.pk), "out"), strict=True):
        row.locator(f"[type=radio][value='{choice}']").check()
    expect(page.locator("details.list-part", has_text=it("Not readable")).locator("li.list-row")).to_have_count(1)
    main_action(page)
    follow(page, page.get_by_role("link", name=it("To the members")).click)
    expect(page.locator("main")).to_contain_text("120")
    known = Player.objects.values_list("last_name", "first_name", "card", "category", "birth_year")
    assert sorted(known) == sorted(
        (*name.rsplit(" ", 1), card_of(at), category_of(at), 1950 + at % 40) for at, name in enumerate(MEMBERS)
    )


def evening_is_announced(referee: Visitor) -> Tournament:
    """Announce two rounds of two hands, the fee, and the page of entries."""
    page = referee.visit("/club/")
    page.locator("[name=name]").fill("Burraco Aurora")
    page.locator("[name=till]").check()
    main_action(page)
    main_action(page)
    page.locator("[name=name]").fill("Torneo del venerdì 1")
    page.locator("details", has=page.locator("[name=hands_per_round]")).locator("summary").first.click()
    page.locator("[name=hands_per_round][value='2']").check()
    page.locator("[name=rounds_planned]").fill("2")
    main_action(page)
    tournament = Tournament.objects.get()
    page = referee.visit(f"/tournaments/{tournament.slug}/till/terms/")
    page.locator("[name=fee]").fill("12,50")
    page.locator("[name=per][value=player]").check()
    page.locator("[name=reductions]").fill("Juniores: 5,00")
    page.locator("[name=fund_percent]").fill("80")
    main_action(page)
    page = referee.visit(f"/tournaments/{tournament.slug}/entries/terms/")
    page.locator("[name=is_open]").check()
    page.locator("[name=places]").fill(str(PLACES))
    main_action(page)
    return tournament


def they_enter(browser: Browser, club_server: LiveServer, tournament: Tournament) -> list[str]:
    """Sign up thirty pairs, two of them twice; the last two find no place, and one moves up from the waiting list."""
    with ExitStack() as stack:

        def phone() -> Visitor:
            return stack.enter_context(visiting(browser, club_server, PHONE, has_touch=True, is_mobile=True))

        phones = {at: phone() for at in ON_THE_PAGE}
        links = {}
        for at, names in enumerate(COUPLES):
            if at not in phones:
                links[at] = send_entry(phones[0].page, tournament, names)
                continue
            page = enter(phones[at], tournament, names)
            if at == MOST_OF_A_SENDER:
                page = ten_minutes_later(page)
            expect(page.locator("h1")).to_contain_text(names[0])
            links[at] = page.url
        assert len(set(links.values())) == len(COUPLES)
        for names in COUPLES[:2]:
            page = enter(phone(), tournament, (names[1], names[0]))
            text = it("These names have already been entered. Whoever entered them has a link of their own.")
            expect(page.locator("main")).to_contain_text(text)
        for place, late in enumerate(ON_THE_PAGE[-2:], start=1):
            text = it("You are number %(place)s on the list.", place=place)
            expect(phones[late].page.locator("main")).to_contain_text(text)
        page = phones[GOES].page
        page.get_by_text(it("Unable to come?")).tap()
        follow(page, page.get_by_role("button", name=it("Withdraw the entry")).tap)
        page = phones[PLACES].page
        follow(page, page.reload)
        moved_up = it("A place has become free: you have moved up from the waiting list.")
        expect(page.locator("main")).to_contain_text(moved_up)
        phones[PLACES].audit()
        return [complaint for phone in phones.values() for complaint in phone.complaints]


def enter(phone: Visitor, tournament: Tournament, names: tuple[str, str]) -> Page:
    page = phone.visit(f"/t/{tournament.slug}/enter/")
    page.locator("[name=name1]").fill(names[0])
    page.locator("[name=name2]").fill(names[1])
    page.locator("[name=contact]").fill("333 1234567")
    follow(page, page.get_by_role("button", name=it("Enter the tournament")).tap)
    return page


def send_entry(page: Page, tournament: Tournament, names: tuple[str, str]) -> str:
    """Send the form without its page; the answer has the pair's own link."""
    path = f"/t/{tournament.slug}/enter/"
    typed = {"name1": names[0], "name2": names[1], "contact": "333 1234567"}
    status, url = page.evaluate(SEND, {"path": path, "form": "form:has([name=name1])", "typed": typed})
    assert status == 200 and not url.endswith(path)
    return str(url)


def ten_minutes_later(page: Page) -> Page:
    """Let ten minutes pass, because all phones share the club's network and its limit; the typed names stay."""
    text = it("Too many entries are coming from here at once: try again in ten minutes, or tell the club.")
    expect(page.locator("main")).to_contain_text(text)
    Entry.objects.update(created_at=F("created_at") - ENTRIES_COUNT_FOR - timedelta(seconds=1))
    follow(page, page.get_by_role("button", name=it("Enter the tournament")).tap)
    return page


def the_secretary_says_yes(referee: Visitor, tournament: Tournament) -> None:
    page = referee.visit(f"/tournaments/{tournament.slug}/entries/")
    follow(page, page.get_by_role("button", name=it("Accept all of them")).click)
    referee.audit()
    playing = [*COUPLES[:GOES], *COUPLES[GOES + 1 : PLACES + 1]]
    assert [tuple(map(str, pair.players)) for pair in tournament.pairs.order_by("number")] == playing
    assert Player.objects.count() == len(MEMBERS)


def they_pay_at_the_door(tablet: Visitor, referee: Visitor, tournament: Tournament) -> int:
    """Check everybody in and return the cents paid: the first pair scans a card, and the last one pays later."""
    door = tablet.visit(f"/tournaments/{tournament.slug}/check-in/")
    dues = {
        pair.number: sum(OF_JUNIORS if player.category == "Juniores" else FEE for player in pair.players)
        for pair in tournament.pairs.order_by("number").select_related("player1", "player2")
    }
    means = {number: ("cash", "cash", "card", "other")[number % 4] for number in dues}
    last = max(dues)
    for number in dues:
        row = door.locator(f"#everybody > li[data-key='{number}']")
        if number == 1:
            door.locator("[name=typed]").fill(card_of(0))
            door.locator("[name=typed]").press("Enter")
            row = door.locator(".door-last + .door > li")
        else:
            row.locator("[name=here]").tap()
        expect(row).to_have_class("is-here")
        if number != last:
            row.locator(f"[value='{number}-{means[number]}']").tap()
            expect(row.locator(".is-paid")).to_contain_text(euro(dues[number]))
        if number == 1:
            expect(door.locator("[name=typed]")).to_be_focused()
    settled(door)
    tablet.audit()
    page = referee.visit(f"/tournaments/{tournament.slug}/till/")
    expect(page.locator("main")).to_contain_text(f"{euro(dues[last])} (1)")
    follow(page, page.locator(f"[value='{last}-{means[last]}']").click)
    paid = sum(dues.values())
    by_means = [
        sum(due for number, due in dues.items() if means[number] == method) for method in ("cash", "card", "other")
    ]
    amounts = [plain(text) for text in page.locator("dl.facts dd").all_inner_texts()]
    assert amounts == [euro(cents) for cents in (paid, *by_means, 0, paid * 80 // 100, paid - paid * 80 // 100)]
    return paid


# --- The evenings ----------------------------------------------------------------------------------------------------


def play(referee: Visitor, tournament: Tournament, *, seed: int) -> Evening:
    """Play two rounds as the program proposes them, and declare the ranking final."""
    pairs = {
        pair.number: tuple(map(str, pair.players)) for pair in tournament.pairs.select_related("player1", "player2")
    }
    evening = Evening(tournament.name, pairs, tournament.seed)
    here, rng, rules = (
        f"/tournaments/{tournament.slug}",
        Random(seed),
        ruleset_for(tournament.ruleset, tournament.options),
    )
    for number in (1, 2):
        page = referee.visit(f"{here}/rounds/new/")
        main_action(page)
        main_action(page)
        tables = list(Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number"))
        slips = {table: [play_hand(rng, rules, 0) for _hand in range(2)] if table.ew else [] for table in tables}
        type_slips(referee, here, slips)
        for table, hands in slips.items():
            evening.note(table, hands)
        page = referee.visit(f"{here}/rounds/{number}/")
        main_action(page)
        expect(page).to_have_url(f"{referee.address}{here}/ranking/")
    for state in ("checking", "final"):
        page = referee.visit(f"{here}/")
        page.locator(".next-bar .btn-primary").click()
        follow(page, page.locator("dialog[open] [value=yes]").click)
        tournament.refresh_from_db()
        assert tournament.state == state
    return evening


def type_slips(referee: Visitor, here: str, slips: dict[Table, list[Any]]) -> None:
    """Type the first slips on the screen, where the next table opens by itself; send the others by the same form."""
    played = [table for table in slips if table.ew]
    number = played[0].round.number
    page = referee.visit(f"{here}/rounds/{number}/tables/{played[0].number}/")
    for table in played[:BY_THE_DESK]:
        expect(page.locator("#slip .slip-table strong")).to_have_text(str(table.number))
        page.locator("#slip").evaluate(FILL, figures(slips[table]))
        page.press("#slip [name=h1_ns_base]", "Enter")
        expect(page.locator(f"#tables [data-key='{table.number}']")).to_contain_text("✓")
        settled(page)
    others = [
        [f"{here}/rounds/{number}/tables/{table.number}/", figures(slips[table])] for table in played[BY_THE_DESK:]
    ]
    assert page.evaluate(SAVE, others) == [200] * len(others)


def prizes_are_given(referee: Visitor, evening: Evening, tournament: Tournament, paid: int) -> None:
    """Compare the prizes on the page, on the accounts' sheet and on that for the prize-giving: equal to the cent."""
    here, fund = f"/tournaments/{tournament.slug}/till/", paid * 80 // 100
    won = evening.prizes(fund, SHARES)
    assert sum(won.values()) == fund
    places = {number: place for place, number in evening.ranking()}
    page = referee.visit(here)
    referee.audit()
    rows = page.locator("#till-prizes + table tbody tr").all_inner_texts()
    assert len(rows) == len(won)
    for text, (number, cents) in zip(rows, won.items(), strict=True):
        assert plain(text) == f"{places[number]} {' – '.join(evening.pairs[number])} {euro(cents)}"
    prizes = sheet_text(referee, f"{here}prizes.pdf")
    for number, cents in won.items():
        assert all(name in prizes for name in evening.pairs[number]) and euro(cents) in prizes
    books = sheet_text(referee, f"{here}books.pdf")
    assert euro(paid) in books and euro(fund) in books
    assert all(name in books for names in evening.pairs.values() for name in names)


def second_evening(referee: Visitor, tournament: Tournament) -> Tournament:
    """Play an evening like the first; one pair does not come again, so one rests in each round."""
    page = referee.visit(f"/tournaments/{tournament.slug}/")
    follow(page, page.get_by_role("link", name=it("Copy this tournament")).click)
    page.locator("[name=pairs][value='5']").uncheck()
    main_action(page)
    expect(page.locator("#pairs > li")).to_have_count(PLACES - 1)
    page.get_by_role("button", name=it("All are here")).click()
    expect(page.locator("#pairs [aria-pressed=true]")).to_have_count(PLACES - 1)
    made = Tournament.objects.exclude(pk=tournament.pk).get()
    assert (made.name, made.hands_per_round, made.rounds_planned) == ("Torneo del venerdì 2", 2, 2)
    return made


# --- Rankings and files ----------------------------------------------------------------------------------------------


def season_is_made(referee: Visitor) -> Season:
    page = referee.visit("/seasons/new/")
    page.get_by_label(it("Name"), exact=True).fill("Circuito d’autunno")
    page.get_by_label(it("Points of each place")).fill(" ".join(str(points // 100) for points in RULE.table))
    page.get_by_label(it("Points for taking part")).fill("1,5")
    page.get_by_label("Torneo del venerdì 1", exact=True).check()
    page.get_by_label("Torneo del venerdì 2", exact=True).check()
    page.get_by_label(it("Weight of %(tournament)s", tournament="Torneo del venerdì 2")).fill("1,5")
    main_action(page)
    referee.audit()
    return Season.objects.get()


def season_is_ranked(referee: Visitor, season: Season, evenings: list[Evening]) -> None:
    """Compare the season's page and workbook with the typed slips."""
    played = [evening.played(at, weight) for at, (evening, weight) in enumerate(zip(evenings, WEIGHTS, strict=True))]
    wanted = season_points(played, RULE)
    page = referee.visit(f"/seasons/{season.slug}/")
    referee.audit()
    names = page.locator("#season-rows th").all_inner_texts()
    assert sorted(names) == sorted(wanted)
    assert [wanted[name][0] for name in names] == sorted(place for place, *_points in wanted.values())
    page.locator("main .menu > summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="XLSX").click()
    _headings, *rows = sheet_rows(download.value.path().read_bytes())
    assert {name: [place, points, *cells] for place, name, _category, points, _played, *cells in rows} == wanted


def federation_gets_its_file(referee: Visitor, evenings: dict[Tournament, Evening]) -> None:
    """Export by the federation's layout: a row for each player, with each round's figures after the evening's."""
    page = referee.visit("/club/files/new/")
    page.locator("[name=name]").fill("Federazione")
    for at, (column, heading) in enumerate(LAYOUT.items(), start=1):
        page.locator(f"[name=place_{column}]").fill(str(at))
        page.locator(f"[name=heading_{column}]").fill(heading)
    main_action(page)
    layout = FileLayout.objects.get()
    cards = {name: card_of(at) for at, name in enumerate(MEMBERS)}
    for tournament, evening in evenings.items():
        page = referee.visit(f"/tournaments/{tournament.slug}/print/")
        with page.expect_download() as download:
            page.get_by_role("link", name=layout.name).click()
        headings, *rows = sheet_rows(download.value.path().read_bytes())
        assert headings == [*list(LAYOUT.values())[:-2], "VP t. 1", "VP t. 2", "MP t. 1", "MP t. 2"]
        assert rows == evening.file_rows(cards)


def sheet_text(referee: Visitor, path: str) -> str:
    answer = referee.page.request.get(referee.address + path)
    assert answer.ok, f"{path}: {answer.status}"
    sheets = PdfReader(io.BytesIO(answer.body())).pages
    return plain(" ".join(sheet.extract_text() for sheet in sheets))
