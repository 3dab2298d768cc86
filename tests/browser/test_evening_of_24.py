"""An evening of 24 pairs with all that goes wrong in a hall, from the lot to a file that an outsider recomputes.

It has three rounds of two hands. The referee, the players and a stranger act in browsers; the slips of the other tables
are saved at once.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.db.models import Q
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.engine.hand import EnteredHand, HandEnd, SlipEntry
from tests.browser.conftest import LAPTOP, Visitor, follow, it, main_action, open_others, settled, until, visiting
from tests.browser.hall_phones import EW, NS, Evening, agreed, begin, code, enter, figures, tables_of, type_hand
from tests.browser.test_draft import changed, seat
from tests.browser.test_lost_answers import COPY, BadWiFi, press
from tests.browser.test_phone_slips import it_of
from tests.browser.test_refused_slips import COVERED
from tests.factories import make_tournament, pair, play_round
from tests.outsider.checks import faults, ranking_of
from tournaments.clock.clock import ClockAction
from tournaments.models import Pair, PhoneSlip, Player, Round, Table, Tournament
from tournaments.records import Line, Outcome
from tournaments.selectors.careers import career_view_of, tournaments_played_by
from tournaments.selectors.drafts import drafted
from tournaments.selectors.standings import standings_of
from tournaments.services import clock_change, pair_add
from tournaments.slips.code_tries import WRONG_CODES
from tournaments.slips.codes import ALPHABET
from tournaments.views.phone.door import table_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

SLUG = "torneo-del-venerdi"
HERE = f"/tournaments/{SLUG}"
PHONES_AT, DESK_AT = (1, 2), (4, 5)
SUBSTITUTED = 3
MINUTES = 20
HAND = EnteredHand(end=HandEnd.CLOSED, sides=(SlipEntry(base=300, points=145), SlipEntry(base=0, points=60)))
SLIP = [HAND, HAND]
WITHDRAWN = (
    "The referee is changing the seats of this round. Keep this page open: "
    "if you stay at this table, your slip comes back as it was."
)


@pytest.fixture
def evening(browser: Browser, club_server: LiveServer, transactional_db: None) -> Iterator[Evening]:
    """Two phones at tables, and further visitors."""
    with ExitStack() as stack:
        evening = Evening(browser, club_server, stack)
        for _table in PHONES_AT:
            evening.new_phone()
        yield evening


# --- Rounds -----------------------------------------------------------------------------------------------------------


def round_page(referee: Visitor, number: int) -> Page:
    return referee.visit(f"{HERE}/rounds/{number}/")


def draw(referee: Visitor, system: str) -> Page:
    """Draft the next round."""
    page = referee.visit(f"{HERE}/rounds/new/")
    page.check(f"[name=system][value={system}]")
    main_action(page)
    return page


def publish(page: Page) -> None:
    main_action(page)
    expect(page.locator("body")).to_contain_text(it("Print the slips"))


def swap(page: Page, one: int, other: int) -> None:
    """Swap the seats of two pairs in the draft."""
    seat(page, one).click()
    changed(page, seat(page, other).click)


def confirmed(page: Page) -> None:
    follow(page, page.locator("dialog[open] [value=yes]").click)


def play_and_close(referee: Visitor, number: int) -> None:
    play_round(Round.objects.get(number=number), seed=number, close=False)
    page = round_page(referee, number)
    main_action(page)
    expect(page).to_have_url(f"{referee.address}{HERE}/ranking/")


def give_a_seat(referee: Visitor, number: int, late: int, chosen: str) -> None:
    """Give a pair a seat with three clicks, without changing anybody else's table."""

    def others() -> list[Any]:
        rows = Table.objects.filter(round__number=number, pk__in=known).order_by("number")
        return [*rows.values_list(), *((table.number, table.slip_secret) for table in rows)]

    seated = {entrant for table in drafted(Round.objects.get(number=number)).tables for entrant in table.seated}
    assert late not in seated
    resting = Table.objects.filter(round__number=number, ew=None).values("pk")
    known = list(Table.objects.filter(round__number=number).exclude(pk__in=resting).values_list("pk", flat=True))
    before, page = others(), round_page(referee, number)
    follow(page, page.locator(".note-warning .seat", has_text=str(late)).click)
    follow(page, page.locator(".draft-seats").first.get_by_role("link", name=chosen).click)
    main_action(page)
    expect(page.locator(".note-warning .seat")).to_have_count(0)
    assert others() == before


# --- Round 1: phones at two tables, and a hall around them -----------------------------------------------------------


def ask(page: Page) -> None:
    """Let a phone look up the state of its slip now."""
    settled(page)
    with page.expect_response(lambda answer: "hx-request" in answer.request.headers) as came:
        page.evaluate("htmx.trigger('#phone-poll', 'ask')")
    came.value.finished()
    settled(page)


def a_round_is_published_again(evening: Evening, referee: Visitor) -> None:
    """Swap pairs of tables 2 and 3 while table 1 writes: its hand stays, and an old slip says that it is old."""
    (writing, visitor), tables = evening.phones[:2], tables_of(1)
    ns = enter(evening, writing, tables[1], NS, "writes")
    begin(ns)
    type_hand(ns, SLIP, 1)
    expect(ns.locator("[data-kept]")).to_be_visible()
    enter(evening, visitor, tables[2], NS, "old")
    old, held = table_address(tables[2]), [slip_at(tables[number]) for number in (1, 4)]
    page = round_page(referee, 1)
    open_others(page)
    page.get_by_role("button", name=it("Unpublish the round")).click()
    confirmed(page)
    ask(ns)
    expect(ns.locator("#phone")).to_contain_text(it(WITHDRAWN))
    swap(page, tables[2].ns.number, tables[3].ns.number)
    publish(page)
    ask(ns)
    expect(ns.locator("[name=h1_ns_base]")).to_have_value("300")
    now = tables_of(1)
    assert [slip_at(now[number]) for number in (1, 4)] == held
    visitor.visit(old)
    expect(visitor.page.locator("#phone")).to_contain_text(it("The round was redone: take the new slip."))
    enter(evening, visitor, now[2], NS, "new")


def slip_at(table: Table) -> tuple[str, ...]:
    """Return the address in the slip's QR code, and the codes of its lines."""
    return table_address(table), *(code(table, line) for line in Line)


def codes_are_guessed(evening: Evening, referee: Visitor) -> None:
    """Guess five codes at each table without cookies: phones already there go on, and one button unlocks all tables."""
    stranger, club = evening.new_phone().page, evening.server.url
    playing = Table.objects.filter(round__number=1, ew__isnull=False)
    for table in playing.select_related("round__tournament"):
        right = {code(table, line) for line in Line}
        for guess in [sign * 4 for sign in ALPHABET if sign * 4 not in right][:WRONG_CODES]:
            stranger.context.clear_cookies()
            form = {"do": "code", "code": guess}
            assert stranger.request.post(club + table_address(table), form=form).status == 422
    playing_phone, tables = evening.phones[1].page, tables_of(1)
    right_too_late = {"do": "code", "code": code(tables[1], EW)}
    assert stranger.request.post(club + table_address(tables[1]), form=right_too_late).status == 403
    begin(playing_phone)
    type_hand(playing_phone, SLIP, 1)
    expect(playing_phone.locator("[data-kept]")).to_be_visible()
    desk = referee.visit(f"{HERE}/rounds/1/results/")
    shut = desk.locator(".desk-shut")
    expect(shut).to_contain_text(str(playing.count()))
    referee.audit()
    follow(desk, shut.locator("button").click)
    expect(shut).to_have_count(0)
    enter(evening, evening.new_phone(), tables[2], EW, "opponents'")


def an_answer_is_lost(evening: Evening) -> None:
    """Type and send a slip while each answer is lost once.

    No figure is lost, and the opponents agree on their own phone.
    """
    ns, table = evening.phones[0].page, tables_of(1)[1]
    wifi = BadWiFi(ns, answers=True)
    type_hand(ns, SLIP, 2)
    expect(ns.locator("[data-not-sent]")).to_be_visible()
    assert '"145"' in ns.evaluate(COPY)
    until(ns, lambda: figures(SLIP).items() <= PhoneSlip.objects.get(table=table).typed.items())
    until(ns, lambda: ns.evaluate(COPY) == "")
    press(ns, "send")
    assert len(wifi.lost) >= 2
    ew = enter(evening, evening.new_phone(), table, EW, "opponents'")
    ew.locator("button[value=agree]").click()
    agreed(ew)
    assert [hand.ns_total for hand in table.hands.all()] == [445, 445]


# --- Round 1: the desk ------------------------------------------------------------------------------------------------


def slips_are_typed(referee: Visitor) -> None:
    """Figures typed with no table open are a table's number.

    A slip is refused beside its figures, and corrected there.
    """
    page = referee.visit(f"{HERE}/rounds/1/results/")
    expect(page.locator("#slip")).to_have_count(0)
    for number in DESK_AT:
        page.keyboard.type(str(number))
        expect(page.locator("#desk-find")).to_have_value(str(number))
        page.keyboard.press("Enter")
        expect(page.locator(".slip-table strong")).to_have_text(str(number))
        settled(page)
        for name, figure in (figures(SLIP) | {"h1_ns_base": "143"}).items():
            if not name.endswith("_end"):
                page.fill(f"[name={name}]", figure)
        page.keyboard.press("Enter")
        expect(page.locator(".slip-refused")).to_be_visible()
        settled(page)
        expect(page.locator("[data-hand='1'] .slip-says > li")).to_have_count(1)
        assert page.evaluate(COVERED) == []
        page.fill("[name=h1_ns_base]", "300")
        page.keyboard.press("Enter")
        expect(page.locator(f"#tables [data-key='{number}']")).to_contain_text("✓")
        settled(page)
        page.keyboard.press("Escape")
    assert Table.objects.filter(number__in=DESK_AT, outcome=Outcome.PLAYED).count() == len(DESK_AT)


# --- Round 2: the wall, a substitute and another late pair -----------------------------------------------------------


def a_substitute_plays(referee: Visitor, number: int) -> Player:
    """Enter a substitute on the pair's page, who plays only that round for the first player of a pair."""
    page = referee.visit(f"{HERE}/pairs/{SUBSTITUTED}/")
    form = page.locator("form:has([name=substitute1])")
    form.locator("[name=substitute1]").fill("Zorzi Pia")
    for name in ("first", "last"):
        form.locator(f"[name={name}]").fill(str(number))
    follow(page, form.get_by_role("button", name=it("Add the substitute")).click)
    return Player.objects.get(last_name="Zorzi")


@contextmanager
def a_wall(evening: Evening) -> Iterator[Page]:
    with visiting(evening.browser, evening.server, LAPTOP) as visitor:
        visitor.page.clock.install()
        visitor.page.clock.resume()
        yield visitor.visit(f"/t/{SLUG}/wall/")
        assert visitor.complaints == []


def a_call_passes(wall: Page) -> None:
    """Check that ten minutes before the end the wall shows a call for twenty seconds."""
    begun = timezone.now() - timedelta(minutes=MINUTES - 10) + timedelta(seconds=3)
    clock_change(round=Round.objects.get(number=2), action=ClockAction.START, at=begun)
    called, until_when = wall.locator("[data-call='600']"), wall.locator("[data-clock-until]")
    expect(called).to_be_visible()
    expect(until_when).to_be_hidden()
    wall.clock.fast_forward(21_000)
    expect(called).to_be_hidden()
    expect(until_when).to_be_visible()


def is_announced(referee: Visitor, text: str) -> None:
    page = referee.visit(f"{HERE}/rounds/2/results/")
    page.locator("#announce > summary").click()
    page.fill("[name=text]", text)
    page.get_by_role("button", name=it("Announce it"), exact=True).click()
    expect(page.locator("#announcement .announced")).to_contain_text(text)


# --- Afterwards -------------------------------------------------------------------------------------------------------


def is_final(referee: Visitor) -> None:
    for state in ("checking", "final"):
        page = referee.visit(f"{HERE}/")
        page.locator(".next-bar .btn-primary").click()
        confirmed(page)
        assert Tournament.objects.get().state == state


def ranks(tournament: Tournament) -> list[tuple[int, ...]]:
    rows = standings_of(tournament)
    return [(row.place, row.entrant.id, row.vp, row.mp_difference, row.mp) for row in rows]


def both_have_the_rounds_they_played(referee: Visitor, entered: Pair, substitute: Player) -> None:
    at_tables = Table.objects.filter(Q(ns=entered) | Q(ew=entered), ew__isnull=False)
    played = set(at_tables.values_list("round__number", flat=True))
    for player, theirs in ((substitute, played & {2}), (entered.player1, played - {2})):
        expect(referee.visit(f"/players/{player.pk}/").locator("main")).to_contain_text(entered.tournament.name)
        rounds = career_view_of(player, tournaments_played_by(player)).career.rounds
        assert [round_.played.number for round_ in rounds] == sorted(theirs)
    names = f"{entered.player1} / {substitute} – {entered.player2}"
    expect(referee.visit(f"{HERE}/ranking/").locator("main")).to_contain_text(names)


def an_outsider_agrees(referee: Visitor, tournament: Tournament, path: Path) -> None:
    """Draw and rank the evening again from its file, swaps and attendance included; an import ranks it alike."""
    text = referee.page.request.get(f"{referee.address}{HERE}/print/tournament.json").text()
    data, ranking = json.loads(text), ranks(tournament)
    assert [round_["number"] for round_ in data["rounds"] if "moved" in round_] == [1, 2, 3]
    assert faults(data) == []
    assert sorted(ranking_of(data)) == sorted(ranking)
    path.write_text(text, encoding="utf-8")
    page = referee.visit("/club/import/")
    page.set_input_files("[name=file]", path)
    page.fill("[name=slug]", "copia")
    main_action(page)
    expect(page).to_have_url(f"{referee.address}/tournaments/copia/")
    assert ranks(Tournament.objects.get(slug="copia")) == ranking


@pytest.mark.evening
def test_an_evening_of_24_pairs_and_all_that_goes_wrong(evening: Evening, referee: Visitor, tmp_path: Path) -> None:
    tournament = make_tournament(
        pairs=23, hands_per_round=2, rounds_planned=3, round_minutes=MINUTES, writing=Tournament.Writing.PHONES
    )
    publish(draw(referee, "draw"))
    a_round_is_published_again(evening, referee)
    late = pair_add(tournament=tournament, players=["Zanon Ugo", "Zanon Ada"], here=True)
    (resting,) = Table.objects.filter(ew=None).values_list("ns__number", flat=True)
    give_a_seat(referee, 1, late.number, f"{it_of('who comes late', 'against')} {resting}")
    codes_are_guessed(evening, referee)
    an_answer_is_lost(evening)
    slips_are_typed(referee)
    play_and_close(referee, 1)

    substitute = a_substitute_plays(referee, 2)
    publish(draw(referee, "danish_no_rematch"))
    latest = pair_add(
        tournament=tournament, players=["Zuin Ugo", "Zuin Ada"], here=True, late_reason="Treno in ritardo"
    )
    give_a_seat(referee, 2, latest.number, it_of("who comes late", "nobody: rests this round"))
    with a_wall(evening) as wall:
        a_call_passes(wall)
        is_announced(referee, "Finestre aperte")
        announced = wall.locator(".wall-announcement")
        expect(announced).to_have_text("Finestre aperte")
        play_and_close(referee, 2)
        expect(announced).to_have_count(0)

    page = draw(referee, "swiss")
    tables = tables_of(3)
    swap(page, tables[1].ns.number, tables[2].ns.number)
    publish(page)
    play_and_close(referee, 3)
    is_final(referee)

    both_have_the_rounds_they_played(referee, pair(tournament, SUBSTITUTED), substitute)
    call_command("check_club", stdout=io.StringIO())
    an_outsider_agrees(referee, tournament, tmp_path / "evening.json")
    texts = [complaint for visitor in (*evening.phones, referee) for complaint in visitor.complaints]
    assert [text for text in texts if not any(word in text for word in ("ERR_FAILED", "sendError"))] == []
