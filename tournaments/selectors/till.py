"""The money of an evening: who owes what, and who has paid. Money is in cents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Subquery

from tournaments.models import Club, Pair, Payment, TillTerms, Tournament
from tournaments.till import Fees, Per, fee_of
from tournaments.wording.prizes import prizes_in_words


def till_in_use() -> bool:
    """Return whether the club keeps a till. One query."""
    return Club.objects.filter(till=True).exists()


def till_terms_of(tournament: Tournament) -> TillTerms:
    """Return the tournament's terms; if there are none, a row that is not stored. One query."""
    stored = TillTerms.objects.filter(tournament=tournament).first()
    return stored or TillTerms(tournament=tournament, fund_percent=100)


def prizes_of_terms(terms: TillTerms, special: Sequence[tuple[str, int]]) -> str:
    """Return the prizes as announced; `special` are the titles and amounts of the special ones. No query."""
    return prizes_in_words(percent=terms.fund_percent, fund=terms.fund_amount, shares=terms.shares, special=special)


@dataclass(frozen=True, slots=True, kw_only=True)
class TillRow:
    """A pair, or a player of an individual tournament, in the till."""

    number: int
    names: str
    categories: tuple[str, ...]
    """The categories of its players, empty if one has none."""
    due: int
    """The amount that it owes, or has paid."""
    means: str
    """The payment method; empty if it has not paid."""
    payment: int | None
    """The key of its payment, for a receipt."""
    is_gone: bool
    """Whether it has withdrawn, and so owes nothing if it had not paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Till:
    """The amounts paid and outstanding."""

    rows: tuple[TillRow, ...]

    @property
    def paid(self) -> int:
        return sum(row.due for row in self.rows if row.means)

    @property
    def out(self) -> int:
        return sum(row.due for row in self.rows if not row.means and not row.is_gone)

    @property
    def owing(self) -> int:
        """Return how many have not paid."""
        return sum(not row.means and not row.is_gone and row.due > 0 for row in self.rows)

    @property
    def by_means(self) -> Mapping[str, int]:
        """Return the amounts paid, by payment method."""
        counted: Counter[str] = Counter()
        for row in self.rows:
            if row.means:
                counted[row.means] += row.due
        return counted


PERSON = ("last_name", "first_name", "category")


def till_of(tournament: Tournament, terms: TillTerms, numbers: Sequence[int] | None = None) -> Till:
    """Return all entrants, by number, or only those with these numbers. One query."""
    fees = Fees(fee=terms.fee, per=Per(terms.per), reductions=terms.reductions)
    pairs = tournament.pairs.order_by("number")
    if numbers is not None:
        pairs = pairs.filter(number__in=numbers)
    people = [f"{seat}__{field}" for seat in ("player1", "player2") for field in PERSON]
    rows = []
    for number, status, payment, paid, means, *person in pairs.values_list(
        "number", "status", "payment__pk", "payment__cents", "payment__means", *people
    ):
        seated = [seat for seat in (person[:3], person[3:]) if seat[0] is not None]
        categories = tuple(category for _last, _first, category in seated)
        rows.append(
            TillRow(
                number=number,
                names=" – ".join(f"{last} {first}".strip() for last, first, _category in seated),
                categories=categories,
                due=fee_of(fees, categories) if paid is None else paid,
                means=means or "",
                payment=payment,
                is_gone=status == Pair.Status.WITHDRAWN,
            )
        )
    return Till(rows=tuple(rows))


def door_till(tournament: Tournament, numbers: Sequence[int] | None = None) -> dict[int, TillRow]:
    """Return the payments beside each pair at the door; empty if the club keeps no till or nothing is owed.

    One query if it keeps none, else two.
    """
    terms = TillTerms.objects.filter(Exists(Club.objects.filter(till=True)), tournament=tournament).first()
    if terms is None:
        return {}
    till = till_of(tournament, terms, numbers)
    return {row.number: row for row in till.rows if row.means or (row.due and not row.is_gone)}


@dataclass(frozen=True, slots=True, kw_only=True)
class TillEvent:
    """A payment recorded or removed."""

    at: datetime
    who: str
    """The account; empty if nobody was logged in."""
    number: int
    cents: int
    means: str
    taken_back: bool


def till_log(tournament: Tournament) -> list[TillEvent]:
    """Return the payments recorded and removed, the latest first, also of deleted pairs. One query."""
    pairs = Pair.history.filter(tournament_id=tournament.pk)
    number = pairs.filter(id=OuterRef("pair_id")).order_by("-history_id").values("number")[:1]
    rows = (
        Payment.history.filter(pair_id__in=pairs.values("id"))
        .annotate(number=Subquery(number))
        .order_by("-history_id")
        .values_list("history_date", "history_user__username", "number", "cents", "means", "history_type")
    )
    return [
        TillEvent(at=at, who=who or "", number=number, cents=cents, means=means, taken_back=type_ == "-")
        for at, who, number, cents, means, type_ in rows
    ]
