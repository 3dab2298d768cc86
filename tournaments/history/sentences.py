"""A change to a tournament as sentences that a referee can read; those about pairs are in `entrant_sentences.py`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.hand import HandEnd
from scoring.engine.score import Item
from scoring.messages.scores import ITEMS
from tournaments.clock.clocks import HALL, clocks_from_json
from tournaments.drafting.results_along import Slips
from tournaments.models import Round, Tournament
from tournaments.phone_slips.states import BY_BOTH_LINES
from tournaments.records import Outcome, System, TieBreak
from tournaments.records.settings_json import settings_from_json
from tournaments.slips.counted import read_claim_reason
from tournaments.wording.adjustments import points_in_words, reason_in_words
from tournaments.wording.clock import clock_changes
from tournaments.wording.entrants import words_of
from tournaments.wording.figures import column_sum, figure
from tournaments.wording.results import END_NAMES, OUTCOME_NAMES, TIE_BREAK_NAMES
from tournaments.wording.systems import plan_words, system_name

from .changes import Change, ChangeKind, Edit, EditType, History, Values
from .entrant_sentences import number_of, sentence_for, tell_pairs, tell_singles, tell_team
from .told import ChangeInWords, Difference

KIND_NAMES: Mapping[ChangeKind, Promise] = {
    ChangeKind.RESULT: gettext_lazy("results"),
    ChangeKind.PAIRING: gettext_lazy("rounds and seats"),
    ChangeKind.PAIR: gettext_lazy("pairs"),
    ChangeKind.TEAM: gettext_lazy("teams"),
    ChangeKind.SINGLE: gettext_lazy("players without a partner"),
    ChangeKind.ADJUSTMENT: gettext_lazy("penalties and bonuses"),
    ChangeKind.CLOCK: gettext_lazy("clock of the rounds"),
    ChangeKind.TOURNAMENT: gettext_lazy("settings and state"),
}

ENTRY_COLUMNS = {item.value: ITEMS[item] for item in (Item.BASE, Item.POINTS, Item.TOTAL)}
"""The columns of a slip, as a side's entry has them."""


FROM_CARDS = gettext_lazy("from the cards")
FROM_COUNTS = gettext_lazy("from burracos and values")

CLAIM_COLUMNS = {1: ("total",), 2: ("base", "points")}
"""What the figures of a claim are, by how many a side has."""


SLIPS_THEN: Mapping[Slips, Promise] = {
    Slips.STAY: gettext_lazy("the results stayed at their tables"),
    Slips.GO_ALONG: gettext_lazy("the results went with those for whom they were entered"),
}


def tell(change: Change, history: History) -> ChangeInWords:
    """The change in the reader's language."""
    match change.kind:
        case ChangeKind.RESULT:
            return _tell_result(change)
        case ChangeKind.PAIRING:
            return _tell_pairing(change, history)
        case ChangeKind.PAIR:
            return tell_pairs(change, history)
        case ChangeKind.TEAM:
            return tell_team(change)
        case ChangeKind.SINGLE:
            return tell_singles(change, history)
        case ChangeKind.ADJUSTMENT:
            return _tell_adjustment(change, history)
        case ChangeKind.CLOCK:
            return _tell_clock(change)
        case ChangeKind.TOURNAMENT:
            return _tell_tournament(change)


# Results


def _tell_result(change: Change) -> ChangeInWords:
    (edit,) = change.edits
    turned = _lines_swapped(change)
    differences = [
        *_score_differences(edit),
        *(difference for part in change.parts for difference in _hand_differences(part) if not turned),
    ]
    where = _("Round %(round)s, table %(table)s") % {"round": change.round, "table": change.table}
    counted = [str(part.values["number"]) for part in change.parts if _was_counted(part) and not turned]
    agreed = [_("confirmed by both lines on their phones")] if edit.reason == BY_BOTH_LINES else []
    sentence = ngettext("hand %(hands)s counted on the table", "hands %(hands)s counted on the table", len(counted))
    also = [sentence % {"hands": ", ".join(counted)}] if counted else []
    happened = _("NS and EW of the result swapped") if turned else _what_happened(edit)
    return ChangeInWords(f"{where}: {', '.join([happened, *agreed, *also])}", tuple(differences))


def _lines_swapped(change: Change) -> bool:
    """Whether every hand says of each side what it said of the other, and nothing else."""
    return bool(change.parts) and all(
        part.type is EditType.CHANGED
        and part.before
        and part.before["end"] == part.values["end"]
        and part.before["ns_entry"] == part.values["ew_entry"]
        and part.before["ew_entry"] == part.values["ns_entry"]
        for part in change.parts
    )


def _was_counted(edit: Edit) -> bool:
    """What lay on the table was entered, or corrected."""
    return edit.type is not EditType.REMOVED and any(
        _basis(edit.values[entry]) is not None and edit.values[entry] != edit.before.get(entry)
        for entry in ("ns_entry", "ew_entry")
    )


def _basis(entry: Values) -> Promise | None:
    """What a side's score was counted from; None for what a slip says."""
    if "melds" in entry:
        return FROM_CARDS
    return FROM_COUNTS if "melded" in entry else None


def _what_happened(edit: Edit) -> str:
    before, after = edit.before.get("outcome"), Outcome(edit.values["outcome"])
    if after is Outcome.OPEN:
        return _("result taken back")
    if before == Outcome.ARBITRAL and after is not Outcome.ARBITRAL:
        return _("arbitral score taken back, %(outcome)s") % {"outcome": OUTCOME_NAMES[after]}
    if after is not Outcome.PLAYED:
        return str(OUTCOME_NAMES[after])
    return _("result corrected") if before == Outcome.PLAYED else _("result entered")


def _score_differences(edit: Edit) -> Iterable[Difference]:
    """What the referee set for both lines, before and now."""
    before, after = (_score_set(values) for values in (edit.before, edit.values))
    if before != after:
        yield Difference(str(OUTCOME_NAMES[Outcome.ARBITRAL]), before, after)


def _score_set(values: Values) -> str:
    """`NS 12 VP, 305 MP · EW 4 VP, 0 MP: cards mixed`; empty where nothing was set."""
    if not values or values["ns_vp_set"] is None:
        return ""
    sides = (
        f"{said} {figure(values[f'{line}_vp_set'])} {_('VP')}, {figure(values[f'{line}_mp_set'])} {_('MP')}"
        for line, said in (("ns", _("NS")), ("ew", _("EW")))
    )
    return f"{' · '.join(sides)}: {reason_in_words(reason=values['ruling'], article=values['ruling_article'])}"


def _hand_set(values: Values) -> str:
    """`NS 0 MP: stood up`; empty where nothing was set."""
    for line, said in (("ns", _("NS")), ("ew", _("EW"))):
        if values and values[f"{line}_set"] is not None:
            return f"{said} {figure(values[f'{line}_set'])} {_('MP')}: {values['set_reason']}"
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
            for line, said in (("ns", _("NS")), ("ew", _("EW"))):
                yield from _side_differences(f"{hand}, {said}", edit.before, edit.values, line)
            if edit.before and edit.before["end"] != edit.values["end"]:
                yield Difference(_("%(hand)s, end") % {"hand": hand}, _end(edit.before), _end(edit.values))
            if (before := _hand_set(edit.before)) != (after := _hand_set(edit.values)):
                yield Difference(_("%(hand)s, set by the referee") % {"hand": hand}, before, after)


def _side_differences(label: str, before: Values, after: Values, line: str) -> Iterable[Difference]:
    """The columns of the slip that changed; the totals where the two entries are not of the same depth."""
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
    """What the slip had said of a hand that was counted, unless it is what had been saved."""
    claim = read_claim_reason(edit.reason)
    if claim is None or edit.type is EditType.REMOVED:
        return ""
    saved = (edit.before.get(f"{line}_entry", {}) for line in ("ns", "ew"))
    if all(
        figures == tuple(entry.get(column) for column in CLAIM_COLUMNS[len(figures)])
        for entry, figures in zip(saved, claim, strict=True)
    ):
        return ""
    return " · ".join(f"{said} {_sum(figures)}" for said, figures in zip((_("NS"), _("EW")), claim, strict=True))


def _hand_in_words(values: Values) -> str:
    sides = (f"{said} {_entry(values, line)}" for line, said in (("ns", _("NS")), ("ew", _("EW"))))
    return f"{' · '.join(sides)} ({_end(values)})"


def _entry(values: Values, line: str) -> str:
    """`300 + 145 = 445` as on the slip, or the total alone; of a hand that was counted, from what."""
    entry, total = values[f"{line}_entry"], values[f"{line}_total"]
    if basis := _basis(entry):
        return f"{figure(total)} ({basis})"
    return _sum([entry["base"], entry["points"]] if "base" in entry else [total])


def _sum(figures: Sequence[int]) -> str:
    """Base and points with their sum, or one figure alone."""
    return figure(figures[0]) if len(figures) == 1 else column_sum(*figures)


def _end(values: Values) -> str:
    return str(END_NAMES[HandEnd(values["end"])])


# Rounds and seats


def _tell_pairing(change: Change, history: History) -> ChangeInWords:
    if change.edits[0].reseated:
        return _tell_reseating(change, history)
    (edit,) = change.edits
    seats = tuple(
        Difference(_("Table %(number)s") % {"number": seat.values["number"]}, after=_seat(seat.values, history))
        for seat in change.parts
    )
    return ChangeInWords(_pairing_sentence(edit) % {"round": change.round, "how": _how(edit.values)}, seats)


def _tell_reseating(change: Change, history: History) -> ChangeInWords:
    headline = _("Seats of round %(round)s put right") % {"round": change.round}
    # All tables of one change have the same reason: what became of their slips.
    if reason := change.edits[0].reason:
        headline = f"{headline}: {SLIPS_THEN[Slips(reason)]}"
    return ChangeInWords(
        headline,
        tuple(
            Difference(
                _("Table %(number)s") % {"number": edit.values["number"]},
                before=_seat(edit.before, history),
                after=_seat(edit.values, history),
            )
            for edit in change.edits
        ),
    )


def _pairing_sentence(edit: Edit) -> str:
    before, after = edit.before.get("state"), edit.values["state"]
    if edit.type is EditType.REMOVED:
        return _("Draft of round %(round)s thrown away")
    if edit.type is EditType.ADDED:
        drawn = after == Round.State.DRAFT
        return _("Round %(round)s drawn: %(how)s") if drawn else _("Round %(round)s imported: %(how)s")
    if "on_paper" in edit.changed:
        on_paper = edit.values["on_paper"]
        return _("Round %(round)s: slips on paper alone") if on_paper else _("Round %(round)s: slips on phones, too")
    match before, after:
        case Round.State.DRAFT, Round.State.DRAFT:
            return _("Round %(round)s drawn again: %(how)s")
        case _, Round.State.PUBLISHED:
            return _("Round %(round)s published: %(how)s")
        case _, Round.State.CLOSED:
            return _("Round %(round)s closed")
    return _("Round %(round)s withdrawn: a draft again")


def _how(values: Values) -> str:
    """The system with its step or seed."""
    system, settings = System(values["system"]), settings_from_json(values["settings"])
    name = system_name(system, settings)
    if settings.step:
        return _("%(system)s, step %(step)s") % {"system": name, "step": settings.step}
    if system is System.DRAW:
        return _("%(system)s, seed %(seed)s") % {"system": name, "seed": values["seed"]}
    return name


def _seat(values: Values, history: History) -> str:
    ns, ew = (
        " + ".join(
            number_of(values[f"{line}{place}"], history) for place in ("_id", "_partner_id") if values[f"{line}{place}"]
        )
        for line in ("ns", "ew")
    )
    return f"{ns} – {ew}" if ew else _("%(pair)s rests") % {"pair": ns}


# The clock


def _tell_clock(change: Change) -> ChangeInWords:
    """What was done to the hall's clock, and to those of single tables."""
    (edit,) = change.edits
    minutes = (edit.values["clocks"] or edit.before["clocks"]).get(HALL, {}).get("minutes", 0)
    before, after = (clocks_from_json(values["clocks"], minutes=minutes) for values in (edit.before, edit.values))
    done = {
        _("table %(number)s") % {"number": table} if table else _("hall"): what
        for table, what in clock_changes(before, after)
    }
    headline = _("Clock of round %(round)s") % {"round": change.round}
    if len(done) == 1:
        ((where, what),) = done.items()
        return ChangeInWords(f"{headline}, {where}: {what}")
    return ChangeInWords(headline, tuple(Difference(where, after=what) for where, what in done.items()))


# Penalties and bonuses


def _tell_adjustment(change: Change, history: History) -> ChangeInWords:
    (edit,) = change.edits
    values = edit.values
    points = points_in_words(mp=values["mp"], vp=values["vp"], felt=values["felt"])
    player = history.players.get(values["player_id"], "")
    reason = reason_in_words(reason=values["reason"], article=values["article"], player=player)
    sentence = sentence_for(edit.type, words_of(history.kind).adjusted)
    facts = {"pair": number_of(values["pair_id"], history), "round": change.round, "reason": reason}
    return ChangeInWords(sentence % (facts | {"points": points}))


# The tournament


def _tell_tournament(change: Change) -> ChangeInWords:
    (edit,) = change.edits
    if edit.type is EditType.ADDED:
        return ChangeInWords(_("Tournament created: %(name)s") % {"name": edit.values["name"]})
    if edit.type is EditType.REMOVED:
        return ChangeInWords(_("Tournament deleted"))
    differences = tuple(
        Difference(_field_name(name), _setting(name, edit.before[name]), _setting(name, edit.values[name]))
        for name in edit.changed
    )
    if edit.changed == ("announcement",):
        return ChangeInWords(_announced(edit))
    headline = _("State of the tournament") if "state" in edit.changed else _("Settings of the tournament")
    return ChangeInWords(f"{headline}: {edit.reason}" if edit.reason else headline, differences)


def _announced(edit: Edit) -> str:
    """What everybody was told, or is told no more."""
    if said := edit.values["announcement"]:
        return _("Announced: %(said)s") % {"said": said}
    return _("Announcement taken off: %(said)s") % {"said": edit.before["announcement"]}


def _field_name(name: str) -> str:
    if name == "state":
        return _("State")
    if name == "options":
        return _("Options of the ruleset")
    field = Tournament._meta.get_field(name)
    return str(capfirst(getattr(field, "verbose_name", name)))


def _setting(name: str, value: Any) -> str:
    """A setting as a person reads it; what is stored as data is written out plainly."""
    match name:
        case "state":
            return str(Tournament.State(value).label)
        case "entry":
            return str(Tournament.Entry(value).label)
        case "kind":
            return str(Tournament.Kind(value).label)
        case "writing":
            return str(Tournament.Writing(value).label)
        case "missed_rounds":
            return str(Tournament.MissedRounds(value).label)
        case "substitutes_allowed" | "self_check_in":
            return _("yes") if value else _("no")
        case "options" | "scale" if isinstance(value, dict):
            return ", ".join(f"{key}: {each}" for key, each in value.items()) or _("none")
        case "check_in_until":
            return time_format(value) if value else _("none")
        case "call_minutes":
            return ", ".join(map(str, value)) or _("none")
        case "plan":
            return plan_words(value)
        case "tie_breaks":
            return ", ".join(str(TIE_BREAK_NAMES[TieBreak(key)]) for key in value)
    return str(value)
