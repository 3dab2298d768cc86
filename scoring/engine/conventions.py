"""The conventions of the tables that play by a ruleset, each a choice of words (docs/rules.md §6)."""

from enum import StrEnum


class Pile(StrEnum):
    """The arrangement of the discard pile. It changes the play, not the score."""

    OPEN = "open"
    CLOSED = "closed"


class Stall(StrEnum):
    """The consequence when four players in turn only swap one discard (000)."""

    ENDS_HAND = "ends_hand"
    MUST_DRAW = "must_draw"


class Start(StrEnum):
    """The way to decide who begins a game."""

    CARDS = "cards"
    """Everybody draws a card, and the lowest deals (000)."""
    DIE = "die"
    """Everybody rolls the die that is in the box, and the highest plays first (001)."""


class Tie(StrEnum):
    """The consequence of a tie at the target of a free game."""

    GOES_ON = "goes_on"
    STARTER_WINS = "starter_wins"


class TargetIs(StrEnum):
    """The comparison of a total with the target that ends a free game."""

    OVER = "over"
    """Higher: "superiore a 2000" (000)."""
    REACHED = "reached"
    """Equal or higher: "no menos de 2000" (001)."""


class WildShare(StrEnum):
    """The limit of the wilds of a meld beside its other cards."""

    ANY = "any"
    AS_MANY = "as_many"
    """Never more wilds than other cards."""
    FEWER = "fewer"
    """Always fewer wilds than other cards."""


class Rounding(StrEnum):
    """The rounding of an odd score that the two partners of a three-player hand share."""

    EXACT = "exact"
    UP = "up"


class PlayOnly(StrEnum):
    """A rule of play whose observance cannot be told from the table after the hand, so that it is never scored."""

    DIRECT_CLOSING = "direct_closing"
    """Closing by melding everything, without a discard, or with one."""
    CONCEALED_CLOSING = "concealed_closing"
    """A bonus for a player who melds the whole hand at once."""
    OPENING_MINIMUM = "opening_minimum"
    """The first melds of a side are worth a number of points."""
    FROZEN_PILE = "frozen_pile"
    """The discard pile may be taken under certain conditions only."""
    DRAW_OF_TWO = "draw_of_two"
    """A player draws two cards of the stock and discards one."""
    BLACK_THREES_LAST = "black_threes_last"
    """Black threes are melded in the turn in which the player closes."""
    BURRACO_BEFORE_POZZETTO = "burraco_before_pozzetto"
    """A side takes its pozzetto only with a burraco on the table."""
