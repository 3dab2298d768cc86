"""The next hand of a free game during its entry: at any depth, judged, and with its effect on the game."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from pages.written_numbers import KEY_DIGITS, written_number
from scoring.card_entry import JudgedHand, Keypad, judge_typed, keypad_for
from scoring.engine.free_game import GameHand, GameState
from scoring.engine.hand import AnyHand
from scoring.engine.score import HandScore
from scoring.forms.cards import read_typed
from scoring.forms.game_hands import COLUMNS, KIND_NAMES, SIDE_KEYS, EntryKind, GameSlipForm
from scoring.free_games.game_view import GameView, Seating, played_hand, seating_of
from scoring.free_games.services import stored_entry
from scoring.messages import alone_sentence, doubt_sentence, violation_sentence
from scoring.models import FreeGameHand
from scoring.services import Judgement, all_alone, game_state, hand_shares, judge

NOBODY = "none"
"""None of three players took a pozzetto, so nobody played alone."""

NOT_CARRIED = frozenset({"csrfmiddlewaretoken", "to", "alone", "kind", "number", "as_next", "instead_of", "confirmed"})
"""Fields that the page writes itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalChange:
    """The effect of a hand on a party's total."""

    party: str
    points: Fraction
    total: Fraction


class GameHandEntry:
    """The values typed for a hand, from a query or a form.

    They are kept if the user switches to another way of entry.
    """

    def __init__(self, view: GameView, data: QueryDict, *, language: str, sent: bool = False) -> None:
        self.view, self.data, self.language, self.sent = view, data, language, sent
        self.kind = _kind(data, view)
        # A page that does not name its hand is about the next one.
        number = data.get("as_next", "") or data.get("number", "")
        asked = written_number(number, 3)
        self.number = view.next_number if asked is None else asked
        before = [hand for hand in view.stored if hand.number < self.number]
        self.all_alone = GameView(view.game, before).all_alone
        self.alone = data.get("alone", "") if self.may_have_partners else NOBODY
        self.instead_of = written_number(data.get("instead_of", ""), KEY_DIGITS)

    @cached_property
    def seating(self) -> Seating | None:
        """The sides; None until it is known which of three players played alone."""
        parties = len(self.view.parties)
        if self.alone == NOBODY:
            return seating_of(parties)
        keys = [str(party) for party in range(parties)]
        return seating_of(parties, keys.index(self.alone)) if self.alone in keys else None

    @property
    def may_have_partners(self) -> bool:
        """Whether it is asked which of three players played alone."""
        return len(self.view.players) == 3 and not self.all_alone

    @property
    def names(self) -> tuple[str, ...]:
        return self.view.side_names(self.seating or ())

    @property
    def solo(self) -> int | None:
        """The side of the player who played alone, who is named first."""
        return None if self.alone == NOBODY else 0

    @cached_property
    def form(self) -> GameSlipForm | None:
        """The form of the slip, if its figures are entered."""
        if self.kind is EntryKind.TABLE or self.seating is None:
            return None
        return GameSlipForm(self.data, rules=self.view.rules, names=self.names, kind=self.kind, sent=self.sent)

    @cached_property
    def table(self) -> JudgedHand | None:
        """The judged cards or counts, if these are entered."""
        if self.kind is not EntryKind.TABLE or self.seating is None:
            return None
        keys = SIDE_KEYS[: len(self.names)]
        typed = read_typed(self.data, keys, self.language, self.view.rules)
        names = dict(zip(keys, self.names, strict=True))
        players = len(self.view.players)
        return judge_typed(self.view.rules, typed, names, players=players, solo=self.solo, partners=not self.all_alone)

    @property
    def keypad(self) -> Keypad:
        return keypad_for(self.view.rules)

    @cached_property
    def hand(self) -> AnyHand | None:
        """The hand for the engine; None while something is missing or unreadable."""
        if self.table is not None:
            return self.table.hand
        if self.form is None or not self.form.is_bound:
            return None
        return self.form.hand(players=len(self.view.players), solo=self.solo, partners=not self.all_alone)

    @cached_property
    def judgement(self) -> Judgement | None:
        return None if self.hand is None else judge(self.view.rules, self.hand)

    @property
    def faults(self) -> list[str]:
        """Every reason why this hand is impossible, by side."""
        if self.table is not None:
            return [remark.placed for remark in self.table.wrong]
        violations = self.judgement.violations if self.judgement else ()
        return [violation_sentence(fault, side_names=self.names) for fault in violations]

    @property
    def unreadable(self) -> list[str]:
        """The unreadable figures, while the slip is still being typed."""
        if self.form is None:
            return []
        return [
            f"{field.field.widget.attrs['aria-label']}: {field.errors[0]}"
            for _name, fields in self.form.sides
            for field in fields
            if field.errors
        ]

    @property
    def missing(self) -> list[str]:
        """Return what is missing in cards and counts; a slip's fields have messages of their own."""
        return [] if self.table is None else [remark.placed for remark in self.table.missing]

    @property
    def doubts(self) -> list[str]:
        doubts = self.judgement.doubts if self.judgement else ()
        return [doubt_sentence(doubt, side_names=self.names) for doubt in doubts]

    @property
    def scored(self) -> list[tuple[str, HandScore]]:
        """Each side with its score; empty while there is none."""
        scores = self.judgement.scores if self.judgement else None
        return list(zip(self.names, scores or (), strict=False))

    @cached_property
    def _after(self) -> tuple[GameHand, GameState] | None:
        """Return the hand with its points, and the state of the game after it."""
        if not self.scored or self.seating is None or self.view.finished:
            return None
        played = GameHand(sides=self.seating, totals=tuple(score.total for _name, score in self.scored))
        before = [played_hand(hand) for hand in self.view.stored]
        return played, game_state(self.view.rules, [*before, played], starter=self.view.starter)

    @property
    def changes(self) -> list[TotalChange]:
        """The state of the game with this hand."""
        if self._after is None:
            return []
        played, state = self._after
        shares = hand_shares(self.view.rules, played)
        return [
            TotalChange(party=party, points=points, total=total)
            for party, points, total in zip(self.view.parties, shares, state.totals, strict=True)
        ]

    @property
    def state_after(self) -> GameState | None:
        return None if self._after is None else self._after[1]

    @property
    def sentence_if_alone(self) -> str:
        """The sentence for a hand that three play each alone, or after which they do."""
        state = self.state_after
        is_next = state is not None and not state.over and all_alone(self.view.rules, state.totals)
        return alone_sentence(self.view.rules) if self.all_alone or (is_next and self.may_have_partners) else ""

    @property
    def signature(self) -> str:
        """A hash of the hand, which binds a confirmation to it."""
        parts = [self.seating, None if self.hand is None else stored_entry(self.hand)]
        return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def confirmed(self) -> bool:
        return self.data.get("confirmed") == self.signature

    @property
    def carried(self) -> list[tuple[str, str]]:
        """The typed values without a field on the current page; they reappear when their depth is selected."""
        figures = {f"{key}_{column}" for key in SIDE_KEYS for columns in COLUMNS.values() for column in columns}
        if self.form is not None:
            fields = {*self.form.fields}
        else:
            fields = {name for name in self.data if name not in figures} if self.table is not None else set()
        return [
            (name, text)
            for name, texts in self.data.lists()
            for text in texts
            if text and name not in fields and name not in NOT_CARRIED
        ]

    @property
    def kinds(self) -> list[tuple[EntryKind, str, bool]]:
        """Every way to enter a hand, with its name and whether it is the current one."""
        return [(kind, str(name), kind is self.kind) for kind, name in KIND_NAMES.items()]

    @property
    def choices_of_alone(self) -> list[tuple[str, str, bool]]:
        """The players who may have played alone among three."""
        players = [(str(party), player) for party, player in enumerate(self.view.players)]
        return [(value, name, value == self.alone) for value, name in [*players, (NOBODY, _("nobody"))]]


def _kind(data: QueryDict, view: GameView) -> EntryKind:
    """Return the requested kind of entry, or that of the previous hand, or the table for the first one."""
    kind = data.get("kind", "")
    return EntryKind(kind) if kind in list(EntryKind) else _kind_of(view.stored)


def _kind_of(hands: Sequence[FreeGameHand]) -> EntryKind:
    if not hands:
        return EntryKind.TABLE
    side = hands[-1].entry["sides"][0]
    return EntryKind.TOTAL if "total" in side else EntryKind.SLIP if "base" in side else EntryKind.TABLE


def depth_of(hands: Sequence[FreeGameHand]) -> str:
    """Return whether the last table was entered as cards or counts; the first one is entered as counts."""
    if hands and "melds" in hands[-1].entry["sides"][0]:
        return "cards"
    return "counts"
