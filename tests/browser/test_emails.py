"""Somebody enters with a tick for emails, is confirmed, and stops them; the secretary decides about what is unsure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitor, follow, it, main_action, visiting
from tests.smtp_server import smtp_server
from tests.tournaments.services.mailing import at_once, evening, member, set_up
from tournaments.models import Mail, StoppedAddress
from tournaments.services import entry_accept, mails_send

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer


def test_emails_from_the_tick_to_the_link_that_stops_them(
    browser: Browser, club_server: LiveServer, referee: Visitor, settings: Any, transactional_db: None
) -> None:
    with smtp_server() as server, visiting(browser, club_server, PHONE, has_touch=True, is_mobile=True) as phone:
        set_up(settings, server)
        tournament = evening()
        page = phone.visit(f"/t/{tournament.slug}/enter/")
        page.locator("[name=name1]").fill("Rossi Anna")
        page.locator("[name=name2]").fill("Verdi Ugo")
        page.locator("[name=contact]").fill("anna@people.example")
        page.get_by_label(it("Send me emails about this evening")).check()
        phone.audit()
        follow(page, page.get_by_role("button", name=it("Enter the tournament")).click)
        entry_accept(entry=tournament.entries.get())
        assert mails_send(pause=at_once) == 1
        text = server.of("anna@people.example")[0].get_content()
        link = re.search(r"https://burraco\.example(/emails/[\w-]+/)", text)
        assert link
        page = phone.visit(link[1])
        phone.audit()
        page.get_by_role("button", name=it("No more emails")).click()
        expect(page.get_by_role("status")).to_have_text(it("The club sends no more emails to your address."))
        phone.audit()
        assert StoppedAddress.objects.count() == 1

        member("Neri", "neri@people.example", agreed_on=timezone.localdate())
        page = referee.visit(f"/tournaments/{tournament.slug}/messages/")
        page.locator("#message-invitation").fill("Vieni?")
        page.get_by_role("button", name="Manda per e-mail a 1 persona").click()
        follow(page, page.locator("dialog").get_by_role("button", name="Manda per e-mail a 1 persona").click)
        assert Mail.objects.get(address="neri@people.example").text == "Vieni?"
        Mail.objects.filter(state="waiting").update(state="unsure")
        page = referee.visit("/club/emails/")
        referee.audit()
        page.get_by_role("button", name="Riprova: neri@people.example").click()
        follow(page, page.locator("dialog").get_by_role("button", name=it("Try again")).click)
        assert mails_send(pause=at_once) == 1
        page = referee.visit("/club/email-server/")
        page.locator("[name=address]").fill("arbitro@people.example")
        referee.audit()
        main_action(page)
        assert mails_send(pause=at_once) == 1
