"""How strong players are by their rounds in all final tournaments, in the order in which these were played.

After each tournament the estimates of its players are kept, under a fingerprint of its revision and of all before it:
what has changed is learnt anew from the first tournament that did, and whatever stands before it is read.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from statistics import fmean

from django.db import DatabaseError, transaction
from django.db.models import Q

from tournaments.models import Club, Pair, Player, RatingStep, Tournament
from tournaments.ranking.missed_rounds import NO_TABLE
from tournaments.ratings.estimates import NEW, Bout, Estimate, rated
from tournaments.records import Line, Outcome, TableResult

from .evening import Evening, evening_of
from .settings import scale_of

LOGGER = logging.getLogger(__name__)

FORMAT = 1
"""Of what is kept, and of the model: with another one everything is learnt anew."""
HALF_OF_THE_VP = 10
"""Of the scales that clubs know; the VP of any other are brought to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A tournament, and the estimates of its players after it."""

    tournament: Tournament
    estimates: Mapping[int, Estimate]
    """By the keys of the players."""


def ratings_shown() -> bool:
    """Whether the club wants ratings. One query."""
    return Club.objects.filter(ratings=True).exists()


def rating_steps() -> list[Step]:
    """Every final tournament with what it did to the ratings. Two queries; more for each that is learnt anew."""
    tournaments = list(Tournament.objects.filter(state=Tournament.State.FINAL).order_by("date", "pk"))
    kept = {row.tournament_id: row for row in RatingStep.objects.all()}
    now: dict[int, Estimate] = {}
    steps: list[Step] = []
    learnt: list[RatingStep] = []
    fingerprint = str(FORMAT)
    for tournament in tournaments:
        fingerprint = _fingerprint(fingerprint, tournament)
        row = kept.get(tournament.pk)
        if row is not None and row.fingerprint == fingerprint:
            estimates = {key: Estimate(*figures) for key, *figures in row.estimates}
        else:
            bouts = list(bouts_of(tournament))
            after, seated = rated(now, bouts), {key for bout in bouts for key in (*bout.first, *bout.second)}
            estimates = {key: after[key] for key in sorted(seated)}
            written = [[key, *estimate] for key, estimate in estimates.items()]
            learnt.append(RatingStep(tournament=tournament, fingerprint=fingerprint, estimates=written))
        now |= estimates
        steps.append(Step(tournament=tournament, estimates=estimates))
    _keep(learnt)
    return steps


def ratings_now(steps: Sequence[Step]) -> dict[int, Estimate]:
    """Everybody's estimate after the last of these."""
    now: dict[int, Estimate] = {}
    for step in steps:
        now |= step.estimates
    return now


def rating_course(player: Player) -> list[tuple[Tournament, Estimate]]:
    """The tournaments that a player was in, each with the estimate after it."""
    return [(step.tournament, step.estimates[player.pk]) for step in rating_steps() if player.pk in step.estimates]


def some_rated_in(tournament: Tournament) -> bool:
    """Whether the club shows ratings and somebody entered was in a final tournament. Two queries, no rating read."""
    first = tournament.pairs.values("player1")
    second = tournament.pairs.filter(player2__isnull=False).values("player2")
    known = Q(player1__in=first) | Q(player1__in=second) | Q(player2__in=first) | Q(player2__in=second)
    final = Pair.objects.filter(tournament__in=Tournament.objects.filter(state=Tournament.State.FINAL))
    return ratings_shown() and final.filter(known).exists()


def strengths_in(tournament: Tournament) -> dict[int, float]:
    """By their numbers, how strong the pairs are: the mean of who was entered, newcomers in the middle.

    Empty where the club shows no ratings, or nobody here has one. One query where none are shown; otherwise four, and
    what `rating_steps` learns anew.
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
    """The rounds played at its tables, in order.

    Without rests, absences and arbitral scores, which say nothing of anybody's strength, and without the rounds of a
    pair in which a substitute sat: nobody knows which of them.
    """
    evening = evening_of(tournament)
    people = "player1_id", "player2_id", "substitute1_id", "substitute2_id"
    players = {
        number: () if first_sub or second_sub else tuple(key for key in (first, second) if key is not None)
        for number, first, second, first_sub, second_sub in tournament.pairs.values_list("number", *people)
    }
    total = scale_of(tournament).total
    for result, ns_vp, ew_vp in _vp_of_tables(evening):
        first, second = (
            tuple(key for number in side for key in players[number]) for side in (result.ns_side, result.ew_side)
        )
        whole = all(players[number] for number in (*result.ns_side, *result.ew_side))
        if whole:
            yield Bout(first, second, (ns_vp - ew_vp) / total * HALF_OF_THE_VP)


def _vp_of_tables(evening: Evening) -> Iterator[tuple[TableResult, int, int]]:
    """Each table that was played, with the VP of its sides."""
    vp = {
        (score.round, score.table, score.line): score.vp
        for row in evening.standings_by_figures(everybody=True)
        for score in row.rounds
        if score.table != NO_TABLE
    }
    for result in evening.results:
        if result.outcome is Outcome.PLAYED:
            sides = [vp[(result.round, result.table, line)] for line in (Line.NS, Line.EW)]
            yield result, sides[0], sides[1]


def _fingerprint(before: str, tournament: Tournament) -> str:
    return blake2b(f"{before}:{tournament.pk}:{tournament.revision}".encode(), digest_size=16).hexdigest()


def _keep(rows: Sequence[RatingStep]) -> None:
    """A database that takes nothing now keeps nobody from reading."""
    if not rows:
        return
    try:
        with transaction.atomic():
            RatingStep.objects.bulk_create(
                rows, update_conflicts=True, unique_fields=["tournament"], update_fields=["fingerprint", "estimates"]
            )
    except DatabaseError:
        LOGGER.warning("the steps of the ratings are not kept")
