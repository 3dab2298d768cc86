"""The knockouts of a tournament in the database: their brackets, and their tied tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.models import MatchDay, Round
from tournaments.ranking.bracket import WinReason
from tournaments.records import Entrant, EntrantId, Standing, System
from tournaments.records.named_systems import systems_drawing
from tournaments.wording.knockout_bracket import BracketView, knockout_bracket

from .evening import Evening, evening_of
from .runs import latest_run


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedTable:
    """A table of a knockout's last round whose two sides are tied."""

    table: int
    better: Entrant
    """The better seed, who goes on unless the referee decides otherwise."""
    other: Entrant


def has_knockout(drawn: Iterable[Round | MatchDay]) -> bool:
    return any(System.KNOCKOUT in systems_drawing(System(draw.system), draw.chosen) for draw in drawn)


def bracket_views_of(rounds: Sequence[Round], evening: Evening, standings: Iterable[Standing]) -> list[BracketView]:
    """Return the bracket of the latest knockout among these rounds, or that of each girone that has had its own."""
    gironi = _played_in(rounds, evening)
    if not gironi:
        return []
    vp = {(score.round, row.entrant.id): score.vp for row in standings for score in row.rounds}
    return [
        knockout_bracket(
            evening.bracket(latest_run(rounds, System.KNOCKOUT, girone), girone), evening.by_number, vp, girone=girone
        )
        for girone in gironi
    ]


def _played_in(rounds: Sequence[Round], evening: Evening) -> Sequence[int | None]:
    """Return the gironi with a knockout of their own, or None alone if the latest knockout is one bracket.

    Nothing without a knockout.
    """
    latest = next((round_ for round_ in reversed(rounds) if round_.has_bracket), None)
    if latest is None:
        return []
    if latest.is_one_bracket:
        return [None]
    numbers = [round_.number for round_ in rounds]
    return sorted({girone for number in numbers for girone in evening.own_knockouts.get(number, {}).values()})


def _gironi_in(evening: Evening, number: int) -> Sequence[int | None]:
    """Return the gironi that play a knockout of their own in a round, or None alone."""
    return sorted({*evening.own_knockouts.get(number, {}).values()}) or [None]


def tied_tables(rounds: Sequence[Round], number: int, evening: Evening) -> list[TiedTable]:
    """Return the tied tables of the knockouts of the round before round `number`; `evening` ends before it."""
    before = [round_ for round_ in rounds if round_.number < number]
    gironi = _gironi_in(evening, number - 1)
    return [
        tie for girone in gironi for tie in _tied(latest_run(before, System.KNOCKOUT, girone), number, evening, girone)
    ]


def semi_finals_before(round_: Round) -> Iterator[tuple[EntrantId, ...]]:
    """Yield those who met in the semi-finals before a final that is drawn in this round beside a third place."""
    evening = evening_of(round_.tournament, after_round=round_.number - 1)
    rounds = list(round_.tournament.rounds.filter(number__lte=round_.number).order_by("number"))
    for girone in _gironi_in(evening, round_.number):
        bracket = evening.bracket(latest_run(rounds, System.KNOCKOUT, girone), girone)
        if bracket.third_place is not None and bracket.third_place.round == round_.number:
            yield from (match.contestants for match in bracket.rounds[-2])


def _tied(run: Sequence[Round], number: int, evening: Evening, girone: int | None) -> list[TiedTable]:
    if not run or run[-1].number != number - 1:
        return []
    entrants, bracket = evening.by_number, evening.bracket(run, girone)
    # Nothing follows the final.
    if len(run) >= len(bracket.rounds):
        return []
    return [
        TiedTable(table=match.table.table, better=entrants[match.winner], other=entrants[match.loser])
        for match in bracket.rounds[len(run) - 1]
        if match.decided is WinReason.BETTER_SEED
        if match.table  # equivalent `True`: nothing is tied without a table
        if match.winner  # equivalent `True`: the better seed
        if match.loser  # equivalent `True`: two sat at the table
    ]
