"""What the home page and a tournament's overview list: tournaments with how far they are, rounds likewise."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery, When

from tournaments.models import Pair, Round, Tournament
from tournaments.people.names import search_key
from tournaments.records import Outcome, System
from tournaments.wording.systems import system_name

UNDER_WAY = (Tournament.State.RUNNING, Tournament.State.CHECKING)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundListed:
    """A round in a list: how it is paired, and how many of its tables have handed in."""

    number: int
    system: str
    state: Round.State
    handed_in: int
    tables: int

    @property
    def is_missing(self) -> bool:
        """Whether a table is still to hand in."""
        return self.handed_in < self.tables


def tournaments_under_way() -> QuerySet[Tournament]:
    """Those that are played, then those that are checked; of either the newest first. With `pair_count` and so on."""
    played_first = Case(When(state=Tournament.State.RUNNING, then=0), default=1, output_field=IntegerField())
    return _with_progress(Tournament.objects.filter(state__in=UNDER_WAY).order_by(played_first, "-date", "-pk"))


def tournaments_coming(today: date) -> QuerySet[Tournament]:
    """Those that have not begun, the next one first; last those whose day has passed."""
    passed = Case(When(date__lt=today, then=1), default=0, output_field=IntegerField())
    coming = Tournament.objects.filter(state=Tournament.State.REGISTRATION)
    return _with_progress(coming.order_by(passed, "date", "pk"))


def tournaments_finished() -> QuerySet[Tournament]:
    """Those that are final, the newest first."""
    return _with_progress(Tournament.objects.filter(state=Tournament.State.FINAL).order_by("-date", "-pk"))


def tournaments_found(words: str) -> QuerySet[Tournament]:
    """Those whose name or venue has every one of the words, in any order and however they are accented. Two queries."""
    sought = search_key(words).split()
    named = Tournament.objects.values_list("pk", "name", "venue")
    found = [pk for pk, name, venue in named if all(word in search_key(f"{name} {venue}") for word in sought)]
    return _with_progress(Tournament.objects.filter(pk__in=found).order_by("-date", "-pk"))


def rounds_listed(tournaments: Iterable[Tournament]) -> dict[int, RoundListed]:
    """By the key of each tournament with a round under way, that round: as `RoundsNow.at_desk` has it. One query."""
    published = Round.objects.filter(tournament__in=[each.pk for each in tournaments], state=Round.State.PUBLISHED)
    rounds = [(round_.tournament_id, _listed(round_)) for round_ in _with_tables(published)]
    rounds.sort(key=lambda row: (row[1].is_missing, row[1].number if row[1].is_missing else -row[1].number))
    return dict(rounds)


def open_to_players(*, since: date) -> QuerySet[Tournament]:
    """The tournaments that players look for: begun, and not older than that day."""
    begun = Tournament.objects.exclude(state=Tournament.State.REGISTRATION).filter(date__gte=since)
    return _with_progress(begun.order_by("-date", "-pk"))


def put_away() -> QuerySet[Tournament]:
    """The tournaments that were deleted and can be brought back still, the last one first, with who did it."""
    deleted = Tournament.everything.filter(deleted_at__isnull=False)
    return deleted.select_related("deleted_by").order_by("-deleted_at", "-pk")


def rounds_with_progress(tournament: Tournament) -> list[RoundListed]:
    """The tournament's rounds in order; a rest has nothing to hand in. One query."""
    return [_listed(round_) for round_ in _with_tables(tournament.rounds.order_by("number"))]


def _with_tables(rounds: QuerySet[Round]) -> QuerySet[Round]:
    playing = ~Q(tables__outcome=Outcome.REST)
    return rounds.annotate(
        playing=Count("tables", filter=playing),
        handed_in=Count("tables", filter=playing & ~Q(tables__outcome=Outcome.OPEN)),
    )


def _listed(round_: Any) -> RoundListed:
    """`round_`: as `_with_tables` reads it."""
    return RoundListed(
        number=round_.number,
        system=system_name(System(round_.system), round_.chosen),
        state=Round.State(round_.state),
        handed_in=round_.handed_in,
        tables=round_.playing,
    )


def _with_progress(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The figures as subqueries: counting over several joins would multiply them."""
    pairs = Pair.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    rounds = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.DRAFT).order_by()
    return tournaments.annotate(
        pair_count=Subquery(pairs.annotate(count=Count("pk")).values("count")),
        team_count=Subquery(pairs.annotate(count=Count("team", distinct=True)).values("count")),
        round_number=Subquery(rounds.values("tournament").annotate(latest=Max("number")).values("latest")),
    )
