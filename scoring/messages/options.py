"""What each option of a ruleset is about, in a line."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.engine.ruleset import CARD_VALUES

OPTION_HELPS: Mapping[str, Promise] = {
    "semi_clean": _("Bonus of a burraco with a wild beside seven naturals in a row, or equal."),
    "semi_clean_definition": _(
        "The club: the wild stands anywhere. The federation: at an end of a sequence, or in a set of exactly 8 cards."
    ),
    "clean": _("Bonus of a burraco without a wild."),
    "dirty": _("Bonus of a burraco with a wild."),
    "royal": _("Bonus of all 13 cards of a suit without a wild, instead of the clean burraco’s."),
    "closing": _("Bonus of the side that closes the hand."),
    "closing_needs_clean": _("Who closes has a clean burraco on the table, not just any."),
    "pozzetto_taken": _("What a side gets for having taken its pozzetto."),
    "pozzetto_not_taken": _("What a side gets that has not taken its pozzetto: 0, or a penalty with its minus."),
    "waived_when_neither_took": _("The penalty counts for neither side when both pozzetti are still there."),
    "sets_allowed": _("Cards of one rank may be melded, not only sequences."),
    "pile": _("Open: its cards are all seen and taken together; closed: only the top one. The score is the same."),
    "stall": _("What happens when all players in turn only swap one discard."),
    "target": _("The total that ends a free game. Tournaments do not look at it."),
    "tie": _("What happens in a free game when both sides reach the target with the same total."),
    "three_player_rounding": _("How two partners share an odd score in a game of three."),
    **dict.fromkeys(CARD_VALUES, _("Points of each.")),
}
