"""Four Danish rounds, then a knockout of the best eight in a browser; the bracket and the cross-table on a phone."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import Visitor, follow, it, main_action, poll, settled
from tests.factories import make_tournament, play_round
from tournaments.models import Tournament
from tournaments.selectors.standings import standings_of

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "/tournaments/torneo-del-venerdi"
PUBLIC = "/t/torneo-del-venerdi"


def draw(referee: Visitor, number: int, system: str) -> None:
    """Choose the system, draft the round, and publish it."""
    page = referee.visit(f"{HERE}/rounds/new/")
    # After a round of the same system it is chosen already, so another one is chosen first to trigger the preview.
    for chosen in ("registration", system):
        with page.expect_response(re.compile(r"/rounds/new/\?")):
            page.check(f"[name=system][value={chosen}]")
        settled(page)
    expect(page.locator("#outlook .note").first).to_be_visible()
    first = number in (1, 5)
    if first:
        referee.audit()
    main_action(page)
    expect(page).to_have_url(f"{referee.address}{HERE}/rounds/{number}/")
    if first:
        referee.audit()
    main_action(page)
    expect(page.locator("body")).to_contain_text(it("Print the slips"))


def play(tournament: Tournament, number: int) -> None:
    play_round(tournament.rounds.get(number=number), seed=number)


@pytest.mark.long
def test_four_danish_rounds_and_then_the_best_eight(referee: Visitor, player: Visitor) -> None:
    tournament = make_tournament(pairs=21, hands_per_round=2, rounds_planned=7)
    phone = player.page
    for number in range(1, 5):
        draw(referee, number, "danish_no_rematch")
        play(tournament, number)
    best = [row.entrant for row in standings_of(tournament)[:8]]

    # The page has only the settings of the chosen system, and proposes eight.
    referee.go(f"{HERE}/rounds/new/")
    referee.page.check("[name=system][value=knockout]")
    expect(referee.page.locator("[name=qualifiers]")).to_be_visible()
    expect(referee.page.locator("[name=qualifiers]")).to_have_value("8")
    expect(referee.page.locator("[name=step]")).to_be_hidden()

    draw(referee, 5, "knockout")
    assert [table.ns.number for table in tournament.rounds.get(number=5).tables.filter(ew=None)] == []
    player.go(f"{PUBLIC}/rounds/5/")
    follow(phone, phone.get_by_role("link", name=it("Knockout bracket")).click)
    player.audit()
    for entrant in best:
        expect(phone.locator(".bracket-stage").first).to_contain_text(f"{entrant.id} {entrant.label}")
    # The stages are below each other.
    first, last = (phone.locator(".bracket-stage h2").nth(at).bounding_box() for at in (0, 2))
    assert first and last and last["y"] > first["y"] + 300

    play(tournament, 5)
    poll(phone)
    expect(phone.locator(".bracket-wins")).to_have_count(4)

    for number in (6, 7):
        draw(referee, number, "knockout")
        play(tournament, number)
    winner = standings_of(tournament)[0].entrant
    player.go(f"{PUBLIC}/tree/")
    expect(phone.locator(".bracket-winner")).to_contain_text(f"{winner.id} {winner.label}")

    player.go(f"{PUBLIC}/cross-table/")
    expect(phone.locator(".cross-table tbody tr")).to_have_count(21)
    name = phone.locator(".cross-table tbody th").first
    before = name.bounding_box()
    phone.locator(".cross-table").evaluate("table => table.scrollBy(600, 0)")
    assert name.bounding_box() == before
    player.go(f"{PUBLIC}/cross-table/?as=list")
    player.go(f"{PUBLIC}/")

    for path in ("tree/", "cross-table/", "cross-table/?as=list", "print/", "ranking/"):
        referee.go(f"{HERE}/{path}")
    # They are beside each other if there is room.
    referee.go(f"{HERE}/tree/")
    first, last = (referee.page.locator(".bracket-stage h2").nth(at).bounding_box() for at in (0, 2))
    assert first and last and (last["y"], last["x"] > first["x"] + 400) == (first["y"], True)
    for sheet in ("tree.pdf", "cross-table.pdf", "cross-table.pdf?as=list"):
        answer = referee.page.request.get(f"{referee.address}{HERE}/print/{sheet}")
        assert answer.ok
        text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages)
        assert winner.names[0] in " ".join(text.split())
    assert "\n".join(referee.complaints + player.complaints) == ""
