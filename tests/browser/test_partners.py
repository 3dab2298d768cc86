"""A player alone is shown on the page of entries, somebody offers to play, and both are one entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitor, follow, it, visiting
from tests.factories import make_tournament
from tournaments.models import Entry
from tournaments.services import entry_terms_set

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer


def test_one_looks_for_a_partner_another_offers_and_both_are_one_entry(
    browser: Browser, club_server: LiveServer, referee: Visitor, transactional_db: None
) -> None:
    tournament = make_tournament(date=timezone.localdate())
    entry_terms_set(tournament=tournament, terms={"is_open": True, "list_shown": True, "without_yes": True})
    entries = f"/t/{tournament.slug}/enter/"
    theirs = {"has_touch": True, "is_mobile": True}
    with (
        visiting(browser, club_server, PHONE, **theirs) as single,
        visiting(browser, club_server, PHONE, **theirs) as partner,
    ):
        own = single.visit(entries)
        own.locator("[name=name1]").fill("Rossi Annabella")
        own.locator("[name=looking]").check()
        own.locator("[name=contact]").fill("333 1234567")
        single.audit()
        follow(own, own.get_by_role("button", name=it("Enter the tournament")).tap)
        single.audit()

        page = partner.visit(entries)
        expect(page.locator("main")).to_contain_text("Rossi A.")
        expect(page.locator("main")).not_to_contain_text("Annabella")
        partner.audit()
        follow(page, page.get_by_role("link", name=it("Offer to play")).tap)
        page.locator("[name=name1]").fill("Verdi Ugo")
        page.locator("[name=contact]").fill("333 7654321")
        partner.audit()
        follow(page, page.get_by_role("button", name=it("Send the offer")).tap)
        sent = it("%(name)s can read your offer now. Come back to this page to see the answer.", name="Rossi A.")
        expect(page.get_by_role("status").first).to_have_text(sent)
        partner.audit()

        board = referee.visit(f"/tournaments/{tournament.slug}/entries/")
        expect(board.locator(".entry-offer")).to_contain_text("333 7654321")
        referee.audit()

        follow(own, own.reload)
        expect(own.locator("main")).to_contain_text("Verdi Ugo")
        expect(own.locator("main")).not_to_contain_text("7654321")
        single.audit()
        follow(own, own.get_by_role("button", name=it("Accept"), exact=True).tap)
        expect(own.get_by_role("heading", level=1)).to_have_text("Rossi Annabella – Verdi Ugo")
        expect(own.get_by_role("status").first).to_have_text(it("You are signed up. See you there!"))
        follow(page, page.reload)
        accepted = it("%(name)s has accepted: you are entered together.", name="Rossi Annabella")
        expect(page.get_by_role("status").first).to_have_text(accepted)
        partner.audit()
        page = partner.visit(entries)
        expect(page.locator("main")).to_contain_text("Rossi Annabella – Verdi Ugo")
        expect(page.locator("main")).not_to_contain_text("Rossi A.")
        complaints = [*single.complaints, *partner.complaints]
    board = referee.visit(f"/tournaments/{tournament.slug}/entries/")
    expect(board.locator("main")).to_contain_text("Rossi Annabella – Verdi Ugo")
    referee.audit()
    assert [*complaints, *referee.complaints] == []
    assert tournament.pairs.count() == 1 and Entry.objects.filter(state=Entry.State.ACCEPTED).count() == 1
