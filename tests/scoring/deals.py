"""Realistic hands: a deck is shuffled, and both sides lay melds from the cards dealt to them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from scoring.engine.cards import JOLLY, PLACES, RANKS, Card, Rank, card_at
from scoring.engine.deck import Deck
from scoring.engine.hand import NOT_TAKEN, TAKEN, AnyHand, CardsEntry, HandEnd, Pozzetto, PozzettoState
from scoring.engine.ruleset import RuleSet

TRIES = 30
"""The number of times that a side tries to lay another meld."""


def deck_cards(deck: Deck) -> list[Card]:
    one_deck = [Card(rank, suit) for suit in deck.suits for rank in RANKS]
    return one_deck * deck.copies + [JOLLY] * deck.jollies


def dealt_hand(rng: Random, rules: RuleSet, *, cards: int = 47) -> AnyHand:
    """Return a legal hand of two sides, each with this many cards for melds."""
    deck = deck_cards(rules.deck)
    rng.shuffle(deck)
    pozzetti = [deck.pop() for _card in range(11)]
    sides = [laid_side(rng, rules, deck[:cards]), laid_side(rng, rules, deck[cards : 2 * cards])]
    took = [rules.has_pozzetto and _melded(side) >= 11 for side in sides]
    sides = [side if has else replace(side, pozzetto=NOT_TAKEN) for side, has in zip(sides, took, strict=True)]
    if sides[0].pozzetto.taken and _melded(sides[1]) >= 11:
        sides[1] = replace(sides[1], pozzetto=_other_pozzetto(rng, pozzetti))
    players, may_close = rules.players_of_two_sides, TAKEN if rules.has_pozzetto else NOT_TAKEN
    closers = [at for at, side in enumerate(sides) if side.pozzetto == may_close and _can_close(rules, side)]
    if closers and rng.random() < 0.9:
        closer = rng.choice(closers)
        left = () if players == len(sides) else sides[closer].left
        sides[closer] = replace(sides[closer], closed=True, left=left)
        return AnyHand(end=HandEnd.CLOSED, sides=tuple(sides), players=players)
    return AnyHand(end=rng.choice([HandEnd.STOCK, HandEnd.STALL, HandEnd.TIME]), sides=tuple(sides), players=players)


def scrambled_hand(rng: Random, rules: RuleSet) -> AnyHand:
    """Return any possible input: a dealt hand with cards moved, doubled and lost."""
    hand = dealt_hand(rng, rules)
    sides = []
    for side in hand.sides:
        assert isinstance(side, CardsEntry)
        heaps = [[*meld] for meld in side.melds] + [[*side.left]]
        for _change in range(rng.randint(0, 3)):
            one, other = rng.choice(heaps), rng.choice(heaps)
            if one:
                other.append(one[0] if rng.random() < 0.3 else one.pop(rng.randrange(len(one))))
        *melds, left = (tuple(heap) for heap in heaps)
        closed = side.closed if rng.random() < 0.9 else not side.closed
        sides.append(replace(side, melds=tuple(melds), left=left, closed=closed))
    end = hand.end if rng.random() < 0.9 else rng.choice([*HandEnd])
    return AnyHand(end=end, sides=tuple(sides), players=hand.players)


def _other_pozzetto(rng: Random, cards: Sequence[Card]) -> Pozzetto:
    unlooked = Pozzetto(state=PozzettoState.UNLOOKED, cards=tuple(cards))
    return rng.choices([TAKEN, NOT_TAKEN, unlooked], (70, 20, 10))[0]


def _melded(side: CardsEntry) -> int:
    return sum(map(len, side.melds))


def _can_close(rules: RuleSet, side: CardsEntry) -> bool:
    """Return whether two hands are melded, with burracos in every ruleset: seven cards that cannot be wild."""
    clean = [meld for meld in side.melds if len(meld) >= 7 and not any(_may_be_wild(card) for card in meld)]
    return _melded(side) >= 22 and len(clean) >= rules.closing_needs_burracos


def _may_be_wild(card: Card) -> bool:
    return card.rank in (Rank.JOLLY, Rank.TWO)


def laid_side(rng: Random, rules: RuleSet, cards: Sequence[Card]) -> CardsEntry:
    """Return a side that lays melds from these cards."""
    held = Counter(cards)
    melds = []
    for _try in range(TRIES):
        sets = rules.sets_allowed and (not rules.sequences_allowed or rng.random() < 0.3)
        meld = (_set if sets else _sequence)(rng, rules, held)
        if meld and held.total() >= len(meld) + 2:
            held -= Counter(meld)
            rng.shuffle(meld)
            melds.append(tuple(meld))
    # Both partners keep a card, and none of the 22 dealt to them and the 11 of the pozzetto is lost.
    least = max(2, 33 - sum(map(len, melds)))
    left = [*held.elements()][: rng.randint(least, max(least, 8))]
    return CardsEntry(melds=tuple(melds), left=tuple(left), pozzetto=TAKEN, closed=False)


def _set(rng: Random, rules: RuleSet, held: Counter[Card]) -> list[Card]:
    threes = None if rules.red_threes is None else Rank.THREE
    rank = rng.choice([rank for rank in rules.set_ranks if rules.may_be_set(rank) and rank is not threes])
    cards = [card for card in held.elements() if card.rank is rank]
    return _with_wild(rng, held, cards) if len(cards) >= 3 else []


def _sequence(rng: Random, rules: RuleSet, held: Counter[Card]) -> list[Card]:
    """Return the longest run of a suit, or a part of it."""
    suit = rng.choice(rules.deck.suits)
    runs: list[list[Card]] = [[]]
    for place in PLACES[rules.first_place - 1 :]:
        card = card_at(place, suit)
        if held[card] and not (place == PLACES[-1] and runs[-1][:1] == [card]):
            runs[-1].append(card)
        else:
            runs.append([])
    run = max(runs, key=len)
    if rng.random() < 0.7:
        run = run[: rng.randint(3, 7)]
    return _with_wild(rng, held, run) if len(run) >= 3 else []


def _with_wild(rng: Random, held: Counter[Card], cards: list[Card]) -> list[Card]:
    wilds = [card for card in (held - Counter(cards)) if _may_be_wild(card)]
    return [*cards, rng.choice(wilds)] if wilds and rng.random() < 0.4 else cards
