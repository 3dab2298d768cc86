"""How a pair, or a player, did: its rounds as its own page shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.records import Adjustment, Entrant, EntrantId, Outcome, RoundScore, Side, System
from tournaments.selectors.ranking import HandScored, StoredHand, seen_from

from .hall import Hall


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound:
    """One round of a pair, or a player: how it went, with and against whom, its hands, and adjustments."""

    number: int
    score: RoundScore | None
    """None: not seated, and the round is here for its adjustments only."""
    is_bye: bool
    partner: Entrant | None
    """In an individual tournament only."""
    opponents: Side | None
    hands: Sequence[HandScored]
    adjustments: Sequence[Adjustment]
    vp: int | None
    """VP of the round, with what the referee gave or took; None while there are none."""
    place: int | None
    """In the ranking after it; None before it has a result."""


def rounds_of(hall: Hall, entrant: EntrantId, hands: Iterable[StoredHand]) -> list[PairRound]:
    """A pair's rounds, the latest first, with their hands and adjustments."""
    standing = hall.standing(entrant)
    scores = {score.round: score for score in standing.rounds} if standing else {}
    vp = standing.vp_by_round if standing else {}
    adjustments = [adjustment for adjustment in hall.evening.adjustments if adjustment.entrant == entrant]
    places = dict(hall.course.of(entrant))
    played = list(hands)
    return [
        _round_of(
            hall,
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
    number: int,
    score: RoundScore | None,
    hands: Sequence[StoredHand],
    adjustments: Sequence[Adjustment],
    vp: int | None,
    place: int | None,
) -> PairRound:
    knockout = any(each.number == number and each.system == System.KNOCKOUT for each in hall.rounds)
    return PairRound(
        number=number,
        score=score,
        is_bye=knockout and score is not None and score.outcome is Outcome.REST,
        partner=hall.entrants[score.partner] if score and score.partner else None,
        opponents=hall.side(score.opponents) if score else None,
        hands=[seen_from(score.line, hand) for hand in hands] if score else [],
        adjustments=adjustments,
        vp=vp,
        place=place,
    )
