"""The names of rulesets and options, and the differences between a club's ruleset and its preset."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from scoring.engine.cards import Suit
from scoring.engine.conventions import Pile, PlayOnly, Rounding, Stall, Start, TargetIs, Tie, WildShare
from scoring.engine.grades import SemiClean
from scoring.engine.notation import SIGNS
from scoring.engine.options import option_values
from scoring.engine.ruleset import SET_RANKS
from scoring.services import ruleset_for

from .melds import notation_for

BEGINS_LIKE_EIGHT: Final = re.compile(r"8|11(?!\d)|11\D?\d{3}(?!\d)|h?[oó]", re.IGNORECASE)
"""The numbers and words before which Spanish has another word for `or`: ocho, once, ochenta, once mil, hoja."""

RULESETS: Mapping[str, Promise] = {
    "fibur_2026": gettext_lazy("Italian federation 2026"),
    "fibur_internazionale": gettext_lazy("Italian federation, international game"),
    "italian": gettext_lazy("Italian"),
    "italian_semiclean": gettext_lazy("Italian with semi-clean burraco"),
    "burako_comodines": gettext_lazy("Burako with canastas of wilds"),
    "argentine": gettext_lazy("Argentine (Burako with tiles)"),
    "canasta": gettext_lazy("Canasta"),
    "canasta_for_two": gettext_lazy("Canasta for two players"),
    "brazilian_aberto_sujo": gettext_lazy("Brazilian, aberto sujo"),
    "tranca": gettext_lazy("Brazilian tranca"),
    "brazilian_as_a_as": gettext_lazy("Brazilian, with canastra “ás a ás”"),
    "brazilian_aberto": gettext_lazy("Brazilian, aberto"),
    "brazilian_fechado": gettext_lazy("Brazilian, fechado"),
    "brazilian_fechado_sujo": gettext_lazy("Brazilian, fechado sujo"),
    "brazilian_fechado_stbl": gettext_lazy("Brazilian, fechado STBL"),
}


OPTION_NAMES: Mapping[str, Promise] = {
    "grades": pgettext_lazy("option", "other burracos"),
    "semi_clean": pgettext_lazy("option", "semi-clean burraco"),
    "semi_clean_definition": pgettext_lazy("option", "semi-clean as defined by"),
    "clean": pgettext_lazy("option", "clean burraco"),
    "dirty": pgettext_lazy("option", "dirty burraco"),
    "royal": pgettext_lazy("option", "royal burraco"),
    "ace_to_ace": pgettext_lazy("option", "burraco from ace to ace"),
    "wilds_alone": pgettext_lazy("option", "burraco of wilds"),
    "red_threes": pgettext_lazy("option", "red threes"),
    "red_threes_together": pgettext_lazy("option", "all red threes together"),
    "red_threes_need_burraco": pgettext_lazy("option", "red threes need a burraco"),
    "black_threes": pgettext_lazy("option", "sets of black threes"),
    "closing": pgettext_lazy("option", "closing"),
    "closing_needs_burracos": pgettext_lazy("option", "burracos needed to close"),
    "closing_needs_clean": pgettext_lazy("option", "closing needs a clean burraco"),
    "closing_needs_pozzetto": pgettext_lazy("option", "closing needs the pozzetto"),
    "pozzetto_taken": pgettext_lazy("option", "pozzetto taken"),
    "pozzetto_not_taken": pgettext_lazy("option", "pozzetto not taken"),
    "pozzetto_unlooked": pgettext_lazy("option", "pozzetto not looked at"),
    "no_burraco_counts_against": pgettext_lazy("option", "without a burraco all cards count against"),
    "no_clean_counts_against": pgettext_lazy("option", "without a clean burraco all cards count against"),
    "wilds": pgettext_lazy("option", "wilds in a meld"),
    "wild_share": pgettext_lazy("option", "wilds beside the other cards of a meld"),
    "melded_wilds_count": pgettext_lazy("option", "melded wilds count"),
    "waived_when_neither_took": pgettext_lazy("option", "no penalty when neither side took its pozzetto"),
    "sets_allowed": pgettext_lazy("option", "sets allowed"),
    "sequences_allowed": pgettext_lazy("option", "sequences allowed"),
    "set_ranks": pgettext_lazy("option", "sets of"),
    "draw_suits": pgettext_lazy("option", "suits in the draw for the dealer"),
    "pile": pgettext_lazy("option", "discard pile"),
    "stall": pgettext_lazy("option", "stall"),
    "players": pgettext_lazy("option", "players"),
    "sides_of_six": pgettext_lazy("option", "sides of six players"),
    "dealt": pgettext_lazy("option", "cards dealt to each player"),
    "dealt_to_two": pgettext_lazy("option", "cards dealt to each of two players"),
    "pozzetto_cards": pgettext_lazy("option", "cards in a pozzetto"),
    "solo_pozzetto_cards": pgettext_lazy("option", "cards in the pozzetto of the player who plays alone"),
    "target": pgettext_lazy("option", "target"),
    "target_is": pgettext_lazy("option", "total that ends the game"),
    "tie": pgettext_lazy("option", "tie at the target"),
    "alone_from": pgettext_lazy("option", "three without partners from a total of"),
    "three_player_rounding": pgettext_lazy("option", "half scores of three players"),
    "play_only": pgettext_lazy("option", "play only"),
    "exact_cut": pgettext_lazy("option", "cards of an exact cut"),
    "decks": pgettext_lazy("option", "packs of cards"),
    "jollies": pgettext_lazy("option", "jokers in the deck"),
    "value_jolly": pgettext_lazy("option", "joker"),
    "value_ace": pgettext_lazy("option", "ace"),
    "value_two": pgettext_lazy("option", "two"),
    "value_three": pgettext_lazy("option", "three"),
    "value_four": pgettext_lazy("option", "four"),
    "value_five": pgettext_lazy("option", "five"),
    "value_six": pgettext_lazy("option", "six"),
    "value_seven": pgettext_lazy("option", "seven"),
    "value_eight": pgettext_lazy("option", "eight"),
    "value_nine": pgettext_lazy("option", "nine"),
    "value_ten": pgettext_lazy("option", "ten"),
    "value_jack": pgettext_lazy("option", "jack"),
    "value_queen": pgettext_lazy("option", "queen"),
    "value_king": pgettext_lazy("option", "king"),
}

CHOICES: Mapping[str, Promise] = {
    SemiClean.CLUB: pgettext_lazy("option", "the club"),
    SemiClean.FEDERATION: pgettext_lazy("option", "the federation"),
    PlayOnly.DIRECT_CLOSING: pgettext_lazy("play only", "closing without a discard, or only with one"),
    PlayOnly.CONCEALED_CLOSING: pgettext_lazy("play only", "a bonus for melding the whole hand at once"),
    PlayOnly.OPENING_MINIMUM: pgettext_lazy("play only", "a number of points for the first melds of a side"),
    PlayOnly.FROZEN_PILE: pgettext_lazy("play only", "when the discard pile is frozen"),
    PlayOnly.DRAW_OF_TWO: pgettext_lazy("play only", "two cards drawn and one discarded"),
    PlayOnly.BLACK_THREES_LAST: pgettext_lazy("play only", "black threes in the closing turn only"),
    PlayOnly.BURRACO_BEFORE_POZZETTO: pgettext_lazy("play only", "a burraco before the pozzetto is taken"),
    Pile.OPEN: pgettext_lazy("option", "open"),
    Pile.CLOSED: pgettext_lazy("option", "closed"),
    Stall.ENDS_HAND: pgettext_lazy("option", "ends the hand"),
    Stall.MUST_DRAW: pgettext_lazy("option", "the next player draws"),
    Start.CARDS: pgettext_lazy("option", "drawn cards"),
    Start.DIE: pgettext_lazy("option", "a die"),
    TargetIs.OVER: pgettext_lazy("option", "over the target"),
    TargetIs.REACHED: pgettext_lazy("option", "the target or more"),
    Tie.GOES_ON: pgettext_lazy("option", "the game goes on"),
    Tie.STARTER_WINS: pgettext_lazy("option", "the one who started wins"),
    WildShare.ANY: pgettext_lazy("option", "as many as the number says"),
    WildShare.AS_MANY: pgettext_lazy("option", "never more than the others"),
    WildShare.FEWER: pgettext_lazy("option", "always fewer than the others"),
    Rounding.EXACT: pgettext_lazy("option", "exact"),
    Rounding.UP: pgettext_lazy("option", "rounded up"),
}


def ruleset_label(key: str) -> str:
    """Return the preset's name for people."""
    return str(RULESETS[key])


def ruleset_title(key: str, options: Mapping[str, object]) -> str:
    """Return the preset's name and the club's differences: `Italian (target: 1,505, jolly: 50)`."""
    preset = option_values(ruleset_for(key, {}))
    differences = ", ".join(
        f"{OPTION_NAMES[name]}: {show_option(name, value)}"
        for name, value in option_values(ruleset_for(key, options)).items()
        if value != preset[name]
    )
    return f"{ruleset_label(key)} ({differences})" if differences else ruleset_label(key)


def show_option(name: str, value: object) -> str:
    """Return the value of an option for people."""
    match value:
        case list():
            return _show_list(name, value)
        case None if name == "pozzetto_unlooked":
            return pgettext("option", "the value of its cards")
        case None if name == "wilds":
            return pgettext("option", "any number")
        case None:
            return pgettext("option", "none")
        case bool():
            return pgettext("option", "yes") if value else pgettext("option", "no")
        case str():
            return str(CHOICES[value])
        case int():
            return show_figure(value)
        case _:
            return str(value)


def show_figure(points: int) -> str:
    """Return `1.250` or `−385` in the reader's language."""
    return f"{'−' if points < 0 else ''}{number_format(abs(points), force_grouping=True)}"


def _show_list(name: str, value: Sequence[Any]) -> str:
    if name == "grades":
        return ", ".join(f"{row['label']} {show_figure(row['bonus'])}" for row in value) or pgettext("option", "none")
    if name == "play_only":
        return ", ".join(str(CHOICES[one]) for one in value) or pgettext("option", "none")
    if name == "draw_suits":
        return " ".join(show_suit(Suit(letter)) for letter in value)
    if name == "set_ranks":
        return ", ".join(value) if len(value) < len(SET_RANKS) else pgettext("option", "every rank except the two")
    return show_numbers(value)


def show_numbers(numbers: Sequence[object]) -> str:
    """Return `2, 3 or 4`, for example."""
    *others, last = map(str, numbers)
    if not others:
        return last
    sentence = (
        pgettext("before 8, 11 or 80", "%(these)s or %(that)s")
        if BEGINS_LIKE_EIGHT.match(last)
        else _("%(these)s or %(that)s")
    )
    return sentence % {"these": ", ".join(others), "that": last}


def show_suit(suit: Suit) -> str:
    """Return a suit's symbol, or the letter of a tile's colour in the reader's language."""
    return SIGNS.get(suit) or notation_for(get_language()).suits[suit]
