"""A sentence for every violation and doubt: the fault and the remedy, preceded by its place."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.grades import Grade
from scoring.engine.options import RANK_LETTERS
from scoring.engine.violations import Doubt, DoubtCode, Violation, ViolationCode

from .melds import show_cards
from .rulesets import show_numbers

VIOLATIONS: Mapping[ViolationCode, Promise] = {
    ViolationCode.TOO_FEW_CARDS: gettext_lazy("a meld has at least %(least)s cards. Add to it, or remove it."),
    ViolationCode.ONLY_WILDS: gettext_lazy("wilds alone are not a meld. Here: %(shown)s."),
    ViolationCode.SET_OF_TWOS: gettext_lazy("twos cannot be a set. Here: %(shown)s."),
    ViolationCode.MIXED: gettext_lazy(
        "neither a set nor a sequence: not of the suit or the rank of the others: %(shown)s."
    ),
    ViolationCode.GAP: gettext_lazy("the sequence has a gap. Missing: %(shown)s."),
    ViolationCode.TWO_ACES: gettext_lazy("a sequence takes one ace, below the 2 or above the king, never both."),
    ViolationCode.CARD_TWICE: gettext_lazy("a sequence holds each card once. Here more than once: %(shown)s."),
    ViolationCode.TOO_LONG: gettext_lazy("%(size)s cards is too many: this meld can have %(most)s at most."),
    ViolationCode.SUIT_UNSEEN: gettext_lazy(
        "not a set, so the suits are needed. Write them instead of the ?: %(shown)s."
    ),
    ViolationCode.SETS_NOT_ALLOWED: gettext_lazy("this ruleset has no sets, only sequences."),
    ViolationCode.SET_RANK_NOT_ALLOWED: gettext_lazy("this ruleset has sets of %(ranks)s only. Here: %(shown)s."),
    ViolationCode.THREES_NOT_MELDED: gettext_lazy(
        "in this ruleset threes cannot be melded, and red ones are laid on their own. Here: %(shown)s."
    ),
    ViolationCode.SEQUENCES_NOT_ALLOWED: gettext_lazy("this ruleset has no sequences, only sets."),
    ViolationCode.THREES_WITH_OTHERS: gettext_lazy(
        "in this ruleset black threes are melded on their own, without wilds. Here: %(shown)s."
    ),
    ViolationCode.NO_POZZETTO: gettext_lazy("this ruleset has no pozzetto. Check the ruleset."),
    ViolationCode.RED_THREES_BEYOND_DECK: gettext_lazy(
        "all sides have laid %(cards)s red threes, but the deck has %(deck)s. Check the red threes."
    ),
    ViolationCode.PLAYERS_UNKNOWN: gettext_lazy(
        "this ruleset is for %(known)s players, not for %(players)s. Check who played, or the ruleset."
    ),
    ViolationCode.SIDES_UNKNOWN: gettext_lazy(
        "in this ruleset six players are %(known)s sides, not %(sides)s. Check the sides, or the ruleset."
    ),
    ViolationCode.PARTNERS_UNKNOWN: gettext_lazy(
        "in this ruleset two of three players are always partners. Check the sides, or the ruleset."
    ),
    ViolationCode.NO_STALL: gettext_lazy(
        "in this ruleset a stall does not end the hand: the next player draws. Check how the hand ended."
    ),
    ViolationCode.NOT_IN_DECK: gettext_lazy("not in this ruleset’s deck: %(shown)s."),
    ViolationCode.TOO_MANY_COPIES: gettext_lazy(
        "%(shown)s: entered %(cards)s times, but the deck has %(copies)s. Check melds, hands and pozzetti."
    ),
    ViolationCode.TOO_MANY_WORTH: gettext_lazy(
        "%(cards)s cards worth %(value)s are entered, but the deck has %(copies)s. Check melds, hands and pozzetti."
    ),
    ViolationCode.NO_CARD_WORTH: gettext_lazy(
        "no card is worth %(value)s, only %(values)s. Check the cards left in hand, and those of the pozzetto."
    ),
    ViolationCode.NEGATIVE: gettext_lazy("%(value)s cannot be negative. Check the number."),
    ViolationCode.MELDED_IMPOSSIBLE: gettext_lazy(
        "no melds with these burracos are worth %(value)s. Check the burracos and the value of the cards melded."
    ),
    ViolationCode.LEFT_IMPOSSIBLE: gettext_lazy("no cards in hand are worth %(value)s. Check the value."),
    ViolationCode.POZZETTO_SIZE: gettext_lazy(
        "the pozzetto has %(size)s cards, but %(cards)s are entered. Check its cards."
    ),
    ViolationCode.POZZETTO_WORTH: gettext_lazy(
        "the cards of the pozzetto are worth %(worth)s, not %(value)s. Check its cards and its value."
    ),
    ViolationCode.POZZETTO_IMPOSSIBLE: gettext_lazy(
        "no %(size)s cards are worth %(value)s. Check the value of the pozzetto."
    ),
    ViolationCode.CLOSED_WITHOUT_BURRACO: gettext_lazy("closing takes a burraco on the table. Check who closed."),
    ViolationCode.CLOSED_WITH_FEW_BURRACOS: gettext_lazy(
        "in this ruleset closing takes %(least)s burracos on the table, and there are %(burracos)s. Check who closed."
    ),
    ViolationCode.CLOSED_WITHOUT_CLEAN: gettext_lazy(
        "in this ruleset closing takes a clean burraco on the table. Check who closed."
    ),
    ViolationCode.CLOSED_WITHOUT_POZZETTO: gettext_lazy(
        "closing takes the pozzetto. Check who closed and who took the pozzetto."
    ),
    ViolationCode.CLOSED_WITH_CARDS: gettext_lazy(
        "a player who closes alone has no cards left. Check who closed and the cards in hand."
    ),
    ViolationCode.CLOSED_WITH_UNLOOKED: gettext_lazy(
        "a player who closes alone has looked at the pozzetto. Check who closed and the pozzetto."
    ),
    ViolationCode.EMPTY_WITHOUT_POZZETTO: gettext_lazy(
        "a player alone without a card left took the pozzetto, or closed. Check the cards in hand, the pozzetto and "
        "who closed."
    ),
    ViolationCode.UNLOOKED_WITH_CARDS: gettext_lazy(
        "a player alone takes the pozzetto with the last card, so there is none in hand beside a pozzetto not looked "
        "at. Check the pozzetto and the cards in hand."
    ),
    ViolationCode.CARDS_BEYOND_DECK: gettext_lazy(
        "counting stock, discard pile and pozzetti that nobody took, there are at least %(cards)s cards, but the deck "
        "has %(deck)s. Check the cards and who took a pozzetto."
    ),
    ViolationCode.VALUES_BEYOND_DECK: gettext_lazy(
        "the cards of all sides are worth %(values)s together, but the deck %(worth)s at most, without those that "
        "nobody has. Check the values."
    ),
    ViolationCode.WILDS_BEYOND_DECK: gettext_lazy(
        "the burracos of all sides hold %(wilds)s wilds, but the deck has %(deck)s. Check the burracos."
    ),
    ViolationCode.SOLO_WITHOUT_POZZETTO: gettext_lazy(
        "the player who plays alone is the one who took the first pozzetto. Check the pozzetto and who played alone."
    ),
    ViolationCode.POZZETTO_WITHOUT_PARTNERS: gettext_lazy(
        "with a pozzetto taken, one plays alone against two partners. Check the pozzetto and the sides."
    ),
    ViolationCode.BASE_IMPOSSIBLE: gettext_lazy(
        "no combination of bonuses gives the base %(base)s. The nearest possible: %(nearest)s."
    ),
    ViolationCode.POINTS_WITHOUT_BURRACO: gettext_lazy(
        "the base %(base)s holds no burraco, so all cards count against the side and the points cannot be %(points)s. "
        "Check the base and the sign of the points."
    ),
    ViolationCode.POINTS_WITHOUT_CLEAN: gettext_lazy(
        "the base %(base)s holds no clean burraco, so all cards count against the side and the points cannot be "
        "%(points)s. Check the base and the sign of the points."
    ),
    ViolationCode.POINTS_BEYOND_DECK: gettext_lazy(
        "the points of both sides come to %(points)s, but the deck is worth %(worth)s at most, without the cards that "
        "nobody has. Check both points."
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
        "%(points)s points is a lot without a burraco. Is the base %(base)s right?"
    ),
    DoubtCode.BURRACOS_WITHOUT_POINTS: gettext_lazy(
        "the base %(base)s holds burracos, yet the points are %(points)s. Is the sign right?"
    ),
    DoubtCode.NOTHING_SCORED: gettext_lazy("nobody scored anything. Was the hand played?"),
    DoubtCode.UNUSUAL_LOSS: gettext_lazy("%(total)s in one hand is less than %(limit)s. Is it right?"),
    DoubtCode.UNUSUAL_POINTS_TOGETHER: gettext_lazy(
        "the points of all sides come to %(points)s: almost the whole deck. Are they right?"
    ),
    DoubtCode.EMPTY_HAND: gettext_lazy(
        "no card is left in hand, yet the side did not close. Was a hand of cards forgotten?"
    ),
    DoubtCode.EMPTY_PARTNER: gettext_lazy(
        "the closer’s partner has no card left either. Was a hand of cards forgotten?"
    ),
    DoubtCode.EMPTY_BESIDE_POZZETTO: gettext_lazy(
        "apart from the pozzetto not looked at, the partner has no card left either. Was a hand of cards forgotten?"
    ),
    DoubtCode.CARDS_OF_NOBODY: gettext_lazy(
        "the side closed while its pozzetto was not looked at, so one partner has no card and the other only the "
        "pozzetto. Whose are the cards in hand?"
    ),
    DoubtCode.ONE_CARD_LEFT: gettext_lazy(
        "only one card is left in hand, yet the side did not close, and each partner keeps one. Was a hand of cards "
        "forgotten?"
    ),
    DoubtCode.FEW_MELDED_TO_TAKE: gettext_lazy(
        "whoever takes a pozzetto has melded at least %(least)s cards, but %(cards)s are entered. Was a meld "
        "forgotten, or was the pozzetto not taken?"
    ),
    DoubtCode.FEW_MELDED_TO_CLOSE: gettext_lazy(
        "a side that closes has melded at least %(least)s cards, but %(cards)s are entered. Was a meld forgotten?"
    ),
    DoubtCode.FEW_TOGETHER: gettext_lazy(
        "the side has %(cards)s cards melded and in hand, yet it was given %(least)s, and each turn draws a card for "
        "the one it discards. Was a meld or a hand of cards forgotten?"
    ),
    DoubtCode.LITTLE_MELDED_TO_TAKE: gettext_lazy(
        "whoever takes a pozzetto has melded at least %(least)s cards, worth %(worth)s or more, but %(value)s is "
        "entered. Was a meld forgotten, or was the pozzetto not taken?"
    ),
    DoubtCode.LITTLE_MELDED_TO_CLOSE: gettext_lazy(
        "a side that closes has melded at least %(least)s cards, worth %(worth)s or more, but %(value)s is entered. "
        "Was a meld forgotten?"
    ),
    DoubtCode.LITTLE_TOGETHER: gettext_lazy(
        "the cards melded and in hand are worth %(value)s, yet the side was given %(least)s, worth at least %(worth)s, "
        "and each turn draws a card for the one it discards. Was a meld or a hand of cards forgotten?"
    ),
    DoubtCode.LITTLE_POINTS_TO_CLOSE: gettext_lazy(
        "a player who closes alone has melded %(least)s cards or more, worth at least %(worth)s; the points are "
        "%(points)s. Are they right?"
    ),
    DoubtCode.LITTLE_TOTAL_TO_CLOSE: gettext_lazy(
        "a player who closes alone has melded %(least)s cards or more, and scores at least %(worth)s; the total is "
        "%(total)s. Is it right?"
    ),
    DoubtCode.LITTLE_AGAINST: gettext_lazy(
        "the base %(base)s holds no burraco, so %(least)s cards or more count against the side, and the points are "
        "%(worth)s at most, not %(points)s. Is the base right?"
    ),
    DoubtCode.LITTLE_AGAINST_UNCLEAN: gettext_lazy(
        "the base %(base)s holds no clean burraco, so %(least)s cards or more count against the side, and the points "
        "are %(worth)s at most, not %(points)s. Is the base right?"
    ),
}

ONE_WILD = gettext_lazy("a meld takes one wild at most. Here: %(shown)s.")
SEVERAL_WILDS = gettext_lazy("this meld takes %(most)s wilds at most. Here: %(shown)s.")
"""The sentences of ViolationCode.TOO_MANY_WILDS."""

SWAPPED = gettext_lazy("Are base and points swapped?")

NOT_A_MULTIPLE: Mapping[str, Promise] = {
    "base": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the base."),
    "points": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the points."),
    "total": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the total."),
    "melded": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the cards melded."),
    "left_value": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the cards left."),
    "pozzetto_value": gettext_lazy("%(value)s is not a multiple of %(unit)s. Check the pozzetto."),
}
"""The sentences of ViolationCode.NOT_A_MULTIPLE by column."""

GRADE_UNKNOWN: Mapping[str, Promise] = {
    Grade.SEMI_CLEAN: gettext_lazy("this ruleset has no semi-clean burraco. Check the burracos."),
    Grade.ROYAL: gettext_lazy("this ruleset has no royal burraco. Check the burracos."),
}
"""The sentences of ViolationCode.GRADE_UNKNOWN by grade."""


OTHER_GRADE_UNKNOWN = gettext_lazy("this ruleset does not have the burraco “%(grade)s”. Check the burracos.")


def violation_sentence(
    violation: Violation, *, side_names: Sequence[str] = ("NS", "EW"), hand_number: int | None = None
) -> str:
    """Return `Hand 2, NS: 143 is not a multiple of 5. Check the base.`, for example."""
    facts: dict[str, object] = {**violation.facts, "shown": show_cards(violation.cards)}
    if isinstance(nearest := facts.get("nearest"), list):
        facts["nearest"] = ", ".join(map(str, nearest))
    if isinstance(values := facts.get("values"), list):
        facts["values"] = ", ".join(map(str, values))
    if isinstance(known := facts.get("known"), list):
        facts["known"] = show_numbers(known)
    if isinstance(ranks := facts.get("ranks"), list):
        facts["ranks"] = ", ".join(RANK_LETTERS[rank - 1] for rank in ranks)
    sentence = str(_template(violation)) % facts
    if facts.get("swapped"):
        sentence = f"{sentence} {SWAPPED}"
    return _placed(sentence, violation.side, violation.meld, side_names, hand_number)


def _template(violation: Violation) -> Promise:
    match violation.code:
        case ViolationCode.NOT_A_MULTIPLE:
            return NOT_A_MULTIPLE[str(violation.facts["column"])]
        case ViolationCode.TOO_MANY_WILDS:
            return ONE_WILD if violation.facts["most"] == 1 else SEVERAL_WILDS
        case ViolationCode.GRADE_UNKNOWN:
            return GRADE_UNKNOWN.get(str(violation.facts["grade"]), OTHER_GRADE_UNKNOWN)
        case code:
            return VIOLATIONS[code]


def doubt_sentence(doubt: Doubt, *, side_names: Sequence[str] = ("NS", "EW"), hand_number: int | None = None) -> str:
    """Return `Hand 2, NS: 1700 in one hand is more than 1500. Is it right?`, for example."""
    return _placed(str(DOUBTS[doubt.code]) % doubt.facts, doubt.side, None, side_names, hand_number)


def _placed(
    sentence: str, side: int | None, meld: int | None, side_names: Sequence[str], hand_number: int | None
) -> str:
    """Return the sentence with the hand, the side and the meld in front, as far as they are known."""
    place = [_("Hand %(number)s") % {"number": hand_number}] if hand_number is not None else []
    if side is not None:
        place.append(side_names[side])
    if meld is not None:
        place.append(_("meld %(number)s") % {"number": meld + 1})
    return f"{', '.join(place)}: {sentence}" if place else sentence[:1].upper() + sentence[1:]
