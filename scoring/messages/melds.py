"""Cards and melds in the reader's language: what a meld is, and why."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.engine.cards import Card
from scoring.engine.grades import Grade, MeldKind
from scoring.engine.melds import Meld, ReadingReason
from scoring.engine.notation import NOTATIONS, Notation, UnreadableCard, format_cards, name_card, show_card
from scoring.engine.value_notation import write_values

KINDS: Mapping[MeldKind, Promise] = {
    MeldKind.SET: pgettext_lazy("kind of meld", "set"),
    MeldKind.SEQUENCE: pgettext_lazy("kind of meld", "sequence"),
}

GRADES: Mapping[Grade, Promise] = {
    Grade.CLEAN: pgettext_lazy("grade of burraco", "clean"),
    Grade.SEMI_CLEAN: pgettext_lazy("grade of burraco", "semi-clean"),
    Grade.DIRTY: pgettext_lazy("grade of burraco", "dirty"),
    Grade.ROYAL: pgettext_lazy("grade of burraco", "royal"),
    Grade.ACE_TO_ACE: pgettext_lazy("grade of burraco", "from ace to ace"),
    Grade.WILDS_ALONE: pgettext_lazy("grade of burraco", "of wilds"),
    Grade.RED_THREES: pgettext_lazy("grade of burraco", "red threes"),
}

REASONS: Mapping[ReadingReason, Promise] = {
    ReadingReason.NO_WILD: _("%(grade)s: no wild"),
    ReadingReason.NATURAL_TWO: _("%(grade)s: no wild, the 2 is in its own place"),
    ReadingReason.STANDS_FOR: _("%(grade)s: the %(wild)s stands for the %(card)s"),
    ReadingReason.STANDS_IN_SET: _("%(grade)s: the %(wild)s is the wild"),
    ReadingReason.SEVERAL_WILDS: _("%(grade)s: the wilds are %(wild)s"),
    ReadingReason.WILDS_ALONE: _("%(grade)s: only wilds"),
    ReadingReason.LAID_ALONE: _("%(grade)s: each counts separately"),
    ReadingReason.STANDS_FOR_NONE: _("%(grade)s: the %(wild)s is the wild, beside all 13 cards of the suit"),
}


def meld_sentence(meld: Meld) -> str:
    """Return `dirty: the 2♣ stands for the 8♥`, or the kind of a smaller meld: `sequence: no wild`."""
    return str(REASONS[meld.reason]) % {
        "grade": grade_name(meld),
        "wild": show_cards(meld.wilds),
        "card": "" if meld.stands_for is None else show_cards([meld.stands_for]),
    }


def grade_name(meld: Meld) -> str:
    """Return the grade of a burraco, or the kind of a smaller meld."""
    if meld.row is None:
        return str(KINDS[meld.kind])
    return meld.row.label or str(GRADES[Grade(meld.row.key)])


def notation_for(language: str | None) -> Notation:
    """Return the notation of an interface language."""
    return NOTATIONS[letters_for(language)]


def letters_for(language: str | None) -> str:
    """Return the language whose letters of cards an interface language uses: its own, `pt-br` as `pt`, or English."""
    code = (language or "").split("-")[0]
    return code if code in NOTATIONS else "en"


def show_cards(cards: Iterable[Card]) -> str:
    """Return the cards for a sentence: `7♥, 8♥`."""
    notation = notation_for(get_language())
    return ", ".join(show_card(card, notation) for card in cards)


def spell_cards(cards: Iterable[Card]) -> str:
    """Return the cards for a screen reader: `seven of hearts, jolly`."""
    notation = notation_for(get_language())
    return ", ".join(name_card(card, notation) for card in cards)


def type_cards(cards: Iterable[Card]) -> str:
    """Return the cards as typed in the reader's language: `7C 8C JK`."""
    return format_cards(cards, notation_for(get_language()))


def type_left(cards: Iterable[Card], by_value: Mapping[int, int]) -> str:
    """Return the cards left in hand, and the number of further cards of each value: `4Q 3x5`."""
    return f"{type_cards(cards)} {write_values(by_value)}".strip()


def unreadable_sentence(error: UnreadableCard) -> str:
    """Return which piece of the text is not a card."""
    return _("card %(number)s, “%(token)s”, is not a card.") % {"number": error.number, "token": error.token}
