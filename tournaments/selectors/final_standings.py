"""The final rankings of many tournaments, computed once and stored until something changes.

The stored row names its revision. That revision is read before the results, so the row can only be newer than it says.
In that case the tournament has another revision by now, and is ranked again next time.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction

from tournaments.models import FinalStanding, Tournament
from tournaments.people.names import team_key
from tournaments.records import SCORED, EntrantId, Outcome, RoundScore, Standing

from .evening import Evening, evening_of
from .final_rounds import FinalSeat, rounds_written, seats_in
from .settings import scale_of
from .standings import team_standings_of
from .team_matches import match_scale_of

LOGGER = logging.getLogger(__name__)

FORMAT = 4
"""The format of the stored rows; a row in another one is computed again."""


class FinalOutcome(NamedTuple):
    """The outcome of a pair, or of a player in an individual tournament."""

    number: int
    """The number in the tournament; in a team's row the team's."""
    players: tuple[int, ...]
    """The keys of the players entered; empty in a team's row."""
    place: int
    sharing: int
    """The number of entrants that share the place."""
    rounds: int
    """The number of rounds that the entrant was there for."""
    vp: int
    mp_difference: int
    possible: int
    """The VP that all rounds can give."""
    meetings: Sequence[int]
    """The rounds played, as `meetings_in` reads them: few are needed, and a season holds tens of thousands."""
    away: Sequence[Sequence[int]] = ()
    """The players replaced by substitutes: the key of each, and the numbers of those rounds."""

    def rounds_of(self, player: int) -> int:
        """Return the number of rounds that this player was there for."""
        return self.rounds - sum(len(rounds) for who, *rounds in self.away if who == player)


class FinalRanking(NamedTuple):
    """A tournament's final ranking."""

    pairs: tuple[FinalOutcome, ...]
    teams: tuple[FinalOutcome, ...]
    team_names: Mapping[int, str]


class StandingPart(StrEnum):
    """A part of the stored row, column by column: few pages need both."""

    STANDING = "standing"
    ROUNDS = "rounds"


def finals_of(tournaments: Sequence[Tournament]) -> dict[int, FinalRanking]:
    """Return the final rankings of these tournaments, by key. One query, and more for each changed tournament."""
    return {key: _read(standing) for key, standing in standing_parts_of(tournaments, StandingPart.STANDING).items()}


def standing_parts_of(tournaments: Sequence[Tournament], part: StandingPart) -> dict[int, Mapping[str, Any]]:
    """Return a part of the stored rows, by the tournaments' keys. One query, and more for each changed tournament."""
    rows = FinalStanding.objects.filter(tournament__in=[t.pk for t in tournaments])
    stored = {key: (revision, data) for key, revision, data in rows.values_list("tournament", "revision", part)}
    parts: dict[int, Mapping[str, Any]] = {}
    stale: list[FinalStanding] = []
    for tournament in tournaments:
        revision, data = stored.get(tournament.pk, (None, {}))
        if revision != tournament.revision or data.get("format") != FORMAT:
            row = FinalStanding(tournament=tournament, revision=tournament.revision, **_written(tournament))
            stale.append(row)
            data = getattr(row, part)
        parts[tournament.pk] = data
    _keep(stale)
    return parts


def _keep(rows: Sequence[FinalStanding]) -> None:
    """Store the rows. If the database is read-only at the moment, reading goes on."""
    if not rows:
        return
    try:
        with transaction.atomic():
            FinalStanding.objects.bulk_create(
                rows, update_conflicts=True, unique_fields=["tournament"], update_fields=["revision", *StandingPart]
            )
    except DatabaseError:
        LOGGER.warning("final standings are not kept")


def _read(standing: Mapping[str, Any]) -> FinalRanking:
    return FinalRanking(
        pairs=tuple(map(_row, standing["pairs"])),
        teams=tuple(map(_row, standing["teams"])),
        team_names=dict(standing["team_names"]),
    )


def _row(data: Sequence[Any]) -> FinalOutcome:
    number, players, *figures = data
    return FinalOutcome(number, tuple(players), *figures)


def meetings_in(flat: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield each round with its opponents' numbers and VP, from a list of round, count, numbers, VP, ….

    >>> list(meetings_in([1, 1, 7, 12, 2, 2, 3, 4, 9]))
    [(1, (7,), 12), (2, (3, 4), 9)]
    """
    at = 0
    while at < len(flat):
        ends = at + 2 + flat[at + 1]
        yield flat[at], tuple(flat[at + 2 : ends]), flat[ends]
        at = ends + 1


def _written(tournament: Tournament) -> dict[StandingPart, dict[str, Any]]:
    """Return the parts to store; the ranking as lists in the order of the fields of `FinalOutcome`."""
    evening, seats = evening_of(tournament), seats_in(tournament)
    standings = evening.standings()
    possible = _possible(evening)
    sharing = Counter(row.place for row in standings)
    pairs = [
        [row.entrant.id, seats[row.entrant.id].players, row.place, sharing[row.place], _rounds_there(row)]
        + [row.vp, row.mp_difference, possible, _meetings(row.rounds), _away(row, seats[row.entrant.id])]
        for row in standings
    ]
    rounds = rounds_written(standings, seats, possible=scale_of(tournament).total)
    return {
        StandingPart.STANDING: {"format": FORMAT, "pairs": pairs, **_teams(tournament, standings, possible)},
        StandingPart.ROUNDS: {"format": FORMAT, **rounds},
    }


def _away(row: Standing, seated: FinalSeat) -> list[list[int]]:
    """Return the rounds of each player that the pair played without the player, or perhaps without."""
    there = [score.round for score in row.rounds if _is_there(score)] if seated.away else []
    missed = {
        player: [number for number in there if seated.holder(seat, number) != player]
        for seat, player in enumerate(seated.players)
    }
    return [[player, *rounds] for player, rounds in missed.items() if rounds]


def _teams(tournament: Tournament, standings: Sequence[Standing], possible: int) -> dict[str, Any]:
    teams = team_standings_of(tournament, standings)
    team_of = {row.entrant.id: row.entrant.team for row in standings if row.entrant.team is not None}
    sharing = Counter(team.place for team in teams)
    matches = max((len(team.matches) for team in teams), default=0)
    of_matches = match_scale_of(tournament).total * matches if tournament.plays_matches else None
    rows = [
        [team.number, [], team.place, sharing[team.place], max(map(_rounds_there, team.pairs))]
        + [team.vp, team.mp_difference, possible * len(team.pairs) if of_matches is None else of_matches]
        + [[met for pair in team.pairs for met in _meetings(pair.rounds, team_of)]]
        for team in teams
    ]
    return {"teams": rows, "team_names": [[team.number, team.name] for team in teams]}


def _possible(evening: Evening) -> int:
    return scale_of(evening.tournament).total * len({result.round for result in evening.results})


def _rounds_there(row: Standing) -> int:
    return sum(map(_is_there, row.rounds))


def _is_there(score: RoundScore) -> bool:
    return score.outcome is not Outcome.OPEN and not score.absent


def _meetings(rounds: Iterable[RoundScore], team_of: Mapping[EntrantId, int] | None = None) -> list[int]:
    """Return the opponents of each round; with teams, their teams.

    `meetings_in` reads this flat list: nested lists would take most of the time of reading a season.
    """
    flat: list[int] = []
    for score in rounds:
        if score.outcome in SCORED:
            met = score.opponents
            others = met if team_of is None else [team_of[entrant] for entrant in met if entrant in team_of]
            flat += [score.round, len(others), *others, score.vp]
    return flat


def name_of_team(name: str) -> str:
    """Return the key of a team from one tournament to the next."""
    return team_key(name)
