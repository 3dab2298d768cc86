"""The money of an evening: who owes what, who has paid, and what is won. Money is in cents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Subquery

from tournaments.models import Club, Pair, Payment, SpecialPrize, TillTerms, Tournament
from tournaments.records import Kind
from tournaments.till import Fees, Per, Prize, PrizeFor, fee_of, fund_of, lot_drawn, share_out

from .ranking import Ranking, ranking_of
from .results import results_of


def till_in_use() -> bool:
    """Whether the club keeps a till at all. One query."""
    return Club.objects.filter(till=True).exists()


def till_terms_of(tournament: Tournament) -> TillTerms:
    """Those of the tournament; where nobody has set any, a row that is not stored. One query."""
    found = TillTerms.objects.filter(tournament=tournament).first()
    return found or TillTerms(tournament=tournament, fund_percent=100)


@dataclass(frozen=True, slots=True, kw_only=True)
class TillRow:
    """A pair, or a player of an individual tournament, before the till."""

    number: int
    names: str
    categories: tuple[str, ...]
    """Of its players, empty where one has none."""
    due: int
    """What it owes, or has paid."""
    means: str
    """How it has paid; empty: it has not."""
    is_gone: bool
    """Withdrawn: whoever has not paid by then owes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Till:
    """What came in and what is still out."""

    rows: tuple[TillRow, ...]

    @property
    def paid(self) -> int:
        return sum(row.due for row in self.rows if row.means)

    @property
    def out(self) -> int:
        return sum(row.due for row in self.rows if not row.means and not row.is_gone)

    @property
    def owing(self) -> int:
        """How many have not paid."""
        return sum(not row.means and not row.is_gone and row.due > 0 for row in self.rows)

    @property
    def by_means(self) -> Mapping[str, int]:
        """What came in, by the way in which it was paid."""
        counted: Counter[str] = Counter()
        for row in self.rows:
            if row.means:
                counted[row.means] += row.due
        return counted


PERSON = ("last_name", "first_name", "category")


def till_of(tournament: Tournament, terms: TillTerms, numbers: Sequence[int] | None = None) -> Till:
    """Everybody entered, by number, or those with these numbers alone. One query."""
    fees = Fees(fee=terms.fee, per=Per(terms.per), reductions=terms.reductions)
    pairs = tournament.pairs.order_by("number")
    if numbers is not None:
        pairs = pairs.filter(number__in=numbers)
    people = [f"{seat}__{field}" for seat in ("player1", "player2") for field in PERSON]
    rows = []
    for number, status, paid, means, *person in pairs.values_list(
        "number", "status", "payment__cents", "payment__means", *people
    ):
        seated = [each for each in (person[:3], person[3:]) if each[0] is not None]
        categories = tuple(category for _last, _first, category in seated)
        rows.append(
            TillRow(
                number=number,
                names=" – ".join(f"{last} {first}".strip() for last, first, _category in seated),
                categories=categories,
                due=fee_of(fees, categories) if paid is None else paid,
                means=means or "",
                is_gone=status == Pair.Status.WITHDRAWN,
            )
        )
    return Till(rows=tuple(rows))


def door_till(tournament: Tournament, numbers: Sequence[int] | None = None) -> dict[int, TillRow]:
    """What the lists at the door show beside each pair; nothing where the club keeps no till or nothing is owed.

    One query where it keeps none, else two.
    """
    terms = TillTerms.objects.filter(Exists(Club.objects.filter(till=True)), tournament=tournament).first()
    if terms is None:
        return {}
    till = till_of(tournament, terms, numbers)
    return {row.number: row for row in till.rows if row.means or (row.due and not row.is_gone)}


@dataclass(frozen=True, slots=True, kw_only=True)
class TillEvent:
    """A tick, or one taken back."""

    at: datetime
    who: str
    """Empty where nobody was logged in."""
    number: int
    cents: int
    means: str
    taken_back: bool


def till_log(tournament: Tournament) -> list[TillEvent]:
    """Who ticked what, the latest first, also what was taken back; pairs that are gone too. One query."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow:
    """A prize and who won it."""

    title: str
    """Of a special one; empty for one by place."""
    place: int | None
    number: int | None
    """None: it is not known yet, or nobody can win it."""
    names: str
    cents: int
    special: SpecialPrize | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prizes:
    """The prize fund and how it is given out."""

    fund: int
    special: tuple[PrizeRow, ...]
    by_place: tuple[PrizeRow, ...]

    @property
    def beyond(self) -> int:
        """By how much the special prizes are more than the fund."""
        return max(0, sum(row.cents for row in self.special) - self.fund)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ranked:
    """Who is ranked, in order: pairs, players, or the teams of a team event."""

    places: tuple[tuple[int, int], ...]
    names: Mapping[int, str]


def prizes_of(tournament: Tournament, terms: TillTerms, till: Till) -> Prizes:
    """As the ranking is now. Before the first round nobody is ranked, and nobody has won anything by place."""
    ranking = ranking_of(tournament, results_of(tournament))
    fund = fund_of(till.paid, percent=terms.fund_percent, amount=terms.fund_amount)
    special = tuple(_special(prize, ranking, till) for prize in tournament.special_prizes.select_related("pair"))
    ranked = _ranked(tournament, ranking)
    left = max(0, fund - sum(row.cents for row in special))
    shared: Sequence[Prize] = share_out(left, terms.shares, ranked.places, terms.rounding)
    by_place = tuple(
        PrizeRow(title="", place=won.place, number=won.number, names=ranked.names[won.number], cents=won.cents)
        for won in shared
    )
    return Prizes(fund=fund, special=special, by_place=by_place)


def _ranked(tournament: Tournament, ranking: Ranking) -> _Ranked:
    if tournament.kind == Kind.TEAMS:
        teams = ranking.teams() if ranking.evening.results else ()
        return _Ranked(
            places=tuple((team.number, team.place) for team in teams), names={team.number: team.name for team in teams}
        )
    standings = ranking.standings if ranking.evening.results else ()
    return _Ranked(
        places=tuple((int(row.entrant.id), row.place) for row in standings),
        names={int(row.entrant.id): row.entrant.label for row in standings},
    )


def _special(prize: SpecialPrize, ranking: Ranking, till: Till) -> PrizeRow:
    names = {row.number: row.names for row in till.rows}
    number = _winner(prize, ranking, till)
    return PrizeRow(
        title=prize.title,
        place=None,
        number=number,
        names=names.get(number, "") if number is not None else "",
        cents=prize.cents,
        special=prize,
    )


def _winner(prize: SpecialPrize, ranking: Ranking, till: Till) -> int | None:
    """Its number: the best all of whose players are of the category, the last, the one drawn, or the one chosen."""
    order = [int(row.entrant.id) for row in ranking.standings] if ranking.evening.results else []
    here = {row.number: row for row in till.rows if not row.is_gone}
    playing = [number for number in order if number in here]
    match PrizeFor(prize.given_for):
        case PrizeFor.CHOSEN:
            return prize.pair.number if prize.pair else None
        case PrizeFor.LOT:
            return None if prize.seed is None else lot_drawn(list(here), prize.seed)
        case PrizeFor.LAST:
            return playing[-1] if playing else None
        case PrizeFor.CATEGORY:
            wanted = prize.category.casefold()
            return next((each for each in playing if {c.casefold() for c in here[each].categories} == {wanted}), None)
