"""The registration of a tournament: who can still be added or checked in, and the teams of the pairs."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils import timezone

from tournaments.models import Pair, Round, Team, Tournament

from .pair_lists import EnteredPair


class Admission(StrEnum):
    """The possibility of adding an entrant (docs/tournaments.md §3)."""

    OPEN = "open"
    LATE = "late"
    """The first round has begun: new entrants miss it."""
    OVER = "over"
    """The first round has its ranking."""


def entering_of(tournament: Tournament) -> Admission:
    """Return whether somebody can still be added. No query during registration, one after it."""
    if tournament.state == Tournament.State.REGISTRATION:
        return Admission.OPEN
    first = tournament.rounds.filter(number=1).values_list("state", flat=True).first()
    if first == Round.State.CLOSED:
        return Admission.OVER
    return Admission.LATE if first == Round.State.PUBLISHED else Admission.OPEN


class SelfCheckIn(StrEnum):
    """The state of the check-in by players themselves."""

    OPEN = "open"
    OFF = "off"
    """The club does not want it."""
    OVER = "over"
    """The time is up, or the first round has begun."""


def self_check_in_of(tournament: Tournament, at: datetime) -> SelfCheckIn:
    """Return whether players may check themselves in at that moment. No query."""
    if not tournament.self_check_in:
        return SelfCheckIn.OFF
    until = check_in_ends_at(tournament)
    late = until is not None and at >= until
    return SelfCheckIn.OVER if late or tournament.state != Tournament.State.REGISTRATION else SelfCheckIn.OPEN


def check_in_ends_at(tournament: Tournament) -> datetime | None:
    """Return the time at which check-in ends, or None if it is not set."""
    if tournament.check_in_until is None:
        return None
    return timezone.make_aware(datetime.combine(tournament.date, tournament.check_in_until))


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team and its pairs, by number."""

    team: Team
    pairs: tuple[EnteredPair, ...]


@dataclass(frozen=True, slots=True)
class LooseEnds:
    """The problems to solve before a team event begins: pairs without a team, and teams of a single pair."""

    pairs: tuple[EnteredPair, ...]
    teams: tuple[Team, ...]


def teams_of(tournament: Tournament, pairs: Sequence[EnteredPair]) -> list[TeamRow]:
    """Return the teams by number, each with its pairs among these, which have been read. One query."""
    members = defaultdict(list)
    for pair in pairs:
        members[pair.team_id].append(pair)
    return [TeamRow(team, tuple(members[team.pk])) for team in tournament.teams.all()]


def loose_ends(tournament: Tournament, teams: Sequence[TeamRow], pairs: Sequence[EnteredPair]) -> LooseEnds:
    """Return the problems before the first round; afterwards none, because teams stay as they are once they play."""
    if tournament.state != Tournament.State.REGISTRATION:
        return LooseEnds((), ())
    return LooseEnds(
        pairs=tuple(pair for pair in pairs if pair.team_id is None and _comes(pair)),
        teams=tuple(row.team for row in teams if sum(map(_comes, row.pairs)) == 1),
    )


def _comes(pair: EnteredPair) -> bool:
    return pair.status != Pair.Status.WITHDRAWN
