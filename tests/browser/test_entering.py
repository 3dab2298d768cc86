"""Players, teams and substitutes are entered in a browser with the keyboard, on a laptop and on a phone's screen."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import override
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, Visitor, follow, it, main_action, settled
from tests.factories import make_teams, make_tournament, pair, start_round
from tournaments.models import Tournament
from tournaments.services import player_create
from tournaments.wording.entrants import words_of


def in_italian(sentence: Promise, **facts: int) -> str:
    """Return a message for the tournament's kind as the Italian pages show it."""
    with override("it"):
        return str(sentence % facts)


def look_at(referee: Visitor, *paths: str) -> None:
    """Audit each page on both screens, with everything unfolded."""
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
    # Two letters, the arrow and Enter choose the member; Enter again adds her, and the box waits for the next.
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
    assert [str(pair) for pair in entered.pairs.all()] == ["Rossi Anna", "Neri Ugo"]
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


LIST = """1) Rossi Mario e Bianchi Anna – Lecce
2) Greco Pietro / Greco Assunta (Gallipoli) 333 1234567
3) Colombo Ada cerca compagno
4) Verdi Pia singola
5) Santoro Luca - Neri Ugo (forse)
6) Galli Ivo Conti Eva Aldo"""


def test_a_list_from_a_chat_is_pasted_corrected_and_its_singles_make_a_pair(referee: Visitor) -> None:
    tournament = make_tournament()
    here = f"/tournaments/{tournament.slug}"
    page = referee.page
    referee.visit(f"{here}/pairs/paste/")
    page.fill("textarea", LIST)
    main_action(page)
    enter, lead = page.locator("#preview-next button"), page.locator("#preview-lead")
    words = words_of(tournament.kind)
    expect(enter).to_contain_text(in_italian(words.enter_counted, counter=2))
    # A doubtful line is added if it is ticked, and the numbers change at once.
    page.locator(".preview-sure").check()
    expect(enter).to_contain_text(in_italian(words.enter_counted, counter=3))
    expect(lead).to_contain_text(in_italian(words.can_be_entered, counter=3))
    # A line that could be added can still be corrected.
    first = page.locator(".preview > li").first
    first.locator("summary").click()
    first.locator("[name=line]").fill("Rossi Maria e Bianchi Anna – Lecce")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    referee.audit()
    # Starting again asks first, and the answer no loses nothing.
    page.get_by_role("button", name=it("Begin again with another list")).click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text(it("The lines on this page are lost, with your corrections."))
    dialog.locator("button:not([data-ask-yes])").click()
    expect(first.locator("[name=line]")).to_have_value("Rossi Maria e Bianchi Anna – Lecce")
    follow(page, enter.click)
    expect(page.locator(".preview > li")).to_have_count(1)
    entered = [str(pair) for pair in tournament.pairs.all()]
    assert entered == ["Rossi Maria – Bianchi Anna", "Greco Pietro – Greco Assunta", "Santoro Luca – Neri Ugo"]
    # Two taps make a pair of two players who are looking for a partner.
    referee.visit(f"{here}/pairs/")
    singles = page.locator(".singles .single")
    follow(page, singles.first.click)
    referee.audit()
    follow(page, singles.last.click)
    assert str(pair(tournament, 4)) == "Colombo Ada – Verdi Pia"
    expect(page.locator("#singles .note-success")).to_contain_text("Colombo Ada – Verdi Pia")
    look_at(referee, f"{here}/pairs/", f"{here}/history/")
    assert "\n".join(referee.complaints) == ""
