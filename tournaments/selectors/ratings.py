"""The ratings of players by their rounds in all final tournaments, in the order of these.

The estimates after each tournament are stored, with a fingerprint of its revision and of all earlier ones. After a
change they are computed again from the first tournament changed; the earlier ones are read.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from statistics import fmean

from django.db import DatabaseError, transaction
from django.db.models import Q

from tournaments.models import Club, Pair, Player, RatingStep, Tournament
from tournaments.records import Line, Outcome, TableResult
from tournaments.seasons.ratings import NEW, Bout, Estimate, rated

from .evening import Evening, evening_of
from .final_rounds import seats_in
from .settings import scale_of

LOGGER = logging.getLogger(__name__)

FORMAT = 2
"""The format of the stored rows, and of the model; with another one everything is computed again."""
HALF_OF_THE_VP = 10
"""Half of the VP of the usual scales, to which other scales are converted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A tournament, and the estimates of its players after it."""

    tournament: Tournament
    estimates: Mapping[int, Estimate]
    """The estimates by the keys of the players."""


def ratings_shown() -> bool:
    """Return whether the club shows ratings. One query."""
    return Club.objects.filter(ratings=True).exists()


def rating_steps() -> list[Step]:
    """Return the steps of all final tournaments. Two queries; more for each tournament computed again."""
    tournaments = list(Tournament.objects.filter(state=Tournament.State.FINAL).order_by("date", "pk"))
    stored = {row.tournament_id: row for row in RatingStep.objects.all()}
    now: dict[int, Estimate] = {}
    steps: list[Step] = []
    learnt: list[RatingStep] = []
    fingerprint = str(FORMAT)
    for tournament in tournaments:
        fingerprint = _fingerprint(fingerprint, tournament)
        row = stored.get(tournament.pk)
        if row is not None and row.fingerprint == fingerprint:
            estimates = {key: Estimate(*figures) for key, *figures in row.estimates}
        else:
            bouts = list(bouts_of(tournament))
            after, seated = rated(now, bouts), {key for bout in bouts for key in (*bout.first, *bout.second)}
            estimates = {key: after[key] for key in seated}
            written = [[key, *estimate] for key, estimate in estimates.items()]
            learnt.append(RatingStep(tournament=tournament, fingerprint=fingerprint, estimates=written))
        now |= estimates
        steps.append(Step(tournament=tournament, estimates=estimates))
    _keep(learnt)
    return steps


def ratings_now(steps: Sequence[Step]) -> dict[int, Estimate]:
    """Return all players' estimates after the last of these steps."""
    now: dict[int, Estimate] = {}
    for step in steps:
        now |= step.estimates
    return now


def rating_course(player: Player) -> list[tuple[Tournament, Estimate]]:
    """Return the player's tournaments, each with the estimate after it."""
    return [(step.tournament, step.estimates[player.pk]) for step in rating_steps() if player.pk in step.estimates]


def some_rated_in(tournament: Tournament) -> bool:
    """Return whether the club shows ratings and an entrant was in a final tournament. Two queries, without ratings."""
    first = tournament.pairs.values("player1")
    second = tournament.pairs.filter(player2__isnull=False).values("player2")
    same_players = Q(player1__in=first) | Q(player1__in=second) | Q(player2__in=first) | Q(player2__in=second)
    final = Pair.objects.filter(tournament__in=Tournament.objects.filter(state=Tournament.State.FINAL))
    return ratings_shown() and final.filter(same_players).exists()


def strengths_in(tournament: Tournament) -> dict[int, float]:
    """Return the strength of each pair by number: the mean of its players, newcomers being average.

    It is empty if the club shows no ratings, or if nobody here has one. One query if none are shown; otherwise four,
    and those of `rating_steps`.
    """
    if not ratings_shown():
        return {}
    now = ratings_now(rating_steps())
    entered = {
        number: [key for key in keys if key is not None]
        for number, *keys in tournament.pairs.values_list("number", "player1_id", "player2_id")
    }
    if now.keys().isdisjoint(key for keys in entered.values() for key in keys):
        return {}
    return {number: fmean(now.get(key, NEW).mu for key in keys) for number, keys in entered.items()}


def bouts_of(tournament: Tournament) -> Iterator[Bout]:
    """Yield the matches played at the tournament's tables, in order.

    Rests, absences and assigned scores are left out, because they do not show strength, and so are matches where it is
    not known whether a player or the substitute sat.
    """
    evening, seats = evening_of(tournament), seats_in(tournament)
    total = scale_of(tournament).total
    for result, ns_vp, ew_vp in _vp_of_tables(evening):
        first, second = (
            [key for number in side for key in seats[number].holders(result.round)]
            for side in (result.ns_side, result.ew_side)
        )
        players = [key for key in (*first, *second) if key is not None]
        if len(players) == len(first) + len(second):
            margin = (ns_vp - ew_vp) / total * HALF_OF_THE_VP
            yield Bout(tuple(players[: len(first)]), tuple(players[len(first) :]), margin)


def _vp_of_tables(evening: Evening) -> Iterator[tuple[TableResult, int, int]]:
    """Yield each table that was played, with the VP of its sides."""
    vp = {
        (score.round, score.table, score.line): score.vp
        for row in evening.standings_by_figures(everybody=True)
        for score in row.rounds
    }
    for result in evening.results:
        if result.outcome is Outcome.PLAYED:
            sides = [vp[(result.round, result.table, line)] for line in (Line.NS, Line.EW)]
            yield result, sides[0], sides[1]


def _fingerprint(before: str, tournament: Tournament) -> str:
    return blake2b(f"{before}:{tournament.pk}:{tournament.revision}".encode(), digest_size=16).hexdigest()


def _keep(rows: Sequence[RatingStep]) -> None:
    """Store the rows. If the database is read-only at the moment, reading goes on."""
    if not rows:
        return
    try:
        with transaction.atomic():
            RatingStep.objects.bulk_create(
                rows, update_conflicts=True, unique_fields=["tournament"], update_fields=["fingerprint", "estimates"]
            )
    except DatabaseError:
        LOGGER.warning("the steps of the ratings are not kept")
