"""A referee tries two formats: a process beside the server plays the evenings, and is watched and stopped."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitor, follow, it, main_action
from tournaments.models import FormatTrial


def test_two_formats_are_tried_and_a_third_is_stopped(referee: Visitor) -> None:
    page = referee.page
    referee.go("/formats/")
    page.fill("[name=entrants]", "12")
    page.fill("[name=evenings]", "40")
    page.fill("[name=a1_rounds]", "9")
    main_action(page)
    # Six tables have no step for nine rounds: the page says so beside the system, and keeps the typed values.
    expect(page.locator("#id_a1_system_error")).to_be_visible()
    expect(page.locator("[name=evenings]")).to_have_value("40")
    referee.audit()
    page.fill("[name=a1_rounds]", "3")
    main_action(page)
    expect(page.locator("label[for=trial-progress]")).to_have_text("40 di 40 serate giocate", timeout=60_000)
    expect(page.locator(".trial-chart rect")).to_have_count(6)
    referee.audit()
    page.set_viewport_size(PHONE)
    referee.audit()

    referee.go("/formats/")
    page.fill("[name=entrants]", "200")
    page.fill("[name=evenings]", "1000")
    main_action(page)
    follow(page, page.get_by_role("button", name=it("Stop"), exact=True).click)
    stopped_note = it("Stopped: these are the evenings until then.")
    expect(page.locator(".note-info")).to_contain_text(stopped_note, timeout=60_000)
    referee.audit()
    stopped = FormatTrial.objects.get(evenings=1000)
    assert stopped.state == FormatTrial.State.STOPPED
    assert stopped.played < 1000
    assert referee.complaints == []
