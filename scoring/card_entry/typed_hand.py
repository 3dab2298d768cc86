"""A typed hand and its whole judgement, as the page shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.card_entry.deck_count import DeckCount
from scoring.card_entry.faces import MeldView
from scoring.engine.cards import Card
from scoring.engine.hand import AnyHand
from scoring.engine.melds import Meld
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import HandScore
from scoring.forms.cards import TypedHand, TypedSide


class State(StrEnum):
    """The state of a field."""

    BLANK = "blank"
    GROWING = "growing"
    """Incomplete: a meld of two cards, or a card whose rank alone is typed."""
    WRONG = "wrong"
    LEGAL = "legal"


class RemarkKind(StrEnum):
    """What a remark means for the hand: it is wrong, unfinished, or only unusual."""

    WRONG = "wrong"
    MISSING = "missing"
    """Something that is not wrong, but without which there is no score."""
    DOUBT = "doubt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A sentence about typed cards or figures, and the fields that it is about."""

    kind: RemarkKind
    beside: tuple[str, ...]
    """The ids of the fields that it is about; empty if it is about the whole table."""
    sentence: str
    """The sentence beside that field."""
    placed: str
    """The sentence in a list, with its subject in front: `We, meld 2: …`."""

    @property
    def about(self) -> str:
        """The id of the first field, for a link to it; empty if there is none."""
        return self.beside[0] if self.beside else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardField:
    """A field of cards: a meld, the cards left, or those of a pozzetto."""

    id: str
    name: str
    text: str
    state: State
    cards: tuple[Card, ...] = ()
    """The readable cards."""
    by_value: Mapping[int, int] = field(default_factory=dict)
    """The number of further cards of each value, left in hand or in a pozzetto."""
    meld_view: MeldView | None = None
    sentences: tuple[str, ...] = ()
    """The description of the cards, or their faults."""
    faults: tuple[str, ...] = ()
    """The faults of legal cards because of the rest of the table."""
    value: int | None = None
    """The value of the cards in points; None if they are unreadable."""
    meld: Meld | None = None
    kind: str = ""
    """Set or sequence, if the sentence says the grade instead."""

    @property
    def is_readable(self) -> bool:
        return self.value is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField:
    """The number of burracos of a grade, or the value of cards."""

    id: str
    name: str
    label: str
    text: str
    number: int | None
    """None if the input is not a number."""
    sentences: tuple[str, ...] = ()
    grade: str = ""
    """The grade that is counted here."""
    is_known: bool = True
    """Whether the ruleset has this grade."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSide:
    """One side's fields, and its score if the hand has one."""

    key: str
    name: str
    typed: TypedSide
    melds: tuple[CardField, ...]
    """The typed melds, including empty ones, and one more empty one."""
    left: CardField
    unlooked: CardField
    counts: tuple[NumberField, ...]
    sentences: tuple[str, ...]
    """The faults of the side as a whole."""
    pozzetto_sentences: tuple[str, ...]
    score: HandScore | None

    @property
    def typed_melds(self) -> tuple[CardField, ...]:
        """The melds that the page has already, without the additional empty one."""
        return self.melds[: len(self.typed.melds)]

    @property
    def value(self) -> int:
        """The value of the legal melds in points."""
        return sum(field.meld.value for field in self.melds if field.meld)

    @property
    def bonus(self) -> int:
        """The bonus of the legal burracos in points."""
        return sum(field.meld.bonus for field in self.melds if field.meld)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedHand:
    """The whole table."""

    rules: RuleSet
    typed: TypedHand
    ends: Mapping[str, str]
    """The possible values of `end`, with their names for people."""
    sides: tuple[JudgedSide, ...]
    deck: DeckCount
    remarks: tuple[Remark, ...]
    hand: AnyHand | None
    """None while something is missing or unreadable."""

    def of_kind(self, kind: RemarkKind) -> tuple[Remark, ...]:
        return tuple(remark for remark in self.remarks if remark.kind is kind)

    @property
    def wrong(self) -> tuple[Remark, ...]:
        return self.of_kind(RemarkKind.WRONG)

    @property
    def missing(self) -> tuple[Remark, ...]:
        return self.of_kind(RemarkKind.MISSING)

    @property
    def doubts(self) -> tuple[Remark, ...]:
        return self.of_kind(RemarkKind.DOUBT)

    @property
    def is_legal(self) -> bool:
        """Whether the hand is complete and scored."""
        return self.hand is not None and not self.wrong

    @property
    def end_sentences(self) -> tuple[str, ...]:
        return tuple(remark.sentence for remark in self.wrong if "end" in remark.beside)
