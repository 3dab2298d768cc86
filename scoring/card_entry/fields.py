"""Each field by itself: the cards that can be read, and the judgement of a growing meld."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.card_entry.faces import show_meld, show_no_meld
from scoring.engine.cards import Card
from scoring.engine.grades import Grade
from scoring.engine.notation import UnreadableCard
from scoring.engine.ruleset import RuleSet
from scoring.engine.value_notation import take_values
from scoring.engine.violations import Violation, ViolationCode
from scoring.forms.cards import VALUES
from scoring.messages import KINDS, meld_sentence, unreadable_sentence, violation_sentence
from scoring.services import judge_meld, read_typed_cards

from .typed_hand import CardField, NumberField, State

WHOLE_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,5})\s*", re.ASCII)
"""Numbers with more digits than these are typing errors."""

LONGEST_ECHO = 40
"""The most characters of an unreadable number that a message repeats."""

COUNT_LABELS: Mapping[str, Promise] = {
    Grade.CLEAN: pgettext_lazy("how many", "clean burracos"),
    Grade.SEMI_CLEAN: pgettext_lazy("how many", "semi-clean burracos"),
    Grade.DIRTY: pgettext_lazy("how many", "dirty burracos"),
    Grade.ROYAL: pgettext_lazy("how many", "royal burracos"),
    Grade.ACE_TO_ACE: pgettext_lazy("how many", "burracos from ace to ace"),
    Grade.WILDS_ALONE: pgettext_lazy("how many", "burracos of wilds"),
    Grade.RED_THREES: pgettext_lazy("how many", "red threes"),
    "melded": gettext_lazy("cards melded, in points"),
    "left_value": gettext_lazy("cards left, in points"),
}


@dataclass(frozen=True, slots=True)
class _ReadCards:
    """The cards before the first unreadable piece of a text."""

    cards: tuple[Card, ...]
    error: UnreadableCard | None


def _read(text: str, letters: str) -> _ReadCards:
    try:
        return _ReadCards(read_typed_cards(text, letters), None)
    except UnreadableCard as error:
        return _ReadCards(read_typed_cards(text[: error.offset], letters), error)


def meld_field(rules: RuleSet, key: str, number: int, text: str, letters: str) -> CardField:
    """Return the field of one meld, at any stage of its growth."""
    name, place = f"{key}-meld-{number}", _("meld %(number)s") % {"number": number}
    read = _read(text, letters)
    if read.error is not None:
        return _unreadable(name, place, text, read.cards, read.error)
    if not read.cards:
        return CardField(id=name, name=place, text=text, state=State.BLANK, value=0)
    judgement = judge_meld(rules, read.cards)
    meld = judgement.meld
    if meld is None or not judgement.legal:  # equivalent `not judgement.legal`: without a meld it is not
        return CardField(
            id=name,
            name=place,
            text=text,
            state=State.GROWING if _may_grow(judgement.violations) else State.WRONG,
            cards=read.cards,
            meld_view=show_no_meld(read.cards, "") if meld is None else show_meld(meld),
            sentences=tuple(violation_sentence(fault) for fault in judgement.violations),
            value=rules.deck.worth_of(read.cards),
        )
    return CardField(
        id=name,
        name=place,
        text=text,
        state=State.LEGAL,
        cards=read.cards,
        meld_view=show_meld(meld),
        sentences=(meld_sentence(meld),),
        value=meld.value,
        meld=meld,
        kind="" if meld.row is None else str(KINDS[meld.kind]),
    )


def _may_grow(faults: tuple[Violation, ...]) -> bool:
    """Return whether the meld's only fault is that it has too few cards yet."""
    return {fault.code for fault in faults} == {ViolationCode.TOO_FEW_CARDS}


def pile_field(rules: RuleSet, key: str, name: str, text: str, letters: str) -> CardField:
    """Return the field of cards that are not a meld: those left in hand, or those of a pozzetto."""
    id_ = f"{key}-{name}"
    place = _("cards left") if name == "left" else _("pozzetto")
    if name == "unlooked" and (found := WHOLE_NUMBER.fullmatch(text)):
        return CardField(id=id_, name=place, text=text, state=State.LEGAL, value=int(found[1]))
    rest, by_value = take_values(text)
    read = _read(rest, letters)
    if read.error is not None:
        return _unreadable(id_, place, text, read.cards, read.error)
    cards = tuple(sorted(read.cards, key=lambda card: card.table_order))
    number = len(cards) + sum(by_value.values())
    worth = rules.deck.worth_of(cards) + sum(value * count for value, count in by_value.items())
    return CardField(
        id=id_,
        name=place,
        text=text,
        state=State.LEGAL if number else State.BLANK,
        cards=cards,
        by_value=by_value,
        meld_view=show_no_meld(cards, "", by_value) if number else None,
        sentences=(_pile_sentence(number, worth),) if number else (),
        value=worth,
    )


def _pile_sentence(cards: int, worth: int) -> str:
    sentence = ngettext("%(cards)s card, worth %(value)s", "%(cards)s cards, worth %(value)s", cards)
    return sentence % {"cards": cards, "value": worth}


def _unreadable(id_: str, place: str, text: str, cards: tuple[Card, ...], error: UnreadableCard) -> CardField:
    return CardField(
        id=id_,
        name=place,
        text=text,
        # The last piece of a text may still become a card.
        state=State.GROWING if text.endswith(error.token) else State.WRONG,
        cards=cards,
        meld_view=show_no_meld(cards, "") if cards else None,
        sentences=(_capitalised(unreadable_sentence(error)),),
    )


def number_field(rules: RuleSet, key: str, name: str, text: str) -> NumberField:
    """Return the field of a count or a value; an empty one is 0."""
    found = WHOLE_NUMBER.fullmatch(text) if text.strip() else None
    number = int(found[1]) if found else None if text.strip() else 0
    grade = "" if name in VALUES else name
    own = rules.rows.get(name)
    return NumberField(
        id=f"{key}-{name}",
        name=f"{key}_{name}",
        label=own.label if own is not None and own.label else str(COUNT_LABELS[name]),
        text=text,
        number=number,
        sentences=(not_a_number_sentence(text),) if number is None else (),
        grade=grade,
        is_known=not grade or grade in rules.rows,
    )


def not_a_number_sentence(text: str) -> str:
    echo = text.strip() if len(text.strip()) <= LONGEST_ECHO else f"{text.strip()[:LONGEST_ECHO]}…"
    return _("“%(typed)s” is not a whole number of at most five digits.") % {"typed": echo}


def _capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
