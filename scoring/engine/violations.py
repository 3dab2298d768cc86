"""The faults of a meld or a hand, as stable codes with the facts that a sentence needs.

There are two exceptions: unreadable input is `InvalidNotation`, readable input against the rules is `IllegalHand`. The
sentences, in the reader's language, are in `scoring/messages/`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.engine.cards import Card

Fact = int | str | bool | list[int]
Facts = Mapping[str, Fact]


class ViolationCode(StrEnum):
    """A violation of the rules. Each code lists the facts it has besides its cards."""

    # A meld
    TOO_FEW_CARDS = "too_few_cards"
    """size, least; its cards: all there are"""
    TOO_MANY_WILDS = "too_many_wilds"
    """most (beside these other cards); its cards: the wilds"""
    ONLY_WILDS = "only_wilds"
    SET_OF_TWOS = "set_of_twos"
    MIXED = "mixed"
    """neither set nor sequence; its cards: those outside the largest suit or rank"""
    GAP = "gap"
    """its cards: those that are missing"""
    TWO_ACES = "two_aces"
    """an ace at both ends of a sequence"""
    CARD_TWICE = "card_twice"
    """in a sequence; its cards: each that is doubled"""
    TOO_LONG = "too_long"
    """size, most; its cards: all there are"""
    SUIT_UNSEEN = "suit_unseen"
    """no set; its cards: those whose suits must be known to tell what they make"""
    SETS_NOT_ALLOWED = "sets_not_allowed"
    SET_RANK_NOT_ALLOWED = "set_rank_not_allowed"
    """ranks (of which sets may be, as numbers, ace 1); its cards: those of another rank"""

    SEQUENCES_NOT_ALLOWED = "sequences_not_allowed"

    THREES_NOT_MELDED = "threes_not_melded"
    """its cards: the threes"""
    THREES_WITH_OTHERS = "threes_with_others"
    """its cards: black threes, which may be melded by themselves only"""

    # A hand that the ruleset does not know
    PLAYERS_UNKNOWN = "players_unknown"
    """players, known"""
    NO_STALL = "no_stall"
    """the next player draws, and the hand goes on"""

    # The cards of all melds, hands and pozzetti together
    NOT_IN_DECK = "not_in_deck"
    """its cards: those that this deck does not have"""
    TOO_MANY_COPIES = "too_many_copies"
    """cards, copies (that the deck has); its cards: the one card"""

    TOO_MANY_WORTH = "too_many_worth"
    """value (of each), cards (on the whole table that are worth it), copies (that the deck has)"""

    # A side at the depth of cards or counts
    NEGATIVE = "negative"
    """column, value"""
    GRADE_UNKNOWN = "grade_unknown"
    """grade: a burraco that the ruleset does not know"""
    MELDED_IMPOSSIBLE = "melded_impossible"
    """value: no melds with these burracos are worth that"""
    NO_CARD_WORTH = "no_card_worth"
    """value (of each of some cards left in hand), values (that cards have)"""
    LEFT_IMPOSSIBLE = "left_impossible"
    """value: no cards are worth that"""
    POZZETTO_SIZE = "pozzetto_size"
    """cards, size"""
    POZZETTO_WORTH = "pozzetto_worth"
    """value (as given), worth (of its cards)"""
    POZZETTO_IMPOSSIBLE = "pozzetto_impossible"
    """value, size: no cards of this number are worth that"""
    CLOSED_WITHOUT_BURRACO = "closed_without_burraco"
    CLOSED_WITH_FEW_BURRACOS = "closed_with_few_burracos"
    """burracos, least (to close)"""
    CLOSED_WITHOUT_CLEAN = "closed_without_clean"
    CLOSED_WITHOUT_POZZETTO = "closed_without_pozzetto"
    CLOSED_WITH_CARDS = "closed_with_cards"
    """its cards: those that a single player still holds"""
    CLOSED_WITH_UNLOOKED = "closed_with_unlooked"
    """a single player closed without having looked at the pozzetto"""
    EMPTY_WITHOUT_POZZETTO = "empty_without_pozzetto"
    """a single player has no card left, took no pozzetto and did not close"""
    UNLOOKED_WITH_CARDS = "unlooked_with_cards"
    """its cards: those that a single player holds besides an unlooked pozzetto"""
    CARDS_BEYOND_DECK = "cards_beyond_deck"
    """cards (of all sides, of untaken pozzetti, and those that nobody drew), deck"""
    VALUES_BEYOND_DECK = "values_beyond_deck"
    """values (of all cards shown), worth (of all cards that the sides can have)"""
    RED_THREES_BEYOND_DECK = "red_threes_beyond_deck"
    """cards (laid by all sides), deck"""
    WILDS_BEYOND_DECK = "wilds_beyond_deck"
    """wilds (that the burracos need), deck"""

    NO_POZZETTO = "no_pozzetto"
    """taken, or not looked at, where there is none"""

    # Three players, or six
    SIDES_UNKNOWN = "sides_unknown"
    """sides, known (of six players in this ruleset)"""
    PARTNERS_UNKNOWN = "partners_unknown"
    """three players without partners, which the ruleset does not know"""
    SOLO_WITHOUT_POZZETTO = "solo_without_pozzetto"
    POZZETTO_WITHOUT_PARTNERS = "pozzetto_without_partners"
    """three sides of one, yet one took a pozzetto"""

    # A slip

    NOT_A_MULTIPLE = "not_a_multiple"
    """column, value, unit"""
    BASE_IMPOSSIBLE = "base_impossible"
    """base, nearest (one or two possible bases), swapped (the points would be a possible base)"""
    POINTS_WITHOUT_BURRACO = "points_without_burraco"
    """base, points: no burraco in the base, so the points cannot be in the side's favour"""
    POINTS_WITHOUT_CLEAN = "points_without_clean"
    """base, points: no clean burraco in the base, which the ruleset asks for"""
    POINTS_BEYOND_DECK = "points_beyond_deck"
    """points (both sides, regardless of sign), worth"""
    CLOSED_AGAINST_END = "closed_against_end"
    """end"""
    CANNOT_HAVE_CLOSED = "cannot_have_closed"
    """base"""
    BASE_NEEDS_CLOSING = "base_needs_closing"
    """base"""
    BOTH_CLOSED = "both_closed"
    NOBODY_CLOSED = "nobody_closed"
    PENALTY_WAIVED = "penalty_waived"
    """penalty"""
    BURRACOS_BEYOND_DECK = "burracos_beyond_deck"
    """cards (at least in the burracos of both sides), deck"""
    NO_COMMON_READING = "no_common_reading"
    TOTAL_IMPOSSIBLE = "total_impossible"
    """total, least, most"""
    TOTALS_IMPOSSIBLE = "totals_impossible"
    MIXED_DEPTHS = "mixed_depths"


class DoubtCode(StrEnum):
    """A possible but unusual hand, which the referee confirms or corrects."""

    UNUSUAL_TOTAL = "unusual_total"
    """total, limit"""
    UNUSUAL_POINTS = "unusual_points"
    """points, limit"""
    POINTS_WITHOUT_BURRACO = "points_without_burraco"
    """base, points"""
    BURRACOS_WITHOUT_POINTS = "burracos_without_points"
    """base, points"""
    NOTHING_SCORED = "nothing_scored"
    UNUSUAL_LOSS = "unusual_loss"
    """total, limit"""
    UNUSUAL_POINTS_TOGETHER = "unusual_points_together"
    """points (of all sides, regardless of sign), limit"""

    # How the hands were emptied
    EMPTY_HAND = "empty_hand"
    """a side that did not close has no card left"""
    EMPTY_PARTNER = "empty_partner"
    """nor has the partner of the player who closed"""
    EMPTY_BESIDE_POZZETTO = "empty_beside_pozzetto"
    """nor has the partner of the player with the unlooked pozzetto"""
    CARDS_OF_NOBODY = "cards_of_nobody"
    """one player closed, the other has an unlooked pozzetto, and yet there are cards in hand"""
    ONE_CARD_LEFT = "one_card_left"
    """two partners, of whom neither closed, have one card"""
    FEW_MELDED_TO_TAKE = "few_melded_to_take"
    """cards (melded), least (to take the pozzetto)"""
    FEW_MELDED_TO_CLOSE = "few_melded_to_close"
    """cards (melded), least (to close)"""
    FEW_TOGETHER = "few_together"
    """cards (melded and in hand), least (that the side was given)"""
    LITTLE_MELDED_TO_TAKE = "little_melded_to_take"
    """value (of the melded cards), least (cards to take the pozzetto), worth (their least value); likewise:"""
    LITTLE_MELDED_TO_CLOSE = "little_melded_to_close"
    LITTLE_TOGETHER = "little_together"
    LITTLE_POINTS_TO_CLOSE = "little_points_to_close"
    """points, least (cards that a single player melds to close), worth (their least value)"""
    LITTLE_TOTAL_TO_CLOSE = "little_total_to_close"
    """total, least (cards), worth (the least total of a single player who closed)"""
    LITTLE_AGAINST = "little_against"
    """base (without a burraco), points, least (cards that count against the side), worth (the points at most)"""
    LITTLE_AGAINST_UNCLEAN = "little_against_unclean"
    """the same of a base without a clean burraco"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One fault; `side` and `meld` are the indexes of what it concerns, or None for more than one side or meld."""

    code: ViolationCode
    side: int | None = None
    meld: int | None = None
    cards: tuple[Card, ...] = ()
    """The cards that the fault is about."""
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """One reason to check a legal hand; `side` as in `Violation`."""

    code: DoubtCode
    side: int | None = None
    facts: Facts = field(default_factory=dict)


class InvalidNotation(ValueError):
    """The input cannot be read. The message names the place, what was expected and what was found."""


class IllegalHand(ValueError):
    """The hand was read and is against the rules; `violations` lists every fault."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(", ".join(violation.code for violation in violations))
        self.violations = violations


class IllegalMeld(IllegalHand):
    """One meld of a hand is against the rules; `violations` lists every fault."""
