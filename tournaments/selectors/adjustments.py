"""What the referee has given in a tournament, and what was taken back, as the page of the adjustments lists it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Adjustment, Pair, Player, Round, Table, Tournament
from tournaments.people.names import search_key
from tournaments.wording.adjustments import points_in_words, reason_in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenAdjustment:
    """One adjustment with its words."""

    row: Adjustment
    nth_warning: int
    """Which warning of the pair it is: 1, 2 …; 0 for what is none."""

    @property
    def points(self) -> str:
        return points_in_words(mp=self.row.mp, vp=self.row.vp, felt=self.row.felt)

    @property
    def reason(self) -> str:
        player = str(self.row.player) if self.row.player else ""
        return reason_in_words(reason=self.row.reason, article=self.row.article, player=player)


def given_in(tournament: Tournament) -> list[GivenAdjustment]:
    """Every adjustment, by round and pair. One query."""
    rows = tournament.adjustments.select_related("round", "pair__player1", "pair__player2", "player", "made_by")
    warnings = Counter[int]()
    given = []
    for row in rows.order_by("pk"):
        is_warning = not (row.mp or row.vp)
        warnings[row.pair_id] += is_warning
        given.append(GivenAdjustment(row=row, nth_warning=warnings[row.pair_id] if is_warning else 0))
    return sorted(given, key=lambda each: (each.row.round.number, each.row.pair.number, each.row.pk))


def taken_back_in(tournament: Tournament) -> list[GivenAdjustment]:
    """What was taken back and could be given again, the latest first. Two queries."""
    there = set(tournament.adjustments.values_list("pk", flat=True))
    still_there = {"round__in": tournament.rounds.all(), "pair__in": tournament.pairs.all()}
    rows = Adjustment.history.filter(tournament_id=tournament.pk, history_type="-", **still_there)
    removed = rows.select_related("round", "pair__player1", "pair__player2", "player")
    latest = {row.id: row for row in removed.order_by("history_id") if row.id not in there}
    return [GivenAdjustment(row=row, nth_warning=0) for row in reversed(latest.values())]


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned:
    """The warnings that a pair has already."""

    of_pair: int
    by_player: Sequence[tuple[Player, int]]
    """Those of each of its players, where there are any."""


def warned(pair: Pair) -> Warned:
    """How often a pair was warned in its tournament. One query."""
    warnings = list(pair.adjustments.filter(mp=0, vp=0).select_related("player"))
    players = Counter(row.player for row in warnings if row.player is not None)
    return Warned(of_pair=len(warnings), by_player=sorted(players.items(), key=lambda each: str(each[0])))


def pairs_called(tournament: Tournament, typed: str) -> list[Pair]:
    """The pairs of that number, or with every word typed in their names; nobody for an empty text. One query."""
    people = ("player1", "player2", "substitute1", "substitute2")
    pairs = tournament.pairs.select_related(*people).order_by("number")
    first = typed.split(maxsplit=1)[:1]
    if first and first[0].isdecimal():
        return [pair for pair in pairs if str(pair.number) == first[0]]
    words = search_key(typed).split()
    return [pair for pair in pairs if words and all(word in _names(pair) for word in words)]


def pairs_offered(tournament: Tournament, typed: str, *, limit: int = 8) -> list[Pair]:
    """Those to choose from while it is typed: of a number that begins so, or called so. One query."""
    if not typed.strip().isdecimal():
        return pairs_called(tournament, typed)[:limit]
    people = ("player1", "player2", "substitute1", "substitute2")
    pairs = tournament.pairs.select_related(*people).order_by("number")
    return [pair for pair in pairs if str(pair.number).startswith(typed.strip())][:limit]


def tables_played(pair: Pair) -> list[Table]:
    """The tables at which a pair met somebody, or is to, with their rounds, the latest first. One query."""
    sits = Q(ns=pair) | Q(ew=pair) | Q(ns_partner=pair) | Q(ew_partner=pair)
    tables = Table.objects.filter(sits, ew__isnull=False).exclude(round__state=Round.State.DRAFT)
    return list(tables.select_related("round").order_by("-round__number"))


def _names(pair: Pair) -> str:
    seated = (pair.player1, pair.player2, pair.substitute1, pair.substitute2)
    return " ".join(player.search_name for player in seated if player is not None)


def rounds_to_adjust(tournament: Tournament) -> list[Round]:
    """The rounds in which something can be given, in order. One query."""
    return list(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number"))
