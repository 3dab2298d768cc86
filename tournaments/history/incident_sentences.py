"""The sentences about statements of incidents: which of them, and what changed, without its text.

Everybody with an account reads the history, and only referees read what people said to them.
"""

from django.utils.translation import gettext as _

from tournaments.models import Incident
from tournaments.wording.incidents import place_in_words

from .change_words import ChangeInWords
from .changes import Change
from .edits import EditType


def tell_incident(change: Change) -> ChangeInWords:
    """Return the sentence for a statement that was written, changed or deleted."""
    (edit,) = change.edits
    facts = {"number": edit.values["number"], "place": place_in_words(round=change.round, table=change.table)}
    match edit.type:
        case EditType.ADDED:
            return ChangeInWords(_("Statement no. %(number)s written (%(place)s)") % facts)
        case EditType.REMOVED:
            return ChangeInWords(_("Statement no. %(number)s deleted (%(place)s)") % facts)
    fields = (Incident._meta.get_field(name) for name in edit.changed)
    names = ", ".join(str(field.verbose_name) for field in fields)  # type: ignore[union-attr]
    return ChangeInWords(_("Statement no. %(number)s changed (%(place)s): %(names)s") % (facts | {"names": names}))
