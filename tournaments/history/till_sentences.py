"""The journal's lines about income and expenses noted by hand, and about cash counted."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.history.change_words import Difference
from tournaments.history.edits import Edit, EditType, Values
from tournaments.models import Means, TillMovement
from tournaments.wording.money import amount

from .journal_lines import JournalLine
from .journal_sentences import line_of

MOVEMENT_FIELDS = ("direction", "kind", "note", "cents", "means", "made_on")
COUNT_FIELDS = ("counted_on", "cents", "note")


def tell_movement(edit: Edit) -> JournalLine:
    """Return the line for an income or an expense that was noted, changed or deleted."""
    sentences = {
        EditType.ADDED: _("%(movement)s noted"),
        EditType.CHANGED: _("%(movement)s changed"),
        EditType.REMOVED: _("%(movement)s deleted"),
    }
    differences = (Difference(_("Before"), after=_movement(edit.before)),) if edit.type is EditType.CHANGED else ()
    return line_of(edit, sentences[edit.type] % {"movement": _movement(edit.values)}, differences)


def tell_count(edit: Edit) -> JournalLine:
    """Return the line for a count of the cash, or for one that was deleted."""
    facts = {"amount": amount(edit.values["cents"]), "day": date_format(edit.values["counted_on"])}
    if edit.type is EditType.REMOVED:
        return line_of(edit, _("Cash count deleted: %(amount)s, %(day)s") % facts)
    return line_of(edit, _("Cash counted: %(amount)s, %(day)s") % facts)


def _movement(values: Values) -> str:
    """Return a movement in words: `Expense, hall: €120.00, cash, 3 October 2026`."""
    facts = {
        "direction": TillMovement.Direction(values["direction"]).label,
        "kind": values["kind"],
        "amount": amount(values["cents"]),
        "means": Means(values["means"]).label,
        "day": date_format(values["made_on"]),
    }
    sentence = _("%(direction)s, %(kind)s: %(amount)s, %(means)s, %(day)s") % facts
    return sentence[0].upper() + sentence[1:]
