"""A slip as it is typed at the club's laptop: its rows, and how each hand ended. Nothing is guessed.

What a row holds becomes a hand of the engine once every figure of it is there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.engine.hand import AnyHand, CardsEntry, CountsEntry, EnteredHand, HandEnd, SideEntry, SlipEntry, TotalEntry
from tournaments.records import Line
from tournaments.slips.counted_hand import Claim, CountedHand

Place = tuple[Line, str]
"""Where a figure stands in its row: the line and the column."""


class Depth(StrEnum):
    """What the slips of a tournament are typed as: both columns, or only each side's total of a hand."""

    SLIP = "slip"
    TOTAL = "total"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("base", "points") if self is Depth.SLIP else ("total",)


class EndChoice(StrEnum):
    """How a hand ended, as a referee picks it: the engine's ends, who closed, and a hand nobody played."""

    CLOSED = "closed"
    """Closed, by whichever side the bases tell."""
    CLOSED_NS = "closed_ns"
    CLOSED_EW = "closed_ew"
    STOCK = "stock"
    STALL = "stall"
    TIME = "time"
    NOT_PLAYED = "not_played"
    """Time ran out before it began: nothing for either side."""

    @property
    def end(self) -> HandEnd:
        match self:
            case EndChoice.CLOSED_NS | EndChoice.CLOSED_EW:
                return HandEnd.CLOSED
            case EndChoice.NOT_PLAYED:
                return HandEnd.TIME
            case _:
                return HandEnd(self.value)

    def closed(self, line: Line) -> bool | None:
        """Whether that side closed; None where the slip does not say."""
        match self:
            case EndChoice.CLOSED_NS:
                return line is Line.NS
            case EndChoice.CLOSED_EW:
                return line is Line.EW
            case _:
                return None


def choices_at(depth: Depth) -> tuple[EndChoice, ...]:
    """What can be picked: totals do not say who closed, so nothing could be checked against it."""
    only_slips = () if depth is Depth.SLIP else (EndChoice.CLOSED_NS, EndChoice.CLOSED_EW)
    return tuple(choice for choice in EndChoice if choice not in only_slips)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipRow:
    """One row of a slip, as far as it is filled in and can be read."""

    number: int
    depth: Depth
    choice: EndChoice
    figures: Mapping[Place, int]
    """By line and column; a field that is empty or cannot be read is not in it."""
    counted: CountedHand | None = None
    """What lay on the table, where the hand was counted: its figures stand until others are typed over them."""

    @property
    def stands_counted(self) -> bool:
        """The figures are those that the table gives."""
        return self.counted is not None and self == counted_row(self.number, self.counted, self.depth)

    @property
    def claim(self) -> Claim | None:
        """What both sides had written before the table was counted."""
        return self.counted.claim if self.counted is not None and self.stands_counted else None

    @property
    def written(self) -> Claim | None:
        """What both sides wrote, whether they did it before the table was counted or nobody has counted it."""
        if self.stands_counted or self.choice is EndChoice.NOT_PLAYED:
            return self.claim
        ns, ew = (replace(self, choice=EndChoice.CLOSED).side(line) for line in Line)
        return None if ns is None or ew is None else (ns, ew)

    @property
    def typed_over(self) -> bool:
        """The hand was counted, and now says something else."""
        return self.counted is not None and not self.stands_counted and self._slip is not None

    @property
    def untouched(self) -> bool:
        return not self.figures and self.choice is not EndChoice.NOT_PLAYED

    @property
    def missing(self) -> tuple[Place, ...]:
        """The fields without a figure, in the order of the slip; none in a hand that was not played."""
        if self.choice is EndChoice.NOT_PLAYED:
            return ()
        return tuple((line, column) for line in Line for column in self.depth.columns if self._at(line, column) is None)

    @property
    def contradicts_itself(self) -> bool:
        """Not played, yet with figures other than 0."""
        return self.choice is EndChoice.NOT_PLAYED and any(self.figures.values())

    def side(self, line: Line) -> SideEntry | None:
        """What one side wrote; None until all of it is there."""
        if self.choice is EndChoice.NOT_PLAYED:
            return TotalEntry(0) if self.depth is Depth.TOTAL else SlipEntry(base=0, points=0)
        if self.depth is Depth.TOTAL:
            total = self._at(line, "total")
            return None if total is None else TotalEntry(total)
        base, points = self._at(line, "base"), self._at(line, "points")
        if base is None or points is None:
            return None
        return SlipEntry(base=base, points=points, closed=self.choice.closed(line))

    def total(self, line: Line) -> int | None:
        """What one side's figures come to; None until all of them are there."""
        side = self.side(line)
        return None if side is None else side.total

    @property
    def hand(self) -> AnyHand | None:
        """The hand for the engine to judge; None until both sides are there."""
        return self.counted.hand if self.counted is not None and self.stands_counted else self._slip

    @property
    def _slip(self) -> EnteredHand | None:
        """The hand as its slip tells it."""
        ns, ew = self.side(Line.NS), self.side(Line.EW)
        return None if ns is None or ew is None else EnteredHand(end=self.choice.end, sides=(ns, ew))

    @property
    def as_if_whole(self) -> EnteredHand:
        """The hand with 0 for every figure that is not there yet."""
        figures = {(line, column): self._at(line, column) or 0 for line in Line for column in self.depth.columns}
        hand = replace(self, figures=figures)._slip
        assert hand is not None
        return hand

    def _at(self, line: Line, column: str) -> int | None:
        return self.figures.get((line, column))


def typed_from(number: int, hand: AnyHand, depth: Depth, counted: CountedHand | None = None) -> SlipRow:
    """The row that a stored hand is shown as: the reverse of `SlipRow.hand`. A counted one is given as such.

    Where only totals are typed, a hand stored with both columns is shown as its total.
    """
    if counted is not None:
        return counted_row(number, counted, depth)
    figures: dict[Place, int] = {}
    for line, side in zip(Line, hand.sides, strict=True):
        if isinstance(side, SlipEntry | TotalEntry):
            figures |= _figures(line, side, depth)
    return SlipRow(number=number, depth=depth, choice=_choice(hand, depth, figures), figures=figures)


def counted_row(number: int, counted: CountedHand, depth: Depth) -> SlipRow:
    """The row that a counted hand is shown as: the figures that its table gives."""
    figures: dict[Place, int] = {}
    for line, slip in zip(Line, counted.slips, strict=True):
        figures |= _figures(line, slip, depth)
    choice = _choice(counted.hand, depth, figures, was_played=True)
    return SlipRow(number=number, depth=depth, choice=choice, figures=figures, counted=counted)


def _figures(line: Line, side: SideEntry, depth: Depth) -> dict[Place, int]:
    if depth is Depth.SLIP and isinstance(side, SlipEntry):
        return {(line, "base"): side.base, (line, "points"): side.points}
    return {(line, "total"): side.total}


def depth_of(hands: Sequence[AnyHand], default: Depth) -> Depth:
    """How stored hands are shown: with both columns if every side has them; `default` where nothing is stored."""
    if not hands:
        return default
    return Depth.TOTAL if any(isinstance(side, TotalEntry) for hand in hands for side in hand.sides) else Depth.SLIP


def _choice(hand: AnyHand, depth: Depth, figures: Mapping[Place, int], *, was_played: bool = False) -> EndChoice:
    if hand.end is HandEnd.TIME and not any(figures.values()) and not was_played:
        return EndChoice.NOT_PLAYED
    for choice, side in zip((EndChoice.CLOSED_NS, EndChoice.CLOSED_EW), hand.sides, strict=True):
        if choice in choices_at(depth) and isinstance(side, SlipEntry | CountsEntry | CardsEntry) and side.closed:
            return choice
    return EndChoice(hand.end.value)


def signature(rows: Sequence[SlipRow]) -> str:
    """The same for the same figures and ends, and for no others: what a confirmation of a doubt is bound to."""
    return ";".join(
        ",".join([row.choice, *(str(row.figures.get((line, c), "")) for line in Line for c in row.depth.columns)])
        for row in rows
    )
