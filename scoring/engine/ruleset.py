"""A ruleset is a value: frozen data that checks itself (rules.md §2, §4, §6).

Every way in which two rule books differ is a field here, never an `if` on a key elsewhere. The named
presets, each with its source, are in `rulebooks.py`; a club's house rules are `with_options`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from math import gcd

from scoring.engine.cards import CARD_SUITS, RANKS, Card, Rank, Suit

STEP = 5
"""Every card value, bonus and penalty is a multiple of 5 points, hence every score (rules.md §2)."""

MOST_WORTH, MOST_POINTS = 1_000, 100_000
"""No card, and no other amount, is more points than this: a higher one is a slip of the pen, or a trick."""

CARD_VALUES = tuple(f"value_{rank.name.lower()}" for rank in Rank)
"""The options that say what the cards are worth, the jolly first."""


class Grade(StrEnum):
    """What a meld is (rules.md §3), from the least to the best; with seven cards or more it is a burraco."""

    PLAIN = "plain"
    """Fewer than seven cards, with a wild or without."""
    DIRTY = "dirty"
    SEMI_CLEAN = "semi_clean"
    CLEAN = "clean"
    ROYAL = "royal"


MELD_CARDS = 3
"""A meld holds this many cards at least."""

BURRACO_CARDS = 7
"""A meld of this many cards is a burraco."""

WILD_RANKS = frozenset({Rank.JOLLY, Rank.TWO})
"""What can stand for another card: jollies and twos (000, 001, 002)."""

FEWEST_CARDS: Mapping[Grade, int] = {
    Grade.CLEAN: BURRACO_CARDS,
    Grade.SEMI_CLEAN: BURRACO_CARDS + 1,
    Grade.DIRTY: BURRACO_CARDS,
    Grade.ROYAL: len(RANKS),
}
"""How many cards a burraco of each grade holds at least (rules.md §3)."""

CLEAN_GRADES = frozenset({Grade.CLEAN, Grade.ROYAL})
"""The grades without a wild, which satisfy a rule that asks for a clean burraco."""

WILD_GRADES = frozenset({Grade.SEMI_CLEAN, Grade.DIRTY})
"""The grades of a burraco with a wild: exactly one."""


class SemiClean(StrEnum):
    """What makes a burraco with a wild semi-clean (rules.md §3)."""

    CLUB = "club"
    """At least 7 naturals in a row, or equal, and one wild wherever it stands (000, Variazioni)."""
    FEDERATION = "federation"
    """The wild at an end of such a sequence; a set of exactly 8 cards (federation, January 2026)."""


class Pile(StrEnum):
    """How the discard pile lies; it changes the play, not the score."""

    OPEN = "open"
    CLOSED = "closed"


class Stall(StrEnum):
    """What happens when four players in turn only swap one discard (000)."""

    ENDS_HAND = "ends_hand"
    MUST_DRAW = "must_draw"


class Tie(StrEnum):
    """What a tie at the target of a free game does."""

    GOES_ON = "goes_on"
    STARTER_WINS = "starter_wins"


class Rounding(StrEnum):
    """How the two partners of a three-player hand share an odd score."""

    EXACT = "exact"
    UP = "up"


def _check_points(name: str, value: int, *, least: int = -MOST_POINTS, most: int = MOST_POINTS) -> None:
    """Points are whole multiples of STEP within their bounds; a bool is no number."""
    if type(value) is not int or value % STEP:
        raise ValueError(f"{name}: expected a multiple of {STEP}, got {value!r}")
    if value < least:
        raise ValueError(f"{name}: expected {least} or more, got {value!r}")
    if value > most:
        raise ValueError(f"{name}: expected {most} or less, got {value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The cards a hand is played with, and what each is worth."""

    jollies: int
    jolly: int
    """Points of a jolly."""
    ranks: tuple[int, ...]
    """Points of each rank, ace to king."""
    suits: tuple[Suit, ...] = CARD_SUITS
    copies: int = 2
    """How many of each card there are."""

    def __post_init__(self) -> None:
        for name, number, least in (("copies", self.copies, 1), ("jollies", self.jollies, 0)):
            if type(number) is not int or number < least:
                raise ValueError(f"{name}: expected {least} or more, got {number!r}")
        if not self.suits or len(set(self.suits)) < len(self.suits):
            raise ValueError(f"suits: expected different ones, got {self.suits!r}")
        if len(self.ranks) != len(RANKS):
            raise ValueError(f"ranks: expected {len(RANKS)} values, got {len(self.ranks)}")
        for name, value in zip(CARD_VALUES, (self.jolly, *self.ranks), strict=True):
            _check_points(name, value, least=STEP, most=MOST_WORTH)

    @property
    def cards(self) -> int:
        """How many cards the deck has: 108 Italian, 106 Argentine."""
        return len(self.suits) * self.copies * len(self.ranks) + self.jollies

    @property
    def worth(self) -> int:
        """What all its cards are worth together: 1080 Italian, 1060 Argentine."""
        return len(self.suits) * self.copies * sum(self.ranks) + self.jollies * self.jolly

    @property
    def wilds(self) -> int:
        """How many of its cards can stand for another."""
        return self.jollies + len(self.suits) * self.copies

    def copies_of(self, card: Card) -> int:
        """How many of this card the deck has; none of a tile in a deck of cards."""
        if card.suit is None:
            return self.jollies
        return self.copies if card.suit in self.suits else 0

    def worth_of(self, cards: Iterable[Card]) -> int:
        """What these cards are worth together, in points."""
        values = (self.jolly, *self.ranks)
        return sum([values[card.rank] for card in cards])


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Everything in which rule books differ. Numbers are points unless said otherwise; None: not known there.

    The defaults are the Italian game as told by 000; a ruleset whose numbers make no sense cannot be
    built: the ValueError names the field.
    """

    key: str
    """Stable ASCII name, stored with a tournament."""
    source: str
    """Where its rules come from, and the edition where there is one."""
    deck: Deck
    clean: int
    """Bonus of a clean burraco."""
    dirty: int
    """Bonus of a dirty burraco."""
    semi_clean: int | None = None
    """Bonus of a semi-clean burraco (000, Variazioni)."""
    semi_clean_definition: SemiClean = SemiClean.CLUB
    """Which burraco is semi-clean, where they are known."""
    royal: int | None = None
    """Bonus of a clean sequence of all 13 ranks, instead of the clean one (002)."""
    closing: int
    """Bonus of the side that closes."""
    closing_needs_clean: bool = False
    """Only a side with a clean burraco may close; otherwise any burraco does (brazilian.md)."""
    closing_needs_pozzetto: bool = True
    """Only a side that took its pozzetto may close; in 002 it may when none is left ("se disponível")."""
    pozzetto_taken: int = 0
    """Fixed amount for having taken the pozzetto (001)."""
    pozzetto_not_taken: int
    """Fixed amount, 0 or negative, for not having taken it."""
    waived_when_neither_took: bool = False
    """Neither side has its pozzetto: `pozzetto_not_taken` counts for neither (federation, January 2026)."""
    no_burraco_counts_against: bool = False
    """The cards a side without any burraco has melded count against it, as those in hand do (001)."""
    sets_allowed: bool = True
    """Sets may be melded, not only sequences."""
    pile: Pile = Pile.OPEN
    stall: Stall = Stall.ENDS_HAND
    target: int | None = 2005
    """Total that ends a free game when reached: "over 2000" (000) is 2005. None: one hand is a game (002)."""
    tie: Tie = Tie.GOES_ON
    three_player_rounding: Rounding = Rounding.EXACT
    unusual_total: int = 1500
    """A side above this in one hand is possible, but a referee should look twice; likewise the next two."""
    unusual_points: int = 600
    """Card points of one side beyond this, for or against: over half of the deck."""
    unusual_without_burraco: int = 300
    """Card points above this for a side whose base shows no burraco."""

    def __post_init__(self) -> None:
        if not (self.key.isascii() and self.key.isidentifier()):
            raise ValueError(f"key: expected an ASCII identifier, got {self.key!r}")
        # A burraco is worth something, and the better grade is never worth less.
        by_grade = {"dirty": self.dirty, "semi_clean": self.semi_clean, "clean": self.clean, "royal": self.royal}
        known = {name: bonus for name, bonus in by_grade.items() if bonus is not None}
        for name, bonus in known.items():
            _check_points(name, bonus, least=STEP)
        if sorted(known.values()) != list(known.values()):
            raise ValueError(f"{', '.join(known)}: expected bonuses that never fall, got {[*known.values()]}")
        # Closing and taking the pozzetto never cost anything, not taking it never pays.
        _check_points("closing", self.closing, least=0)
        _check_points("pozzetto_taken", self.pozzetto_taken, least=0)
        _check_points("pozzetto_not_taken", self.pozzetto_not_taken, most=0)
        if self.target is not None:
            _check_points("target", self.target, least=STEP)
        for name in ("unusual_total", "unusual_points", "unusual_without_burraco"):
            _check_points(name, getattr(self, name), least=0)

    @property
    def bonuses(self) -> Mapping[Grade, int]:
        """The bonus of every grade of burraco that this ruleset knows."""
        known = {
            Grade.CLEAN: self.clean,
            Grade.SEMI_CLEAN: self.semi_clean,
            Grade.DIRTY: self.dirty,
            Grade.ROYAL: self.royal,
        }
        return {grade: bonus for grade, bonus in known.items() if bonus is not None}

    @property
    def unit(self) -> int:
        """The number that every score of this ruleset is a multiple of."""
        fixed = (self.closing, self.pozzetto_taken, self.pozzetto_not_taken)
        return gcd(self.deck.jolly, *self.deck.ranks, *self.bonuses.values(), *fixed)


def _whole(name: str, value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"{name}: expected a whole number, got {value!r}")
    return value


def _whole_or_none(name: str, value: object) -> int | None:
    return None if value is None else _whole(name, value)


def _yes_no(name: str, value: object) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{name}: expected true or false, got {value!r}")
    return value


def _one_of(choices: type[StrEnum], name: str, value: object) -> StrEnum:
    if not isinstance(value, str) or value not in {choice.value for choice in choices}:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")
    return choices(value)


OPTIONS: Mapping[str, Callable[[str, object], object]] = {
    "semi_clean": _whole_or_none,
    "semi_clean_definition": partial(_one_of, SemiClean),
    "clean": _whole,
    "dirty": _whole,
    "royal": _whole_or_none,
    "closing": _whole,
    "closing_needs_clean": _yes_no,
    "pozzetto_taken": _whole,
    "pozzetto_not_taken": _whole,
    "waived_when_neither_took": _yes_no,
    "sets_allowed": _yes_no,
    "pile": partial(_one_of, Pile),
    "stall": partial(_one_of, Stall),
    "target": _whole_or_none,
    "tie": partial(_one_of, Tie),
    "three_player_rounding": partial(_one_of, Rounding),
    **dict.fromkeys(CARD_VALUES, _whole),
}
"""What a club may change in any preset, by name, and how its JSON value is read (rules.md §6, brazilian.md)."""


def option_values(rules: RuleSet) -> dict[str, object]:
    """What every option is in this ruleset, in the order of OPTIONS."""
    cards = dict(zip(CARD_VALUES, (rules.deck.jolly, *rules.deck.ranks), strict=True))
    return {name: cards[name] if name in cards else getattr(rules, name) for name in OPTIONS}


def with_options(rules: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """`rules` with a club's differences, given as JSON values. A ValueError names the option that cannot be.

    >>> from scoring.engine.rulebooks import ITALIAN
    >>> with_options(ITALIAN, {"semi_clean": 150, "value_jolly": 50}).deck.worth
    1160
    """
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"{name}: expected an option among {', '.join(OPTIONS)}")
    values = option_values(rules) | {name: OPTIONS[name](name, value) for name, value in options.items()}
    jolly, *ranks = (values.pop(name) for name in CARD_VALUES)
    deck = replace(rules.deck, jolly=jolly, ranks=tuple(ranks))  # type: ignore[arg-type]
    return replace(rules, deck=deck, **values)  # type: ignore[arg-type]
