"""Judging a typed hand."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.hand import (
    ENDS_BY_STALL,
    AnyHand,
    CardsEntry,
    CountsEntry,
    HandEnd,
    Pozzetto,
    PozzettoState,
    TableEntry,
)
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Doubt, Violation, ViolationCode
from scoring.forms.cards import VALUES, EntryDepth, TypedHand, TypedSide, counted_grades
from scoring.messages import doubt_sentence, violation_sentence
from scoring.services import Judgement, judge

from .deck_count import DeckCount, count_deck
from .fields import meld_field, number_field, pile_field
from .typed_hand import CardField, JudgedHand, JudgedSide, Remark, RemarkKind, State

END = "end"
"""The id of the question how the hand ended."""

POZZETTO_STATES = frozenset(PozzettoState)

BESIDE: Mapping[ViolationCode, str] = {
    ViolationCode.POZZETTO_SIZE: "unlooked",
    ViolationCode.POZZETTO_WORTH: "unlooked",
    ViolationCode.POZZETTO_IMPOSSIBLE: "unlooked",
    ViolationCode.SOLO_WITHOUT_POZZETTO: "pozzetto",
    ViolationCode.POZZETTO_WITHOUT_PARTNERS: "pozzetto",
    ViolationCode.CLOSED_WITH_UNLOOKED: "pozzetto",
    ViolationCode.UNLOOKED_WITH_CARDS: "pozzetto",
    ViolationCode.LEFT_IMPOSSIBLE: "left_value",
    ViolationCode.MELDED_IMPOSSIBLE: "melded",
}
"""The field of a side that a violation is about. Others name their column or grade, or are about the side."""

ABOUT_THE_END = frozenset(
    {
        *(ViolationCode.CLOSED_WITHOUT_BURRACO, ViolationCode.CLOSED_WITHOUT_CLEAN, ViolationCode.CLOSED_WITH_CARDS),
        *(ViolationCode.CLOSED_WITHOUT_POZZETTO, ViolationCode.BOTH_CLOSED, ViolationCode.NOBODY_CLOSED),
        *(ViolationCode.CLOSED_WITH_FEW_BURRACOS, ViolationCode.NO_STALL),
    }
)
"""Violations that concern the end of the hand, which is asked once for all sides."""


def judge_typed(
    rules: RuleSet,
    typed: TypedHand,
    names: Mapping[str, str],
    *,
    closings: Mapping[str, str] | None = None,
    players: int = 4,
    solo: int | None = None,
    partners: bool = True,
) -> JudgedHand:
    """Return the judgement of a typed hand. `names` are those of the sides by key, in their order.

    `closings` is the sentence for each key that this side closed, for names that do not fit into a sentence.
    """
    sides = tuple(_read_side(rules, key, names[key], side, typed) for key, side in typed.sides.items())
    ends = _ends(rules, closings or {key: _("closed by %(side)s") % {"side": name} for key, name in names.items()})
    remarks = [*_missing(rules, typed, sides, ends), *_unreadable(typed, sides)]
    if not rules.has_pozzetto:
        # What was chosen under another ruleset stays on the page, and means nothing.
        sides = tuple(replace(side, typed=replace(side.typed, pozzetto=PozzettoState.NOT_TAKEN)) for side in sides)
    hand = None if remarks else _hand(typed, sides, players=players, solo=solo, partners=partners)
    if hand is None:
        remarks += _meld_remarks(typed, sides)
    else:
        judgement = judge(rules, hand)
        remarks += _remarks(judgement, typed, sides)
        scores = judgement.scores or [None for _side in sides]
        sides = tuple(replace(side, score=score) for side, score in zip(sides, scores, strict=True))
    remarks_by_side = _with_remarks(sides, remarks)
    deck = _count_deck(rules, sides, solo)
    remarks_by_side = tuple(replace(side, typed=typed.sides[side.key]) for side in remarks_by_side)
    return JudgedHand(
        rules=rules, typed=typed, ends=ends, sides=remarks_by_side, deck=deck, remarks=tuple(remarks), hand=hand
    )


def _count_deck(rules: RuleSet, sides: tuple[JudgedSide, ...], solo: int | None) -> DeckCount:
    """Return how much of the deck has not been entered in the fields that count. A pozzetto without cards is hidden."""
    cards = [card for side in sides for field in _used(side, EntryDepth.CARDS) for card in field.cards]
    by_value: Counter[int] = Counter()
    hidden = 0
    for at, side in enumerate(sides):
        by_value.update(side.left.by_value)
        if side.typed.pozzetto != PozzettoState.UNLOOKED:
            continue
        by_value.update(side.unlooked.by_value)
        if not (side.unlooked.cards or side.unlooked.by_value):
            hidden += rules.solo_pozzetto_cards if at == solo else rules.pozzetto_cards
    return count_deck(rules, cards, by_value, hidden)


def _ends(rules: RuleSet, closings: Mapping[str, str]) -> dict[str, str]:
    closed = {f"{HandEnd.CLOSED}_{key}": sentence for key, sentence in closings.items()}
    others = {
        HandEnd.STOCK: pgettext("end of a hand", "stock used up"),
        HandEnd.STALL: pgettext("end of a hand", "stall"),
        HandEnd.TIME: pgettext("end of a hand", "time"),
    }
    return closed | {end.value: name for end, name in others.items() if end in ENDS_BY_STALL[rules.stall]}


def _read_side(rules: RuleSet, key: str, name: str, side: TypedSide, typed: TypedHand) -> JudgedSide:
    texts = (*side.melds, "") if not side.melds or side.melds[-1].strip() else side.melds
    return JudgedSide(
        key=key,
        name=name,
        typed=side,
        melds=tuple(meld_field(rules, key, number, text, typed.letters) for number, text in enumerate(texts, start=1)),
        left=pile_field(rules, key, "left", side.left, typed.letters),
        unlooked=pile_field(rules, key, "unlooked", side.unlooked, typed.letters),
        counts=tuple(
            number_field(rules, key, column, side.counts.get(column, ""))
            for column in (*counted_grades(rules), *VALUES)
        ),
        sentences=(),
        pozzetto_sentences=(),
        score=None,
    )


def _missing(
    rules: RuleSet, typed: TypedHand, sides: tuple[JudgedSide, ...], ends: Mapping[str, str]
) -> Iterator[Remark]:
    """Yield what must be entered before there can be a score."""
    if typed.end not in ends:
        yield _missing_remark(END, _("How did the hand end?"))
    for side in sides:
        state = side.typed.pozzetto if rules.has_pozzetto else PozzettoState.NOT_TAKEN
        if state not in POZZETTO_STATES:
            yield _missing_remark(f"{side.key}-pozzetto", _("What became of the pozzetto?"), side)
        elif state == PozzettoState.UNLOOKED and side.unlooked.state is State.BLANK and rules.pozzetto_unlooked is None:
            yield _missing_remark(side.unlooked.id, _("Which cards are in the pozzetto, or what are they worth?"), side)


def _missing_remark(about: str, sentence: str, side: JudgedSide | None = None) -> Remark:
    placed = sentence if side is None else f"{side.name}: {sentence}"
    return Remark(kind=RemarkKind.MISSING, beside=(about,), sentence=sentence, placed=placed)


def _used(side: JudgedSide, depth: EntryDepth) -> list[CardField]:
    """Return the card fields that count: not those of the other depth, nor those of a pozzetto that was looked at."""
    unlooked = [side.unlooked] if side.typed.pozzetto == PozzettoState.UNLOOKED else []
    return unlooked if depth is EntryDepth.COUNTS else [*side.melds, side.left, *unlooked]


def _unreadable(typed: TypedHand, sides: tuple[JudgedSide, ...]) -> Iterator[Remark]:
    for side in sides:
        yield from (_field_remark(side, field) for field in _used(side, typed.depth) if not field.is_readable)
        if typed.depth is EntryDepth.COUNTS:
            for count in side.counts:
                for sentence in count.sentences:
                    placed = f"{side.name}, {count.label}: {sentence}"
                    yield Remark(kind=RemarkKind.WRONG, beside=(count.id,), sentence=sentence, placed=placed)


def _meld_remarks(typed: TypedHand, sides: tuple[JudgedSide, ...]) -> Iterator[Remark]:
    """Yield what is wrong with single melds while the whole hand cannot be judged yet."""
    if typed.depth is EntryDepth.CARDS:
        for side in sides:
            faulty = [meld for meld in side.melds if meld.is_readable and meld.state in (State.WRONG, State.GROWING)]
            yield from (_field_remark(side, meld) for meld in faulty)


def _field_remark(side: JudgedSide, field: CardField) -> Remark:
    kind = RemarkKind.MISSING if field.state is State.GROWING else RemarkKind.WRONG
    sentence = " ".join(field.sentences)
    placed = f"{side.name}, {field.name}: {sentence}"
    return Remark(kind=kind, beside=(field.id,), sentence=sentence, placed=placed)


def _hand(
    typed: TypedHand, sides: tuple[JudgedSide, ...], *, players: int, solo: int | None, partners: bool
) -> AnyHand:
    end, _sep, closer = typed.end.partition("_")
    entries = tuple(_entry(side, typed.depth, closed=side.key == closer) for side in sides)
    return AnyHand(end=HandEnd(end), sides=entries, players=players, solo=solo, partners=partners)


def _entry(side: JudgedSide, depth: EntryDepth, *, closed: bool) -> TableEntry:
    pozzetto = _pozzetto(side)
    if depth is EntryDepth.CARDS:
        return CardsEntry(
            melds=tuple(field.cards for field in side.melds if field.cards),
            left=side.left.cards,
            left_by_value=side.left.by_value,
            pozzetto=pozzetto,
            closed=closed,
        )
    # An unreadable number is missed before, and leaves no hand.
    readable = [(field, field.number) for field in side.counts if field.number is not None]
    numbers = {field.id.removeprefix(f"{side.key}-"): number for field, number in readable}
    return CountsEntry(
        burracos={field.grade: number for field, number in readable if field.grade},
        melded=numbers["melded"],
        left_value=numbers["left_value"],
        pozzetto=pozzetto,
        closed=closed,
    )


def _pozzetto(side: JudgedSide) -> Pozzetto:
    state = PozzettoState(side.typed.pozzetto)
    if state is not PozzettoState.UNLOOKED:
        return Pozzetto(state=state)
    cards, by_value = side.unlooked.cards or None, side.unlooked.by_value
    known = None if cards or by_value or side.unlooked.state is State.BLANK else side.unlooked.value
    return Pozzetto(state=state, cards=cards, by_value=by_value, value=known)


def _remarks(judgement: Judgement, typed: TypedHand, sides: tuple[JudgedSide, ...]) -> Iterator[Remark]:
    names = [side.name for side in sides]
    for fault in judgement.violations:
        yield Remark(
            kind=RemarkKind.WRONG,
            beside=_beside(fault, typed, sides),
            sentence=violation_sentence(replace(fault, side=None, meld=None)),
            placed=violation_sentence(fault, side_names=names),
        )
    for doubt in judgement.doubts:
        placed = doubt_sentence(doubt, side_names=names)
        sentence = doubt_sentence(Doubt(code=doubt.code, facts=doubt.facts))
        beside = () if doubt.side is None else (f"{sides[doubt.side].key}-side",)
        yield Remark(kind=RemarkKind.DOUBT, beside=beside, sentence=sentence, placed=placed)


def _beside(fault: Violation, typed: TypedHand, sides: tuple[JudgedSide, ...]) -> tuple[str, ...]:
    """Return the ids of the fields that the fault is about."""
    if fault.code in ABOUT_THE_END:
        return (END,)
    if fault.side is None or fault.code is ViolationCode.NO_CARD_WORTH:
        # A card that the deck does not have is wrong in any field.
        wherever = sides if fault.side is None else (sides[fault.side],)
        fields = [field for side in wherever for field in _used(side, typed.depth)]
        value = fault.facts.get("value")
        return tuple(field.id for field in fields if set(field.cards) & set(fault.cards) or value in field.by_value)
    side = sides[fault.side]
    if fault.meld is not None:
        return ([field for field in side.melds if field.cards][fault.meld].id,)
    named = fault.facts.get("column") or fault.facts.get("grade") or BESIDE.get(fault.code, "side")
    return (f"{side.key}-{'unlooked' if named == 'pozzetto_value' else named}",)


def _with_remarks(sides: tuple[JudgedSide, ...], remarks: list[Remark]) -> tuple[JudgedSide, ...]:
    """Return the sides with the remarks beside their fields. Melds describe themselves."""

    def beside(id_: str) -> tuple[str, ...]:
        return tuple(remark.sentence for remark in remarks if id_ in remark.beside and remark.kind is RemarkKind.WRONG)

    return tuple(
        replace(
            side,
            sentences=beside(f"{side.key}-side"),
            pozzetto_sentences=beside(f"{side.key}-pozzetto"),
            melds=tuple(_with_faults(meld, beside(meld.id)) for meld in side.melds),
            left=_with_faults(side.left, beside(side.left.id)),
            unlooked=_with_faults(side.unlooked, beside(side.unlooked.id)),
            counts=tuple(
                count if count.sentences else replace(count, sentences=beside(count.id)) for count in side.counts
            ),
        )
        for side in sides
    )


def _with_faults(field: CardField, faults: tuple[str, ...]) -> CardField:
    return replace(field, state=State.WRONG, faults=faults) if faults and field.state is State.LEGAL else field
