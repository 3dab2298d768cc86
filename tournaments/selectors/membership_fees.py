"""The membership fees: what a year costs, who has paid it, and who has not renewed. Money is in cents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Sum

from tournaments.models import Club, MembershipFee, Pair, Player, Tournament
from tournaments.people.membership_years import last_day, membership_year

from .entrants import full_name
from .members import members_found

EVERYBODY_ELSE: Final = ""
"""The category of the fee for members whose category has none."""
SEATS: Final = ("player1", "player2")
PERSON: Final = ("pk", "last_name", "first_name", "category")


class FeeStatus(StrEnum):
    """The members that a list of fees shows."""

    OWING = "owing"
    """Members in the book, or who have paid an earlier year, and have not paid this one."""
    PAID = "paid"
    EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True)
class FeeTerms:
    """What a year of membership costs, and when it begins."""

    starts: int
    """The month from 1 to 12."""
    fees: Mapping[str, int]
    """The fee by category; that of everybody else under `EVERYBODY_ELSE`."""

    def fee_of(self, category: str) -> int | None:
        """Return the fee of a member of this category, or None if the club has set none."""
        by_key = {known.casefold(): cents for known, cents in self.fees.items()}
        return by_key.get(category.casefold(), by_key.get(EVERYBODY_ELSE))

    def year_of(self, day: date) -> int:
        return membership_year(day, starts=self.starts)

    def expiry_of(self, year: int) -> date:
        return last_day(year, starts=self.starts)


def fee_terms() -> FeeTerms:
    """Return the club's terms. One query."""
    starts, fees = Club.objects.values_list("membership_starts", "membership_fees").first() or (1, {})
    return FeeTerms(starts, fees)


def members_with_fee(*, year: int, status: FeeStatus, q: str = "") -> QuerySet[Player]:
    """Return the members by name, each with the payment of the year as `fee_key`, `cents`, `means` and `paid_on`.

    The four are null without a payment. Everybody are those in the state of a member; whoever paid is listed in any.
    """
    paid = FilteredRelation("membership_fees", condition=Q(membership_fees__year=year))
    members = members_found(q=q).annotate(of_year=paid)
    members = members.annotate(
        **{"fee_key": F("of_year__pk"), "cents": F("of_year__cents")},
        **{"means": F("of_year__means"), "paid_on": F("of_year__paid_on")},
    )
    if status is FeeStatus.PAID:
        return members.filter(of_year__pk__isnull=False)
    members = members.filter(state=Player.State.ACTIVE)
    return members if status is FeeStatus.EVERYBODY else members.filter(_renews(year), of_year__pk__isnull=True)


def fees_of(player: Player) -> list[MembershipFee]:
    """Return the years that a member has paid, the last first. One query."""
    return list(MembershipFee.objects.filter(player=player).order_by("-year"))


def fees_sum(year: int) -> int:
    """Return what was paid for a year of membership. One query."""
    paid = MembershipFee.objects.filter(year=year).aggregate(sum=Sum("cents"))
    return paid["sum"] or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpiredMember:
    """A member at the door who has not paid the year of membership."""

    key: int
    name: str
    cents: int | None
    """The fee, or None if the club has set none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpiredMembers:
    """The members of a tournament whose membership has expired, by the number of their entrant."""

    year: int
    starts: int
    by_number: Mapping[int, Sequence[ExpiredMember]]


def expired_at_door(tournament: Tournament, *, day: date, terms: FeeTerms) -> ExpiredMembers:
    """Return who has not paid the year of membership of this day. One query."""
    pairs = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).order_by()
    first, *others = (_owing_in(pairs, seat, terms.year_of(day)) for seat in SEATS)
    return _expired(list(first.union(*others)), terms, day)


def expired_in_pair(pair: Pair, *, day: date, terms: FeeTerms) -> ExpiredMembers:
    """Return who of this entrant has not paid the year of membership. One query."""
    if pair.status == Pair.Status.WITHDRAWN:
        return _expired([], terms, day)
    owing = Player.objects.filter(_owes(terms.year_of(day)), pk__in=[pair.player1_id, pair.player2_id]).order_by("pk")
    return _expired([(pair.number, *member) for member in owing.values_list(*PERSON)], terms, day)


def _expired(rows: Sequence[tuple[Any, ...]], terms: FeeTerms, day: date) -> ExpiredMembers:
    """Return the members of these rows: the number of an entrant, and `PERSON`."""
    expired: dict[int, list[ExpiredMember]] = {}
    for number, key, last, first, category in rows:
        member = ExpiredMember(key=key, name=full_name(last, first), cents=terms.fee_of(category))
        expired.setdefault(number, []).append(member)
    return ExpiredMembers(year=terms.year_of(day), starts=terms.starts, by_number=expired)


def _owing_in(pairs: QuerySet[Pair], seat: str, year: int) -> QuerySet[Pair, tuple[Any, ...]]:
    """Return the members in this seat who have not paid the year, each with the number of the entrant.

    The conditions are on the pair's own player: those on all members would be read again at each tick.
    """
    return pairs.filter(_owes(year, seat)).values_list("number", *(f"{seat}__{name}" for name in PERSON))


def _owes(year: int, seat: str = "") -> Q:
    """Return whether a member, or the one in a seat, renews each year and has not paid this one."""
    of, key = (f"{seat}__", seat) if seat else ("", "pk")
    paid = Exists(MembershipFee.objects.filter(player=OuterRef(key), year=year))
    is_member = Q((f"{of}state", Player.State.ACTIVE), (f"{of}forgotten", False))
    return _renews(year, seat) & is_member & ~Q(paid)


def _renews(year: int, seat: str = "") -> Q:
    """Return whether a player, or the one in a seat, pays each year: in the book and not left, or paid before."""
    book, key = (f"{seat}__membership", seat) if seat else ("membership", "pk")
    has_entry = Q((f"{book}__number__isnull", False)) | Q((f"{book}__admitted_on__isnull", False))
    paid_before = Exists(MembershipFee.objects.filter(player=OuterRef(key), year__lt=year))
    return has_entry & Q((f"{book}__left_on__isnull", True)) | Q(paid_before)
