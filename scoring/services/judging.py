"""What the engine says of a hand, or of a meld while it grows, without raising."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.engine.cards import Card
from scoring.engine.deck_faults import deck_faults
from scoring.engine.doubts import doubts
from scoring.engine.hand import AnyHand
from scoring.engine.melds import Meld, read_meld
from scoring.engine.notation import NOTATIONS, parse_cards
from scoring.engine.options import with_options
from scoring.engine.rulebooks import rulebook
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import HandScore, score_hand
from scoring.engine.violations import Doubt, IllegalHand, InvalidNotation, Violation

RULESETS_AT_ONCE = 64
"""A club has one or two; every request that looks at a slip asks for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the engine says of a hand. Doubts and scores are those of a legal hand only."""

    violations: tuple[Violation, ...]
    doubts: tuple[Doubt, ...]
    scores: tuple[HandScore, ...] | None

    @property
    def legal(self) -> bool:
        return not self.violations


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldJudgement:
    """What the engine says of the cards of one meld."""

    meld: Meld | None
    """The best reading; None where there is none."""
    violations: tuple[Violation, ...]

    @property
    def legal(self) -> bool:
        return not self.violations


def ruleset_for(key: str, options: Mapping[str, object]) -> RuleSet:
    """The preset of that key with a club's options, as a tournament stores them."""
    return _ruleset(key, _Said(options))


class _Said:
    """Options as a key of what was made of them: equal where they say the same, to the type of every value."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self.options, self._said = options, repr(options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Said) and self._said == other._said

    def __hash__(self) -> int:
        return hash(self._said)


@lru_cache(maxsize=RULESETS_AT_ONCE)
def _ruleset(key: str, said: _Said) -> RuleSet:
    try:
        return with_options(rulebook(key), said.options)
    except ValueError as error:
        raise InvalidNotation(str(error)) from error


def judge(rules: RuleSet, hand: AnyHand) -> Judgement:
    """Everything there is to say about a hand, without raising."""
    try:
        scores = score_hand(rules, hand)
    except IllegalHand as illegal:
        return Judgement(violations=illegal.violations, doubts=(), scores=None)
    return Judgement(violations=(), doubts=doubts(rules, hand, scores), scores=scores)


def read_typed_cards(text: str, language: str) -> tuple[Card, ...]:
    """The cards in the letters of a language (`it`, `en`, `es`, `pt`); UnreadableCard names what is none, and where."""
    return parse_cards(text, NOTATIONS[language])


def judge_meld(rules: RuleSet, cards: Sequence[Card]) -> MeldJudgement:
    """Everything there is to say about the cards of one meld, at any stage of its growing."""
    faults = deck_faults(rules.deck, cards)
    try:
        meld = read_meld(rules, cards)
    except IllegalHand as illegal:
        return MeldJudgement(meld=None, violations=(*illegal.violations, *faults))
    return MeldJudgement(meld=meld, violations=tuple(faults))
