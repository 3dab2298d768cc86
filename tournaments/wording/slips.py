"""A slip in words: its columns, how its hands ended, and the remarks on a row, be they faults or doubts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.engine.hand import HandEnd
from scoring.engine.violations import Doubt, DoubtCode, Violation, ViolationCode
from scoring.messages import doubt_sentence, violation_sentence
from tournaments.records import Line
from tournaments.slips.typed_slip import EndChoice, JudgedRow, Place, SlipRow

from .figures import figure
from .lines import both_line_names, line_name, with_lines_lazy
from .results import END_NAMES

COLUMN_NAMES: Mapping[str, Promise] = {
    "base": gettext_lazy("base"),
    "points": gettext_lazy("points"),
    "total": gettext_lazy("total"),
}

CHOICE_NAMES: Mapping[EndChoice, Promise] = {
    EndChoice.CLOSED: END_NAMES[HandEnd.CLOSED],
    EndChoice.CLOSED_NS: with_lines_lazy(pgettext_lazy("end of a hand", "%(ns_line)s closed")),
    EndChoice.CLOSED_EW: with_lines_lazy(pgettext_lazy("end of a hand", "%(ew_line)s closed")),
    EndChoice.STOCK: END_NAMES[HandEnd.STOCK],
    EndChoice.STALL: END_NAMES[HandEnd.STALL],
    EndChoice.TIME: END_NAMES[HandEnd.TIME],
    EndChoice.NOT_PLAYED: pgettext_lazy("end of a hand", "not played"),
}


END = "end"
COLUMNS_AT_FAULT: Mapping[ViolationCode | DoubtCode, str] = {
    ViolationCode.POINTS_WITHOUT_BURRACO: "points",
    ViolationCode.POINTS_BEYOND_DECK: "points",
    ViolationCode.CLOSED_AGAINST_END: END,
    ViolationCode.CANNOT_HAVE_CLOSED: END,
    ViolationCode.BOTH_CLOSED: END,
    ViolationCode.NOBODY_CLOSED: END,
    ViolationCode.NO_COMMON_READING: END,
    DoubtCode.UNUSUAL_POINTS: "points",
    DoubtCode.BURRACOS_WITHOUT_POINTS: "points",
}
"""The column to check first; for other codes it is the first one."""

WE_CLOSED = pgettext_lazy("end of a hand", "we closed")
THEY_CLOSED = pgettext_lazy("end of a hand", "our opponents closed")


def end_names_for(own: Line | None) -> Mapping[EndChoice, Promise]:
    """Return the names of a hand's ends, as the players of a line say them; None is the referee."""
    if own is None:
        return CHOICE_NAMES
    ns, ew = (WE_CLOSED, THEY_CLOSED) if own is Line.NS else (THEY_CLOSED, WE_CLOSED)
    return {
        **CHOICE_NAMES,
        EndChoice.CLOSED: pgettext_lazy("end of a hand", "somebody closed"),
        EndChoice.CLOSED_NS: ns,
        EndChoice.CLOSED_EW: ew,
        EndChoice.STOCK: pgettext_lazy("end of a hand", "the stock was used up"),
        EndChoice.TIME: pgettext_lazy("end of a hand", "time was up"),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipRemark:
    """A fault or a doubt in words."""

    hand: int
    places: tuple[Place, ...]
    """The figures that it is about; none: how the hand ended."""
    beside: str
    """As it is said in the hand's own row."""
    in_full: str
    """As it is said of the slip as a whole, with the hand in front."""
    is_doubt: bool = False


def hand_label(hand: int) -> str:
    return _("Hand %(number)s") % {"number": hand}


def place_names(place: Place | None) -> tuple[str, ...]:
    """Return the names of a place in its row: line and column, or that it is how the hand ended."""
    return (_("how it ended"),) if place is None else (line_name(place[0]), str(COLUMN_NAMES[place[1]]))


def field_labels(places: Mapping[str, tuple[int, Place | None]]) -> dict[str, str]:
    """Return the whole names of a slip's fields, `Hand 1, NS, base`, from the hand and the place of each."""
    hands = {hand: hand_label(hand) for hand in {hand for hand, _place in places.values()}}
    named = {place: place_names(place) for place in {place for _hand, place in places.values()}}
    return {field: ", ".join((hands[hand], *named[place])) for field, (hand, place) in places.items()}


def remark_at(
    hand: int, places: tuple[Place, ...], sentence: str, *, named: Sequence[str] = (), is_doubt: bool = False
) -> SlipRemark:
    """Return a sentence on a hand, with its place in front."""
    return SlipRemark(
        hand=hand,
        places=places,
        beside=f"{', '.join(named)}: {sentence}" if named else capfirst(sentence),
        in_full=f"{', '.join((hand_label(hand), *named))}: {sentence}",
        is_doubt=is_doubt,
    )


def remarks_on(judged: JudgedRow) -> Iterator[SlipRemark]:
    """Yield the engine's remarks on a row, faults first, and one if its figures would take the place of a count."""
    everything: tuple[Violation | Doubt, ...] = (*judged.faults, *judged.doubts)
    for found in everything:
        yield SlipRemark(
            hand=judged.row.number,
            places=places_of(judged, found),
            beside=_sentence(found),
            in_full=_sentence(found, hand_number=judged.row.number),
            is_doubt=isinstance(found, Doubt),
        )
    if (table := judged.typed_over) is not None:
        sentence = _("counted on the table it came to %(figures)s. Should these figures replace the count?")
        words = sentence % {"figures": row_in_words(table)}
        yield remark_at(judged.row.number, places_typed_over(judged), words, is_doubt=True)


def places_of(judged: JudgedRow, found: Violation | Doubt) -> tuple[Place, ...]:
    """Return the figures of a fault, of one side, or of both if it is about the table; none for the hand's end."""
    columns = judged.row.depth.columns
    column = str(found.facts.get("column") or COLUMNS_AT_FAULT.get(found.code, columns[0]))
    if column == END:
        return ()
    lines = tuple(Line) if found.side is None else (tuple(Line)[found.side],)
    return tuple((line, column if column in columns else columns[0]) for line in lines)


def places_typed_over(judged: JudgedRow) -> tuple[Place, ...]:
    """Return the figures that differ from the counted table's; none for the hand's end."""
    table = judged.typed_over
    return tuple(p for p, figure in table.figures.items() if judged.row.figures[p] != figure) if table else ()


def row_in_words(row: SlipRow) -> str:
    """Return `NS 300 / 145, EW 0 / 60`, and how it ended."""
    sides = (f"{line_name(line)} {side_in_words(row, line)}" for line in Line)
    return f"{', '.join(sides)} ({CHOICE_NAMES[row.choice]})"


def side_in_words(row: SlipRow, line: Line) -> str:
    """Return `300 / 145`, base and points as on the slip, or the total alone."""
    return " / ".join(figure(row.figures.get((line, column), 0)) for column in row.depth.columns)


def _sentence(found: Violation | Doubt, hand_number: int | None = None) -> str:
    sides = both_line_names()
    if isinstance(found, Doubt):
        return doubt_sentence(found, side_names=sides, hand_number=hand_number)
    return violation_sentence(found, side_names=sides, hand_number=hand_number)
