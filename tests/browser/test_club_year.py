"""A year of a club: members are admitted, renew or let it lapse, evenings repeat, and the books agree."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from openpyxl import load_workbook
from playwright.sync_api import expect
from pypdf import PdfReader

from accounts.models import Role
from tests.browser.conftest import LAPTOP, PHONE, Visitor, follow, it, log_in, main_action, visiting
from tests.browser.season_life import MEMBERS, category_of, euro, plain
from tests.factories import make_account
from tournaments.models import Membership, MembershipFee, Pair, Payment, Player, Receipt, Tournament
from tournaments.services import evenings_make_ahead

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

YEAR = 2025
ADMITTED = date(YEAR, 1, 7)
FIRST = date(YEAR, 1, 10)
"""A Friday."""
HOLIDAYS = (date(YEAR, 4, 18), date(YEAR, 8, 15))
EVENINGS = 40
FEE, OF_JUNIORS, ENTRY = 3000, 1000, 1250
"""Cents: what a member pays a year, what a junior does, and what a player pays for an evening."""
COUPLES = 2
"""How many enter each evening."""
WITHOUT_PARTNER = 7
"""The evening for which one enters alone, and finds a partner on the page of entries."""
LATE, LAPSED, FORGOTTEN, LEAVES = range(100, 110), range(110, 118), 118, 119
"""The members who renew at the door, those who do not, who is erased, and who leaves, by their place in the list."""
MEANS = ("cash", "card", "other")
DOOR = "#door-form"

STEPS = """async (steps) => {
  const answers = [];
  let shown, address;
  for (const { page, form, to, typed } of steps) {
    if (page !== address || !to) shown = new DOMParser().parseFromString(await (await fetch(page)).text(), "text/html");
    address = page;
    const sent = new URLSearchParams(new FormData(shown.querySelector(form)));
    for (const [name, value] of Object.entries(typed)) sent.set(name, value);
    const answer = await fetch(to ?? page, { method: "POST", body: sent, redirect: "manual" });
    answers.push(answer.ok || answer.type === "opaqueredirect" ? "done" : `${page}: ${answer.status}`);
  }
  return answers;
}"""
"""Fill in the form of each page and send it; return whether it was taken, or else the status.

Several presses of one page that go to another address are made from the page as it was first.
"""


@dataclass
class Books:
    """An independent account: every movement in the order in which it was typed."""

    moved: list[tuple[date, str, int]] = field(default_factory=list)
    """Day, means, and cents, negative if they were spent."""

    def sum(self, means: str, last: date = date(YEAR, 12, 31)) -> int:
        return sum(cents for day, paid_by, cents in self.moved if paid_by == means and day <= last)


class Club:
    """The staff at their browsers, and the day that the club's clock shows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, staff: Mapping[Role, tuple[User, Visitor]]) -> None:
        self._staff, self._now, self._ahead = staff, timezone.now, timedelta(0)
        self._logged_in: set[Role] = set()
        self.books = Books()
        monkeypatch.setattr(timezone, "now", lambda: self._now() + self._ahead)

    @property
    def administrator(self) -> Visitor:
        return self._visitor(Role.ADMINISTRATOR)

    @property
    def secretary(self) -> Visitor:
        return self._visitor(Role.SECRETARY)

    @property
    def treasurer(self) -> Visitor:
        return self._visitor(Role.TREASURER)

    def today(self, day: date) -> None:
        """Let it be this day, at six in the evening; yesterday's logins have run out."""
        self._ahead = timezone.make_aware(datetime(day.year, day.month, day.day, 18)) - self._now()
        self._logged_in.clear()

    def _visitor(self, role: Role) -> Visitor:
        user, visitor = self._staff[role]
        if role not in self._logged_in:
            self._logged_in.add(role)
            log_in(visitor.page.context, visitor.address, user)
        return visitor


def step(page: str, form: str, to: str | None = None, **typed: str) -> dict[str, Any]:
    return {"page": page, "form": form, "to": to, "typed": typed}


def send(visitor: Visitor, *steps: dict[str, Any]) -> None:
    """Send these forms from the page on the screen: all are taken."""
    answers = visitor.page.evaluate(STEPS, steps)
    assert set(answers) == {"done"}, answers


@contextmanager
def staffed(browser: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    screens = {Role.ADMINISTRATOR: LAPTOP, Role.SECRETARY: LAPTOP, Role.TREASURER: PHONE}
    with ExitStack() as stack:
        users = {role: make_account(role.value, role) for role in screens}
        visitors = {role: stack.enter_context(visiting(browser, server, screens[role])) for role in screens}
        yield Club(monkeypatch, {role: (users[role], visitors[role]) for role in screens})
        assert [complaint for visitor in visitors.values() for complaint in visitor.complaints] == []


@pytest.mark.long
def test_a_year_of_a_club(
    browser: Browser,
    club_server: LiveServer,
    player: Visitor,
    transactional_db: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with staffed(browser, club_server, monkeypatch) as club:
        club.today(ADMITTED)
        the_club_keeps_a_till(club)
        members_are_admitted(club)
        fees_are_set_and_paid(club)
        evenings_repeat(club)
        for number in range(EVENINGS):
            an_evening(club, player, number)
        one_is_erased_and_one_leaves(club)
        receipts_are_issued_and_voided(club)
        money_is_spent_and_counted(club)
        the_books_agree(club)
        the_next_year_asks_who_has_not_renewed(club, player)
    assert player.complaints == []


def the_club_keeps_a_till(club: Club) -> None:
    page = club.administrator.visit("/club/")
    page.locator("[name=name]").fill("Burraco Aurora")
    page.locator("[name=till]").check()
    main_action(page)


def members_are_admitted(club: Club) -> None:
    """Take the members over from the secretary's list, with their numbers; the last one is admitted by hand."""
    rows = [
        "\t".join([*name.rsplit(" ", 1), category_of(at), str(at + 1), ADMITTED.strftime("%d/%m/%Y")])
        for at, name in enumerate(MEMBERS[:-1])
    ]
    page = club.secretary.visit("/players/import/")
    headings = "Cognome\tNome\tCategoria\tNumero nel libro\tData di ammissione"
    page.locator("[name=text]").fill("\n".join([headings, *rows]))
    main_action(page)
    club.secretary.audit()
    main_action(page)
    page = club.secretary.visit("/players/")
    last, first = MEMBERS[-1].rsplit(" ", 1)
    send(club.secretary, step("/players/", "form:has([name=last_name])", last_name=last, first_name=first))
    page = club.secretary.visit(f"/players/{Player.objects.get(last_name=last, first_name=first).pk}/edit/")
    page.locator("summary", has_text=it("In the club’s book")).click()
    page.locator("[name=next_number]").check()
    page.locator("[name=admitted_on]").fill(ADMITTED.isoformat())
    page.locator("[name=category]").fill(category_of(len(MEMBERS) - 1))
    club.secretary.audit()
    main_action(page)
    book = Membership.objects.order_by("number").select_related("player")
    assert [(row.number, str(row.player), row.admitted_on) for row in book] == [
        (number, name, ADMITTED) for number, name in enumerate(MEMBERS, start=1)
    ]


def fees_are_set_and_paid(club: Club) -> None:
    """Set the fees; most members pay at once, some at the door later, and some never."""
    page = club.treasurer.visit("/players/fees/terms/")
    page.locator("[name=fee]").fill("30")
    page.locator("[name=fees]").fill("Juniores: 10,00")
    main_action(page)
    page = club.treasurer.visit("/players/fees/")
    expect(page.locator("main, header").first).to_be_visible()
    club.treasurer.audit()
    keys = {str(member): member.pk for member in Player.objects.all()}
    first, *others = (
        (keys[name], MEANS[at % 3], fee_of(at))
        for at, name in enumerate(MEMBERS)
        if at not in LATE and at not in LAPSED
    )
    follow(page, page.locator(f"[name=pay][value='{first[0]}-{YEAR}-{first[1]}']").click)
    paid = "/players/fees/paid/"
    send(
        club.treasurer,
        *(step("/players/fees/", "#fees-form", paid, pay=f"{key}-{YEAR}-{means}") for key, means, _cents in others),
    )
    club.books.moved += [(ADMITTED, means, cents) for _key, means, cents in (first, *others)]
    assert MembershipFee.objects.count() == len(MEMBERS) - len(LATE) - len(LAPSED)


def evenings_repeat(club: Club) -> None:
    """Begin an evening that repeats every Friday, but for two holidays; its first tournament has fee and entries."""
    page = club.secretary.visit("/calendar/new/")
    for name, typed in {
        "name": "Torneo del venerdì n. 1",
        "first": FIRST.isoformat(),
        "count": str(EVENINGS + len(HOLIDAYS)),
        "starts_at": "20:45",
        "venue": "Circolo Aurora",
        "weeks_ahead": "1",
    }.items():
        page.locator(f"[name={name}]").fill(typed)
    club.secretary.audit()
    main_action(page)
    series = page.url.removeprefix(club.secretary.address)
    for day in HOLIDAYS:
        page.locator("summary", has_text=it("Leave out another day")).click()
        page.locator(".fold [name=date]").fill(day.isoformat())
        follow(page, page.locator(".fold form[action$='leave-out/'] button").click)
    expect(page).to_have_url(f"{club.secretary.address}{series}")
    first = Tournament.objects.get()
    assert (first.date, first.name) == (FIRST, "Torneo del venerdì n. 1")
    here = f"/tournaments/{first.slug}"
    fee = {"fee": "12,50", "per": "player", "fund_is": "percent", "fund_percent": "80"}
    send(club.treasurer, step(f"{here}/till/terms/", "#terms-form", **fee))
    send(club.secretary, step(f"{here}/entries/terms/", "#terms-form", is_open="on", places="20"))


def an_evening(club: Club, player: Visitor, number: int) -> None:
    """Pairs enter, are accepted and pay: together, each alone, or one of them; who is late renews at the door."""
    day = fridays()[number]
    club.today(day)
    evenings_make_ahead(at=timezone.now())
    tournament = Tournament.objects.get(date=day)
    here, enter = f"/tournaments/{tournament.slug}", f"/t/{tournament.slug}/enter/"
    seats = entrants(number)
    form = "form:has([name=name1])"
    if number == 0:
        player.go(enter)
    whole = seats
    if number == WITHOUT_PARTNER:
        *whole, alone = seats
        two_find_each_other(player, enter, *alone)
    send(player, *(step(enter, form, name1=one, name2=other, contact="333 1234567") for one, other in whole))
    send(club.secretary, step(f"{here}/entries/", "form:has([name=csrfmiddlewaretoken])", f"{here}/entries/accept/"))
    pairs = {str(pair.player1): pair for pair in tournament.pairs.select_related("player1", "player2")}
    assert len(pairs) == COUPLES
    presses, door, paid = [], f"{here}/check-in/", f"{here}/till/paid/?on=check_in"
    for at, (one, _other) in enumerate(seats):
        pair, means = pairs[one], MEANS[(number + at) % 3]
        if at == 0:
            presses.append(step(door, DOOR, paid, pay=f"{pair.number}-{means}"))
            club.books.moved.append((day, means, 2 * ENTRY))
        else:
            presses.append(step(door, DOOR, paid, pay=f"{pair.number}.1-cash"))
            club.books.moved.append((day, "cash", ENTRY))
            if number % 2:
                presses.append(step(door, DOOR, paid, pay=f"{pair.number}.2-card"))
                club.books.moved.append((day, "card", ENTRY))
        presses.append(step(door, DOOR, door, here=str(pair.number)))
        presses += renewals(club, day, door, pair)
    send(club.secretary, *presses)
    assert tournament.pairs.filter(status=Pair.Status.ACTIVE).count() == COUPLES
    lapsed = next((name for couple in seats for name in couple if MEMBERS.index(name) in LAPSED), None)
    if lapsed is not None:
        amount = euro(fee_of(MEMBERS.index(lapsed)))
        owed = it("%(player)s: fee %(year)s, %(amount)s", player=lapsed, year=YEAR, amount=amount)
        expect(club.secretary.visit(door).locator("main")).to_contain_text(owed)


def two_find_each_other(player: Visitor, enter: str, one: str, other: str) -> None:
    """Let one enter alone, another offer to play, and the first accept by the link of the entry."""
    page = player.visit(enter)
    page.locator("[name=name1]").fill(one)
    page.locator("[name=looking]").check()
    page.locator("[name=contact]").fill("333 1234567")
    follow(page, page.get_by_role("button", name=it("Enter the tournament")).tap)
    own = page.url.removeprefix(player.address)
    page = player.visit(enter)
    follow(page, page.get_by_role("link", name=it("Offer to play")).tap)
    page.locator("[name=name1]").fill(other)
    page.locator("[name=contact]").fill("333 7654321")
    follow(page, page.get_by_role("button", name=it("Send the offer")).tap)
    page = player.visit(own)
    follow(page, page.get_by_role("button", name=it("Accept"), exact=True).tap)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{one} – {other}")


def renewals(club: Club, day: date, door: str, pair: Pair) -> Iterator[dict[str, Any]]:
    """Yield the presses for those of a pair who renew at the door, the first time they come."""
    for member in (pair.player1, pair.player2):
        place = MEMBERS.index(str(member))
        if place in LATE and not MembershipFee.objects.filter(player=member).exists():
            club.books.moved.append((day, "cash", fee_of(place)))
            yield step(door, DOOR, f"{door}fee/", fee=f"{pair.number}-{member.pk}-cash")


def fee_of(place: int) -> int:
    return OF_JUNIORS if category_of(place) == "Juniores" else FEE


def fridays() -> list[date]:
    days = [FIRST + timedelta(weeks=week) for week in range(EVENINGS + len(HOLIDAYS))]
    return [day for day in days if day not in HOLIDAYS]


def entrants(number: int) -> list[tuple[str, str]]:
    """Return the couples of an evening: every member comes once in a while."""
    start = 2 * COUPLES * number
    names = [MEMBERS[(start + at) % len(MEMBERS)] for at in range(2 * COUPLES)]
    return list(zip(names[::2], names[1::2], strict=True))


def one_is_erased_and_one_leaves(club: Club) -> None:
    keys = {str(member): member.pk for member in Player.objects.all()}
    club.today(date(YEAR, 11, 3))
    gone = keys[MEMBERS[FORGOTTEN]]
    page = club.administrator.visit(f"/players/{gone}/edit/")
    page.get_by_role("button", name=it("Erase this member")).click()
    follow(page, page.locator("dialog[open] [value=yes]").click)
    assert Player.objects.get(pk=gone).forgotten
    page = club.secretary.visit("/players/fees/?status=everybody")
    state = {"state": "left", "on": f"{YEAR}-10-31", "only": str(keys[MEMBERS[LEAVES]])}
    send(club.secretary, step(page.url, "#state-form", "/players/state/?status=everybody", **state))
    assert Membership.objects.get(player=keys[MEMBERS[LEAVES]]).left_on == date(YEAR, 10, 31)


def receipts_are_issued_and_voided(club: Club) -> None:
    """Issue receipts for fees and entries, which are no second income, and some of their own; two are void."""
    day = date(YEAR, 12, 1)
    club.today(day)
    fees = MembershipFee.objects.filter(player__forgotten=False).order_by("pk")[:5]
    entries = Payment.objects.filter(seat=None).order_by("pk")[:5]
    new = "/till/receipts/new/"
    club.treasurer.visit(new)
    steps = [step(f"{new}?fee={fee.pk}", "#receipt-form", payer="Socio", reason="quota") for fee in fees]
    steps += [
        step(f"{new}?payment={entry.pk}", "#receipt-form", payer="Coppia", reason="iscrizione") for entry in entries
    ]
    own = {"payer": "Bar Centrale", "means": "card"}
    for kind, euros in (("other", "100"), ("refund", "12,50"), ("other", "77,77"), ("refund", "5")):
        steps.append(step(new, "#receipt-form", **own, kind=kind, cents=euros, reason="sponsor"))
    send(club.treasurer, *steps)
    assert list(Receipt.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 15))
    page = club.treasurer.visit(f"/till/receipts/{YEAR}/13/")
    page.get_by_text(it("Declare it void")).first.click()
    page.locator("[name=reason]").fill("importo sbagliato")
    club.treasurer.audit()
    follow(page, page.get_by_role("button", name=it("Declare it void")).click)
    void = f"/till/receipts/{YEAR}/14/"
    send(club.treasurer, step(void, f"form[action='{void}void/']", f"{void}void/", reason="doppia"))
    club.books.moved += [(day, "card", 10_000), (day, "card", -1_250)]


def money_is_spent_and_counted(club: Club) -> None:
    """Note the rent of each month and the prizes, and count the cash twice: once right, once five euro short."""
    club.today(date(YEAR, 12, 31))
    add = "/till/movements/add/"
    club.treasurer.visit(add)
    steps = []
    for month in range(1, 13):
        day, means = date(YEAR, month, 28), MEANS[month % 3]
        noted = {"direction": "expense", "kind": "affitto", "cents": "150,50", "means": means}
        steps.append(step(add, "#movement-form", **noted, made_on=day.isoformat()))
        club.books.moved.append((day, means, -15_050))
    gift = {"direction": "income", "kind": "offerta", "cents": "33,33", "means": "cash"}
    steps.append(step(add, "#movement-form", **gift, made_on=f"{YEAR}-06-02"))
    club.books.moved.append((date(YEAR, 6, 2), "cash", 3_333))
    send(club.treasurer, *steps)
    for day, off in ((date(YEAR, 6, 30), 0), (date(YEAR, 12, 31), -500)):
        cents = club.books.sum("cash", day) + off
        counted = {"cents": f"{cents // 100},{cents % 100:02}", "counted_on": day.isoformat()}
        send(club.treasurer, step("/till/", "form[action$='/counts/add/']", "/till/counts/add/", **counted))


def the_books_agree(club: Club) -> None:
    """Hold the page, the paper and the file of the statement, and the members' book, against what was typed."""
    income = sum(cents for _day, _means, cents in club.books.moved if cents > 0)
    spent = -sum(cents for _day, _means, cents in club.books.moved if cents < 0)
    period = f"first={YEAR}-01-01&last={YEAR}-12-31"
    page = club.treasurer.visit(f"/till/?{period}")
    club.treasurer.audit()
    said = [plain(text) for text in page.locator("tfoot strong").all_inner_texts()]
    assert said == [euro(income), euro(spent)]
    expect(page.locator("main")).to_contain_text(it("It agrees."))
    expect(page.locator("main")).to_contain_text("5,00")
    paper = plain("".join(sheet.extract_text() for sheet in pdf(club, f"/till/statement.pdf?{period}").pages))
    assert euro(income).strip("€ ") in paper and euro(spent).strip("€ ") in paper
    sums, movements = (
        list(sheet.iter_rows(min_row=2, values_only=True)) for sheet in workbook(club, f"/till/statement.xlsx?{period}")
    )
    assert [round(100 * value) for value in sums[-1][1:]] == [income, spent]
    assert sum(round(100 * (row[-2] or 0)) - round(100 * (row[-1] or 0)) for row in movements) == income - spent
    by_means = Counter[str]()
    for _day, means, cents in club.books.moved:
        by_means[means] += cents
    assert {means: club.books.sum(means) for means in MEANS} == dict(by_means)
    for day, present, left in ((date(YEAR, 1, 6), 0, 0), (date(YEAR, 6, 1), 120, 0), (date(YEAR, 12, 31), 119, 1)):
        book = list(
            next(workbook(club, f"/players/book/?day={day}&format=xlsx")).iter_rows(min_row=2, values_only=True)
        )
        assert len(book) == present + left
    assert [row[0] for row in book] == list(range(1, 121))
    expect(club.secretary.visit(f"/club/attendance/?last={YEAR}-12-31").locator("main")).to_be_visible()
    club.secretary.audit()


def the_next_year_asks_who_has_not_renewed(club: Club, player: Visitor) -> None:
    """Those who never paid are named already; in the new year so is everybody, and the door says so and lets in."""
    assert_owing(club, YEAR, {MEMBERS[at] for at in LAPSED})
    club.today(date(YEAR + 1, 1, 2))
    assert_owing(club, YEAR + 1, {name for at, name in enumerate(MEMBERS) if at not in (FORGOTTEN, LEAVES)})
    feed = club.secretary.page.context.request.get(f"{club.secretary.address}/calendar.ics")
    assert feed.ok and "BEGIN:VCALENDAR" in feed.text()
    player.go("/")


def assert_owing(club: Club, year: int, names: set[str]) -> None:
    found: set[str] = set()
    for number in (1, 2):
        page = club.secretary.visit(f"/players/fees/?year={year}&status=owing&page={number}")
        found |= set(page.locator(".fees .row-main a").all_inner_texts())
    assert found == names


def pdf(club: Club, path: str) -> PdfReader:
    return PdfReader(io.BytesIO(club.treasurer.page.context.request.get(club.treasurer.address + path).body()))


def workbook(club: Club, path: str) -> Iterator[Any]:
    content = club.treasurer.page.context.request.get(club.treasurer.address + path).body()
    return iter(load_workbook(io.BytesIO(content)).worksheets)
