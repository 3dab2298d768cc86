"""Before the evening, pairs sign up from their phones, the club approves them, and they pay at the door."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitor, follow, it, main_action, settled, visiting
from tests.factories import make_tournament, pair, play_round, start_round
from tournaments.models import Entry, Pair, Payment, Player, Tournament
from tournaments.services import club_keep_till, tournament_finish_play, tournament_make_final

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

COUPLES = (
    ("Rossi Anna", "Verdi Ugo"),
    ("Neri Pia", "Bianchi Leo"),
    ("Gialli Rita", "Blu Carlo"),
    ("Viola Ada", "Grigi Nino"),
    ("Marroni Ida", "Celesti Pino"),
)


def enter(phone: Visitor, tournament: Tournament, names: tuple[str, str]) -> Page:
    """Fill in the form and send it."""
    page = phone.visit(f"/t/{tournament.slug}/enter/")
    page.locator("[name=name1]").fill(names[0])
    page.locator("[name=name2]").fill(names[1])
    page.locator("[name=contact]").fill("333 1234567")
    follow(page, page.get_by_role("button", name=it("Enter the tournament")).click)
    return page


def states() -> list[str]:
    return list(Entry.objects.values_list("state", flat=True))


def open_entries(referee: Visitor, tournament: Tournament) -> None:
    """Open entries for four pairs, from the overview."""
    page = referee.visit(f"/tournaments/{tournament.slug}/")
    follow(page, page.get_by_role("link", name=it("Let players sign up")).click)
    referee.audit()
    follow(page, page.get_by_role("link", name=it("Terms of entry")).click)
    page.locator("[name=is_open]").check()
    page.locator("[name=places]").fill("4")
    page.locator("[name=list_shown]").check()
    referee.audit()
    main_action(page)
    expect(page.locator(".entry-link")).to_contain_text(f"/t/{tournament.slug}/enter/")
    referee.audit()


def test_five_pairs_enter_from_their_phones_and_pay_at_the_door(
    browser: Browser, club_server: LiveServer, referee: Visitor, tablet: Visitor, transactional_db: None
) -> None:
    club_keep_till(keeps=True)
    Player.objects.create(last_name="Rossi", first_name="Anna", club="Lecce")
    Player.objects.create(last_name="Rossi", first_name="Anna", club="Bari")
    tournament = make_tournament(date=timezone.localdate())
    open_entries(referee, tournament)
    with ExitStack() as stack:
        theirs = {"has_touch": True, "is_mobile": True}
        phones = [stack.enter_context(visiting(browser, club_server, PHONE, **theirs)) for _couple in COUPLES]
        they_enter(phones, tournament)
        one_goes_and_the_next_moves_up(phones)
        the_club_says_yes(referee, tournament)
        own = phones[4].page
        follow(own, own.reload)
        expect(own.get_by_role("status").first).to_have_text(it("You are signed up. See you there!"))
        phones[4].audit()
        phones[0].go(f"/t/{tournament.slug}/enter/")
        complaints = [complaint for phone in phones for complaint in phone.complaints]
    they_pay(referee, tablet, tournament)
    the_prizes_are_given(referee, tournament)
    for page in ("entries/", "entries/terms/", "till/", "till/terms/", "another/", ""):
        tablet.go(f"/tournaments/{tournament.slug}/{page}")
    assert [*complaints, *referee.complaints, *tablet.complaints] == []


def they_enter(phones: list[Visitor], tournament: Tournament) -> None:
    """Sign up the first pair twice and the last one when all places are taken; wrong input remains in the form."""
    phones[0].go(f"/t/{tournament.slug}/enter/")
    for phone, names in zip(phones, COUPLES, strict=True):
        enter(phone, tournament, names)
    assert states() == ["waiting"] * 4 + ["listed"]
    phones[0].audit()
    phones[4].audit()
    expect(phones[4].page.locator("main")).to_contain_text(it("You are number %(place)s on the list.", place=1))
    # After going back, the form is still the same, and so is the entry.
    page, own = phones[0].page, phones[0].page.url
    follow(page, page.go_back)
    again = enter(phones[0], tournament, (COUPLES[0][1], COUPLES[0][0]))
    expect(again.locator("[name=name1]")).to_have_value(COUPLES[0][1])
    expect(again.locator("main")).to_contain_text(
        it("These names have already been entered. Whoever entered them has a link of their own.")
    )
    phones[0].audit()
    assert len(states()) == 5
    phones[0].visit(own.removeprefix(phones[0].address))


def one_goes_and_the_next_moves_up(phones: list[Visitor]) -> None:
    page = phones[3].page
    page.get_by_text(it("Unable to come?")).tap()
    phones[3].audit()
    follow(page, page.get_by_role("button", name=it("Withdraw the entry")).tap)
    assert states() == ["waiting"] * 3 + ["withdrawn", "waiting"]
    phones[3].audit()
    own = phones[4].page
    follow(own, own.reload)
    expect(own.locator("main")).to_contain_text(it("A place has become free: you have moved up from the waiting list."))


def the_club_says_yes(referee: Visitor, tournament: Tournament) -> None:
    """Approve all of them, and choose between two members of the same name."""
    page = referee.visit(f"/tournaments/{tournament.slug}/entries/")
    referee.audit()
    follow(page, page.get_by_role("button", name=it("Accept all of them")).click)
    assert sorted(states()) == ["accepted", "accepted", "accepted", "waiting", "withdrawn"]
    follow(page, page.get_by_role("link", name=it("Say who it is")).click)
    main_action(page)
    page.get_by_label("Rossi Anna (Lecce)").check()
    referee.audit()
    main_action(page)
    referee.audit()
    assert sorted(states()) == ["accepted"] * 4 + ["withdrawn"]
    assert tournament.pairs.get(player1__last_name="Rossi").player1.club == "Lecce"


def they_pay(referee: Visitor, tablet: Visitor, tournament: Tournament) -> None:
    page = referee.visit(f"/tournaments/{tournament.slug}/till/")
    referee.audit()
    follow(page, page.get_by_role("link", name=it("Fee and prizes")).click)
    page.locator("[name=fee]").fill("12,5")
    main_action(page)
    expect(page.locator("[name=fee]")).to_have_value("12,5")
    referee.audit()
    page.locator("[name=fee]").fill("€ 12,50")
    page.locator("[name=per][value=player]").check()
    main_action(page)
    door = tablet.visit(f"/tournaments/{tournament.slug}/check-in/")
    tablet.audit()
    for number, means in ((1, "cash"), (2, "card"), (3, "cash")):
        row = door.locator(f"#everybody > li[data-key='{number}']")
        row.locator("[name=here]").tap()
        expect(row).to_have_class("is-here")
        row.locator(f"[value='{number}-{means}']").tap()
        expect(row.locator(".is-paid")).to_contain_text("25,00")
        settled(door)
        expect(row.locator(".door-undo")).to_be_visible()
    tablet.audit()
    assert list(Payment.objects.order_by("pair").values_list("cents", "means")) == [
        (2500, "cash"),
        (2500, "card"),
        (2500, "cash"),
    ]
    referee.go(f"/tournaments/{tournament.slug}/pairs/")
    tablet.go(f"/tournaments/{tournament.slug}/pairs/")


def the_prizes_are_given(referee: Visitor, tournament: Tournament) -> None:
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    play_round(start_round(tournament))
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    page = referee.visit(f"/tournaments/{tournament.slug}/till/")
    page.get_by_text(it("Another special prize")).click()
    page.locator("[name=title]").fill("Premio della sorte")
    page.locator("[name=given_for]").select_option("lot")
    referee.audit()
    follow(page, page.get_by_role("button", name=it("Add the prize")).click)
    follow(page, page.get_by_role("button", name=it("Draw lots")).click)
    expect(page.locator(".special-winner")).to_have_count(1)
    expect(page.locator("main")).to_contain_text("75,00")
    referee.audit()
    referee.go(f"/tournaments/{tournament.slug}/")
    page = referee.visit(f"/tournaments/{tournament.slug}/another/")
    referee.audit()
    page.locator(f"[name=pairs][value='{pair(tournament, 2).number}']").uncheck()
    main_action(page)
    expect(page.locator("#pairs > li")).to_have_count(3)
