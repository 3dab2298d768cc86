"""The luck of a hand: legal, plausible slips between two sides of known strength.

The stronger side closes a hand more often: by the difference of the strengths in thousandths from one half, but never
under 5 % nor over 95 %. The side that closes has more burracos and more card points. All numbers are whole.
"""

from random import Random

from scoring.engine.hand import EnteredHand, HandEnd, SlipEntry
from scoring.engine.ruleset import RuleSet
from scoring.services import judge
from tournaments.ranking.victory_points import MP_STEP

POOL_SIZE = 2000


class HandPool:
    """Slips prepared in advance, for playing many evenings quickly: only the winner is drawn each time."""

    def __init__(self, rules: RuleSet, rng: Random, size: int = POOL_SIZE) -> None:
        self._ns_won = [_hand_won_by_ns(rng, rules) for _ in range(size)]
        self._ew_won = [_turned(hand) for hand in self._ns_won]

    def deal(self, rng: Random, edge: int) -> EnteredHand:
        """Return a hand between two sides; `edge` is the lead of NS over EW in strength."""
        return rng.choice(self._ns_won if _ns_wins(rng, edge) else self._ew_won)


def play_hand(rng: Random, rules: RuleSet, edge: int) -> EnteredHand:
    """Return a new legal hand; `edge` is the lead of NS over EW, in thousandths of the chance to close."""
    ns_wins = _ns_wins(rng, edge)
    hand = _hand_won_by_ns(rng, rules)
    return hand if ns_wins else _turned(hand)


def _ns_wins(rng: Random, edge: int) -> bool:
    return rng.randrange(1000) < min(950, max(50, 500 + edge))


def _turned(hand: EnteredHand) -> EnteredHand:
    ns, ew = hand.sides
    return EnteredHand(end=hand.end, sides=(ew, ns))


def _hand_won_by_ns(rng: Random, rules: RuleSet) -> EnteredHand:
    while True:
        end = rng.choices((HandEnd.CLOSED, HandEnd.STOCK, HandEnd.TIME), (94, 3, 3))[0]
        hand = EnteredHand(end=end, sides=(_winner(rng, rules, closed=end is HandEnd.CLOSED), _loser(rng, rules)))
        judgement = judge(rules, hand)
        if judgement.legal and not judgement.doubts:
            return hand


def _winner(rng: Random, rules: RuleSet, *, closed: bool) -> SlipEntry:
    burracos = rng.choices((1, 2, 3), (55, 35, 10))[0]
    bonuses = sum(_burraco(rng, rules) for _ in range(burracos))
    base = bonuses + rules.pozzetto_amount(taken=True) + (rules.closing if closed else 0)
    return SlipEntry(base=base, points=_points(rng, 60 + 70 * burracos))


def _loser(rng: Random, rules: RuleSet) -> SlipEntry:
    burracos = rng.choices((0, 1, 2), (45, 42, 13))[0]
    took = burracos > 0 or rng.randrange(100) < 85
    base = sum(_burraco(rng, rules) for _ in range(burracos))
    base += rules.pozzetto_amount(taken=took)
    typical = 20 + 70 * burracos
    # All cards dealt and taken count against the side: at least 22, or 33.
    if rules.may_count_against and not burracos:
        typical = -260 if took else -180
    return SlipEntry(base=base, points=_points(rng, typical))


def _burraco(rng: Random, rules: RuleSet) -> int:
    if rules.semi_clean is not None and rng.randrange(100) < 12:
        return rules.semi_clean
    return rules.clean if rng.randrange(100) < 48 else rules.dirty


def _points(rng: Random, typical: int) -> int:
    return MP_STEP * ((typical + sum(rng.randint(-40, 40) for _ in range(3))) // MP_STEP)
