"""The cost of the club's book, its money and its calendar: `python -m benchmarks.book`. Prints CPU medians in ms.

A club of 5,000 members in the book, three years of fees with a receipt for each of the last year, 5,000 movements, and
40 evenings of 100 pairs, each with payments. The requests go through the whole project. Beside each page is what it
shows, read as tuples.
"""

import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import medians_ms
from benchmarks.people import _members, _settle

if TYPE_CHECKING:
    from tournaments.models import Player, Tournament

MEMBERS, EVENINGS, PAIRS = 5_000, 40, 100
YEARS = 3
AIM, FILE_AIM = 100, 3_000

Work = Callable[[], object]


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """Yield the name of a figure, the figure, its unit, its aim, and what it shows, read as tuples.

    Django is set up, on a migrated database without members that may be filled.
    """
    from django.conf import settings
    from django.test import Client, override_settings
    from django.urls import reverse
    from django.utils import timezone

    from accounts.models import Role
    from accounts.services import account_create
    from tournaments.models import Entry, Membership, MembershipFee, Player, Receipt, TillMovement, Tournament

    coming, year = _filled(timezone.localdate()), timezone.localdate().year
    _settle()
    browser = Client()
    browser.force_login(account_create(name="benchmark", role=Role.REFEREE, password=None))

    def page(name: str, *args: object, **query: object) -> Work:
        address = reverse(name, args=args)

        def ask() -> object:
            answer = browser.get(address, query)
            assert answer.status_code == 200, (address, answer.status_code)
            return answer

        return ask

    def tuples(rows: object) -> Work:
        return lambda: list(rows.values_list()[:100])  # type: ignore[attr-defined]

    period = {"first": f"{year}-01-01", "last": f"{year}-12-31"}
    fees, receipts = MembershipFee.objects.filter(year=year), Receipt.objects.filter(year=year)
    movements, book = TillMovement.objects.order_by("-made_on"), Membership.objects.order_by("number")
    pages: tuple[tuple[str, Work, float, Work], ...] = (
        ("the members", page("players"), AIM, tuples(Player.objects.order_by("search_name"))),
        ("who has not renewed", page("membership_fees"), AIM, tuples(fees)),
        ("who has paid", page("membership_fees", status="paid"), AIM, tuples(fees)),
        ("everybody's fees", page("membership_fees", status="everybody"), AIM, tuples(fees)),
        ("the book's page", page("members_book"), AIM, tuples(book)),
        ("receipts", page("receipts"), AIM, tuples(receipts)),
        ("the club's money", page("club_till", **period), AIM, tuples(movements)),
        ("the calendar", page("calendar"), AIM, tuples(Tournament.objects.order_by("date"))),
        ("the calendar's feed", page("calendar_feed"), AIM, tuples(Tournament.objects.order_by("date"))),
        ("the entries of an evening", page("entries", coming.slug), AIM, tuples(Entry.objects.order_by("pk"))),
        ("attendance", page("attendance"), AIM, tuples(Player.objects.order_by("pk"))),
        ("the book, PDF", page("members_book", day=f"{timezone.localdate()}", format="pdf"), FILE_AIM, tuples(book)),
        ("the book, XLSX", page("members_book", day=f"{timezone.localdate()}", format="xlsx"), FILE_AIM, tuples(book)),
        ("the statement, XLSX", page("club_till_xlsx", **period), FILE_AIM, tuples(movements)),
    )
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain):
        for what, work, aim, floor in pages:
            figure, least = medians_ms(work, floor)
            yield what, figure, "ms", aim, f"{figure / least:.1f} × a page of its rows as tuples ({least:.1f} ms)"


def _filled(today: date) -> "Tournament":
    """Fill the club, and return an evening to come."""
    from django.utils import timezone

    from tournaments.models import (
        Club,
        Entry,
        Membership,
        MembershipFee,
        Pair,
        Payment,
        Player,
        Receipt,
        TillMovement,
        Tournament,
    )
    from tournaments.services import entry_terms_set, membership_terms_set, tournament_create

    rng = random.Random(20261127)
    Club.objects.update_or_create(pk=1, defaults={"name": "Burraco Aurora", "till": True})
    membership_terms_set(starts=1, fees={"": 3000})
    Player.objects.bulk_create(_members(MEMBERS))
    players = list(Player.objects.order_by("pk"))
    Membership.objects.bulk_create(
        Membership(player=player, number=number, admitted_on=date(2020, 1, 1) + timedelta(days=number % 700))
        for number, player in enumerate(players, start=1)
    )
    fees = [
        MembershipFee(player=player, year=year, cents=3000, means="cash", paid_on=date(year, 1, 1 + rng.randrange(20)))
        for year in range(today.year - YEARS + 1, today.year + 1)
        for player in players
        if year < today.year or rng.random() < 0.6
    ]
    MembershipFee.objects.bulk_create(fees)
    previous: Receipt | None = None
    receipts = []
    for number, fee in enumerate(
        MembershipFee.objects.filter(year=today.year).select_related("player").order_by("pk"), start=1
    ):
        previous = Receipt(
            **{"id": 100_000 * today.year + number, "year": today.year, "number": number, "previous": previous},
            **{"kind": "fee", "issued_on": fee.paid_on, "cents": fee.cents, "means": fee.means, "fee": fee},
            **{"payer": str(fee.player), "reason": "quota", "player": fee.player},
        )
        receipts.append(previous)
    Receipt.objects.bulk_create(receipts)
    TillMovement.objects.bulk_create(
        TillMovement(
            direction=rng.choice(("income", "expense")),
            kind=rng.choice(("affitto", "premi", "carte", "offerta")),
            cents=rng.randrange(1, 20_000),
            means=rng.choice(("cash", "card", "other")),
            made_on=today - timedelta(days=rng.randrange(300)),
        )
        for _number in range(MEMBERS)
    )
    for number in range(EVENINGS):
        name, day = f"Venerdì n. {number + 1}", today - timedelta(weeks=number + 1)
        _paired(tournament_create(name=name, date=day, seed=number), rng.sample(players, 2 * PAIRS))
    Tournament.objects.update(state=Tournament.State.FINAL)
    payments = [
        Payment(pair=pair, cents=2500, means=rng.choice(("cash", "card"))) for pair in Pair.objects.order_by("pk")
    ]
    Payment.objects.bulk_create(payments)
    coming = tournament_create(name="Venerdì", date=timezone.localdate() + timedelta(days=7), seed=7)
    entry_terms_set(tournament=coming, terms={"is_open": True})
    names = [str(player) for player in players[: 2 * PAIRS]]
    Entry.objects.bulk_create(
        Entry(
            **{"tournament": coming, "name1": one, "name2": other, "people_key": f"{number}", "contact": "333 1234567"},
            **{"created_at": timezone.now(), "token_hash": f"{number}"},
        )
        for number, (one, other) in enumerate(zip(names[::2], names[1::2], strict=True))
    )
    return coming


def _paired(tournament: "Tournament", players: "list[Player]") -> None:
    """Seat these players as pairs that are here."""
    from tournaments.models import Pair

    Pair.objects.bulk_create(
        Pair(tournament=tournament, number=number, player1=one, player2=other, status=Pair.Status.ACTIVE)
        for number, (one, other) in enumerate(zip(players[::2], players[1::2], strict=True), start=1)
    )


def main() -> None:
    for what, figure, unit, aim, beside in measure():
        print(f"{what:32}{figure:8.1f} {unit} (aim {aim:.0f}), {beside}")


if __name__ == "__main__":
    run_in_an_empty_club(main)
