"""A table's result as sentences: saved, corrected, cancelled, assigned, with the changes hand by hand."""

from collections.abc import Iterable, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.hand import HandEnd
from scoring.engine.score import Item
from scoring.messages.scores import ITEMS
from tournaments.records import Line, Outcome
from tournaments.records.sections import table_name
from tournaments.slips.counted_hand import read_claim_reason
from tournaments.slips.program_reasons import read_program_reason
from tournaments.slips.states import BY_BOTH_LINES
from tournaments.wording.adjustments import reason_in_words
from tournaments.wording.figures import column_sum, figure
from tournaments.wording.lines import line_name, with_lines
from tournaments.wording.results import END_NAMES, OUTCOME_NAMES, program_name

from .change_words import ChangeInWords, Difference
from .changes import Change
from .edits import Edit, EditType, Values

ENTRY_COLUMNS = {item.value: ITEMS[item] for item in (Item.BASE, Item.POINTS, Item.TOTAL)}
"""The columns of a slip, as a side's entry has them."""

FROM_CARDS = gettext_lazy("from the cards")
FROM_COUNTS = gettext_lazy("from burracos and values")

CLAIM_COLUMNS = {1: ("total",), 2: ("base", "points")}
"""The columns of a claim by the number of its figures."""


def tell_result(change: Change) -> ChangeInWords:
    """Return the sentence for the result of one table."""
    (edit,) = change.edits
    turned = _lines_swapped(change)
    differences = [
        *_score_differences(edit),
        *(difference for part in change.parts for difference in _hand_differences(part) if not turned),
    ]
    table = table_name(change.table or 0)  # equivalent `change.table`: a result is of a table
    where = _("Round %(round)s, table %(table)s") % {"round": change.round, "table": table}
    counted = [str(part.values["number"]) for part in change.parts if _was_counted(part) and not turned]
    agreed = [_("confirmed by both lines on their phones")] if edit.reason == BY_BOTH_LINES else []
    sentence = ngettext("hand %(hands)s counted on the table", "hands %(hands)s counted on the table", len(counted))
    also = [sentence % {"hands": ", ".join(counted)}] if counted else []
    happened = with_lines(_("%(ns_line)s and %(ew_line)s of the result swapped")) if turned else _what_happened(edit)
    program = read_program_reason(edit.reason)
    who = program and program_name(program)
    return ChangeInWords(f"{where}: {', '.join([happened, *agreed, *also])}", tuple(differences), who=who)


def _lines_swapped(change: Change) -> bool:
    """Return whether every hand only changed its two sides."""
    return bool(change.parts) and all(
        part.type is EditType.CHANGED
        and part.before
        and part.before["end"] == part.values["end"]
        and part.before["ns_entry"] == part.values["ew_entry"]
        and part.before["ew_entry"] == part.values["ns_entry"]
        for part in change.parts
    )


def _was_counted(edit: Edit) -> bool:
    """Return whether the cards on the table were entered or corrected."""
    return edit.type is not EditType.REMOVED and any(
        _basis(edit.values[entry]) is not None and edit.values[entry] != edit.before.get(entry)
        for entry in ("ns_entry", "ew_entry")
    )


def _basis(entry: Values) -> Promise | None:
    """Return the basis of a side's score; None for a slip."""
    if "melds" in entry:
        return FROM_CARDS
    return FROM_COUNTS if "melded" in entry else None


def _what_happened(edit: Edit) -> str:
    before, after = edit.before.get("outcome"), Outcome(edit.values["outcome"])
    if after is Outcome.OPEN:
        return _("result removed")
    if before == Outcome.ARBITRAL and after is not Outcome.ARBITRAL:
        return _("assigned score cancelled, %(outcome)s") % {"outcome": OUTCOME_NAMES[after]}
    if after is not Outcome.PLAYED:
        return str(OUTCOME_NAMES[after])
    return _("result corrected") if before == Outcome.PLAYED else _("result entered")


def _score_differences(edit: Edit) -> Iterable[Difference]:
    """Return the differences of the scores that the referee assigned to both lines."""
    before, after = (_score_set(values) for values in (edit.before, edit.values))
    if before != after:
        yield Difference(str(OUTCOME_NAMES[Outcome.ARBITRAL]), before, after)


def _score_set(values: Values) -> str:
    """Return `NS 12 VP, 305 MP · EW 4 VP, 0 MP: cards mixed`; empty without an assigned score."""
    if not values or values["ns_vp_set"] is None:
        return ""
    sides = (
        f"{line_name(line)} {figure(values[f'{line}_vp_set'])} {_('VP')}, {figure(values[f'{line}_mp_set'])} {_('MP')}"
        for line in Line
    )
    return f"{' · '.join(sides)}: {reason_in_words(reason=values['ruling'], article=values['ruling_article'])}"


def _hand_set(values: Values) -> str:
    """Return `NS 0 MP: stood up`; empty if the referee set nothing."""
    for line in Line:
        if values and values[f"{line}_set"] is not None:
            return f"{line_name(line)} {figure(values[f'{line}_set'])} {_('MP')}: {values['set_reason']}"
    return ""


def _hand_differences(edit: Edit) -> Iterable[Difference]:
    hand = _("Hand %(number)s") % {"number": edit.values["number"]}
    if claim := _claimed(edit):
        yield Difference(_("%(hand)s, as the players wrote it") % {"hand": hand}, before=claim)
    match edit.type:
        case EditType.ADDED:
            yield Difference(hand, after=_hand_in_words(edit.values))
        case EditType.REMOVED:
            yield Difference(hand, before=_hand_in_words(edit.values))
        case EditType.CHANGED:
            for line in Line:
                yield from _side_differences(f"{hand}, {line_name(line)}", edit.before, edit.values, line)
            if edit.before and edit.before["end"] != edit.values["end"]:
                yield Difference(_("%(hand)s, end") % {"hand": hand}, _end(edit.before), _end(edit.values))
            if (before := _hand_set(edit.before)) != (after := _hand_set(edit.values)):
                yield Difference(_("%(hand)s, set by the referee") % {"hand": hand}, before, after)


def _side_differences(label: str, before: Values, after: Values, line: str) -> Iterable[Difference]:
    """Return the columns that changed, or the totals if the two entries have different depths."""
    if not before:
        yield Difference(label, after=figure(after[f"{line}_total"]))
        return
    old, new = before[f"{line}_entry"], after[f"{line}_entry"]
    columns = old.keys() & ENTRY_COLUMNS.keys()
    if columns and columns == new.keys() & ENTRY_COLUMNS.keys():
        for column, name in ENTRY_COLUMNS.items():
            if old.get(column) != new.get(column):
                yield Difference(f"{label} {name}", figure(old[column]), figure(new[column]))
    elif old != new:
        yield Difference(label, _entry(before, line), _entry(after, line))


def _claimed(edit: Edit) -> str:
    """Return the slip's figures for a hand that was counted, unless they had been saved."""
    claim = read_claim_reason(edit.reason)
    if claim is None or edit.type is EditType.REMOVED:
        return ""
    saved = (edit.before.get(f"{line}_entry", {}) for line in ("ns", "ew"))
    if all(
        figures == tuple(entry.get(column) for column in CLAIM_COLUMNS[len(figures)])
        for entry, figures in zip(saved, claim, strict=True)
    ):
        return ""
    return " · ".join(f"{line_name(line)} {_sum(figures)}" for line, figures in zip(Line, claim, strict=True))


def _hand_in_words(values: Values) -> str:
    sides = (f"{line_name(line)} {_entry(values, line)}" for line in Line)
    return f"{' · '.join(sides)} ({_end(values)})"


def _entry(values: Values, line: str) -> str:
    """Return `300 + 145 = 445` as on the slip, or the total alone; for a counted hand with its basis."""
    entry, total = values[f"{line}_entry"], values[f"{line}_total"]
    if basis := _basis(entry):
        return f"{figure(total)} ({basis})"
    return _sum([entry["base"], entry["points"]] if "base" in entry else [total])


def _sum(figures: Sequence[int]) -> str:
    """Return base and points with their sum, or one figure alone."""
    return column_sum(*figures) if len(figures) > 1 else figure(*figures)


def _end(values: Values) -> str:
    return str(END_NAMES[HandEnd(values["end"])])
