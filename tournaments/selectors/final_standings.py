"""What final tournaments came to, for those who look at many of them: ranked once, and kept until something changes.

What is kept says of which revision it is. The revision is read before the results are, so what is kept under it can
only be newer than it says; and then the tournament has another revision by now, and is ranked again the next time.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction

from tournaments.models import FinalStanding, Tournament
from tournaments.people.names import team_key
from tournaments.ranking.missed_rounds import NO_TABLE
from tournaments.records import SCORED, EntrantId, Outcome, RoundScore, Standing

from .evening import Evening, evening_of
from .final_rounds import rounds_written, seats_in
from .settings import scale_of
from .standings import team_standings_of

LOGGER = logging.getLogger(__name__)

FORMAT = 2
"""Of what is kept: of another one it is made anew."""


class CameTo(NamedTuple):
    """How a pair, or in an individual tournament a player, came out of a tournament."""

    number: int
    """In the tournament; of a team's row the team's."""
    players: tuple[int, ...]
    """The keys of those who were entered; nobody in a team's row."""
    place: int
    sharing: int
    """How many have the place."""
    rounds: int
    """Those that it was there for."""
    vp: int
    mp_difference: int
    possible: int
    """VP that all rounds give at the most."""
    meetings: Sequence[int]
    """The rounds played, as `meetings_in` reads them: few are asked for, and a season holds tens of thousands."""


class FinalRanking(NamedTuple):
    """A tournament's final ranking."""

    pairs: tuple[CameTo, ...]
    teams: tuple[CameTo, ...]
    team_names: Mapping[int, str]


class Part(StrEnum):
    """What is kept of a final tournament, column by column: few pages want both."""

    STANDING = "standing"
    ROUNDS = "rounds"


def finals_of(tournaments: Sequence[Tournament]) -> dict[int, FinalRanking]:
    """By their keys, what final tournaments came to. One query, and more for each that has changed."""
    return {key: _read(standing) for key, standing in kept_of(tournaments, Part.STANDING).items()}


def kept_of(tournaments: Sequence[Tournament], part: Part) -> dict[int, Mapping[str, Any]]:
    """By their keys, a part of what is kept. One query, and more for each that has changed."""
    rows = FinalStanding.objects.filter(tournament__in=[t.pk for t in tournaments])
    kept = {key: (revision, data) for key, revision, data in rows.values_list("tournament", "revision", part)}
    found: dict[int, Mapping[str, Any]] = {}
    stale: list[FinalStanding] = []
    for tournament in tournaments:
        revision, data = kept.get(tournament.pk, (None, {}))
        if revision != tournament.revision or data.get("format") != FORMAT:
            row = FinalStanding(tournament=tournament, revision=tournament.revision, **_written(tournament))
            stale.append(row)
            data = getattr(row, part)
        found[tournament.pk] = data
    _keep(stale)
    return found


def _keep(rows: Sequence[FinalStanding]) -> None:
    """A database that takes nothing now keeps nobody from reading."""
    if not rows:
        return
    try:
        with transaction.atomic():
            FinalStanding.objects.bulk_create(
                rows, update_conflicts=True, unique_fields=["tournament"], update_fields=["revision", *Part]
            )
    except DatabaseError:
        LOGGER.warning("final standings are not kept")


def _read(standing: Mapping[str, Any]) -> FinalRanking:
    return FinalRanking(
        pairs=tuple(map(_row, standing["pairs"])),
        teams=tuple(map(_row, standing["teams"])),
        team_names=dict(standing["team_names"]),
    )


def _row(data: Sequence[Any]) -> CameTo:
    number, players, place, sharing, rounds, vp, mp_difference, possible, meetings = data
    return CameTo(number, tuple(players), place, sharing, rounds, vp, mp_difference, possible, meetings)


def meetings_in(flat: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The numbers of those met in each round, and the VP scored: from how many they are, their numbers, the VP, ….

    >>> list(meetings_in([1, 7, 12, 2, 3, 4, 9]))
    [((7,), 12), ((3, 4), 9)]
    """
    at = 0
    while at < len(flat):
        ends = at + 1 + flat[at]
        yield tuple(flat[at + 1 : ends]), flat[ends]
        at = ends + 1


def _written(tournament: Tournament) -> dict[Part, dict[str, Any]]:
    """What is kept, part by part; the ranking as lists in the order of the fields of `CameTo`."""
    evening, seats = evening_of(tournament), seats_in(tournament)
    standings = evening.standings()
    possible = _possible(evening)
    sharing = Counter(row.place for row in standings)
    pairs = [
        [row.entrant.id, _entered(seats[row.entrant.id]), row.place, sharing[row.place], _rounds_there(row)]
        + [row.vp, row.mp_difference, possible, _meetings(row.rounds)]
        for row in standings
    ]
    rounds = rounds_written(standings, seats, possible=scale_of(tournament).total)
    return {
        Part.STANDING: {"format": FORMAT, "pairs": pairs, **_teams(tournament, standings, possible)},
        Part.ROUNDS: {"format": FORMAT, **rounds},
    }


def _entered(seats: Sequence[int | None]) -> list[int]:
    """The players of a number, substitutes left out."""
    return [key for key in seats[::2] if key is not None]


def _teams(tournament: Tournament, standings: Sequence[Standing], possible: int) -> dict[str, Any]:
    teams = team_standings_of(tournament, standings)
    team_of = {row.entrant.id: row.entrant.team for row in standings if row.entrant.team is not None}
    sharing = Counter(team.place for team in teams)
    rows = [
        [team.number, [], team.place, sharing[team.place], max(map(_rounds_there, team.pairs))]
        + [team.vp, team.mp_difference, possible * len(team.pairs)]
        + [[met for pair in team.pairs for met in _meetings(pair.rounds, team_of)]]
        for team in teams
    ]
    return {"teams": rows, "team_names": [[team.number, team.name] for team in teams]}


def _possible(evening: Evening) -> int:
    return scale_of(evening.tournament).total * len({result.round for result in evening.results})


def _rounds_there(row: Standing) -> int:
    return sum(
        score.table != NO_TABLE and score.outcome is not Outcome.OPEN and not score.absent for score in row.rounds
    )


def _meetings(rounds: Iterable[RoundScore], team_of: Mapping[EntrantId, int] | None = None) -> list[int]:
    """Against whom each round was played; with teams, against which of them.

    As `meetings_in` reads it, all in one list: lists within lists take most of the time that reading a season takes.
    """
    flat: list[int] = []
    for score in rounds:
        if score.outcome in SCORED:
            met = score.opponents
            others = met if team_of is None else sorted({team_of[each] for each in met if each in team_of})
            flat += [len(others), *others, score.vp]
    return flat


def name_of_team(name: str) -> str:
    """What a team is known by from one tournament to the next."""
    return team_key(name)
