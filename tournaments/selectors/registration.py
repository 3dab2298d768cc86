"""Who can still be entered in a tournament, and the teams that the pairs make."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils import timezone

from tournaments.models import Pair, Round, Team, Tournament

from .entered import EnteredPair


class Entering(StrEnum):
    """Whether somebody can still be entered (docs/tournaments.md §3)."""

    OPEN = "open"
    LATE = "late"
    """The first round has begun: who is entered now misses it."""
    OVER = "over"
    """The first round has its ranking."""


def entering_of(tournament: Tournament) -> Entering:
    """No query during registration, one after it."""
    if tournament.state == Tournament.State.REGISTRATION:
        return Entering.OPEN
    first = tournament.rounds.filter(number=1).values_list("state", flat=True).first()
    if first == Round.State.CLOSED:
        return Entering.OVER
    return Entering.LATE if first == Round.State.PUBLISHED else Entering.OPEN


class SelfCheckIn(StrEnum):
    """Whether players may check themselves in."""

    OPEN = "open"
    OFF = "off"
    """The club does not want it."""
    OVER = "over"
    """The time is up, or the first round has begun."""


def self_check_in_of(tournament: Tournament, at: datetime) -> SelfCheckIn:
    """Whether players may check themselves in at that moment. No query."""
    if not tournament.self_check_in:
        return SelfCheckIn.OFF
    until = check_in_ends_at(tournament)
    late = until is not None and at >= until
    return SelfCheckIn.OVER if late or tournament.state != Tournament.State.REGISTRATION else SelfCheckIn.OPEN


def check_in_ends_at(tournament: Tournament) -> datetime | None:
    """The moment by which everybody should have come; None where the referee has set none."""
    if tournament.check_in_until is None:
        return None
    return timezone.make_aware(datetime.combine(tournament.date, tournament.check_in_until))


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team and the pairs in it, by number."""

    team: Team
    pairs: tuple[EnteredPair, ...]


@dataclass(frozen=True, slots=True)
class LooseEnds:
    """What a team event should not begin with: pairs without a team, and teams of a single pair."""

    pairs: tuple[EnteredPair, ...]
    teams: tuple[Team, ...]


def teams_of(tournament: Tournament, pairs: Sequence[EnteredPair]) -> list[TeamRow]:
    """The tournament's teams by number, each with its share of the pairs, which have been read. One query."""
    members = defaultdict(list)
    for pair in pairs:
        members[pair.team_id].append(pair)
    return [TeamRow(team, tuple(members[team.pk])) for team in tournament.teams.all()]


def loose_ends(tournament: Tournament, teams: Sequence[TeamRow], pairs: Sequence[EnteredPair]) -> LooseEnds:
    """What to settle before the first round; afterwards nothing, for teams stay as they are once they play."""
    if tournament.state != Tournament.State.REGISTRATION:
        return LooseEnds((), ())
    return LooseEnds(
        pairs=tuple(pair for pair in pairs if pair.team_id is None and _comes(pair)),
        teams=tuple(row.team for row in teams if sum(map(_comes, row.pairs)) == 1),
    )


def _comes(pair: EnteredPair) -> bool:
    return pair.status != Pair.Status.WITHDRAWN
