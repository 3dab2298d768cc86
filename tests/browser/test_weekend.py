"""A federation's weekend of 96 pairs and eleven rounds: six Mitchell, two Danish, a cut in three gironi, three Danish.

The referee draws, publishes, closes and cuts at the desk as the plan says, and types a slip in rounds of each stage;
phones write at four tables. The slips of the other tables are saved at once. An outsider, who knows the file alone,
draws and ranks all eleven rounds again; the prizes and the sheets follow that ranking.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from scoring.engine.hand import EnteredHand
from scoring.services import ruleset_for
from tests.browser.conftest import Visitor, it, main_action, settled
from tests.browser.hall_phones import (
    EW,
    NS,
    WRITE_AND_PASS_OVER,
    Evening,
    code,
    enter,
    figures,
    pass_over,
    send_slip,
    tables_of,
    total,
)
from tests.factories import make_tournament, play_round
from tests.outsider.checks import faults, ranking_of
from tests.tournaments.sheets.sheet_text import pages_of
from tournaments.models import Round, Table, Tournament
from tournaments.records import Outcome
from tournaments.records.plans import USUAL_PLANS
from tournaments.services import club_keep_till, till_terms_set
from tournaments.simulation import play_hand
from tournaments.views.phone.door import table_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

PAIRS, HANDS = 96, 3
WEEKEND = USUAL_PLANS["weekend"]
CUT_AFTER = 8
SIZES = (32, 32, 32)
PHONES_AT = (1, 2, 17, 33)
"""A table of each girone, and another one of the first."""
WITH_PHONES = {1: "by hand", 7: "sent", 9: "by hand", 10: "sent", 11: "sent"}
"""The rounds with phones: at the first table in the browser, as players do it, or all by the pages' forms."""
TYPED_AT_DESK = {1: 5, 8: 20, 9: 40, 11: 48}
"""The table of a round whose slip the referee types."""
SWISS_IN_C = 10
"""The round whose girone C is drawn by another system."""
FUND = 3000
SHARES = [[30, 15, 5], [20, 10], [15, 5]]
WON = {"A": [900, 450, 150], "B": [600, 300], "C": [450, 150]}
"""The prizes of each girone in euro, by hand: the percentages of 3,000."""
SLUG = "torneo-del-venerdi"
HERE = f"/tournaments/{SLUG}"


@pytest.fixture
def weekend(browser: Browser, club_server: LiveServer, transactional_db: None) -> Iterator[Evening]:
    with ExitStack() as stack:
        weekend = Evening(browser, club_server, stack)
        for _table in PHONES_AT:
            weekend.new_phone()
        yield weekend


def draw_as_planned(referee: Visitor, number: int) -> None:
    """Draw and publish the round that the plan announces, but for the girone that has a system of its own once."""
    page = referee.visit(f"{HERE}/rounds/new/")
    announced = "mitchell" if number <= 6 else "danish"
    expect(page.locator(f"[name=system][value={announced}]")).to_be_checked()
    if number >= SWISS_IN_C:
        # What was chosen is proposed again; the last round goes back to what is announced.
        own = page.locator("[name=girone_3]")
        expect(own).to_have_value("" if number == SWISS_IN_C else "swiss")
        own.select_option("swiss" if number == SWISS_IN_C else "")
        if number == SWISS_IN_C:
            expect(page.locator("[name=fold]").first).to_be_visible()
            referee.audit()
    main_action(page)
    main_action(page)
    expect(page.locator("body")).to_contain_text(it("Print the slips"))


def cut_as_planned(referee: Visitor) -> None:
    """Follow the next step to the announced cut, and cut the ranking into equal gironi."""
    page = referee.visit(f"{HERE}/gironi/")
    expect(page.locator("[name=sizes]")).to_have_value(" ".join(map(str, SIZES)))
    referee.audit()
    main_action(page)
    expect(page.locator(".gironi > section")).to_have_count(len(SIZES))
    referee.audit()


def phones_write(weekend: Evening, number: int, how: str) -> None:
    tables = tables_of(number)
    for at, phone in zip(PHONES_AT, weekend.phones, strict=True):
        table = tables[at]
        hands = weekend.slip(table)
        if how == "by hand" and at == PHONES_AT[0]:
            page = enter(weekend, phone, table, NS, "own")
            send_slip(page, hands)
            pass_over(page, table, EW, hands)
            continue
        page = phone.visit(table_address(table))
        entered = {"code": code(table, NS), "opponents": code(table, EW), "total": str(total(hands, EW))}
        end = page.evaluate(WRITE_AND_PASS_OVER, entered | {"figures": figures(hands)})
        assert it("Something is wrong after all") in end


def desk_types(weekend: Evening, referee: Visitor, table: Table) -> None:
    page = referee.visit(f"{HERE}/rounds/{table.round.number}/results/")
    page.keyboard.type(str(table.number))
    page.keyboard.press("Enter")
    expect(page.locator(".slip-table strong")).to_have_text(str(table.number))
    settled(page)
    for name, figure in figures(weekend.slip(table)).items():
        place = page.locator(f"[name={name}]")
        if not name.endswith("_end"):
            place.fill(figure)
        elif place.evaluate("field => field.tagName") == "SELECT":
            place.select_option(figure)
    page.keyboard.press("Enter")
    expect(page.locator(f"#tables [data-key='{table.number}']")).to_contain_text("✓")


def play(weekend: Evening, referee: Visitor, number: int) -> None:
    """Play a round, and close it at the desk."""
    if number in WITH_PHONES:
        phones_write(weekend, number, WITH_PHONES[number])
    if number in TYPED_AT_DESK:
        desk_types(weekend, referee, tables_of(number)[TYPED_AT_DESK[number]])
    play_round(Round.objects.get(number=number), seed=number, close=False)
    page = referee.visit(f"{HERE}/rounds/{number}/")
    main_action(page)
    expect(page).to_have_url(f"{referee.address}{HERE}/ranking/")


def slips(tournament: Tournament) -> dict[tuple[int, int], list[EnteredHand]]:
    """Return the script of the slips that phones write, or the referee types."""
    rng, rules = Random(96), ruleset_for(tournament.ruleset, tournament.options)
    places = [(number, at) for number in WITH_PHONES for at in PHONES_AT] + list(TYPED_AT_DESK.items())
    return {place: [play_hand(rng, rules, 0) for _hand in range(HANDS)] for place in places}


def sent(referee: Visitor, path: str) -> bytes:
    answer = referee.page.request.get(f"{referee.address}{HERE}/{path}")
    assert answer.ok, (path, answer.status)
    body: bytes = answer.body()
    return body


def ranks(tournament: Tournament, after: int) -> list[tuple[int, ...]]:
    out = io.StringIO()
    call_command("standings", tournament.slug, after_round=after, format="json", stdout=out)
    return [
        (row["place"], row["pair"], row["vp"], row["mp_difference"], row["mp"]) for row in json.loads(out.getvalue())
    ]


def gironi_of(data: dict[str, Any]) -> dict[int, str]:
    """Return the letter of each pair's girone: by the outsider's ranking of the qualification, the best in A."""
    order = [number for _place, number, *_figures in ranking_of(data, CUT_AFTER)]
    return {number: "ABC"[at // SIZES[0]] for at, number in enumerate(order)}


def prizes_follow(referee: Visitor, order: list[int]) -> None:
    """Compare the file of prizes with those worked out by hand."""
    rows = csv.reader(io.StringIO(sent(referee, "till/till.csv?of=prizes").decode("utf-8-sig")))
    found = [(row[0].split()[-1], int(row[1]), int(row[2]), row[4]) for row in list(rows)[1:]]
    starts = dict(zip("ABC", (0, 32, 64), strict=True))
    assert found == [
        (letter, place, order[starts[letter] + place - 1], f"{euro}.00")
        for letter, won in WON.items()
        for place, euro in enumerate(won, start=1)
    ]


def sheets_follow(referee: Visitor, order: list[int], gironi: dict[int, str]) -> None:
    """Compare the ranking on paper, and the seats of the last round, with the outsider's."""
    lines = "\n".join(pages_of(sent(referee, "print/ranking.pdf"))).splitlines()
    names = {pair.number: str(pair) for pair in Tournament.objects.get().pairs.all()}
    places = [next(at for at, line in enumerate(lines) if names[number] in line) for number in order]
    heads = [next(at for at, line in enumerate(lines) if line == f"Girone {letter}") for letter in "ABC"]
    assert places == sorted(places)
    assert [sum(at > head for head in heads) for at in places] == [1] * 32 + [2] * 32 + [3] * 32
    for table in Table.objects.filter(round__number=11).select_related("ns", "ew").order_by("number"):
        assert table.ew is not None
        assert gironi[table.ns.number] == gironi[table.ew.number] == "ABC"[(table.number - 1) // 16]


@pytest.mark.long
def test_a_weekend_of_96_pairs_in_three_gironi(weekend: Evening, referee: Visitor) -> None:
    tournament = make_tournament(
        pairs=PAIRS,
        hands_per_round=HANDS,
        rounds_planned=WEEKEND.rounds,
        plan=list(WEEKEND.steps),
        writing=Tournament.Writing.PHONES,
    )
    club_keep_till(keeps=True)
    till_terms_set(
        tournament=tournament, terms={"fund_percent": None, "fund_amount": FUND * 100, "shares": SHARES, "fee": 4000}
    )
    weekend.slips = slips(tournament)
    for number in range(1, WEEKEND.rounds + 1):
        draw_as_planned(referee, number)
        play(weekend, referee, number)
        if number == CUT_AFTER:
            cut_as_planned(referee)

    for (number, at), hands in weekend.slips.items():
        table = tables_of(number)[at]
        saved = [(hand.ns_total, hand.ew_total) for hand in table.hands.order_by("number")]
        assert saved == [tuple(side.total for side in hand.sides) for hand in hands], (number, at)
    assert not Table.objects.exclude(outcome=Outcome.PLAYED).exists()

    data = json.loads(sent(referee, "print/tournament.json"))
    assert [round_["system"] for round_ in data["rounds"]] == ["mitchell"] * 6 + ["danish"] * 5
    assert [round_.get("by_girone") for round_ in data["rounds"]] == [None] * 9 + [[[3, "swiss"]], None]
    assert faults(data) == []
    for after in range(1, WEEKEND.rounds + 1):
        assert ranks(tournament, after) == ranking_of(data, after), f"after round {after}"
    gironi, order = gironi_of(data), [number for _place, number, *_figures in ranking_of(data)]
    assert [gironi[number] for number in order] == [letter for letter in "ABC" for _place in range(32)]
    prizes_follow(referee, order)
    sheets_follow(referee, order, gironi)

    player = weekend.phones[0].visit(f"/t/{SLUG}/pairs/{order[32]}/")
    expect(player.locator("main")).to_contain_text("Girone B, ")
    texts = [complaint for visitor in (*weekend.phones, referee) for complaint in visitor.complaints]
    assert texts == []
