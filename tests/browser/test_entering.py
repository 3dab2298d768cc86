"""Players, teams and substitutes entered in a browser, with the keyboard, on a laptop and on a phone's screen."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, Visitor, follow, it, main_action, settled
from tests.factories import make_teams, make_tournament, pair, start_round
from tournaments.models import Tournament
from tournaments.services import player_create


def look_at(referee: Visitor, *paths: str) -> None:
    """Each page on both screens, everything unfolded."""
    for size in (PHONE, LAPTOP):
        referee.page.set_viewport_size(size)  # type: ignore[arg-type]
        for path in paths:
            referee.visit(path)
            referee.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
            referee.audit()


def test_an_individual_tournament_is_made_and_its_players_typed(referee: Visitor) -> None:
    player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    page = referee.page
    referee.go("/tournaments/new/")
    page.fill("[name=name]", "Individuale")
    page.locator("details", has=page.locator("[name=kind]")).locator("summary").click()
    page.check("[name=kind][value=individual]")
    main_action(page)
    # Two letters, the arrow and Enter take the member; Enter again enters her, and the box waits for the next.
    expect(page.locator("[name=player1]")).to_be_focused()
    page.keyboard.type("ro")
    expect(page.locator("[role=option]")).to_have_text("Rossi Anna")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#pairs > li")).to_have_count(1)
    settled(page)
    expect(page.locator("[name=player1]")).to_be_focused()
    page.keyboard.type("Neri Ugo")
    page.keyboard.press("Enter")
    expect(page.locator("#pairs > li")).to_have_count(2)
    entered = Tournament.objects.get()
    assert [str(each) for each in entered.pairs.all()] == ["Rossi Anna", "Neri Ugo"]
    look_at(referee, *(f"/tournaments/individuale/{path}" for path in ("", "pairs/", "pairs/1/", "pairs/paste/")))
    assert "\n".join(referee.complaints) == ""


def test_teams_are_named_beside_the_pairs(referee: Visitor) -> None:
    tournament = make_teams(2)
    here = f"/tournaments/{tournament.slug}"
    page = referee.page
    referee.go(f"{here}/pairs/")
    for field, typed in (("player1", "Rossi Anna"), ("player2", "Neri Ugo"), ("team", "Squadra 2")):
        expect(page.locator(f"[name={field}]")).to_be_focused()
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    page.locator("#new-pair button[type=submit]").click()
    expect(page.locator("#pairs > li")).to_have_count(5)
    assert pair(tournament, 5).team == tournament.teams.get(number=2)
    referee.go(f"{here}/pairs/paste/")
    page.fill("textarea", "Verdi Pia - Galli Ivo; Aurora\nBruno Eva - Sala Ugo")
    main_action(page)
    expect(page.locator(".preview")).to_contain_text("Aurora")
    referee.audit()
    main_action(page)
    expect(page.locator("#main")).to_contain_text(it("Without a team, to be settled before the first round:"))
    look_at(referee, f"{here}/", f"{here}/pairs/", f"{here}/teams/1/", f"{here}/pairs/paste/", "/")
    assert "\n".join(referee.complaints) == ""


def test_a_substitute_takes_a_place(referee: Visitor) -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    player_create(details={"last_name": "Zanon", "first_name": "Lia"})
    here = f"/tournaments/{tournament.slug}"
    page = referee.page
    referee.go(f"{here}/pairs/2/")
    page.locator("[name=substitute2]").press_sequentially("zan")
    expect(page.locator("#substitute2-options [role=option]")).to_have_text("Zanon Lia")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    follow(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".lead")).to_contain_text("/ Zanon Lia")
    look_at(referee, f"{here}/pairs/2/", f"{here}/pairs/", f"{here}/history/")
    assert "\n".join(referee.complaints) == ""
