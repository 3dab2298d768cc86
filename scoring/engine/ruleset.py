"""A ruleset: frozen data that validate themselves (docs/rules.md §2, §4, §6).

Every difference between two rule books is a field here, never an `if` on a key elsewhere. The named presets, each with
its source, are in `rulebooks.py`; a club's house rules are made by `with_options` (`options.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from scoring.engine.cards import CARD_SUITS, HIGH_ACE, LOW_ACE, RANKS, RED_SUITS, WILD_RANKS, Card, Rank, Suit
from scoring.engine.conventions import Pile, PlayOnly, Rounding, Stall, Start, TargetIs, Tie, WildShare
from scoring.engine.deck import STEP, Deck, check_points
from scoring.engine.grades import (
    BURRACO_CARDS,
    USUAL_GRADES,
    GradeRow,
    MeldKind,
    SemiClean,
    check_number,
    usual_rows,
)
from scoring.engine.own_grades import check_own_grades

MOST_TO_CLOSE = 5
"""No known rules ask for more burracos to close."""

MOST_WILDS = 32
"""The wilds of four decks, which have the most."""

MOST_DEALT = 30
"""Nobody deals more cards to a player or a pozzetto."""

USUAL_PLAYERS = (2, 3, 4)
"""The numbers of players of 000: each alone, one against two, two pairs."""

PLAYERS = (*USUAL_PLAYERS, 6)
"""The possible numbers of players: clubs play in sixes, too."""

SET_RANKS = tuple(rank for rank in RANKS if rank not in WILD_RANKS)
"""The ranks that can make a set: all but the two (000, 002)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The differences between rule books.

    Numbers are points unless stated otherwise; None means that there is no such rule.

    The defaults are the Italian game as described by 000. A ruleset with impossible numbers raises ValueError with the
    name of the field.
    """

    key: str
    """A stable ASCII name, stored with a tournament."""
    source: str
    """The source of its rules, with the edition if there is one."""
    deck: Deck
    clean: int
    """The bonus of a clean burraco."""
    dirty: int
    """The bonus of a dirty burraco."""
    semi_clean: int | None = None
    """The bonus of a semi-clean burraco (000, Variazioni)."""
    semi_clean_definition: SemiClean = SemiClean.CLUB
    """The definition of a semi-clean burraco, if the ruleset has them."""
    royal: int | None = None
    """The bonus of a clean sequence of all 13 ranks, instead of the clean one (002)."""
    ace_to_ace: int | None = None
    """The bonus of a clean sequence from ace to ace. Only if there is one may a sequence hold both aces."""
    wilds_alone: int | None = None
    """The bonus of a burraco of twos and jollies alone. Only if there is one may wilds be melded alone."""
    own_grades: tuple[GradeRow, ...] = ()
    """Grades besides the usual ones, which a federation or a club pays better than clean or dirty."""
    red_threes: int | None = None
    """The points of each red three, which is laid at once; the same is lost by a side without any burraco.

    Only if there are such points are threes in no meld, and no sequence passes them.
    """
    red_threes_together: int | None = None
    """The points of all red threes of the deck if one side has them, instead of those of each."""
    red_threes_need_burraco: bool = True
    """A side without any burraco loses its red threes; otherwise a side without any meld does."""
    black_threes: bool = False
    """The black threes may be melded as a set without wilds, if red ones are laid at once."""
    closing: int
    """The bonus of the side that closes."""
    closing_needs_burracos: int = 1
    """Only a side with so many burracos may close; two canastas in Canasta for two players (docs/rules.md §6)."""
    closing_needs_clean: bool = False
    """Only a side with a clean burraco may close; otherwise any burraco is enough (docs/rules.md §6)."""
    closing_needs_pozzetto: bool = True
    """Only a side that took its pozzetto may close; in 002 it may if none is left ("se disponível")."""
    pozzetto_taken: int = 0
    """The fixed amount for having taken the pozzetto (001)."""
    pozzetto_not_taken: int
    """The fixed amount, 0 or negative, for not having taken it."""
    pozzetto_unlooked: int | None = None
    """The fixed amount, 0 or negative, for an unlooked pozzetto, instead of the value of its cards."""
    waived_when_neither_took: bool = False
    """If no side took its pozzetto, `pozzetto_not_taken` counts for none of them; a club's variation."""
    no_burraco_counts_against: bool = False
    """The melded cards of a side without any burraco count against it, like those in hand (001)."""
    no_clean_counts_against: bool = False
    """The same for a side without a clean burraco. Its other burracos keep their bonuses."""
    wilds: int | None = 1
    """The most wilds in a meld; None if only their share is limited."""
    wild_share: WildShare = WildShare.ANY
    """The limit of the wilds of a meld beside its other cards. One wild is always allowed."""
    melded_wilds_count: bool = True
    """A melded wild is worth its value; otherwise nothing, and only a wild left in hand counts."""
    sets_allowed: bool = True
    """Sets may be melded, not only sequences."""
    sequences_allowed: bool = True
    """Sequences may be melded, not only sets."""
    set_ranks: tuple[Rank, ...] = SET_RANKS
    """The ranks of which sets may be melded, if any may."""
    start: Start = Start.CARDS
    draw_suits: tuple[Suit, ...] = CARD_SUITS
    """The deck's suits from high to low, for the draw of the dealer (000)."""
    pile: Pile = Pile.OPEN
    stall: Stall = Stall.ENDS_HAND
    pozzetto_refills_stock: bool = False
    """An untaken pozzetto replaces the stock that is used up, so that its cards are played (002)."""
    keeps_a_card: bool = True
    """A player who cannot close keeps a card in hand (000, 001); otherwise an empty hand is not unusual (002)."""
    pozzetto_cards: int = 11
    """Cards in a pozzetto (000, 001, 002); 0 if there is none, and then nothing is scored or asked for it."""
    solo_pozzetto_cards: int = 18
    """Cards in the pozzetto of a player who plays alone against two (000)."""
    dealt: int = 11
    """Cards dealt to each player (000, 001, 002)."""
    dealt_to_two: int = 11
    """Cards dealt to each of two players; 12 in 001."""
    out_of_play: int = 3
    """Cards that nobody has after a closing or the end of the stock: two of the stock, and the last discard (000)."""
    players: tuple[int, ...] = USUAL_PLAYERS
    """The numbers of players that it is for."""
    sides_of_six: int = 2
    """The number of sides of six players: 2 of three, or 3 of two."""
    alone_from: int | None = None
    """Of three players, from a total of this on nobody has a partner, and there are three pozzetti."""
    target: int | None = 2005
    """The target of a free game.

    2005 is the first score over 2000, and means that (000). None: one hand is a game (002).
    """
    target_is: TargetIs = TargetIs.OVER
    """Whether a total equal to the target ends the game, or only one over it."""
    tie: Tie = Tie.GOES_ON
    three_player_rounding: Rounding = Rounding.EXACT
    play_only: tuple[PlayOnly, ...] = ()
    """Rules of play that are named for people and never scored."""
    exact_cut: int | None = None
    """The number of cards for whose exact cut a side gets a bonus. It is named for people and never scored."""
    unusual_total: int = 1500
    """A side's score above this is possible in one hand, but a referee should check it; likewise the next three."""
    unusual_points: int = 600
    """Card points of one side beyond this, for or against, are over half of the deck."""
    unusual_points_together: int = 900
    """Card points of all sides beyond this, for or against, are unusual: some cards stay in stock and discards."""
    unusual_without_burraco: int = 300
    """Card points above this are unusual for a side whose base shows no burraco."""
    grades: tuple[GradeRow, ...] = field(init=False, repr=False, compare=False)
    """All its grades of burraco, the best paid first."""
    unit: int = field(init=False, repr=False, compare=False)
    """The number of which every score under this ruleset is a multiple."""
    first_place: int = field(init=False, repr=False, compare=False)
    """The lowest place of a sequence: below the two, or above the three if threes are in no meld."""
    places: int = field(init=False, repr=False, compare=False)
    """The most places that a sequence can fill: 13, or 14 if it may hold both aces; fewer without threes."""
    may_count_against: bool = field(init=False, repr=False, compare=False)
    """Whether melded cards can count against a side."""
    _sets: frozenset[Rank] = field(init=False, repr=False, compare=False)
    _by_key: Mapping[str, GradeRow] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (self.key.isascii() and self.key.isidentifier()):
            raise ValueError(f"key: expected an ASCII identifier, got {self.key!r}")
        if not self.set_ranks or self.set_ranks != tuple(rank for rank in SET_RANKS if rank in self.set_ranks):
            raise ValueError(f"set_ranks: expected some of ace and three to king in order, got {self.set_ranks!r}")
        if not self.players or self.players != tuple(number for number in PLAYERS if number in self.players):
            raise ValueError(f"players: expected some of {', '.join(map(str, PLAYERS))} in order, got {self.players!r}")
        check_number("sides_of_six", self.sides_of_six, least=2, most=3)
        check_number("closing_needs_burracos", self.closing_needs_burracos, least=1, most=MOST_TO_CLOSE)
        if sorted(self.draw_suits) != sorted(self.deck.suits):
            raise ValueError(f"draw_suits: expected every suit of the deck once, got {self.draw_suits!r}")
        # A burraco is worth something, and a better grade is never worth less.
        by_grade = {
            **{"dirty": self.dirty, "semi_clean": self.semi_clean, "clean": self.clean},
            **{"royal": self.royal, "ace_to_ace": self.ace_to_ace},
        }
        worth = {name: bonus for name, bonus in by_grade.items() if bonus is not None}
        for name, bonus in worth.items():
            check_points(name, bonus, least=STEP)
        if sorted(worth.values()) != list(worth.values()):
            raise ValueError(f"{', '.join(worth)}: expected bonuses that never fall, got {[*worth.values()]}")
        if self.wilds_alone is not None:
            check_points("wilds_alone", self.wilds_alone, least=STEP)
        if self.red_threes is not None:
            check_points("red_threes", self.red_threes, least=STEP)
        if self.red_threes_together is not None:
            check_points("red_threes_together", self.red_threes_together, least=STEP)
        if not (self.sets_allowed or self.sequences_allowed):
            raise ValueError("sets_allowed, sequences_allowed: expected one of them at least, got neither")
        if self.play_only != tuple(one for one in PlayOnly if one in self.play_only):
            raise ValueError(f"play_only: expected some of {', '.join(PlayOnly)} in order, got {self.play_only!r}")
        if self.exact_cut is not None:
            check_number("exact_cut", self.exact_cut, least=1, most=self.deck.cards)
        if self.wilds is not None:
            check_number("wilds", self.wilds, least=1, most=MOST_WILDS)
        # Closing and taking the pozzetto never cost anything, and not taking it never pays.
        check_points("closing", self.closing, least=0)  # equivalent `-1`: points are multiples of STEP
        check_points("pozzetto_taken", self.pozzetto_taken, least=0)  # equivalent `-1`: as above
        check_points("pozzetto_not_taken", self.pozzetto_not_taken, most=0)  # equivalent `1`: as above
        if self.pozzetto_unlooked is not None:
            check_points("pozzetto_unlooked", self.pozzetto_unlooked, most=0)  # equivalent `1`: as above
        for name in ("target", "alone_from"):
            if (total := getattr(self, name)) is not None:
                check_points(name, total, least=STEP)
        usual = usual_rows(
            clean=self.clean,
            dirty=self.dirty,
            semi_clean=self.semi_clean,
            semi_clean_definition=self.semi_clean_definition,
            royal=self.royal,
            ace_to_ace=self.ace_to_ace,
            wilds_alone=self.wilds_alone,
            red_threes=self.red_threes,
        )
        keys = {row.key for row in usual}
        check_own_grades(self.own_grades, keys, clean=self.clean, dirty=self.dirty, wilds_alone=self.wilds_alone)
        burracos = (row for row in (*usual, *self.own_grades) if not row.per_card)
        grades = sorted(burracos, key=lambda row: -row.bonus)
        known = {row.key: row for row in (*usual, *self.own_grades)}
        object.__setattr__(self, "grades", tuple(grades))
        object.__setattr__(self, "_by_key", {key: known[key] for key in (*USUAL_GRADES, *known) if key in known})
        fixed = (self.closing, self.pozzetto_taken, self.pozzetto_not_taken, self.pozzetto_unlooked or 0)
        unit = gcd(self.deck.jolly, *self.deck.ranks, *self.bonuses.values(), *fixed, self.red_threes_together or 0)
        object.__setattr__(self, "unit", unit)
        sets = {*self.set_ranks} if self.sets_allowed else set()
        if self.red_threes is not None:
            sets = sets | {Rank.THREE} if self.black_threes and sets else sets - {Rank.THREE}
        object.__setattr__(self, "_sets", frozenset(sets))
        first = LOW_ACE if self.red_threes is None else Rank.FOUR.value
        both_aces = first == LOW_ACE and self.ace_to_ace is not None
        object.__setattr__(self, "first_place", first)
        object.__setattr__(self, "places", HIGH_ACE - max(first, LOW_ACE + 1) + 1 + both_aces)
        against = self.no_burraco_counts_against or self.no_clean_counts_against
        object.__setattr__(self, "may_count_against", against)
        object.__setattr__(self, "_hash", hash((self.key, self.deck, self.grades, self.closing, self.target)))
        for name in ("dealt", "dealt_to_two", "solo_pozzetto_cards"):
            check_number(name, getattr(self, name), least=1, most=MOST_DEALT)
        for name in ("pozzetto_cards", "out_of_play"):
            check_number(name, getattr(self, name), least=0, most=MOST_DEALT)
        for name in ("unusual_total", "unusual_points", "unusual_points_together", "unusual_without_burraco"):
            check_points(name, getattr(self, name), least=0)

    def parties_of(self, players: int) -> int:
        """Return how many totals a game of this many players has: one of each of two or three, else one of a side."""
        return {2: 2, 3: 3, 4: 2, 6: self.sides_of_six}[players]

    @property
    def players_of_two_sides(self) -> int:
        """The number of players of a hand of two sides; four if they may be four, or if no number is for two sides."""
        return next((number for number in (4, 2, 6) if number in self.players and self.parties_of(number) == 2), 4)

    @property
    def has_pozzetto(self) -> bool:
        return self.pozzetto_cards > 0

    def pozzetto_amount(self, *, taken: bool) -> int:
        """Return the fixed amount for a pozzetto that was taken or not; 0 if there is none."""
        if not self.has_pozzetto:
            return 0
        return self.pozzetto_taken if taken else self.pozzetto_not_taken

    def red_three_points(self, cards: int) -> int:
        """Return the points of this many red threes, whether for or against a side."""
        if cards and cards == self.deck.red_threes and self.red_threes_together is not None:
            return self.red_threes_together
        return cards * (self.red_threes or 0)

    def may_be_set(self, rank: Rank) -> bool:
        """Return whether cards of this rank may be melded as a set."""
        return rank in self._sets

    def most_wilds(self, naturals: int) -> int:
        """Return the most wilds that a meld may hold beside this many other cards."""
        share = {WildShare.ANY: MOST_WILDS, WildShare.AS_MANY: naturals, WildShare.FEWER: naturals - 1}
        return max(1, min(self.wilds or MOST_WILDS, share[self.wild_share]))

    def are_laid_alone(self, cards: Sequence[Card]) -> bool:
        """Return whether these are red threes, which this ruleset has laid beside the melds."""
        if self.red_threes is None:
            return False
        return bool(cards) and all(card.rank is Rank.THREE and card.suit in RED_SUITS for card in cards)

    def counts_against(self, *, burraco: bool, clean: bool) -> bool:
        """Return whether the melded cards of a side with such burracos count against it."""
        return (self.no_burraco_counts_against and not burraco) or (self.no_clean_counts_against and not clean)

    def allows_points(self, points: int, *, burraco: bool, clean: bool) -> bool:
        """Return whether such a side can have these points: without a burraco all cards may count against it (001)."""
        return points <= 0 or not self.counts_against(burraco=burraco, clean=clean)

    def __hash__(self) -> int:
        """Return a hash that was computed once: rulesets are the keys of the engine's caches."""
        return self._hash

    def grade_of(self, kind: MeldKind, cards: tuple[Card, ...], wilds_at: tuple[int, ...]) -> GradeRow | None:
        """Return the best-paid grade of a meld in its order on the table, or None if it is not a burraco."""
        if len(cards) < BURRACO_CARDS:  # equivalent: speed alone, for no grade has fewer
            return None
        return next((row for row in self.grades if row.fits(kind, cards, wilds_at)), None)

    @property
    def rows(self) -> Mapping[str, GradeRow]:
        """The grades by key, in the order in which they are counted: the usual ones, then its own."""
        return self._by_key

    @property
    def bonuses(self) -> Mapping[str, int]:
        """The bonus of every grade of burraco in this ruleset."""
        return {key: row.bonus for key, row in self._by_key.items()}
