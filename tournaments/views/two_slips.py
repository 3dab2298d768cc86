"""Two people at one table's result: what I was about to save beside what somebody else saved meanwhile."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from scoring.engine.hand import CardsEntry, CountsEntry
from scoring.messages import type_cards
from tournaments.forms.results import CHOICE_NAMES, LINE_NAMES, hand_label
from tournaments.records import Line, Outcome
from tournaments.result_names import OUTCOME_NAMES
from tournaments.slip_entry import TypedHand
from tournaments.templatetags.club import figure


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's result as one of the two would have it."""

    outcome: Outcome
    hands: Sequence[TypedHand] = ()


@dataclass(frozen=True, slots=True)
class Contrast:
    """One thing that a result says, in both versions; empty where one of them does not have it."""

    what: str
    mine: str
    theirs: str

    @property
    def differs(self) -> bool:
        return self.mine != self.theirs


def contrasts(mine: TableState, theirs: TableState) -> tuple[Contrast, ...]:
    """Both versions, line by line in the order of the slip."""
    outcomes = [str(OUTCOME_NAMES[state.outcome]) for state in (mine, theirs)]
    return (Contrast(_("Result"), *outcomes), *_hand_contrasts(mine.hands, theirs.hands))


def _hand_contrasts(mine: Sequence[TypedHand], theirs: Sequence[TypedHand]) -> Iterator[Contrast]:
    for number, (own, other) in enumerate(zip_longest(mine, theirs), start=1):
        for line in Line:
            what = f"{hand_label(number)}, {LINE_NAMES[line]}"
            yield Contrast(what, _figures(own, line), _figures(other, line))
        how_it_ended = _("how it ended")
        yield Contrast(f"{hand_label(number)}, {how_it_ended}", _end(own), _end(other))
        if any(hand is not None and hand.stands_counted for hand in (own, other)):
            on_the_table = _("on the table")
            for line in Line:
                what = f"{hand_label(number)}, {LINE_NAMES[line]}, {on_the_table}"
                yield Contrast(what, _table(own, line), _table(other, line))


def _figures(hand: TypedHand | None, line: Line) -> str:
    """`300 / 145`, base and points as on the slip, or the total alone."""
    if hand is None or hand.hand is None:
        return ""
    return " / ".join(figure(hand.figures.get((line, column), 0)) for column in hand.depth.columns)


def _table(hand: TypedHand | None, line: Line) -> str:
    """What lay on the table, where that is known: melds and cards left, or what both are worth."""
    if hand is None or hand.counted is None or not hand.stands_counted:
        return ""
    entry = hand.counted.hand.sides[list(Line).index(line)]
    if isinstance(entry, CardsEntry):
        return " · ".join(type_cards(cards) for cards in (*entry.melds, entry.left) if cards)
    return f"{figure(entry.melded)} − {figure(entry.left_value)}" if isinstance(entry, CountsEntry) else ""


def _end(hand: TypedHand | None) -> str:
    return "" if hand is None or hand.hand is None else str(CHOICE_NAMES[hand.choice])
