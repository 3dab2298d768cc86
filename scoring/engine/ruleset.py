"""A ruleset is a value: frozen data that checks itself (docs/rules.md §2, §4, §6).

Every way in which two rule books differ is a field here, never an `if` on a key elsewhere. The named
presets, each with its source, are in `rulebooks.py`; a club's house rules are `with_options` (`options.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import gcd

from scoring.engine.cards import CARD_SUITS, RANKS, WILD_RANKS, Card, Rank, Suit
from scoring.engine.deck import STEP, Deck, check_points
from scoring.engine.grades import BURRACO_CARDS, USUAL_GRADES, Grade, GradeRow, Kind, SemiClean, usual_rows


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


MOST_OWN_GRADES = 8
"""More would fill the page on which burracos are counted, and nobody's rules have so many."""

RESERVED_KEYS = frozenset(Grade) | {
    *("melds", "left", "melded", "left_value", "closed", "closing", "solo", "base", "points", "total", "unlooked"),
    *("pozzetto", "pozzetto_cards", "pozzetto_value", "pozzetto_taken", "pozzetto_not_taken", "pozzetto_unlooked"),
    "pozzetto_unlooked_fixed",
}
"""Names that JSON, stored scores and forms give to something else than a club's grade."""

PLAYERS = (2, 3, 4)
"""How many can play Burraco: each alone, one against two, two pairs (000)."""

SET_RANKS = tuple(rank for rank in RANKS if rank not in WILD_RANKS)
"""The ranks that can make a set: all but the two (000, 002)."""


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
    own_grades: tuple[GradeRow, ...] = ()
    """Grades beside the usual ones: what a federation or a club pays better than clean or dirty."""
    closing: int
    """Bonus of the side that closes."""
    closing_needs_clean: bool = False
    """Only a side with a clean burraco may close; otherwise any burraco does (docs/rules.md §6)."""
    closing_needs_pozzetto: bool = True
    """Only a side that took its pozzetto may close; in 002 it may when none is left ("se disponível")."""
    pozzetto_taken: int = 0
    """Fixed amount for having taken the pozzetto (001)."""
    pozzetto_not_taken: int
    """Fixed amount, 0 or negative, for not having taken it."""
    pozzetto_unlooked: int | None = None
    """Fixed amount, 0 or negative, for a pozzetto not yet looked at, instead of the value of its cards."""
    waived_when_neither_took: bool = False
    """Neither side has its pozzetto: `pozzetto_not_taken` counts for neither; a club's variation."""
    no_burraco_counts_against: bool = False
    """The cards a side without any burraco has melded count against it, as those in hand do (001)."""
    sets_allowed: bool = True
    """Sets may be melded, not only sequences."""
    set_ranks: tuple[Rank, ...] = SET_RANKS
    """The ranks of which sets may be melded, where any may."""
    draw_suits: tuple[Suit, ...] = CARD_SUITS
    """The deck's suits from high to low, for the draw of the dealer (000)."""
    pile: Pile = Pile.OPEN
    stall: Stall = Stall.ENDS_HAND
    pozzetto_refills_stock: bool = False
    """When the stock is used up, a pozzetto that nobody took replaces it, so that its cards are played (002)."""
    keeps_a_card: bool = True
    """Whoever cannot close keeps a card in hand (000, 001); where not, an empty hand is nothing unusual (002)."""
    players: tuple[int, ...] = PLAYERS
    """For how many players it is."""
    target: int | None = 2005
    """Total that ends a free game: "over 2000" (000) is 2005. None: one hand is a game (002)."""
    tie: Tie = Tie.GOES_ON
    three_player_rounding: Rounding = Rounding.EXACT
    unusual_total: int = 1500
    """A side above this in one hand is possible, but a referee should look twice; likewise the next three."""
    unusual_points: int = 600
    """Card points of one side beyond this, for or against: over half of the deck."""
    unusual_points_together: int = 900
    """Card points of all sides beyond this, for or against: some cards always stay with stock and discards."""
    unusual_without_burraco: int = 300
    """Card points above this for a side whose base shows no burraco."""
    grades: tuple[GradeRow, ...] = field(init=False, repr=False, compare=False)
    """Every grade of burraco that it knows, the best paid first."""
    _by_key: Mapping[str, GradeRow] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (self.key.isascii() and self.key.isidentifier()):
            raise ValueError(f"key: expected an ASCII identifier, got {self.key!r}")
        if not self.set_ranks or self.set_ranks != tuple(rank for rank in SET_RANKS if rank in self.set_ranks):
            raise ValueError(f"set_ranks: expected some of ace and three to king in order, got {self.set_ranks!r}")
        if not self.players or self.players != tuple(number for number in PLAYERS if number in self.players):
            raise ValueError(f"players: expected some of {', '.join(map(str, PLAYERS))} in order, got {self.players!r}")
        if sorted(self.draw_suits) != sorted(self.deck.suits):
            raise ValueError(f"draw_suits: expected every suit of the deck once, got {self.draw_suits!r}")
        # A burraco is worth something, and the better grade is never worth less.
        by_grade = {"dirty": self.dirty, "semi_clean": self.semi_clean, "clean": self.clean, "royal": self.royal}
        worth = {name: bonus for name, bonus in by_grade.items() if bonus is not None}
        for name, bonus in worth.items():
            check_points(name, bonus, least=STEP)
        if sorted(worth.values()) != list(worth.values()):
            raise ValueError(f"{', '.join(worth)}: expected bonuses that never fall, got {[*worth.values()]}")
        # Closing and taking the pozzetto never cost anything, not taking it never pays.
        check_points("closing", self.closing, least=0)
        check_points("pozzetto_taken", self.pozzetto_taken, least=0)
        check_points("pozzetto_not_taken", self.pozzetto_not_taken, most=0)
        if self.pozzetto_unlooked is not None:
            check_points("pozzetto_unlooked", self.pozzetto_unlooked, most=0)
        if self.target is not None:
            check_points("target", self.target, least=STEP)
        usual = usual_rows(
            clean=self.clean,
            dirty=self.dirty,
            semi_clean=self.semi_clean,
            semi_clean_definition=self.semi_clean_definition,
            royal=self.royal,
        )
        self._check_own_grades()
        grades = sorted((*usual, *self.own_grades), key=lambda row: -row.bonus)
        known = {row.key: row for row in (*usual, *self.own_grades)}
        object.__setattr__(self, "grades", tuple(grades))
        object.__setattr__(self, "_by_key", {key: known[key] for key in (*USUAL_GRADES, *known) if key in known})
        object.__setattr__(self, "_hash", hash((self.key, self.deck, self.grades, self.closing, self.target)))
        for name in ("unusual_total", "unusual_points", "unusual_points_together", "unusual_without_burraco"):
            check_points(name, getattr(self, name), least=0)

    def may_be_set(self, rank: Rank) -> bool:
        """Whether cards of this rank may be melded as a set."""
        return self.sets_allowed and rank in self.set_ranks

    def _check_own_grades(self) -> None:
        if len(self.own_grades) > MOST_OWN_GRADES:
            raise ValueError(f"grades: expected {MOST_OWN_GRADES} or less, got {len(self.own_grades)}")
        seen = set(RESERVED_KEYS)
        for number, row in enumerate(self.own_grades):
            if row.key in seen:
                raise ValueError(f"grades[{number}].key: expected another one than {row.key!r}")
            seen.add(row.key)
            if not row.label:
                raise ValueError(f"grades[{number}].label: expected a name, got {row.label!r}")
            # What pays no better than clean or dirty would never be read.
            usual = self.dirty if row.has_wild else self.clean
            if row.bonus <= usual:
                raise ValueError(f"grades[{number}].bonus: expected more than {usual}, got {row.bonus!r}")

    def __hash__(self) -> int:
        """Computed once: rulesets are the keys of what the engine remembers."""
        return self._hash

    def grade_of(self, kind: Kind, cards: tuple[Card, ...], wild_at: int | None) -> GradeRow | None:
        """The best-paid grade of a meld in its order on the table; None of one that is no burraco."""
        if len(cards) < BURRACO_CARDS:
            return None
        return next((row for row in self.grades if row.fits(kind, cards, wild_at)), None)

    @property
    def rows(self) -> Mapping[str, GradeRow]:
        """Every grade by its key, in the order in which they are counted: the usual ones, and then its own."""
        return self._by_key

    @property
    def bonuses(self) -> Mapping[str, int]:
        """The bonus of every grade of burraco that this ruleset knows."""
        return {key: row.bonus for key, row in self._by_key.items()}

    @property
    def unit(self) -> int:
        """The number that every score of this ruleset is a multiple of."""
        fixed = (self.closing, self.pozzetto_taken, self.pozzetto_not_taken, self.pozzetto_unlooked or 0)
        return gcd(self.deck.jolly, *self.deck.ranks, *self.bonuses.values(), *fixed)
