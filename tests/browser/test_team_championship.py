"""A championship of twelve teams: drawn at the desk, lined up on the captains' phones, a slip typed, ranked.

Two captains hand in a line-up each on their phones, where it stays hidden until both are in; the other line-ups and
slips are saved at once. The oracle ranks the teams again after each day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.conftest import Visitor, follow, it, main_action, settled
from tests.factories import line_up, make_team_matches, play_round
from tests.tournaments.services.test_team_matches import check_against, oracle_of
from tournaments.models import Round, Team, TeamMatch, Tournament
from tournaments.records import System

if TYPE_CHECKING:
    from playwright.sync_api import Page

DAYS = (System.SWISS, System.DANISH_NO_REMATCH, System.KNOCKOUT)
TEAMS = 12


def address(name: str, *args: object) -> str:
    tournament = Tournament.objects.get()
    return reverse(name, args=[tournament.slug, *args])


def draw(referee: Visitor, day: int, system: System) -> list[TeamMatch]:
    """Draw a match day at the desk, and return its matches."""
    page = referee.visit(address("matches"))
    page.locator(f"[name=system][value={system}]").check()
    if system is System.KNOCKOUT:
        page.fill("[name=qualifiers]", "4")
    main_action(page)
    expect(page.locator("main")).to_contain_text(it("line-up missing"))
    return list(TeamMatch.objects.filter(day__number=day).select_related("home", "away", "day__tournament"))


def reserves(team: Team) -> list[str]:
    """Return the numbers of the team's third and first pair."""
    first = team.number * 3 - 2
    return [str(first + 2), str(first)]


def hand_in(captain: Visitor, team: Team) -> Page:
    page = captain.page
    for at, number in enumerate(reserves(team), start=1):
        page.select_option(f"[name=table{at}]", number)
    follow(page, page.locator("form .btn-primary").click)
    return page


def captains_line_up(player: Visitor, match: TeamMatch) -> None:
    """Hand in both line-ups of a match on phones; what the first captain sends stays hidden from the second."""
    assert match.away is not None
    secret = match.home.pairs.get(number=match.home.number * 3).public_name
    player.go(address("captain", match.home.code))
    page = hand_in(player, match.home)
    expect(page.locator("main")).to_contain_text(it("Your line-up is in, and nobody in the other team sees it yet. "
                                                    "You may still change it."))  # fmt: skip
    for hidden in (address("captain", match.away.code), address("public_matches"), address("wall")):
        assert secret not in (player.visit(hidden).text_content("body") or "")
    player.visit(address("captain", match.away.code))
    page = hand_in(player, match.away)
    expect(page.locator("main")).to_contain_text(secret)
    player.audit()


def publish(referee: Visitor, number: int) -> Round:
    page = referee.visit(address("matches"))
    main_action(page)
    expect(page.locator("body")).to_contain_text(it("Print the slips"))
    return Round.objects.get(number=number)


def desk_types(referee: Visitor, round_: Round) -> None:
    """Type the slip of the first table."""
    page = referee.visit(address("results", round_.number))
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator(".slip-table strong")).to_have_text("1")
    settled(page)
    for hand in (1, 2):
        for name, figure in (("ns_base", "300"), ("ns_points", "120"), ("ew_base", "0"), ("ew_points", "85")):
            page.fill(f"[name=h{hand}_{name}]", figure)
    page.keyboard.press("Enter")
    expect(page.locator("#tables [data-key='1']")).to_contain_text("✓")


def test_a_championship_of_twelve_teams(referee: Visitor, player: Visitor) -> None:
    tournament = make_team_matches(TEAMS, hands_per_round=2, rounds_planned=len(DAYS))
    for day, system in enumerate(DAYS, start=1):
        matches = draw(referee, day, system)
        if day == 1:
            referee.audit()
            captains_line_up(player, matches[0])
        for match in matches:
            for team in match.teams if match.away else ():
                if not match.line_ups.filter(team=team).exists():
                    line_up(match, team)
        round_ = publish(referee, day)
        assert round_.tables.count() == 2 * len(matches)
        if day == 1:
            seated = round_.tables.get(number=1).ns.number
            assert str(seated) in reserves(matches[0].home)
            desk_types(referee, round_)
        play_round(round_, seed=day, close=False)
        main_action(referee.visit(address("round", day)))
        check_against(oracle_of(tournament), tournament, knockout=system is System.KNOCKOUT, day=day)

    expect(referee.page.locator("main")).to_contain_text(it("Teams"))
    assert referee.page.locator(".team-pairs").count() == TEAMS
    referee.go(address("bracket"))
    for page in ("public_matches", "public_bracket", "public_ranking"):
        player.go(address(page))
    wall = player.visit(address("wall"))
    shown = wall.text_content("main") or ""
    assert all(f"Squadra {team.number}" in shown for match in matches for team in match.teams)
    assert [complaint for visitor in (referee, player) for complaint in visitor.complaints] == []
