"""Pages that refresh themselves: the times of their requests suit the server and the readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Response, Route

from tests.browser.conftest import Visitor, settled
from tests.factories import make_tournament, play_round, play_table, start_on_phones, start_round
from tournaments.models import Tournament
from tournaments.records import System

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

ASK = "poll => htmx.trigger(document.querySelector(`[data-every][hx-get*='${poll}']`), 'ask')"
USUAL = 15
"""Seconds after which a players' page asks again at the latest; at the earliest four fifths of it."""


def test_a_page_asks_less_often_where_the_server_says_so_and_comes_back(
    player: Visitor, club_server: LiveServer, transactional_db: None
) -> None:
    slug = Tournament.objects.get(pk=start_round(make_tournament(pairs=4)).tournament_id).slug
    page, asked = player.page, 0
    responses = [{"status": 503, "headers": {"Retry-After": "60"}}, {"status": 304, "headers": {"Ask-Slower": "2.0"}}]

    def answer(route: Route) -> None:
        nonlocal asked
        if "hx-request" not in route.request.headers:
            return route.continue_()
        asked += 1
        return route.fulfill(**(responses[asked - 1] if asked <= len(responses) else {"status": 304}))  # type: ignore[arg-type]

    def goes_by(seconds: float, *, asks: bool) -> None:
        before = asked
        if asks:
            with page.expect_response(lambda response: "hx-request" in response.request.headers):
                page.clock.fast_forward(1000 * seconds)
            settled(page)
        else:
            page.clock.fast_forward(1000 * seconds)
        assert asked == before + asks

    page.clock.install()
    page.route(f"**/t/{slug}/", answer)
    player.visit(f"/t/{slug}/")
    page.wait_for_load_state()
    goes_by(0.7 * USUAL, asks=False)
    goes_by(0.4 * USUAL, asks=True)
    goes_by(0.79 * 60, asks=False)
    goes_by(0.22 * 60, asks=True)
    goes_by(0.79 * 2 * USUAL, asks=False)
    goes_by(0.22 * 2 * USUAL, asks=True)
    goes_by(1.1 * USUAL, asks=True)
    # No message appears: the page is there, and refreshes by itself.
    assert page.locator("[data-offline]:visible").count() == 0
    player.complaints.clear()


def test_the_desk_and_the_door_are_told_that_nothing_is_new_without_being_sent_it_again(
    referee: Visitor, transactional_db: None
) -> None:
    slug = start_on_phones().tournament.slug
    page, polled = referee.page, list[tuple[str, int]]()

    def note(response: Response) -> None:
        if "hx-request" in response.request.headers:
            polled.append((response.url.partition("?")[0].rpartition(slug)[2], response.status))

    page.on("response", note)
    for at, polls in (
        ("rounds/1/tables/1/", ["/rounds/1/results/tiles/", "/rounds/1/hall/"]),
        ("check-in/", ["/check-in/rows/"]),
    ):
        referee.visit(f"/tournaments/{slug}/{at}")
        for poll in polls * 2:
            with page.expect_response(lambda response, poll=poll: poll in response.url):
                page.evaluate(ASK, poll)
            settled(page)
    # The tiles' first answer tells the page what it shows, which the other pages say themselves.
    tiles, others = ("/rounds/1/results/tiles/", {"/rounds/1/hall/", "/check-in/rows/"})
    assert [status for poll, status in polled if poll == tiles][:2] == [200, 304]
    assert {(poll, status) for poll, status in polled if poll != tiles} == {(poll, 304) for poll in others}
    assert referee.complaints == []


def test_whoever_reads_a_long_table_stays_there_when_it_changes(
    player: Visitor, club_server: LiveServer, transactional_db: None
) -> None:
    tournament = make_tournament(pairs=70)
    play_round(start_round(tournament), seed=1)
    latest = start_round(tournament, System.DANISH)
    page = player.page
    page.set_viewport_size({"width": 360, "height": 740})
    player.visit(f"/t/{tournament.slug}/cross-table/")
    row = page.locator(".row-block").nth(3).locator("tr").first
    # While scrolling down, the blocks above are drawn, and keep their height.
    for _wheel in range(40):
        page.mouse.wheel(0, 200)
    row.scroll_into_view_if_needed()
    settled(page)
    before, total = row.bounding_box(), page.evaluate("document.documentElement.scrollHeight")
    play_table(latest.tables.get(number=1))
    with page.expect_response(lambda response: "hx-request" in response.request.headers):
        page.evaluate("htmx.trigger(document.querySelector('[data-every]'), 'ask')")
    settled(page)
    after = row.bounding_box()
    assert before and after and abs(before["y"] - after["y"]) < 2
    assert abs(page.evaluate("document.documentElement.scrollHeight") - total) < 60


def test_a_page_whose_polls_are_held_asks_again_at_once_and_trusts_no_connection_that_was_cut(
    player: Visitor, club_server: LiveServer, transactional_db: None
) -> None:
    slug = Tournament.objects.get(pk=start_round(make_tournament(pairs=4)).tournament_id).slug
    page, would_wait = player.page, []
    held = {"status": 304, "headers": {"Preference-Applied": "wait=12"}}
    answers: list[dict[str, object] | None] = [held, held, None, {"status": 304}, held, None, None]

    def answer(route: Route) -> None:
        if "hx-request" not in route.request.headers:
            return route.continue_()
        would_wait.append(route.request.headers.get("prefer"))
        given = answers[len(would_wait) - 1]
        return route.abort() if given is None else route.fulfill(**given)  # type: ignore[arg-type]

    def asks_within(seconds: float) -> str | None:
        before = len(would_wait)
        with page.expect_event("request", lambda request: "hx-request" in request.headers):
            page.clock.fast_forward(1000 * seconds)
        settled(page)
        assert len(would_wait) == before + 1
        return would_wait[-1]

    page.clock.install()
    page.route(f"**/t/{slug}/", answer)
    player.visit(f"/t/{slug}/")
    page.wait_for_load_state()
    assert asks_within(1.1 * USUAL) == "wait=12"
    assert asks_within(1) == "wait=12"
    # This one is cut: nobody is told, and the next one is not held.
    assert asks_within(1) == "wait=12"
    offline = page.locator("[data-offline]:visible")
    assert offline.count() == 0
    assert asks_within(1) is None
    page.clock.fast_forward(1000 * 60)
    settled(page)
    assert would_wait[-1] == "wait=12"
    # The server is gone: the request that may have been cut is followed by one that tells.
    assert asks_within(1) == "wait=12" and offline.count() == 0
    assert asks_within(1) is None
    offline.first.wait_for()
    player.complaints.clear()


def test_a_page_says_when_a_proxy_does_not_reach_the_club_and_when_it_shows_what_was_kept(
    player: Visitor, club_server: LiveServer, transactional_db: None
) -> None:
    slug = Tournament.objects.get(pk=start_round(make_tournament(pairs=4)).tournament_id).slug
    page = player.page
    kept = {"status": 200, "headers": {"Line-Lost": "21:43"}, "content_type": "text/html", "body": "<p>kept</p>"}
    answers = [{"status": 502}, kept, {"status": 304, "headers": {"Line-Lost": "no"}}]
    answers += [{"status": 503, "headers": {"Line-Lost": "21:43"}}] * 2

    def answer(route: Route) -> None:
        if "hx-request" not in route.request.headers:
            return route.continue_()
        return route.fulfill(**answers.pop(0))  # type: ignore[arg-type]

    def ask(seconds: float) -> None:
        with page.expect_event("request", lambda request: "hx-request" in request.headers):
            page.clock.fast_forward(1000 * seconds)
        settled(page)

    page.clock.install()
    page.route(f"**/t/{slug}/", answer)
    player.visit(f"/t/{slug}/")
    page.wait_for_load_state()
    lost, offline = page.locator("[data-line]:visible"), page.locator("[data-offline]:visible")
    assert (lost.count(), offline.count()) == (0, 0)
    # The proxy has cut a poll that would have waited: the next one does not, and gets the page that was kept.
    ask(1.1 * USUAL)
    assert (lost.count(), offline.count()) == (0, 0)
    ask(1)
    assert "21:43" in lost.first.inner_text() and offline.count() == 0
    ask(1.1 * USUAL)
    assert (lost.count(), offline.count()) == (0, 0)
    # Nothing was kept of this page: it says so itself.
    page.clock.fast_forward(1000 * 60)
    settled(page)
    ask(1)
    offline.first.wait_for()
    player.complaints.clear()
