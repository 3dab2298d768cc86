"""One line about each option of a ruleset."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.engine.deck import CARD_VALUES

OPTION_HELPS: Mapping[str, Promise] = {
    "grades": _("Burracos that pay better than clean or dirty ones, as the club defines them."),
    "semi_clean": _("Bonus for a burraco with a wild beside seven naturals in sequence or of one rank."),
    "semi_clean_definition": _(
        "The club: the wild may be anywhere. The federation: at an end of a sequence, or in a set of 8 cards or more."
    ),
    "clean": _("Bonus of a burraco without a wild."),
    "dirty": _("Bonus of a burraco with a wild."),
    "royal": _("Bonus for all 13 cards of a suit without a wild, instead of the clean burraco bonus."),
    "ace_to_ace": _(
        "Bonus for a sequence with both aces and without a wild, 14 cards. Without it no sequence has both aces."
    ),
    "wilds_alone": _(
        "Bonus for seven or more twos and jokers, and nothing else. Without it wilds alone are not a meld."
    ),
    "red_threes": _(
        "Points for each red three, laid at once beside the melds and lost by a side without a burraco. With them no "
        "threes are melded."
    ),
    "red_threes_together": _("Points for all red threes if one side has them, instead of those for each."),
    "red_threes_need_burraco": _("If not, they are lost only by a side without any meld."),
    "black_threes": _("If red threes are laid at once: three or more black ones, without wilds."),
    "closing": _("Bonus of the side that closes the hand."),
    "closing_needs_burracos": _("How many a side needs on the table to close, of any grade."),
    "closing_needs_clean": _("To close, a side needs a clean burraco on the table, not just any burraco."),
    "closing_needs_pozzetto": _("To close, a side must have taken a pozzetto, even if none is left."),
    "pozzetto_unlooked": _(
        "What a side gets if it took its pozzetto and has not looked at it: 0, or a loss with a minus, instead of the "
        "value of its cards."
    ),
    "no_burraco_counts_against": _("The melds of a side that has no burraco at all are counted as a loss."),
    "no_clean_counts_against": _(
        "The melds of a side that has no clean burraco are counted as a loss, even if it has others, which keep their "
        "bonuses."
    ),
    "wilds": _("The most wilds that a meld may have. A 2 in its own place does not count as one."),
    "wild_share": _("A limit besides the number. One wild is always allowed."),
    "melded_wilds_count": _("If not, a melded wild is worth nothing, and one left in hand is lost all the same."),
    "pozzetto_taken": _("What a side gets for taking its pozzetto."),
    "pozzetto_not_taken": _("What a side gets if it has not taken its pozzetto: 0, or a penalty with a minus."),
    "waived_when_neither_took": _("The penalty counts for neither side when both pozzetti are still there."),
    "sets_allowed": _("Cards of one rank may be melded, not only sequences."),
    "sequences_allowed": _("Cards of one suit in a row may be melded, not only sets."),
    "set_ranks": _("The ranks of which sets may be melded, if there are sets."),
    "draw_suits": _("From high to low, between equal cards."),
    "pile": _("Open: its cards are all seen and taken together; closed: only the top one. The score is the same."),
    "stall": _("What happens when all players in turn only swap one discard."),
    "players": _("How many can play. A tournament needs four at a table."),
    "sides_of_six": _("2: three against three; 3: three pairs. Everybody has a place between two of the others’."),
    "dealt": _("If three or more play."),
    "dealt_to_two": _("Argentine sets deal 12."),
    "pozzetto_cards": _("How many an unlooked one must have; 0 if there is none."),
    "solo_pozzetto_cards": _("Of three players, the one who first has no card left."),
    "target": _("The target of free games; 2005 means “over 2000”. Tournaments ignore it."),
    "target_is": _("Over the target: 2000 does not end a game to 2000, 2002½ does."),
    "tie": _("What happens in a free game when both sides reach the target with the same total."),
    "alone_from": _(
        "Once somebody has this total, from the next hand on each of three plays alone, and there are three pozzetti."
    ),
    "three_player_rounding": _("How two partners share an odd score in a game of three."),
    "play_only": _("Rules that are played and cannot be told from the table after the hand, so that they never score."),
    "exact_cut": _(
        "If whoever cuts exactly this many cards gets a bonus. The table does not show it after the hand, so it is "
        "named and never scored."
    ),
    "decks": _("How many of each card there are."),
    "jollies": _("All together."),
    **dict.fromkeys(CARD_VALUES, _("Points of each.")),
}
