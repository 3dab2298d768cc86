"""The adjustments of a tournament, present and removed, for their page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import CharField, Max, Q, QuerySet
from django.db.models.functions import Cast
from django.db.models.lookups import Exact, StartsWith

from tournaments.models import Adjustment, Pair, Player, Round, Table, Tournament
from tournaments.people.names import search_key
from tournaments.wording.adjustments import points_in_words, reason_in_words

from .entrants import pairs_with_people
from .members import SEATS


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenAdjustment:
    """An adjustment with its words."""

    row: Adjustment
    nth_warning: int
    """The number of the warning among those of the pair: 1, 2 …; 0 if it is not a warning."""

    @property
    def points(self) -> str:
        return points_in_words(mp=self.row.mp, vp=self.row.vp, felt=self.row.felt)

    @property
    def reason(self) -> str:
        player = str(self.row.player) if self.row.player else ""
        return reason_in_words(reason=self.row.reason, article=self.row.article, player=player)


def given_adjustments(tournament: Tournament) -> list[GivenAdjustment]:
    """Return all adjustments, by round and pair. One query."""
    rows = tournament.adjustments.select_related("round", "pair__player1", "pair__player2", "player", "made_by")
    warnings = Counter[int]()
    adjustments = []
    for row in rows.order_by("pk"):
        is_warning = not (row.mp or row.vp)
        warnings[row.pair_id] += is_warning
        adjustments.append(GivenAdjustment(row=row, nth_warning=warnings[row.pair_id] if is_warning else 0))
    return sorted(
        adjustments, key=lambda adjustment: (adjustment.row.round.number, adjustment.row.pair.number, adjustment.row.pk)
    )


def taken_back_in(tournament: Tournament) -> list[GivenAdjustment]:
    """Return the removed adjustments that can be restored, the latest first. Two queries."""
    there = set(tournament.adjustments.values_list("pk", flat=True))
    still_there = {"round__in": tournament.rounds.all(), "pair__in": tournament.pairs.all()}
    rows = Adjustment.history.filter(tournament_id=tournament.pk, history_type="-", **still_there)
    removed = rows.select_related("round", "pair__player1", "pair__player2", "player")
    latest = {row.id: row for row in removed.order_by("history_id") if row.id not in there}
    return [GivenAdjustment(row=row, nth_warning=0) for row in reversed(latest.values())]


SAME = ("tournament_id", "round_id", "pair_id", "player_id", "mp", "vp", "felt", "reason", "article", "made_by_id")
"""The fields in which an adjustment equals another one."""


def newest_change(tournament: Tournament) -> int:
    """Return the number of the newest change of an adjustment of the tournament; 0 before the first. One query."""
    newest = Adjustment.history.filter(tournament_id=tournament.pk).aggregate(newest=Max("history_id"))["newest"]
    return int(newest or 0)


def is_given(adjustment: Adjustment, *, since: int) -> bool:
    """Return whether an equal adjustment was given after this change, even if it was taken back again. One query."""
    equal = {name: getattr(adjustment, name) for name in SAME}
    return bool(Adjustment.history.filter(history_type="+", history_id__gt=since, **equal).exists())


@dataclass(frozen=True, slots=True, kw_only=True)
class WarningCounts:
    """The warnings that a pair already has."""

    of_pair: int
    by_player: Sequence[tuple[Player, int]]
    """Those of each of its players, if there are any."""


def warned(pair: Pair) -> WarningCounts:
    """Return how often a pair was warned in its tournament. One query."""
    warnings = list(pair.adjustments.filter(mp=0, vp=0).select_related("player"))
    players = Counter(row.player for row in warnings if row.player is not None)
    return WarningCounts(of_pair=len(warnings), by_player=sorted(players.items(), key=lambda player: str(player[0])))


def pairs_called(tournament: Tournament, typed: str) -> QuerySet[Pair]:
    """Return the pairs with this number, or with every typed word in their names; none for an empty text.

    Two queries.
    """
    pairs = pairs_with_people(tournament)
    first = typed.split(maxsplit=1)[:1]
    if first and first[0].isdecimal():
        return pairs.filter(Exact(_written_number(), first[0]))
    words = search_key(typed).split()
    for word in words:
        named = (Q(**{f"{seat}__search_name__contains": word}) for seat in SEATS)
        pairs = pairs.filter(pk__in=tournament.pairs.filter(reduce(or_, named)).values("pk"))
    return pairs if words else pairs.none()


def pairs_offered(tournament: Tournament, typed: str, *, limit: int = 8) -> list[Pair]:
    """Return the pairs to offer during typing, whose number or name begins like this. Two queries."""
    if not typed.strip().isdecimal():
        return list(pairs_called(tournament, typed)[:limit])
    beginning = StartsWith(_written_number(), typed.strip())
    return list(pairs_with_people(tournament).filter(beginning)[:limit])


def _written_number() -> Cast:
    """Return a pair's number as it is written, for no other spelling of it is meant."""
    return Cast("number", CharField())


def tables_played(pair: Pair) -> list[Table]:
    """Return the tables of a pair with opponents, with their rounds, the latest first. One query."""
    sits = Q(ns=pair) | Q(ew=pair) | Q(ns_partner=pair) | Q(ew_partner=pair)
    tables = Table.objects.filter(sits, ew__isnull=False).exclude(round__state=Round.State.DRAFT)
    return list(tables.select_related("round").order_by("-round__number"))


def rounds_to_adjust(tournament: Tournament) -> list[Round]:
    """Return the rounds that can have adjustments, in order. One query."""
    return list(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number"))
