"""The engine's judgement of a hand, or of a growing meld, without exceptions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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

RULESETS_AT_ONCE = 64  # equivalent: speed alone
"""The number of cached rulesets. A club has one or two, and every request for a slip needs one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The engine's judgement of a hand. Only a legal hand has doubts and scores."""

    violations: tuple[Violation, ...]
    doubts: tuple[Doubt, ...]
    scores: tuple[HandScore, ...] | None

    @property
    def legal(self) -> bool:
        return not self.violations


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldJudgement:
    """The engine's judgement of the cards of one meld."""

    meld: Meld | None
    """The best reading; None if there is none."""
    violations: tuple[Violation, ...]

    @property
    def legal(self) -> bool:
        return not self.violations


def ruleset_for(key: str, options: Mapping[str, object]) -> RuleSet:
    """Return the preset with a club's options, as a tournament stores them."""
    return _ruleset(key, _OptionsKey(options))


class _OptionsKey:
    """Options as a cache key: equal if they have the same values of the same types."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self.options, self._text = options, repr(options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _OptionsKey) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


@lru_cache(maxsize=RULESETS_AT_ONCE)
def _ruleset(key: str, options_key: _OptionsKey) -> RuleSet:
    try:
        return with_options(rulebook(key), options_key.options)
    except ValueError as error:
        raise InvalidNotation(str(error)) from error


def judge(rules: RuleSet, hand: AnyHand) -> Judgement:
    """Return the judgement of a hand, without raising."""
    try:
        scores = score_hand(rules, hand)
    except IllegalHand as illegal:
        return Judgement(violations=illegal.violations, doubts=(), scores=None)
    return Judgement(violations=(), doubts=doubts(rules, hand, scores), scores=scores)


def judge_recorded(rules: RuleSet, hand: AnyHand) -> Judgement:
    """Return the judgement of a stored hand: one that was accepted by earlier rules stays legal and keeps its score."""
    judgement = judge(rules, hand)
    return judgement if judgement.legal else judge(_as_recorded(rules), hand)


@lru_cache(maxsize=RULESETS_AT_ONCE)
def _as_recorded(rules: RuleSet) -> RuleSet:
    """Return the ruleset without the checks for cards that nobody can have, which are newer (docs/rules.md §7)."""
    return replace(rules, out_of_play=0, keeps_a_card=False)


def read_typed_cards(text: str, language: str) -> tuple[Card, ...]:
    """Return the cards in a language's letters (`it`, `en`, `es`, `pt`).

    Raise UnreadableCard for the first unreadable one.
    """
    return parse_cards(text, NOTATIONS[language])


def judge_meld(rules: RuleSet, cards: Sequence[Card]) -> MeldJudgement:
    """Return the judgement of one meld, at any stage of its growth."""
    faults = deck_faults(rules.deck, cards)
    try:
        meld = read_meld(rules, cards)
    except IllegalHand as illegal:
        return MeldJudgement(meld=None, violations=(*illegal.violations, *faults))
    return MeldJudgement(meld=meld, violations=tuple(faults))
