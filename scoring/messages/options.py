"""What each option of a ruleset is about, in a line."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.engine.deck import CARD_VALUES

OPTION_HELPS: Mapping[str, Promise] = {
    "grades": _("Burracos that pay better than clean or dirty ones, as the club defines them."),
    "semi_clean": _("Bonus of a burraco with a wild beside seven naturals in a row, or equal."),
    "semi_clean_definition": _(
        "The club: the wild stands anywhere. The federation: at an end of a sequence, or in a set of 8 cards or more."
    ),
    "clean": _("Bonus of a burraco without a wild."),
    "dirty": _("Bonus of a burraco with a wild."),
    "royal": _("Bonus of all 13 cards of a suit without a wild, instead of the clean burraco’s."),
    "closing": _("Bonus of the side that closes the hand."),
    "closing_needs_clean": _("Who closes has a clean burraco on the table, not just any."),
    "closing_needs_pozzetto": _("Who closes has taken the pozzetto, even when none is left."),
    "pozzetto_unlooked": _(
        "What a side gets that took its pozzetto and has not looked at it: 0, or a loss with its minus, instead of the "
        "value of its cards."
    ),
    "no_burraco_counts_against": _("The melds of a side that has no burraco at all are counted as a loss."),
    "pozzetto_taken": _("What a side gets for having taken its pozzetto."),
    "pozzetto_not_taken": _("What a side gets that has not taken its pozzetto: 0, or a penalty with its minus."),
    "waived_when_neither_took": _("The penalty counts for neither side when both pozzetti are still there."),
    "sets_allowed": _("Cards of one rank may be melded, not only sequences."),
    "set_ranks": _("The cards of which sets may be melded, where there are sets."),
    "draw_suits": _("From high to low, between equal cards."),
    "pile": _("Open: its cards are all seen and taken together; closed: only the top one. The score is the same."),
    "stall": _("What happens when all players in turn only swap one discard."),
    "players": _("How many can play. A tournament needs four at a table."),
    "target": _(
        "The total that ends a free game: 2000 is reached with 2000, 2005 with anything over 2000. Tournaments do not "
        "look at it."
    ),
    "tie": _("What happens in a free game when both sides reach the target with the same total."),
    "three_player_rounding": _("How two partners share an odd score in a game of three."),
    "decks": _("How many of each card there are."),
    "jollies": _("All together."),
    **dict.fromkeys(CARD_VALUES, _("Points of each.")),
}
