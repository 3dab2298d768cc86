"""The journal's lines about the club's own words for messages."""

from django.utils.translation import gettext as _

from tournaments.history.change_words import Difference
from tournaments.history.edits import Edit, EditType
from tournaments.records.club_messages import MessageField, MessageKind, renamed
from tournaments.wording.club_messages import FIELD_NAMES, KIND_TITLES

from .journal_lines import JournalLine
from .journal_sentences import line_of

MESSAGE_FIELDS = ("kind", "text")


def tell_text(edit: Edit) -> JournalLine:
    """Return the line for the club's text of a message, or for one that was given up."""
    facts = {"title": KIND_TITLES[MessageKind(edit.values["kind"])]}
    if edit.type is EditType.REMOVED:
        return line_of(edit, _("The program’s words for messages again: %(title)s") % facts)
    names = {field.value: str(FIELD_NAMES[field]) for field in MessageField}
    before = renamed(edit.before["text"], names) if edit.type is EditType.CHANGED else ""
    words = Difference(_("Words"), before, renamed(edit.values["text"], names))
    return line_of(edit, _("The club’s words for messages: %(title)s") % facts, (words,))
