"""Random hands under options that change what a side scores or who sits at the table, for engine and oracle.

`python -m benchmarks.engine --long` compares many; the tests compare a small share of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from scoring.engine.cards import RED_SUITS, Rank
from scoring.engine.hand import NOT_TAKEN, TAKEN, AnyHand, CardsEntry, HandEnd, Pozzetto, PozzettoState
from scoring.engine.options import with_options
from scoring.engine.rulebooks import RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import score_hand
from scoring.engine.violations import IllegalHand
from scoring.services import write_hand
from tests.scoring import oracle_melds, oracle_slips
from tests.scoring.deals import deck_cards, laid_side
from tests.scoring.oracle_hands import totals
from tests.scoring.perft import BOOKS


@dataclass(frozen=True, kw_only=True)
class Case:
    """A ruleset with options and its table, and the same rules for the oracle."""

    options: Mapping[str, object]
    slips: oracle_slips.Book
    melds: oracle_melds.Book = BOOKS["italian"]
    preset: str = "italian"
    players: int = 4
    sides: int = 2
    partners: bool = True
    rules: RuleSet = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", with_options(RULEBOOKS[self.preset], self.options))


SIX = {"players": [6], "decks": 3, "jollies": 6}
THREE_PACKS = oracle_slips.Book(cards=162, worth=1620, cheapest=(5,) * 60)

NO_POZZETTO = oracle_slips.Book(not_taken=0, refills=True, pozzetto=False, pozzetto_to_close=False)

CASES: Mapping[str, Case] = {
    "three without partners": Case(
        options={"alone_from": 1000}, slips=oracle_slips.ITALIAN, players=3, sides=3, partners=False
    ),
    "three against three, three packs": Case(options=SIX, slips=THREE_PACKS, players=6),
    "no sequences": Case(
        options={"sequences_allowed": False}, slips=oracle_slips.ITALIAN, melds=oracle_melds.Book(sequences=False)
    ),
    "no pozzetto": Case(options={"pozzetto_cards": 0}, slips=NO_POZZETTO),
    "red threes, more for all of them, lost without any meld; sets of black threes": Case(
        options={"red_threes": 100, "red_threes_together": 800, "red_threes_need_burraco": False, "black_threes": True},
        slips=oracle_slips.Book(red_threes=100, red_threes_together=800, any_meld_keeps=True),
        melds=oracle_melds.Book(no_threes=True, black_threes=True),
    ),
    "canasta": Case(options={}, preset="canasta", slips=oracle_slips.BOOKS["canasta"], melds=BOOKS["canasta"]),
    "canasta for two": Case(
        options={},
        preset="canasta_for_two",
        slips=oracle_slips.BOOKS["canasta_for_two"],
        melds=BOOKS["canasta_for_two"],
        players=2,
    ),
    "two burracos to close, one of them clean": Case(
        options={"closing_needs_burracos": 2, "closing_needs_clean": True},
        slips=oracle_slips.Book(burracos_to_close=2, clean_to_close=True),
    ),
    "three pairs, three packs": Case(options={**SIX, "sides_of_six": 3}, slips=THREE_PACKS, players=6, sides=3),
}


def random_hand(rng: Random, case: Case) -> AnyHand:
    """Return a hand that may be right or wrong: melds of a shuffled deck, and any pozzetti and closing."""
    deck = deck_cards(case.rules.deck)
    rng.shuffle(deck)
    per_side = (len(deck) - 33) // case.sides
    sides = []
    for at in range(case.sides):
        side = laid_side(rng, case.rules, deck[at * per_side : (at + 1) * per_side])
        unlooked = Pozzetto(state=PozzettoState.UNLOOKED, cards=tuple(deck[-11 * at - 11 : len(deck) - 11 * at]))
        pozzetto = rng.choices([TAKEN, NOT_TAKEN, unlooked], (70, 20, 10) if case.rules.has_pozzetto else (3, 95, 2))[0]
        if case.rules.red_threes is not None and rng.random() < 0.7:
            side = _with_red_threes(rng, side)
        left = side.left[: rng.choice([0, 1, 2, 5, 20])]
        if rng.random() < 0.1 and side.melds:
            side = replace(side, melds=(*side.melds[1:], side.melds[0][1:]))
        sides.append(replace(side, pozzetto=pozzetto, left=left))
    end = rng.choice([HandEnd.CLOSED, HandEnd.CLOSED, HandEnd.STOCK, HandEnd.TIME])
    if end is HandEnd.CLOSED:
        closer = max(range(case.sides), key=lambda at: (_burracos(sides[at]), sides[at].pozzetto == TAKEN))
        alone = case.players == case.sides
        left = () if alone and rng.random() < 0.9 else sides[closer].left
        sides[closer] = replace(sides[closer], closed=rng.random() < 0.95, left=left)
    return AnyHand(end=end, sides=tuple(sides), players=case.players, partners=case.partners)


def _with_red_threes(rng: Random, side: CardsEntry) -> CardsEntry:
    """Return the side with the red threes of its hand laid, and sometimes without any other meld."""
    red = tuple(card for card in side.left if card.rank is Rank.THREE and card.suit in RED_SUITS)
    left = tuple(card for card in side.left if card not in red)
    melds = side.melds if rng.random() < 0.8 else ()
    return replace(side, melds=(*melds, red) if red else melds, left=left)


def _burracos(side: CardsEntry) -> int:
    return sum(len(meld) > 6 for meld in side.melds)


def compared(name: str, hands: int) -> tuple[int, list[object]]:
    """Return how many of this many random hands are legal, and those that engine and oracle judge differently."""
    case, rng = CASES[name], Random(name)
    legal, different = 0, []
    for _hand in range(hands):
        hand = random_hand(rng, case)
        written = write_hand(case.preset, case.options, hand)
        expected = totals(case.melds, case.slips, written)
        try:
            found = [score.total for score in score_hand(case.rules, hand)]
        except IllegalHand:
            found = None
        legal += expected is not None
        if found != expected:
            different.append((written, found, expected))
    return legal, different
