"""The rounds of a pair, or a player, for its own page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.records import Entrant, EntrantId, Outcome, PointAdjustment, RoundScore, Side
from tournaments.selectors.ranking import PairHand, StoredHand, seen_from

from .hall import Hall


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound:
    """A round of a pair, or a player: its score, partner, opponents, hands and adjustments."""

    number: int
    score: RoundScore | None
    """The score; None if not seated, when the round is listed only for its adjustments."""
    is_bye: bool
    partner: Entrant | None
    """The partner, in an individual tournament only."""
    opponents: Side | None
    hands: Sequence[PairHand]
    adjustments: Sequence[PointAdjustment]
    vp: int | None
    """The VP of the round, with the referee's adjustments; None while there are none."""
    place: int | None
    """The place in the ranking after the round; None before it has a result."""


def rounds_of(hall: Hall, entrant: EntrantId, hands: Iterable[StoredHand]) -> list[PairRound]:
    """Return a pair's rounds, the latest first, with their hands and adjustments."""
    standing = hall.standing(entrant)
    scores = {score.round: score for score in standing.rounds} if standing else {}
    vp = standing.vp_by_round if standing else {}
    adjustments = [adjustment for adjustment in hall.evening.adjustments if adjustment.entrant == entrant]
    places = dict(hall.course.of(entrant))
    played = list(hands)
    return [
        _round_of(
            hall,
            entrant,
            number,
            scores.get(number),
            [hand for hand in played if hand.round == number],
            [adjustment for adjustment in adjustments if adjustment.round == number],
            vp.get(number),
            places.get(number),
        )
        for number in sorted({*scores, *(adjustment.round for adjustment in adjustments)}, reverse=True)
    ]


def _round_of(
    hall: Hall,
    entrant: EntrantId,
    number: int,
    score: RoundScore | None,
    hands: Sequence[StoredHand],
    adjustments: Sequence[PointAdjustment],
    vp: int | None,
    place: int | None,
) -> PairRound:
    knockout = any(round_.number == number and hall.is_in_knockout(round_, entrant) for round_ in hall.rounds)
    return PairRound(
        number=number,
        score=score,
        is_bye=knockout and score is not None and score.outcome is Outcome.REST,
        partner=hall.entrants[score.partner].in_round(number) if score and score.partner else None,
        opponents=hall.side(score.opponents, number) if score else None,
        hands=[seen_from(score.line, hand) for hand in hands] if score else [],
        adjustments=adjustments,
        vp=vp,
        place=place,
    )
