"""What the home page and a tournament's overview list: tournaments with how far they are, rounds likewise."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import overload

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


class Listed(Sequence[Tournament]):
    """Tournaments of which a page at a time is read, with `pair_count`, `team_count`, `round_number`. Two queries.

    Which there are, and in which order, takes a glance at each; how far they are takes more, and only what is shown is
    asked.
    """

    def __init__(self, ordered: QuerySet[Tournament]) -> None:
        self._keys = list(ordered.values_list("pk", flat=True))

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, at: int) -> Tournament: ...
    @overload
    def __getitem__(self, at: slice) -> list[Tournament]: ...
    def __getitem__(self, at: int | slice) -> Tournament | list[Tournament]:
        if isinstance(at, int):
            return self[at : at + 1 or None][0]
        found = _with_progress(Tournament.objects.all()).in_bulk(self._keys[at])
        return [found[key] for key in self._keys[at] if key in found]


def tournaments_by_urgency() -> Listed:
    """Every tournament; the ones under way first, then the newest."""
    urgency = Case(
        *(When(state=state, then=Value(place)) for state, place in URGENCY.items()),
        default=Value(len(URGENCY)),
        output_field=IntegerField(),
    )
    return Listed(Tournament.objects.order_by(urgency, "-date", "-pk"))


def open_to_players(*, since: date) -> Listed:
    """The tournaments that players look for: begun, and not older than that day."""
    begun = Tournament.objects.exclude(state=Tournament.State.REGISTRATION).filter(date__gte=since)
    return Listed(begun.order_by("-date", "-pk"))


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
