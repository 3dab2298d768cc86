"""Two people at one table's result: what I was about to save beside what somebody else saved meanwhile."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from django.utils.translation import gettext as _

from scoring.engine.hand import CardsEntry, CountsEntry
from scoring.messages import type_cards, type_left
from tournaments.records import Line, Outcome
from tournaments.slips.typed_slip import SlipRow

from .figures import figure
from .lines import line_name
from .results import OUTCOME_NAMES
from .slips import CHOICE_NAMES, hand_label, side_in_words


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's result as one of the two would have it."""

    outcome: Outcome
    rows: Sequence[SlipRow] = ()


@dataclass(frozen=True, slots=True)
class Contrast:
    """One thing that a result says, in both versions; empty where one of them does not have it."""

    what: str
    mine: str
    theirs: str
    hand: int | None = None
    """None: it is of the whole table."""
    line: Line | None = None
    """The line whose figures it compares; None if it compares something else."""

    @property
    def differs(self) -> bool:
        return self.mine != self.theirs


@dataclass(frozen=True, slots=True)
class HandContrasts:
    """A row of both slips: what each line wrote, and what else of the hand is not the same."""

    number: int
    figures: Sequence[Contrast]
    others: Sequence[Contrast]


def contrasts(mine: TableState, theirs: TableState) -> tuple[Contrast, ...]:
    """Both versions, line by line in the order of the slip."""
    own, other = (str(OUTCOME_NAMES[state.outcome]) for state in (mine, theirs))
    return (Contrast(_("Result"), own, other), *_hand_contrasts(mine.rows, theirs.rows))


def by_hand(compared: Sequence[Contrast]) -> list[HandContrasts]:
    """Return the hands of both versions as rows of a slip, in their order."""
    hands = [(number, list(of_hand)) for number, of_hand in groupby(compared, lambda contrast: contrast.hand) if number]
    return [
        HandContrasts(
            number,
            figures=[contrast for contrast in of_hand if contrast.line is not None],
            others=[contrast for contrast in of_hand if contrast.line is None and contrast.differs],
        )
        for number, of_hand in hands
    ]


def _hand_contrasts(mine: Sequence[SlipRow], theirs: Sequence[SlipRow]) -> Iterator[Contrast]:
    for number, (own, other) in enumerate(zip_longest(mine, theirs), start=1):
        for line in Line:
            what = f"{hand_label(number)}, {line_name(line)}"
            yield Contrast(what, _figures(own, line), _figures(other, line), number, line)
        how_it_ended = _("how it ended")
        yield Contrast(f"{hand_label(number)}, {how_it_ended}", _end(own), _end(other), number)
        if any(row is not None and row.stands_counted for row in (own, other)):
            on_the_table = _("on the table")
            for line in Line:
                what = f"{hand_label(number)}, {line_name(line)}, {on_the_table}"
                yield Contrast(what, _table(own, line), _table(other, line), number)


def _figures(row: SlipRow | None, line: Line) -> str:
    return "" if row is None or row.hand is None else side_in_words(row, line)


def _table(row: SlipRow | None, line: Line) -> str:
    """Return the table in words, if it is known: melds and cards left, or the value of both."""
    if row is None or row.counted is None or not row.stands_counted:
        return ""
    entry = row.counted.hand.sides[list(Line).index(line)]
    if isinstance(entry, CardsEntry):
        heaps = (*map(type_cards, entry.melds), type_left(entry.left, entry.left_by_value))
        return " · ".join(filter(None, heaps))
    assert isinstance(entry, CountsEntry)  # a counted hand has cards or counts
    return f"{figure(entry.melded)} − {figure(entry.left_value)}"


def _end(row: SlipRow | None) -> str:
    return "" if row is None or row.hand is None else str(CHOICE_NAMES[row.choice])
