"""The fewest cards that a side can have melded and kept, given how its hands were emptied (docs/rules.md §7).

Every turn draws at least the one card that it discards, so a hand shrinks by melding alone. A player who took a
pozzetto has melded as many cards as were dealt; a player who closed has melded those of another hand as well. The cards
that a side has melded and holds are together no fewer than all that it was given.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.hand import AnyHand, CardsEntry, CountsEntry, PozzettoState, TableEntry
from scoring.engine.possible_values import least_melded
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Doubt, DoubtCode, Fact


class LeastCards(NamedTuple):
    """The fewest cards that a side has."""

    melded: int
    left: int
    """Cards in hand, without those of an unlooked pozzetto."""
    together: int
    """Cards melded and in hand."""
    nobody_holds: bool
    """One player closed, and the partner has only an unlooked pozzetto."""


def least_cards(rules: RuleSet, hand: AnyHand, side: int, pozzetto: PozzettoState, *, closed: bool) -> LeastCards:
    """Return the fewest cards of a side with this pozzetto and closing."""
    dealt = rules.dealt_to_two if hand.players == 2 else rules.dealt
    second, players = hand.pozzetto_cards(rules, side), hand.players_of(side)
    least = _least_cards(dealt, second, pozzetto, players=players, closed=closed)
    return least if rules.keeps_a_card else least._replace(left=0)


@lru_cache
def _least_cards(dealt: int, second: int, pozzetto: PozzettoState, *, players: int, closed: bool) -> LeastCards:
    """Return them if players must keep a card; `second` is the number of cards in the pozzetto."""
    unlooked = pozzetto is PozzettoState.UNLOOKED
    looked = second if pozzetto is PozzettoState.TAKEN else 0
    # A player melded the dealt cards to take the pozzetto; to close, a player melds those or the pozzetto.
    first = dealt if looked or unlooked else 0
    last = 0 if not closed else looked if looked and players == 1 else min(dealt, looked or dealt)
    # The player who closed holds nothing, and a player with an unlooked pozzetto holds nothing else.
    holding = players - closed - unlooked
    return LeastCards(
        melded=first + last,
        left=max(holding, 0),
        together=players * dealt + looked,
        nobody_holds=holding == 0,
    )


def table_doubts(rules: RuleSet, hand: AnyHand, side: int, entry: TableEntry) -> Iterator[Doubt]:
    """Yield why a side that shows its cards, or their values, can hardly have emptied its hands like this."""
    least = least_cards(rules, hand, side, entry.pozzetto.state, closed=entry.closed)
    found = _few_cards(rules, entry, least) if isinstance(entry, CardsEntry) else _little_worth(rules, entry, least)
    return (Doubt(code=code, side=side, facts=facts) for code, facts in found)


Found = tuple[DoubtCode, dict[str, Fact]]


def _few_cards(rules: RuleSet, entry: CardsEntry, least: LeastCards) -> Iterator[Found]:
    # Whoever lays a red three draws another card for it.
    melded, left = sum(len(meld) for meld in entry.melds if not rules.are_laid_alone(meld)), entry.cards_left
    if melded < least.melded:
        code = DoubtCode.FEW_MELDED_TO_CLOSE if entry.closed else DoubtCode.FEW_MELDED_TO_TAKE
        yield code, {"cards": melded, "least": least.melded}
    if left < least.left or (left and least.nobody_holds):
        yield _left_code(entry, left, least), {}
    if melded >= least.melded and left >= least.left and melded + left < least.together:
        yield DoubtCode.FEW_TOGETHER, {"cards": melded + left, "least": least.together}


def _little_worth(rules: RuleSet, entry: CountsEntry, least: LeastCards) -> Iterator[Found]:
    """Yield the same for values: the least value of this many cards, with the wilds that the burracos contain."""
    melded, left, together = entry.melded, entry.left_value, entry.melded + entry.left_value
    melded_worth = least_melded(rules, entry.burracos, least.melded)
    left_worth = rules.deck.least_worth(least.left)
    together_worth = least_melded(rules, entry.burracos, least.together)
    if melded < melded_worth:
        code = DoubtCode.LITTLE_MELDED_TO_CLOSE if entry.closed else DoubtCode.LITTLE_MELDED_TO_TAKE
        yield code, {"value": melded, "worth": melded_worth, "least": least.melded}
    if left < left_worth or (left and least.nobody_holds):
        yield _left_code(entry, left, least), {}
    if melded >= melded_worth and left >= left_worth and together < together_worth:
        yield DoubtCode.LITTLE_TOGETHER, {"value": together, "worth": together_worth, "least": least.together}


def _left_code(entry: TableEntry, left: int, least: LeastCards) -> DoubtCode:
    if least.nobody_holds:
        return DoubtCode.CARDS_OF_NOBODY
    if left:
        return DoubtCode.ONE_CARD_LEFT
    if entry.closed:
        return DoubtCode.EMPTY_PARTNER
    unlooked = entry.pozzetto.state is PozzettoState.UNLOOKED
    return DoubtCode.EMPTY_BESIDE_POZZETTO if unlooked else DoubtCode.EMPTY_HAND
