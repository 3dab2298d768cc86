"""From the engine's codes to sentences and names in the reader's language.

A sentence says the fault and the remedy; in front of it stand the hand and the side it is about.
"""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.engine.ruleset import Pile, Rounding, SemiClean, Stall, Tie, option_values
from scoring.engine.violations import Doubt, DoubtCode, Violation, ViolationCode
from scoring.services import ruleset_for

VIOLATIONS: Mapping[ViolationCode, Promise] = {
    ViolationCode.BASE_IMPOSSIBLE: gettext_lazy(
        "no combination of bonuses gives the base %(base)s. The nearest possible: %(nearest)s."
    ),
    ViolationCode.POINTS_WITHOUT_BURRACO: gettext_lazy(
        "the base %(base)s holds no burraco, so all cards count against the side and the points cannot be %(points)s. "
        "Check the base and the sign of the points."
    ),
    ViolationCode.POINTS_BEYOND_DECK: gettext_lazy(
        "the points of both sides come to %(points)s, but the whole deck is worth %(worth)s. Check both points."
    ),
    ViolationCode.CLOSED_AGAINST_END: gettext_lazy(
        "the side is marked as closing, but the hand did not end with a closing. Check how the hand ended."
    ),
    ViolationCode.CANNOT_HAVE_CLOSED: gettext_lazy(
        "with the base %(base)s the side cannot have closed: closing takes a burraco, the pozzetto and its bonus. "
        "Check the base and who closed."
    ),
    ViolationCode.BASE_NEEDS_CLOSING: gettext_lazy(
        "the base %(base)s is possible only for a side that closed. Check the base and who closed."
    ),
    ViolationCode.BOTH_CLOSED: gettext_lazy("both sides have a closing, but only one can close. Check who closed."),
    ViolationCode.NOBODY_CLOSED: gettext_lazy(
        "the hand ended with a closing, but neither base leaves room for one. Check both bases and how the hand ended."
    ),
    ViolationCode.PENALTY_WAIVED: gettext_lazy(
        "both bases hold the penalty %(penalty)s for the pozzetto, but it does not count when neither side took one. "
        "Check both bases."
    ),
    ViolationCode.BURRACOS_BEYOND_DECK: gettext_lazy(
        "the burracos of both bases need at least %(cards)s cards, but the deck has %(deck)s. Check both bases."
    ),
    ViolationCode.NO_COMMON_READING: gettext_lazy(
        "each side is possible by itself, but not both in the same hand. Check who closed and who took the pozzetto."
    ),
    ViolationCode.TOTAL_IMPOSSIBLE: gettext_lazy(
        "no hand gives a side %(total)s: the least is %(least)s, the most %(most)s. Check the total."
    ),
    ViolationCode.TOTALS_IMPOSSIBLE: gettext_lazy(
        "no hand that ended this way gives these two totals. Check both totals and how the hand ended."
    ),
    ViolationCode.MIXED_DEPTHS: gettext_lazy(
        "one side has base and points, the other only a total. Give both sides alike."
    ),
}

DOUBTS: Mapping[DoubtCode, Promise] = {
    DoubtCode.UNUSUAL_TOTAL: gettext_lazy("%(total)s in one hand is more than %(limit)s. Is it right?"),
    DoubtCode.UNUSUAL_POINTS: gettext_lazy("%(points)s is more than half of the deck. Are the points right?"),
    DoubtCode.POINTS_WITHOUT_BURRACO: gettext_lazy(
        "%(points)s points are many without a burraco. Is the base %(base)s right?"
    ),
    DoubtCode.BURRACOS_WITHOUT_POINTS: gettext_lazy(
        "the base %(base)s holds burracos, yet the points are %(points)s. Is the sign right?"
    ),
    DoubtCode.NOTHING_SCORED: gettext_lazy("nobody scored anything. Was the hand played?"),
}

SWAPPED = gettext_lazy("Are base and points swapped?")

NOT_A_MULTIPLE: Mapping[str, Promise] = {
    "base": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the base."),
    "points": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the points."),
    "total": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the total."),
}
"""The sentence of ViolationCode.NOT_A_MULTIPLE, by the column it is about."""

RULESETS: Mapping[str, Promise] = {
    "fibur_2026": gettext_lazy("Italian federation 2026"),
    "italian": gettext_lazy("Italian"),
    "italian_semiclean": gettext_lazy("Italian with semi-clean burraco"),
    "argentine": gettext_lazy("Argentine (Burako with tiles)"),
    "brazilian_aberto_sujo": gettext_lazy("Brazilian, aberto sujo"),
    "brazilian_aberto": gettext_lazy("Brazilian, aberto"),
    "brazilian_fechado": gettext_lazy("Brazilian, fechado"),
    "brazilian_fechado_sujo": gettext_lazy("Brazilian, fechado sujo"),
    "brazilian_fechado_stbl": gettext_lazy("Brazilian, fechado STBL"),
}


OPTION_NAMES: Mapping[str, Promise] = {
    "semi_clean": pgettext_lazy("option", "semi-clean burraco"),
    "semi_clean_definition": pgettext_lazy("option", "semi-clean as defined by"),
    "clean": pgettext_lazy("option", "clean burraco"),
    "dirty": pgettext_lazy("option", "dirty burraco"),
    "royal": pgettext_lazy("option", "royal burraco"),
    "closing": pgettext_lazy("option", "closing"),
    "closing_needs_clean": pgettext_lazy("option", "closing needs a clean burraco"),
    "pozzetto_taken": pgettext_lazy("option", "pozzetto taken"),
    "pozzetto_not_taken": pgettext_lazy("option", "pozzetto not taken"),
    "waived_when_neither_took": pgettext_lazy("option", "no penalty when neither side took its pozzetto"),
    "sets_allowed": pgettext_lazy("option", "sets allowed"),
    "pile": pgettext_lazy("option", "discard pile"),
    "stall": pgettext_lazy("option", "stall"),
    "target": pgettext_lazy("option", "target"),
    "tie": pgettext_lazy("option", "tie at the target"),
    "three_player_rounding": pgettext_lazy("option", "half scores of three players"),
    "value_jolly": pgettext_lazy("option", "jolly"),
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
    Pile.OPEN: pgettext_lazy("option", "open"),
    Pile.CLOSED: pgettext_lazy("option", "closed"),
    Stall.ENDS_HAND: pgettext_lazy("option", "ends the hand"),
    Stall.MUST_DRAW: pgettext_lazy("option", "the next player draws"),
    Tie.GOES_ON: pgettext_lazy("option", "the game goes on"),
    Tie.STARTER_WINS: pgettext_lazy("option", "who started wins"),
    Rounding.EXACT: pgettext_lazy("option", "exact"),
    Rounding.UP: pgettext_lazy("option", "rounded up"),
}


def violation_sentence(
    violation: Violation, *, side_names: Sequence[str] = ("NS", "EW"), hand_number: int | None = None
) -> str:
    """`Hand 2, NS: 143 is not a multiple of 5. Check the base.`"""
    facts = dict(violation.facts)
    if violation.code is ViolationCode.NOT_A_MULTIPLE:
        template = NOT_A_MULTIPLE[str(facts["column"])]
    else:
        template = VIOLATIONS[violation.code]
    if isinstance(nearest := facts.get("nearest"), list):
        facts["nearest"] = ", ".join(map(str, nearest))
    sentence = str(template) % facts
    if facts.get("swapped"):
        sentence = f"{sentence} {SWAPPED}"
    return _placed(sentence, violation.side, side_names, hand_number)


def doubt_sentence(doubt: Doubt, *, side_names: Sequence[str] = ("NS", "EW"), hand_number: int | None = None) -> str:
    """`Hand 2, NS: 1700 in one hand is more than 1500. Is it right?`"""
    return _placed(str(DOUBTS[doubt.code]) % doubt.facts, doubt.side, side_names, hand_number)


def _placed(sentence: str, side: int | None, side_names: Sequence[str], hand_number: int | None) -> str:
    """The sentence with the hand and the side in front of it, as far as it is about one."""
    place = [_("Hand %(number)s") % {"number": hand_number}] if hand_number is not None else []
    if side is not None:
        place.append(side_names[side])
    return f"{', '.join(place)}: {sentence}" if place else sentence[:1].upper() + sentence[1:]


def ruleset_label(key: str) -> str:
    """What people call the preset."""
    return str(RULESETS[key])


def ruleset_title(key: str, options: Mapping[str, object]) -> str:
    """The preset's name and how a club's options differ from it: `Italian (target: 1505, jolly: 50)`."""
    preset = option_values(ruleset_for(key, {}))
    differences = ", ".join(
        f"{OPTION_NAMES[name]}: {_option_value(value)}"
        for name, value in option_values(ruleset_for(key, options)).items()
        if value != preset[name]
    )
    return f"{ruleset_label(key)} ({differences})" if differences else ruleset_label(key)


def _option_value(value: object) -> str:
    match value:
        case None:
            return pgettext("option", "none")
        case bool():
            return pgettext("option", "yes") if value else pgettext("option", "no")
        case str():
            return str(CHOICES[value])
        case _:
            return str(value)
