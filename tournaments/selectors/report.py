"""The referee's report of an evening: the players, the rounds, the decisions and the ranking."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournaments.models import MatchDay, Pair, Round, Tournament
from tournaments.records import Entrant, Standing, TeamStanding

from .adjustments import GivenAdjustment, given_adjustments
from .incidents import StatedIncident, incidents_of
from .ranking import ranking_of
from .results import results_of
from .runs import draws_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRound:
    """A published round, with its tables."""

    row: Round
    drawn: Round | MatchDay
    """The draw behind it: its own, or that of its match day."""
    tables: int
    """The tables with two lines."""
    alone: int
    """Those who rested, or had a bye."""

    @property
    def began_at(self) -> datetime | None:
        return self.row.published_at


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningReport:
    """An evening as it is reported, final or not."""

    tournament: Tournament
    referees: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    clubs: tuple[str, ...]
    """The clubs that were represented, from A to Z."""
    rounds: Sequence[ReportedRound]
    adjustments: Sequence[GivenAdjustment]
    incidents: Sequence[StatedIncident]
    standings: Sequence[Standing]
    teams: Sequence[TeamStanding]

    @property
    def withdrawn(self) -> int:
        """Return how many of those entered were withdrawn."""
        return len(self.entrants) - self.tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).count()

    @property
    def late(self) -> int:
        """Return how many were admitted late."""
        return sum(entrant.late_after is not None for entrant in self.entrants)


def report_of(tournament: Tournament) -> EveningReport:
    """Return the report of an evening. Thirteen queries at most."""
    ranking = ranking_of(tournament, results_of(tournament))
    entrants = tuple(ranking.evening.entrants)
    incidents, adjustments = incidents_of(tournament), given_adjustments(tournament)
    return EveningReport(
        tournament=tournament,
        referees=_referees(tournament, adjustments, incidents),
        entrants=entrants,
        clubs=tuple(sorted({club for entrant in entrants for club in entrant.clubs})),
        rounds=_rounds(tournament),
        adjustments=adjustments,
        incidents=incidents,
        standings=ranking.standings,
        teams=ranking.teams(),
    )


def _rounds(tournament: Tournament) -> list[ReportedRound]:
    """Return the published rounds in order. One query, two in team matches."""
    seated = Q(tables__ew__isnull=False)
    rounds = tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number").defer("undo")
    counted = rounds.annotate(played_at=Count("tables", filter=seated), alone_at=Count("tables", filter=~seated))
    rows = list(counted)
    return [
        ReportedRound(row=row, drawn=drawn, tables=row.played_at, alone=row.alone_at)
        for row, drawn in zip(rows, draws_of(tournament, [*rows]), strict=True)
    ]


def _referees(
    tournament: Tournament, adjustments: Sequence[GivenAdjustment], incidents: Sequence[StatedIncident]
) -> tuple[str, ...]:
    """Return the referees whom the settings name, or else those who signed a statement or gave an adjustment."""
    named = [name for part in tournament.referees.split(",") if (name := " ".join(part.split()))]
    signed = [stated.row.referee for stated in incidents]
    gave = [str(adjustment.row.made_by) for adjustment in adjustments if adjustment.row.made_by]
    return tuple(dict.fromkeys(name for name in named or [*signed, *gave] if name))
