"""The lists of the home page and of a tournament's overview: tournaments and rounds with their progress."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, overload

from django.db.models import Case, Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery, When

from tournaments.models import MatchDay, Pair, Player, Round, Tournament
from tournaments.people.names import search_key
from tournaments.records import Outcome, System
from tournaments.wording.systems import system_name

from .final_standings import FinalOutcome, FinalRanking, finals_of
from .runs import draws_of

MOST_WINNERS = 3
"""Up to this many who share the first place are named."""
UNDER_WAY = (Tournament.State.RUNNING, Tournament.State.CHECKING)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSummary:
    """A round in a list: its system, and how many of its tables are in."""

    number: int
    system: str
    state: Round.State
    handed_in: int
    tables: int

    @property
    def is_missing(self) -> bool:
        """Return whether a slip is missing."""
        return self.handed_in < self.tables


class ListedTournaments(Sequence[Tournament]):
    """A list of tournaments read a page at a time, with `pair_count`, `team_count`, `round_number`. One query a page.

    The list and its order need little of each tournament. Their progress needs more, so only a page's is read.
    """

    def __init__(self, keys: Iterable[int]) -> None:
        self._keys = list(keys)

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, at: int) -> Tournament: ...
    @overload
    def __getitem__(self, at: slice) -> list[Tournament]: ...
    def __getitem__(self, at: int | slice) -> Tournament | list[Tournament]:
        if isinstance(at, int):
            return self[at : at + 1 or None][0]
        keys = self._keys[at]
        found = _with_progress(Tournament.objects.all()).in_bulk(keys) if keys else {}
        return [found[key] for key in keys if key in found]


def tournaments_under_way() -> ListedTournaments:
    """Return the tournaments being played, then those being checked, the newest first. One query."""
    played_first = Case(When(state=Tournament.State.RUNNING, then=0), default=1, output_field=IntegerField())
    under_way = Tournament.objects.filter(state__in=UNDER_WAY).order_by(played_first, "-date", "-pk")
    return ListedTournaments(under_way.values_list("pk", flat=True))


def tournaments_coming(today: date) -> ListedTournaments:
    """Return the tournaments that have not begun, the next first, and last those whose day has passed. One query."""
    passed = Case(When(date__lt=today, then=1), default=0, output_field=IntegerField())
    coming = Tournament.objects.filter(state=Tournament.State.REGISTRATION).order_by(passed, "date", "pk")
    return ListedTournaments(coming.values_list("pk", flat=True))


def tournaments_to_come(today: date) -> ListedTournaments:
    """Return the tournaments that have not begun and whose day has not passed, the next first. One query."""
    coming = Tournament.objects.filter(state=Tournament.State.REGISTRATION, date__gte=today).order_by("date", "pk")
    return ListedTournaments(coming.values_list("pk", flat=True))


def tournaments_finished() -> ListedTournaments:
    """Return the final tournaments, the newest first. One query."""
    finished = Tournament.objects.filter(state=Tournament.State.FINAL).order_by("-date", "-pk")
    return ListedTournaments(finished.values_list("pk", flat=True))


def tournaments_ever() -> ListedTournaments:
    """Return all tournaments, the newest first. One query."""
    return ListedTournaments(Tournament.objects.order_by("-date", "-pk").values_list("pk", flat=True))


def tournaments_found(words: str) -> ListedTournaments:
    """Return the tournaments with all these words in name or venue, in any order, without regard to accents.

    One query.
    """
    sought = search_key(words).split()
    named = Tournament.objects.order_by("-date", "-pk").values_list("pk", "name", "venue")
    return ListedTournaments(pk for pk, *text in named if all(word in search_key(" ".join(text)) for word in sought))


def rounds_listed(tournaments: Iterable[Tournament]) -> dict[int, RoundSummary]:
    """Return the round at the desk, as in `RoundsNow.at_desk`, of each tournament that has one, by key. One query."""
    published = Round.objects.filter(
        tournament__in=[tournament.pk for tournament in tournaments], state=Round.State.PUBLISHED
    )
    rounds = [(round_.tournament_id, _listed(round_, round_)) for round_ in _with_tables(published)]
    rounds.sort(key=lambda row: (row[1].is_missing, row[1].number if row[1].is_missing else -row[1].number))
    return dict(rounds)


def winners_of(tournaments: Iterable[Tournament], *, in_public: bool) -> dict[int, list[str]]:
    """Return the names of the winners of the final tournaments among these, by key; of teams the teams'.

    Two queries, and more for each tournament whose ranking is not kept.
    """
    finals = finals_of([each for each in tournaments if each.state == Tournament.State.FINAL])
    first = {key: _first(ranking.teams or ranking.pairs) for key, ranking in finals.items()}
    keys = {player for winners in first.values() for winner in winners for player in winner.players}
    players = Player.objects.in_bulk(keys) if keys else {}
    names = {key: player.public_name if in_public else player.full_name for key, player in players.items()}
    return {key: [_name(winner, finals[key], names) for winner in winners] for key, winners in first.items()}


def _first(ranked: Sequence[FinalOutcome]) -> list[FinalOutcome]:
    return [row for row in ranked if row.place == 1 and row.rounds][:MOST_WINNERS]


def _name(winner: FinalOutcome, ranking: FinalRanking, names: Mapping[int, str]) -> str:
    return " – ".join(names[key] for key in winner.players) or ranking.team_names[winner.number]


def open_to_players(*, since: date) -> ListedTournaments:
    """Return the tournaments open to players, begun since that day: first those played, then checked, then final."""
    ranks = [When(state=state, then=rank) for rank, state in enumerate((*UNDER_WAY, Tournament.State.FINAL))]
    begun = Tournament.objects.filter(state__in=(*UNDER_WAY, Tournament.State.FINAL), date__gte=since)
    in_order = begun.order_by(Case(*ranks, output_field=IntegerField()), "-date", "-pk")
    return ListedTournaments(in_order.values_list("pk", flat=True))


def latest_ranked() -> Tournament | None:
    """Return the tournament that is being played or checked, or the last one that is final; None if there is none."""
    begun = open_to_players(since=date.min)
    return begun[0] if begun else None


def put_away() -> QuerySet[Tournament]:
    """Return the deleted tournaments that can still be restored, the latest first, with who deleted them."""
    deleted = Tournament.everything.filter(deleted_at__isnull=False)
    return deleted.select_related("deleted_by").order_by("-deleted_at", "-pk")


def rounds_with_progress(tournament: Tournament) -> list[RoundSummary]:
    """Return the tournament's rounds in order; a rest has no slip. One query, two in team matches."""
    rounds = list(_with_tables(tournament.rounds.order_by("number")))
    return [_listed(*row) for row in zip(rounds, draws_of(tournament, rounds), strict=True)]


def _with_tables(rounds: QuerySet[Round]) -> QuerySet[Round]:
    playing = ~Q(tables__outcome=Outcome.REST)
    return rounds.annotate(
        playing=Count("tables", filter=playing),
        handed_in=Count("tables", filter=playing & ~Q(tables__outcome=Outcome.OPEN)),
    )


def _listed(round_: Any, drawn: Round | MatchDay) -> RoundSummary:
    """Return a listed round from one that `_with_tables` has read, and its draw."""
    return RoundSummary(
        number=round_.number,
        system=system_name(System(drawn.system), drawn.chosen),
        state=Round.State(round_.state),
        handed_in=round_.handed_in,
        tables=round_.playing,
    )


def _with_progress(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Add the figures as subqueries, because counts over several joins would multiply."""
    pairs = Pair.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    rounds = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.DRAFT).order_by()
    return tournaments.annotate(
        pair_count=Subquery(pairs.annotate(count=Count("pk")).values("count")),
        team_count=Subquery(pairs.annotate(count=Count("team", distinct=True)).values("count")),
        round_number=Subquery(rounds.values("tournament").annotate(latest=Max("number")).values("latest")),
    )
