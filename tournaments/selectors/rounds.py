"""The rounds of a tournament: those that everybody knows of, the latest, and those under way."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import FilteredRelation, Q

from tournaments.models import Round, Tournament
from tournaments.records import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNow:
    """A round, how far it is, and the tables that are still to hand in."""

    number: int
    state: Round.State
    missing: Sequence[int]

    @property
    def under_way(self) -> bool:
        return self.state is Round.State.PUBLISHED


@dataclass(frozen=True, slots=True)
class RoundsNow:
    """Where the evening is: several rounds may be under way, the earlier ones waiting for a last slip."""

    rounds: Sequence[RoundNow]
    """All of them in order, a draft too."""

    @property
    def latest(self) -> RoundNow | None:
        """A draft, too; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def at_desk(self) -> RoundNow | None:
        """Whose slips come in: of the rounds under way the latest that misses one, else the first, to be closed."""
        under_way = [each for each in self.rounds if each.under_way]
        waiting = [each for each in under_way if each.missing]
        return waiting[-1] if waiting else under_way[0] if under_way else None

    @property
    def with_results(self) -> RoundNow | None:
        """The round whose results are looked at: the one at the desk, else the latest if it was published."""
        latest = self.latest
        return self.at_desk or (latest if latest is not None and latest.state is not Round.State.DRAFT else None)

    def others_under_way(self, number: int) -> Mapping[int, Sequence[int]]:
        """The rounds under way but that one, each with the tables that are still to hand in."""
        return {each.number: each.missing for each in self.rounds if each.under_way and each.number != number}


def published_rounds(tournament: Tournament) -> list[Round]:
    """The rounds that everybody knows of, in order. One query."""
    return list(tournament.rounds.exclude(state=Round.State.DRAFT).defer("undo").order_by("number"))


def rounds_now(tournament: Tournament) -> RoundsNow:
    """Where the evening is. One query."""
    rows = (
        tournament.rounds.annotate(missing=FilteredRelation("tables", condition=Q(tables__outcome=Outcome.OPEN)))
        .order_by("number", "missing__number")
        .values_list("number", "state", "missing__number")
    )
    states = {number: state for number, state, _table in rows}
    return _rounds_now(states, [(number, table) for number, _state, table in rows if table is not None])


def rounds_now_of(rounds: Iterable[Round], open_tables: Iterable[tuple[int, int]]) -> RoundsNow:
    """The same of rounds that have been read, in order, and their open tables: round and table."""
    return _rounds_now({round_.number: round_.state for round_ in rounds}, open_tables)


def _rounds_now(states: Mapping[int, str], open_tables: Iterable[tuple[int, int]]) -> RoundsNow:
    missing: dict[int, list[int]] = {number: [] for number in states}
    for number, table in open_tables:
        missing[number].append(table)
    return RoundsNow(
        [RoundNow(number=number, state=Round.State(state), missing=missing[number]) for number, state in states.items()]
    )
