"""A round as sentences: drawn, published, its seats corrected, unpublished, closed, and its clocks."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clock.clocks import HALL, clocks_from_json
from tournaments.models import Round
from tournaments.pairing.result_sources import Slips
from tournaments.records import System
from tournaments.records.named_systems import systems_drawing
from tournaments.records.sections import in_section, starts_in, table_name
from tournaments.records.settings_json import settings_from_json
from tournaments.wording.clock import clock_changes
from tournaments.wording.round_states import slips_sentence
from tournaments.wording.systems import system_name

from .change_words import ChangeInWords, Difference
from .changes import Change, History
from .edits import Edit, EditType, Values
from .entrant_sentences import number_of

SLIPS_THEN: Mapping[Slips, Promise] = {
    Slips.STAY: gettext_lazy("the results stayed at their tables"),
    Slips.GO_ALONG: gettext_lazy("the results went with those for whom they were entered"),
}


def tell_pairing(change: Change, history: History) -> ChangeInWords:
    """Return the sentence for a step of a round, or for a correction of seats during play."""
    if change.edits[0].reseated:
        return _tell_reseating(change, history)
    (edit,) = change.edits
    seats = tuple(
        Difference(
            _("Table %(number)s") % {"number": table_name(seat.values["number"])}, after=_seat(seat.values, history)
        )
        for seat in change.parts
    )
    return ChangeInWords(_pairing_sentence(edit) % {"round": change.round, "how": _how(edit.values)}, seats)


def _tell_reseating(change: Change, history: History) -> ChangeInWords:
    headline = _("Seats of round %(round)s corrected") % {"round": change.round}
    # All tables of one change that existed before have the same reason: what happens to their slips.
    if reason := next((edit.reason for edit in change.edits if not edit.opened_late), ""):
        headline = f"{headline}: {SLIPS_THEN[Slips(reason)]}"
    return ChangeInWords(
        headline,
        tuple(
            Difference(
                _("Table %(number)s") % {"number": table_name(edit.values["number"])},
                before=_seat(edit.before, history) if edit.before else "",
                after=_seat(edit.values, history),
            )
            for edit in change.edits
        ),
    )


def _pairing_sentence(edit: Edit) -> str:
    before, after = edit.before.get("state"), edit.values["state"]
    if edit.type is EditType.REMOVED:
        return _("Draft of round %(round)s discarded")
    if edit.type is EditType.ADDED:
        drawn = after == Round.State.DRAFT
        return _("Round %(round)s drawn: %(how)s") if drawn else _("Round %(round)s imported: %(how)s")
    if "on_paper" in edit.changed:
        return slips_sentence(on_paper=edit.values["on_paper"])
    match before, after:
        case Round.State.DRAFT, Round.State.DRAFT:
            return _("Round %(round)s drawn again: %(how)s")
        case _, Round.State.PUBLISHED:
            return _("Round %(round)s published: %(how)s")
        case _, Round.State.CLOSED:
            return _("Round %(round)s closed")
    return _("Round %(round)s unpublished: a draft again")


def _how(values: Values) -> str:
    """Return the system with its step or seed."""
    system, settings = System(values["system"]), settings_from_json(values["settings"])
    name = system_name(system, settings)
    if values["by_rating"]:
        return _("%(system)s, in the order of the ratings") % {"system": name}
    if settings.step:
        return _("%(system)s, step %(step)s") % {"system": name, "step": settings.step}
    if System.DRAW in systems_drawing(system, settings):
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


def tell_clock(change: Change) -> ChangeInWords:
    """Return the sentence for a change of the hall's clock, or of single tables'."""
    (edit,) = change.edits
    minutes = (edit.values["clocks"] or edit.before["clocks"]).get(HALL, {}).get("minutes", 0)
    before, after = (clocks_from_json(values["clocks"], minutes=minutes) for values in (edit.before, edit.values))
    starts = starts_in(edit.values["settings"])
    done = {
        _("table %(number)s") % {"number": table_name(in_section(table, starts))} if table else _("hall"): what
        for table, what in clock_changes(before, after)
    }
    headline = _("Clock of round %(round)s") % {"round": change.round}
    if len(done) == 1:
        ((where, what),) = done.items()
        return ChangeInWords(f"{headline}, {where}: {what}")
    return ChangeInWords(headline, tuple(Difference(where, after=what) for where, what in done.items()))
