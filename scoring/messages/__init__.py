"""Sentences and names for the engine's codes, in the reader's language."""

from .country_words import country_words
from .games import alone_sentence, game_sentence, show_points
from .melds import (
    GRADES,
    KINDS,
    grade_name,
    letters_for,
    meld_sentence,
    notation_for,
    show_cards,
    spell_cards,
    type_cards,
    type_left,
    unreadable_sentence,
)
from .options import OPTION_HELPS
from .rulesets import (
    CHOICES,
    OPTION_NAMES,
    RULESETS,
    ruleset_label,
    ruleset_title,
    show_figure,
    show_numbers,
    show_option,
    show_suit,
)
from .violations import doubt_sentence, violation_sentence

__all__ = [
    "CHOICES",
    "GRADES",
    "KINDS",
    "OPTION_HELPS",
    "OPTION_NAMES",
    "RULESETS",
    "alone_sentence",
    "country_words",
    "doubt_sentence",
    "game_sentence",
    "grade_name",
    "letters_for",
    "meld_sentence",
    "notation_for",
    "ruleset_label",
    "ruleset_title",
    "show_cards",
    "show_figure",
    "show_numbers",
    "show_option",
    "show_points",
    "show_suit",
    "spell_cards",
    "type_cards",
    "type_left",
    "unreadable_sentence",
    "violation_sentence",
]
