"""Cards and melds in the reader's language: what a meld is, and why."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.engine.by_value import write_values
from scoring.engine.cards import Card
from scoring.engine.grades import Grade, Kind
from scoring.engine.melds import Meld, Reason
from scoring.engine.notation import ENGLISH, NOTATIONS, Notation, UnreadableCard, format_cards, name_card, show_card

KINDS: Mapping[Kind, Promise] = {
    Kind.SET: pgettext_lazy("kind of meld", "set"),
    Kind.SEQUENCE: pgettext_lazy("kind of meld", "sequence"),
}

GRADES: Mapping[Grade, Promise] = {
    Grade.CLEAN: pgettext_lazy("grade of burraco", "clean"),
    Grade.SEMI_CLEAN: pgettext_lazy("grade of burraco", "semi-clean"),
    Grade.DIRTY: pgettext_lazy("grade of burraco", "dirty"),
    Grade.ROYAL: pgettext_lazy("grade of burraco", "royal"),
}

REASONS: Mapping[Reason, Promise] = {
    Reason.NO_WILD: _("%(grade)s: no wild"),
    Reason.NATURAL_TWO: _("%(grade)s: no wild, the 2 is in its own place"),
    Reason.STANDS_FOR: _("%(grade)s: the %(wild)s stands for the %(card)s"),
    Reason.STANDS_IN_SET: _("%(grade)s: the %(wild)s is the wild"),
    Reason.STANDS_FOR_NONE: _("%(grade)s: the %(wild)s is the wild, beside all 13 cards of the suit"),
}


def meld_sentence(meld: Meld) -> str:
    """`dirty: the 2♣ stands for the 8♥`; of a meld that is no burraco yet, its kind: `sequence: no wild`."""
    return str(REASONS[meld.reason]) % {
        "grade": grade_name(meld),
        "wild": "" if meld.wild is None else show_cards([meld.wild]),
        "card": "" if meld.stands_for is None else show_cards([meld.stands_for]),
    }


def grade_name(meld: Meld) -> str:
    """The grade of a burraco, the kind of a smaller meld."""
    if meld.row is None:
        return str(KINDS[meld.kind])
    return meld.row.label or str(GRADES[Grade(meld.row.key)])


def notation_for(language: str | None) -> Notation:
    """The letters of a language of the interface, `pt-br` as `pt`; English for a language without its own."""
    return NOTATIONS.get((language or "").split("-")[0], ENGLISH)


def show_cards(cards: Iterable[Card]) -> str:
    """As in a sentence: `7♥, 8♥`."""
    notation = notation_for(get_language())
    return ", ".join(show_card(card, notation) for card in cards)


def spell_cards(cards: Iterable[Card]) -> str:
    """As a screen reader says them: `seven of hearts, jolly`."""
    notation = notation_for(get_language())
    return ", ".join(name_card(card, notation) for card in cards)


def type_cards(cards: Iterable[Card]) -> str:
    """As they are typed in the reader's language: `7C 8C JK`."""
    return format_cards(cards, notation_for(get_language()))


def type_left(cards: Iterable[Card], by_value: Mapping[int, int]) -> str:
    """The cards left in hand, and how many more of which values: `4Q 3x5`."""
    return f"{type_cards(cards)} {write_values(by_value)}".strip()


def unreadable_sentence(error: UnreadableCard) -> str:
    """What was typed and is no card, and where."""
    return _("card %(number)s, “%(token)s”, is not a card.") % {"number": error.number, "token": error.token}
