"""A hand that was typed, and all there is to say about it, as the page shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.card_entry.deck_count import DeckCount
from scoring.card_entry.faces import MeldShown
from scoring.engine.cards import Card
from scoring.engine.hand import AnyHand
from scoring.engine.melds import Meld
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import HandScore
from scoring.forms.cards import TypedHand, TypedSide


class State(StrEnum):
    """How far a field is."""

    BLANK = "blank"
    GROWING = "growing"
    """Not yet what it can become: a meld of two cards, a card of which only the rank is typed."""
    WRONG = "wrong"
    LEGAL = "legal"


class RemarkKind(StrEnum):
    WRONG = "wrong"
    MISSING = "missing"
    """Nothing is wrong yet; without it there is no score."""
    DOUBT = "doubt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing to say about a hand."""

    kind: RemarkKind
    beside: tuple[str, ...]
    """The ids of the fields that it is about; none if it is about all of the table."""
    sentence: str
    """As it stands beside that field."""
    placed: str
    """The same in a list, with what it is about in front: `We, meld 2: …`."""

    @property
    def about(self) -> str:
        """The first of its fields, for a link to it; empty if there is none."""
        return self.beside[0] if self.beside else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardField:
    """A field of cards: a meld, the cards left, or those of a pozzetto."""

    id: str
    name: str
    text: str
    state: State
    cards: tuple[Card, ...] = ()
    """Those that can be read."""
    by_value: Mapping[int, int] = field(default_factory=dict)
    """Of cards left in hand or in a pozzetto beside these, how many of so many points each."""
    shown: MeldShown | None = None
    """As they are drawn."""
    sentences: tuple[str, ...] = ()
    """What they are, or what is wrong with them."""
    faults: tuple[str, ...] = ()
    """What is wrong with legal ones together with the rest of the table."""
    value: int | None = None
    """Of the cards, in points; None where they cannot be read."""
    meld: Meld | None = None
    kind: str = ""
    """Set or sequence, where the sentence says the grade instead."""

    @property
    def is_readable(self) -> bool:
        return self.value is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField:
    """A number of burracos, or what cards are worth."""

    id: str
    name: str
    label: str
    text: str
    number: int | None
    """None: what was typed is no number."""
    sentences: tuple[str, ...] = ()
    grade: str = ""
    """The grade that is counted here."""
    is_known: bool = True
    """Whether the ruleset has this grade."""

    @property
    def state(self) -> State:
        return State.WRONG if self.sentences else State.LEGAL if self.text.strip() else State.BLANK


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSide:
    """One side's fields, and its score if the hand has one."""

    key: str
    name: str
    typed: TypedSide
    melds: tuple[CardField, ...]
    """As many as were typed, blank ones included, and one blank one more."""
    left: CardField
    unlooked: CardField
    counts: tuple[NumberField, ...]
    sentences: tuple[str, ...]
    """What is wrong with the side as a whole."""
    pozzetto_sentences: tuple[str, ...]
    score: HandScore | None

    @property
    def typed_melds(self) -> tuple[CardField, ...]:
        """Those that the page has already, without the blank one more."""
        return self.melds[: len(self.typed.melds)]

    @property
    def value(self) -> int:
        """Of the melds as far as they are legal, in points."""
        return sum(field.meld.value for field in self.melds if field.meld)

    @property
    def bonus(self) -> int:
        """Of the burracos as far as they are legal, in points."""
        return sum(field.meld.bonus for field in self.melds if field.meld)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedHand:
    """The whole table."""

    rules: RuleSet
    typed: TypedHand
    ends: Mapping[str, str]
    """What `end` may be, and how people say it."""
    sides: tuple[JudgedSide, ...]
    deck: DeckCount
    remarks: tuple[Remark, ...]
    hand: AnyHand | None
    """None while something is missing or cannot be read."""

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
        """Complete, and scored."""
        return self.hand is not None and not self.wrong

    @property
    def end_sentences(self) -> tuple[str, ...]:
        return tuple(remark.sentence for remark in self.wrong if "end" in remark.beside)
