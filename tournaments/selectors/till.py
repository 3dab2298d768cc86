"""The money of an evening: who owes what, and who has paid. Money is in cents."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import OuterRef, Subquery

from tournaments.models import TOGETHER, Club, Pair, Payment, TillTerms, Tournament
from tournaments.till import Fees, Per, fee_parts
from tournaments.wording.prizes import prizes_in_words

from .entrants import full_name


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


class TillPart(NamedTuple):
    """What is paid or owed at once: by a whole entrant, or by one player of a pair."""

    seat: int | None
    """The player's seat, 1 or 2; None for the whole entrant."""
    names: str
    categories: tuple[str, ...]
    """The categories of its players, empty if one has none."""
    cents: int
    means: str
    """The payment method; empty if it is not paid."""
    payment: int | None
    """The key of the payment, for a receipt."""


class TillRow(NamedTuple):
    """A pair, or a player of an individual tournament, in the till.

    The sums of a large field need thousands, which are read and never shown, so the parts are made of those asked for.
    """

    number: int
    people: tuple[str | None, ...]
    """Last name, first name and category of the first player, and of the second, with None if there is none."""
    fees: tuple[int, ...]
    """What each player owes by the terms of now."""
    payments: tuple[tuple[int | None, int, int, str], ...]
    """Seat, key, cents and method of what was paid, by seat."""
    is_gone: bool
    """Whether it has withdrawn, and so owes nothing if it had not paid."""

    @property
    def players(self) -> tuple[str, ...]:
        """Return their names."""
        seated = (self.people[at : at + 2] for at in (0, len(PERSON)))
        return tuple(full_name(last, first) for last, first in seated if last is not None)

    @property
    def categories(self) -> tuple[str, ...]:
        """Return their categories, empty if one has none."""
        return _categories(*self.people[2 :: len(PERSON)])

    @property
    def parts(self) -> tuple[TillPart, ...]:
        """Return the whole entrant; or each player, once one of them has paid alone."""
        by_seat = {seat: (key, cents, means) for seat, key, cents, means in self.payments}
        if by_seat.keys() - {None}:
            return tuple([self._part(seat, by_seat) for seat in SEATS if not self.is_gone or seat in by_seat])
        return (self._part(None, by_seat),)

    def _part(self, seat: int | None, by_seat: Mapping[int | None, tuple[int | None, int, str]]) -> TillPart:
        chosen = slice(None) if seat is None else slice(seat - 1, seat)
        key, cents, means = by_seat.get(seat, (None, sum(self.fees[chosen]), ""))
        return TillPart(
            seat=seat,
            names=" – ".join(self.players[chosen]),
            categories=self.categories[chosen],
            cents=cents,
            means=means,
            payment=key,
        )

    @property
    def each(self) -> tuple[TillPart, ...]:
        """Return the two players of a pair that has paid nothing, who may pay one by one."""
        if self.is_gone or len(self.players) != len(SEATS) or self.payments:
            return ()
        return tuple(self._part(seat, {}) for seat in SEATS)

    @property
    def names(self) -> str:
        return " – ".join(self.players)

    @property
    def due(self) -> int:
        """Return what it owes or has paid."""
        return sum(part.cents for part in self.parts)

    @property
    def out(self) -> int:
        """Return what it still owes."""
        if self.is_gone:
            return 0
        if not self.payments:  # equivalent: speed alone
            return sum(self.fees)
        return sum(part.cents for part in self.parts if not part.means)

    @property
    def is_shown(self) -> bool:
        """Return whether anything was paid or is owed."""
        return self.out > 0 or bool(self.payments)


@dataclass(frozen=True, kw_only=True)
class Till:
    """The amounts paid and outstanding."""

    rows: tuple[TillRow, ...]

    @cached_property
    def paid(self) -> int:
        return sum(self.by_means.values())

    @cached_property
    def out(self) -> int:
        return sum(self._outstanding)

    @cached_property
    def owing(self) -> int:
        """Return how many entrants still owe something."""
        return sum(out > 0 for out in self._outstanding)

    @cached_property
    def by_means(self) -> Mapping[str, int]:
        """Return the amounts paid, by payment method."""
        counted: Counter[str] = Counter()
        for row in self.rows:
            for _seat, _key, cents, means in row.payments:
                counted[means] += cents
        return counted

    @cached_property
    def _outstanding(self) -> Sequence[int]:
        return [row.out for row in self.rows]


@dataclass(frozen=True, slots=True)
class Owed:
    """What an entrant, or one player of a pair, owes: as a page shows it, and as a press for many sends it back."""

    number: int
    seat: int | None
    cents: int

    def __str__(self) -> str:
        return f"{self.number}{f'.{self.seat}' if self.seat else ''}-{self.cents}"


def owed_parts(till: Till) -> dict[Owed, TillPart]:
    """Return everything that is still to be paid, in the order of the till."""
    return {
        Owed(row.number, part.seat, part.cents): part
        for row in till.rows
        if not row.is_gone
        for part in row.parts
        if part.cents and not part.means
    }


SEATS = (1, 2)
PERSON = ("last_name", "first_name", "category")


def till_of(tournament: Tournament, terms: TillTerms, numbers: Sequence[int] | None = None) -> Till:
    """Return all entrants, by number, or only those with these numbers. One query."""
    fees = Fees(fee=terms.fee, per=Per(terms.per), reductions=terms.reductions)
    pairs = tournament.pairs.order_by("number")
    if numbers is not None:
        pairs = pairs.filter(number__in=numbers)
    people = [f"{seat}__{field}" for seat in ("player1", "player2") for field in PERSON]
    paid = [f"payments__{field}" for field in ("seat", "pk", "cents", "means")]
    fields = pairs.values_list("number", "status", *people, *paid)
    # Thousands of players have few categories.
    owed_by = cache(lambda *categories: tuple(fee_parts(fees, _categories(*categories))))
    return Till(rows=tuple(_row(owed_by, list(rows)) for _number, rows in groupby(fields, key=itemgetter(0))))


def _row(owed_by: Callable[..., tuple[int, ...]], rows: Sequence[tuple[Any, ...]]) -> TillRow:
    """Return an entrant from a row for each of its payments, or from one without."""
    number, status, people = *rows[0][:2], rows[0][2:-4]  # equivalent `-1`: all rows begin so
    return TillRow(
        number=number,
        people=people,
        fees=owed_by(*people[2 :: len(PERSON)]),
        payments=() if rows[0][-3] is None else tuple(sorted(row[-4:] for row in rows)),
        is_gone=status == Pair.Status.WITHDRAWN,
    )


def _categories(*categories: str | None) -> tuple[str, ...]:
    return tuple([category for category in categories if category is not None])


def door_terms(tournament: Tournament) -> TillTerms | None:
    """Return the terms by which pairs pay at the door of a club with a till; None if there are none. One query."""
    terms = TillTerms.objects.filter(tournament=tournament).first()
    if terms is not None:
        terms.tournament = tournament
    return terms


def rows_at_door(terms: TillTerms | None, numbers: Sequence[int] | None) -> dict[int, TillRow]:
    """Return the payments beside each pair at the door; empty without terms or if nothing is owed.

    One query, or none without terms.
    """
    if terms is None:
        return {}
    till = till_of(terms.tournament, terms, numbers)
    return {row.number: row for row in till.rows if row.is_shown}


@dataclass(frozen=True, slots=True, kw_only=True)
class TogetherPaid:
    """What is left of payments that were noted with one press."""

    press: str
    at: datetime
    who: str
    """The account; empty if nobody was logged in."""
    means: str
    payments: tuple[int, ...]
    """The keys of those that nobody has taken back."""
    cents: int
    """Their sum."""


def paid_together(tournament: Tournament) -> TogetherPaid | None:
    """Return the latest press by which several payments were noted, if any of them is there. One query."""
    here = Payment.objects.filter(pair__tournament=tournament)
    noted = Payment.history.filter(
        id__in=here.values("pk"), history_type="+", history_change_reason__startswith=TOGETHER
    )
    latest = noted.order_by("-history_id").values("history_change_reason")[:1]
    fields = ("history_change_reason", "history_date", "history_user__username", "means", "id", "cents")
    rows = list(noted.filter(history_change_reason=latest).order_by("history_id").values_list(*fields))
    if not rows:
        return None
    reason, at, who, means = rows[0][:4]
    return TogetherPaid(
        press=reason.removeprefix(TOGETHER),
        at=at,
        who=who or "",
        means=means,
        payments=tuple(row[-2] for row in rows),
        cents=sum(row[-1] for row in rows),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TillEvent:
    """A payment recorded or removed."""

    at: datetime
    who: str
    """The account; empty if nobody was logged in."""
    number: int
    seat: int | None
    """The seat of the one player who paid; None for the whole entrant."""
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
        .values_list("history_date", "history_user__username", "number", "seat", "cents", "means", "history_type")
    )
    return [
        TillEvent(at=at, who=who or "", number=number, seat=seat, cents=cents, means=means, taken_back=type_ == "-")
        for at, who, number, seat, cents, means, type_ in rows
    ]
