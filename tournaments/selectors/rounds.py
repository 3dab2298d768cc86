"""The rounds of a tournament: the published ones, the latest, and those under way."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, FilteredRelation, Max, OuterRef, Q, Subquery, When
from django.db.models.fields.json import KeyTransform

from tournaments.models import Round, Table, Tournament
from tournaments.records import Outcome
from tournaments.records.sections import in_section


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNow:
    """A round, its progress, and the tables whose slips are missing."""

    number: int
    state: Round.State
    missing: Sequence[int]

    @property
    def under_way(self) -> bool:
        return self.state is Round.State.PUBLISHED


@dataclass(frozen=True, slots=True)
class RoundsNow:
    """The present rounds: several may be under way, the earlier ones waiting for a last slip."""

    rounds: Sequence[RoundNow]
    """All rounds in order, including a draft."""

    @property
    def latest(self) -> RoundNow | None:
        """Return the latest round, which may be a draft; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def at_desk(self) -> RoundNow | None:
        """Return the round at the desk: the latest under way with a missing slip, or else the first to be closed."""
        under_way = [round_ for round_ in self.rounds if round_.under_way]
        waiting = [round_now for round_now in under_way if round_now.missing]
        return waiting[-1] if waiting else under_way[0] if under_way else None

    @property
    def with_results(self) -> RoundNow | None:
        """Return the round whose results are shown: the one at the desk, or else the latest if it was published."""
        latest = self.latest
        return self.at_desk or (latest if latest is not None and latest.state is not Round.State.DRAFT else None)

    def others_under_way(self, number: int) -> Mapping[int, Sequence[int]]:
        """Return the other rounds under way, each with the tables whose slips are missing."""
        return {round_.number: round_.missing for round_ in self.rounds if round_.under_way and round_.number != number}


def sections_at(path: str = "") -> KeyTransform:
    """Return the expression for the first tables of a round's sections after the first; null if it has one.

    `path` leads to the round, as in `round__`.
    """
    return KeyTransform("sections", f"{path}settings")


def sections_by_round(tournament: Tournament) -> dict[int, Sequence[int]]:
    """Return the first tables of the later sections, by the numbers of the rounds that have any. One query."""
    rows = tournament.rounds.filter(settings__has_key="sections")
    return dict(rows.order_by("number").values_list("number", sections_at()))


def published_rounds(tournament: Tournament) -> list[Round]:
    """Return the published rounds, in order. One query."""
    return list(tournament.rounds.exclude(state=Round.State.DRAFT).defer("undo").order_by("number"))


def rounds_now(tournament: Tournament) -> RoundsNow:
    """Return the present rounds. One query."""
    rows = (
        tournament.rounds.annotate(missing=FilteredRelation("tables", condition=Q(tables__outcome=Outcome.OPEN)))
        .order_by("number", "missing__number")
        .values_list("number", "state", "missing__number", sections_at())
    )
    states = {number: state for number, state, _table, _sections in rows}
    missing = [(number, in_section(table, starts or ())) for number, _state, table, starts in rows if table is not None]
    return _rounds_now(states, missing)


def rounds_in_brief(tournament: Tournament) -> RoundsNow:
    """Return the present rounds, each under way with no more than the first of its missing tables. One query."""
    waiting = Table.objects.filter(round=OuterRef("pk"), outcome=Outcome.OPEN).order_by("number")
    first = Case(When(state=Round.State.PUBLISHED, then=Subquery(waiting.values("number")[:1])))
    rows = list(tournament.rounds.order_by("number").values_list("number", "state", first, sections_at()))
    states = {number: state for number, state, _table, _sections in rows}
    missing = [(number, in_section(table, starts or ())) for number, _state, table, starts in rows if table is not None]
    return _rounds_now(states, missing)


def rounds_now_of(rounds: Iterable[Round], open_tables: Iterable[tuple[int, int]]) -> RoundsNow:
    """Return the present rounds from rounds already read, in order, and their open tables: round and table."""
    return _rounds_now({round_.number: round_.state for round_ in rounds}, open_tables)


def _rounds_now(states: Mapping[int, str], open_tables: Iterable[tuple[int, int]]) -> RoundsNow:
    missing: dict[int, list[int]] = {number: [] for number in states}
    for number, table in open_tables:
        missing[number].append(table)
    return RoundsNow(
        [RoundNow(number=number, state=Round.State(state), missing=missing[number]) for number, state in states.items()]
    )


def round_at_hand(tournament: Tournament) -> int:
    """Return the number of the round being played, or the next one; the last, once all are. One query."""
    closed = tournament.rounds.filter(state=Round.State.CLOSED).aggregate(Max("number"))["number__max"] or 0
    return min(int(closed) + 1, max(tournament.rounds_planned, int(closed)))
