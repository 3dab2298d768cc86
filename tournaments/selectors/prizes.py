"""The prizes of an evening: by place, and special prizes. Money is in cents, and adds up to the prize fund."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists

from tournaments.models import Club, SpecialPrize, TillTerms, Tournament
from tournaments.records import EntrantId
from tournaments.till import (
    Level,
    PrizeFor,
    fund_of,
    left_over,
    levels,
    parts_of_fund,
    share_out,
    shares_by_girone,
    split_alike,
)
from tournaments.wording.prizes import fee_in_words
from tournaments.wording.two_languages import gettext as _
from tournaments.wording.two_languages import in_both, pgettext

from .ranking import RankingRows, ranking_of
from .results import results_of
from .till import Till, TillRow, prizes_of_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow:
    """A prize and its winner."""

    title: str
    """The title of a special prize; empty for one by place."""
    place: int | None
    number: int | None
    """The winner's number; None if it is not known yet, or there is none."""
    names: str
    cents: int
    """The amount paid; 0 if it goes back to the fund."""
    special: SpecialPrize | None = None
    girone: int | None = None
    """The girone in which the place counts; None for a place of the whole ranking, and for a special prize."""
    goes_back: bool = False
    """Whether nobody wins it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePrizes:
    """The prizes by place of the whole ranking, or of one girone."""

    girone: int | None
    rows: tuple[PrizeRow, ...]
    level: tuple[Level, ...]
    """The ties for places with a prize."""
    unclaimed_from: int | None
    """The first place with a percentage where nobody is ranked."""
    left_over: int
    """The remainder of the percentages, which the first place gets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prizes:
    """The prize fund and its distribution."""

    fund: int
    special: tuple[PrizeRow, ...]
    """The special prizes: a row for each winner, and one for a prize without a winner."""
    places: tuple[PlacePrizes, ...]
    has_ranking: bool
    waits_for_cut: bool
    """Whether the prizes are by girone, and the ranking is not cut yet."""
    unused_gironi: tuple[int, ...]
    """The gironi with prizes in which nobody is ranked: the first girone shares their part."""
    special_level: tuple[tuple[SpecialPrize, int, int], ...]
    """The special prizes with several winners, with their number and the place of their tie."""

    @property
    def by_place(self) -> tuple[PrizeRow, ...]:
        """Return the prizes by place, girone after girone."""
        return tuple(row for places in self.places for row in places.rows)

    @property
    def beyond(self) -> int:
        """Return by how much the special prizes exceed the fund."""
        return max(0, sum(row.cents for row in self.special) - self.fund)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PrizeRanking:
    """The ranked entrants in order: pairs, players, or the teams of a team event."""

    places: tuple[tuple[int, int], ...]
    name: Callable[[int], str]
    gironi: Mapping[int, int]
    """The girone of each; empty before a cut."""

    def places_in(self, girone: int | None) -> list[tuple[int, int]]:
        """Return the places of a girone, counted within it; None for the whole ranking."""
        if girone is None:
            return [*self.places]
        inside = [(number, place) for number, place in self.places if self.gironi.get(number) == girone]
        ahead: dict[int, int] = {}
        for at, (_number, place) in enumerate(inside):
            ahead.setdefault(place, at)
        return [(number, ahead[place] + 1) for number, place in inside]


def prizes_of(tournament: Tournament, terms: TillTerms, till: Till) -> Prizes:
    """Return the prizes by the present ranking.

    Before the first round nobody is ranked, and there are none by place.
    """
    ranking = ranking_of(tournament, results_of(tournament))
    fund = fund_of(till.paid, percent=terms.fund_percent, amount=terms.fund_amount)
    specials = [_SpecialWinners(prize, ranking, till) for prize in tournament.special_prizes.select_related("pair")]
    special = tuple(row for special in specials for row in special.rows())
    ranked = _ranked(tournament, ranking)
    to_share = max(0, fund - sum(row.cents for row in special))
    wanted = [girone for girone, _own in shares_by_girone(terms.shares)]
    unused = tuple(girone for girone in wanted if girone is not None and not ranked.places_in(girone))
    waits = len(unused) == len(wanted)
    return Prizes(
        fund=fund,
        special=special,
        places=() if waits else _places(to_share, terms, ranked),
        has_ranking=bool(ranked.places),
        waits_for_cut=waits,
        unused_gironi=() if waits else unused,
        special_level=tuple(
            (special.prize, len(special.winners), special.place) for special in specials if len(special.winners) > 1
        ),
    )


def _places(fund: int, terms: TillTerms, ranked: _PrizeRanking) -> tuple[PlacePrizes, ...]:
    """Return the prizes by place. What is for a girone without anybody is shared in the first one with somebody."""
    own = [(girone, shares, ranked.places_in(girone)) for girone, shares in shares_by_girone(terms.shares)]
    parts = parts_of_fund(fund, terms.shares)
    first = next((at for at, (_girone, _shares, places) in enumerate(own) if places), 0)
    found = []
    for at, (girone, shares, places) in enumerate(own):
        extra = sum(parts[other] for other, (_girone, _shares, ranked_there) in enumerate(own) if not ranked_there)
        shared = (parts[at] + (extra if at == first and places else 0), shares, places, terms.rounding)
        rows = tuple(
            PrizeRow(
                title="",
                place=won.place,
                number=won.number,
                names=ranked.name(won.number),
                cents=won.cents,
                girone=girone,
            )
            for won in share_out(*shared)
        )
        found.append(
            PlacePrizes(
                girone=girone,
                rows=rows,
                level=levels(shares, places) if rows else (),
                unclaimed_from=len(places) + 1 if rows and len(places) < len(shares) else None,
                left_over=left_over(*shared),
            )
        )
    return tuple(found)


def fee_and_prizes(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the published fee and prizes with their names; empty if the club keeps no till. Two queries."""
    fee, prizes = fee_and_prizes_of(tournament)
    return [(name, sentence) for name, sentence in ((pgettext("entry", "Fee"), fee), (_("Prizes"), prizes)) if sentence]


def fee_and_prizes_of(tournament: Tournament) -> tuple[str, str]:
    """Return the fee and the prizes as published before the evening, each empty if there are none. Two queries."""
    with_till = Club.objects.filter(till=True)
    terms = TillTerms.objects.filter(Exists(with_till), tournament=tournament).first()
    if terms is None:
        return "", ""
    prizes = prizes_of_terms(terms, list(tournament.special_prizes.values_list("title", "cents")))
    return fee_in_words(terms.fee, in_both(terms.get_per_display), terms.reductions) if terms.fee else "", prizes


def _ranked(tournament: Tournament, ranking: RankingRows) -> _PrizeRanking:
    if tournament.has_teams:
        teams = ranking.teams() if ranking.evening.results else ()
        return _PrizeRanking(
            places=tuple((team.number, team.place) for team in teams),
            name={team.number: team.name for team in teams}.__getitem__,
            gironi={},
        )
    standings = ranking.standings if ranking.evening.results else ()
    return _PrizeRanking(
        places=tuple((int(row.entrant.id), row.place) for row in standings),
        name=lambda number: ranking.evening.by_number[EntrantId(number)].label,
        gironi={int(row.entrant.id): row.girone for row in standings if row.girone is not None},
    )


class _SpecialWinners:
    """A special prize and its winners by the present ranking."""

    def __init__(self, prize: SpecialPrize, ranking: RankingRows, till: Till) -> None:
        self.prize = prize
        self._rows = {row.number: row for row in till.rows}
        self._here = {number: row for number, row in self._rows.items() if not row.is_gone}
        standings = ranking.standings if ranking.evening.results else ()
        self._order = [(int(row.entrant.id), row.place) for row in standings if int(row.entrant.id) in self._here]
        self.winners = self._winners()

    @property
    def place(self) -> int:
        """Return the place of the winners, who are tied if there are several."""
        return dict(self._order)[self.winners[0]]

    def rows(self) -> list[PrizeRow]:
        """Return a row for each winner; without a winner, the prize goes back to the fund."""
        if not self.winners:
            goes_back = self._is_decided()
            return [self._row(None, 0 if goes_back else self.prize.cents, goes_back=goes_back)]
        parts = split_alike(self.prize.cents, len(self.winners))
        return [self._row(self._rows[number], cents) for number, cents in zip(self.winners, parts, strict=True)]

    def _row(self, winner: TillRow | None, cents: int, *, goes_back: bool = False) -> PrizeRow:
        return PrizeRow(
            title=self.prize.title,
            place=None,
            number=winner.number if winner else None,
            names=winner.names if winner else "",
            cents=cents,
            special=self.prize,
            goes_back=goes_back,
        )

    def _is_decided(self) -> bool:
        """Return whether the winner is known by now, or that there is none."""
        match PrizeFor(self.prize.given_for):
            case PrizeFor.CHOSEN:
                return True
            case PrizeFor.LOT:
                return self.prize.seed is not None
            case _:
                return bool(self._order)

    def _winners(self) -> Sequence[int]:
        """Return the winners: the best with all players in the category, the last, the one drawn, or the one chosen.

        There are several if they are tied.
        """
        match PrizeFor(self.prize.given_for):
            case PrizeFor.CHOSEN | PrizeFor.LOT:
                return [self.prize.pair.number] if self.prize.pair else []
            case PrizeFor.LAST:
                return _level(self._order[::-1])
            case PrizeFor.CATEGORY:
                wanted = {self.prize.category.casefold()}
                return _level([place for place in self._order if self._categories(place[0]) == wanted])

    def _categories(self, number: int) -> set[str]:
        return {category.casefold() for category in self._here[number].categories}


def _level(order: Sequence[tuple[int, int]]) -> list[int]:
    """Return the numbers tied with the first of these, in the order of the numbers."""
    return sorted(number for number, place in order if place == order[0][1])
