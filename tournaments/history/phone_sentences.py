"""The changes of slips by phones, as sentences."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import PhoneLog
from tournaments.records import Line
from tournaments.records.sections import table_name
from tournaments.wording.lines import line_name

from .change_words import ChangeInWords
from .changes import Change

BY_THE_REFEREE = (PhoneLog.Event.UNLOCK, PhoneLog.Event.DECIDE, PhoneLog.Event.REOPEN)

SENTENCES: Mapping[PhoneLog.Event, Promise] = {
    PhoneLog.Event.WRONG_CODE: gettext_lazy("a wrong code was given"),
    PhoneLog.Event.SHUT: gettext_lazy("locked for new phones after wrong codes"),
    PhoneLog.Event.UNLOCK: gettext_lazy("unlocked for new phones"),
    PhoneLog.Event.TYPE: gettext_lazy("%(line)s wrote the slip"),
    PhoneLog.Event.SEND: gettext_lazy("%(line)s sent the slip to the opponents"),
    PhoneLog.Event.TAKE_OVER: gettext_lazy("%(line)s took over the slip from another phone"),
    PhoneLog.Event.AGREE: gettext_lazy("%(line)s confirmed the slip"),
    PhoneLog.Event.AGREE_PASSED: gettext_lazy("%(line)s confirmed the slip on the phone that was handed over"),
    PhoneLog.Event.CONTEST: gettext_lazy("%(line)s contested the slip"),
    PhoneLog.Event.CALL: gettext_lazy("%(line)s called the referee about the slip that both lines had confirmed"),
    PhoneLog.Event.SUMMON: gettext_lazy("%(line)s called the referee to the table"),
    PhoneLog.Event.SETTLE: gettext_lazy("%(line)s cancelled the call to the referee"),
    PhoneLog.Event.DECIDE: gettext_lazy("the referee’s word takes the place of the slip on phones"),
    PhoneLog.Event.REOPEN: gettext_lazy("the slip is open again for phones"),
}


def tell_phones(change: Change) -> ChangeInWords:
    """Return the sentence with the line, its act, and the table's phone."""
    (edit,) = change.edits
    event = PhoneLog.Event(edit.values["event"])
    table = table_name(change.table or 0)  # equivalent `change.table`: a phone is at a table
    where = _("Round %(round)s, table %(table)s") % {"round": change.round, "table": table}
    line = edit.values["line"]
    what = str(SENTENCES[event]) % {"line": line_name(Line(line)) if line else ""}
    return ChangeInWords(f"{where}: {what}", who=_who(event, edit.values["phone"]))


def _who(event: PhoneLog.Event, phone: str) -> str:
    if event in BY_THE_REFEREE:
        return _("referee")
    return _("phone %(letter)s") % {"letter": phone} if phone else ""
