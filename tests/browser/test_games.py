"""A free game at a kitchen table on a phone: from the names to the winner, with a second phone beside it.

Burako is played in Spanish, Buraco STBL in Portuguese, and the Italian game in Italian.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.models import FreeGame
from tests.browser.conftest import Visitor, follow, it, main_action, poll
from tests.scoring.free_games.tables import NAMES, make_game, play, view_of


def name_players(page: Page, *names: str) -> None:
    page.check(f"[name=count][value='{len(names)}']")
    for number, name in enumerate(names, start=1):
        page.fill(f"[name=player_{number}]", name)


def open_new_game(player: Visitor) -> None:
    """Find the form of a new game from the club's first page."""
    page = player.page
    player.go("/")
    follow(page, page.locator("a[href$='/games/']").click)
    player.audit()
    main_action(page)
    player.audit()


def type_slip(page: Page, *figures: int, end: str) -> None:
    for name, figure in zip(("a_base", "a_points", "b_base", "b_points"), figures, strict=True):
        page.fill(f"[name={name}]", str(figure))
    page.select_option("[name=end]", end)


def choose(page: Page, value: str) -> None:
    follow(page, page.locator(f"button[value='{value}']").click)


def undo(player: Visitor) -> None:
    """Undo the last hand, which asks for one confirmation."""
    page = player.page
    page.get_by_role("button", name=player.text("Undo the last hand")).click()
    follow(page, page.locator("[data-ask-yes]").click)


@pytest.mark.parametrize("language", ["es"])
def test_four_friends_play_burako_to_the_target(player: Visitor, transactional_db: None) -> None:
    page = player.page
    open_new_game(player)
    expect(page.locator("[name=player_4]")).to_be_visible()
    page.check("[name=count][value='2']")
    expect(page.locator("[name=player_3]")).to_be_hidden()
    name_players(page, "Anna", "Carla", "Bruno", "Dario")
    page.select_option("[name=ruleset]", "argentine")
    page.select_option("[name=target]", "1005")
    main_action(page)
    expect(page).to_have_url(re.compile(r"/es/games/\w{26}/$"))
    player.audit()

    # In Burako the die decides who begins, and who sits before that player deals.
    follow(page, page.locator("a[href$='/draw/']").click)
    for seat, thrown in enumerate(("3", "6", "2", "1")):
        page.fill(f"[name=thrown_{seat}]", thrown)
    player.audit()
    main_action(page)
    expect(page.locator("[name=dealer][aria-pressed=true]")).to_have_text("Anna")
    main_action(page)
    player.audit()

    # The first hand is entered by its burracos, and the sums appear while typing.
    page.check("[name=end][value=closed_a]")
    counted = {"a_clean": "2", "a_melded": "245", "a_left_value": "5", "b_melded": "120", "b_left_value": "45"}
    for name, text in counted.items():
        page.fill(f"[name={name}]", text)
    page.check("[name=a_pozzetto][value=taken]")
    page.check("[name=b_pozzetto][value=taken]")
    expect(page.locator("#hand-result .hand-after")).to_contain_text("840")
    player.audit()
    main_action(page)
    expect(page.locator(".game-total.is-ahead dd")).to_have_text("840")
    player.audit()

    # The second hand is entered as a slip, refused first; the typed figures stay.
    main_action(page)
    choose(page, "kind:slip")
    type_slip(page, 300, 143, 0, 60, end="closed_a")
    expect(page.locator("#hand-result li")).to_contain_text("143")
    main_action(page)
    expect(page.locator("#hand-result")).to_be_focused()
    player.audit()
    page.fill("[name=a_points]", "145")
    follow(page, lambda: page.press("[name=a_points]", "Enter"))
    expect(page.locator(".game-outlook")).to_contain_text("1.285")
    player.audit()
    for fold in page.locator("details summary").all():
        fold.click()
    player.audit()
    assert view_of(FreeGame.objects.get()).state.winner == 0

    # The last hand is undone, then played again, up to the rematch.
    undo(player)
    expect(page.locator(".game-total.is-ahead dd")).to_have_text("840")
    main_action(page)
    choose(page, "kind:slip")
    type_slip(page, 300, 145, 0, 60, end="closed_a")
    main_action(page)
    main_action(page)
    expect(page.locator(".game-total dd").first).to_have_text("0")
    assert FreeGame.objects.count() == 2
    player.go("/games/")
    expect(page.locator("[data-games-list] a")).to_have_count(2)
    player.audit()
    assert player.complaints == []


def test_three_friends_share_in_halves_and_nothing_typed_is_lost(player: Visitor, transactional_db: None) -> None:
    page = player.page
    player.visit("/games/new/")
    name_players(page, *NAMES[:3])
    main_action(page)
    follow(page, page.get_by_role("link", name=it("Draw cards for it")).click)
    player.audit()
    for at, card in enumerate(("JK", "3F", "JK")):
        page.fill(f"[name=drawn_{at}]", card)
    main_action(page)
    expect(page.locator(".note-warning")).to_be_visible()
    player.audit()
    page.fill("[name=drawn_0]", "JK RC")
    page.fill("[name=drawn_2]", "JK 4P")
    main_action(page)
    expect(page.locator("[name=dealer][aria-pressed=true]")).to_have_text("Bruno")
    main_action(page)
    player.audit()
    choose(page, "alone:2")
    choose(page, "kind:total")
    page.fill("[name=a_total]", "520")
    page.fill("[name=b_total]", "385")
    choose(page, "kind:slip")
    choose(page, "kind:total")
    expect(page.locator("[name=a_total]")).to_have_value("520")
    page.select_option("[name=end]", "stock")
    expect(page.locator("#hand-result .hand-after")).to_contain_text("192½")
    player.audit()
    main_action(page)
    expect(page.locator(".game-totals")).to_contain_text("192½")
    player.audit()
    assert player.complaints == []


@pytest.mark.parametrize("language", ["pt"])
def test_two_phones_save_the_same_hand_of_buraco_stbl(player: Visitor, transactional_db: None) -> None:
    page = player.page
    open_new_game(player)
    name_players(page, *NAMES[:2])
    page.select_option("[name=ruleset]", "brazilian_fechado_stbl")
    main_action(page)
    expect(page).to_have_url(re.compile(r"/pt/games/\w{26}/$"))
    game = FreeGame.objects.get()
    main_action(page)
    choose(page, "kind:slip")
    player.audit()
    type_slip(page, 300, 145, 0, 60, end="closed_a")
    # Wait for the total, because its appearance moves the button away from the click.
    expect(page.locator("#hand-result .hand-after")).to_contain_text("445")
    play(game, 200, 100)
    main_action(page)
    expect(page.locator("#taken-title")).to_be_focused()
    player.audit()
    follow(page, page.locator("button[name=instead_of]").click)
    expect(page).to_have_url(re.compile(r"/\?saved=1$"))
    assert view_of(game).totals == (445, 60)
    assert view_of(game).state.winner == 0
    player.audit()
    # In Buraco STBL a hand is a game.
    main_action(page)
    expect(page.locator(".game-total dd").first).to_have_text("0")
    assert FreeGame.objects.count() == 2
    assert player.complaints == []


def test_the_other_phone_sees_the_hand_by_itself(player: Visitor, transactional_db: None) -> None:
    page, game = player.page, make_game(2)
    player.go(f"/games/{game.secret}/")
    expect(page.locator(".game-total dd").first).to_have_text("0")
    play(game, 455, 100)
    poll(page)
    expect(page.locator(".game-total dd").first).to_have_text("455")
    expect(page.locator(".next-bar .btn-primary")).to_contain_text("2")
    player.audit()
    undo(player)
    expect(page.locator(".game-total dd").first).to_have_text("0")
    assert player.complaints == []
