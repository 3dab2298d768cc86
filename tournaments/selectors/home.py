"""What the home page and a tournament's overview list: tournaments with how far they are, rounds likewise."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Case, Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery, Value, When

from tournaments.models import Pair, Round, Tournament
from tournaments.records import Outcome, System
from tournaments.wording.systems import system_name

URGENCY = {Tournament.State.RUNNING: 0, Tournament.State.CHECKING: 1}
"""What is played comes first, then what is checked, then everything else: the newest on top."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundListed:
    """A round in a list: how it is paired, and how many of its tables have handed in."""

    number: int
    system: str
    state: Round.State
    handed_in: int
    tables: int


def tournaments_by_urgency() -> QuerySet[Tournament]:
    """Every tournament with `pair_count`, `team_count`, `round_number`; the ones under way first, then the newest."""
    urgency = Case(
        *(When(state=state, then=Value(place)) for state, place in URGENCY.items()),
        default=Value(len(URGENCY)),
        output_field=IntegerField(),
    )
    return _with_progress(Tournament.objects.order_by(urgency, "-date", "-pk"))


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
    playing = ~Q(tables__outcome=Outcome.REST)
    rounds = tournament.rounds.annotate(
        playing=Count("tables", filter=playing),
        handed_in=Count("tables", filter=playing & ~Q(tables__outcome=Outcome.OPEN)),
    )
    return [
        RoundListed(
            number=round_.number,
            system=system_name(System(round_.system), round_.chosen),
            state=Round.State(round_.state),
            handed_in=round_.handed_in,
            tables=round_.playing,
        )
        for round_ in rounds.order_by("number")
    ]


def _with_progress(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The figures as subqueries: counting over several joins would multiply them."""
    pairs = Pair.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    rounds = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.DRAFT).order_by()
    return tournaments.annotate(
        pair_count=Subquery(pairs.annotate(count=Count("pk")).values("count")),
        team_count=Subquery(pairs.annotate(count=Count("team", distinct=True)).values("count")),
        round_number=Subquery(rounds.values("tournament").annotate(latest=Max("number")).values("latest")),
    )
