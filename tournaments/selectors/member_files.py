"""The members as a file, with headings that the import of members recognises."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.files import FileTable
from tournaments.models import Player
from tournaments.people.columns import Holds
from tournaments.wording.roster import HOLDS_NAMES

COLUMNS = (
    *(Holds.LAST_NAME, Holds.FIRST_NAME, Holds.CLUB, Holds.CARD),
    *(Holds.CATEGORY, Holds.STATE, Holds.BIRTH, Holds.PROVINCE, Holds.REGION),
)


def members_table(members: QuerySet[Player], *, contacts: bool = False) -> FileTable:
    """Return a row for each of these members; `contacts` only on request. One query."""
    columns = (*COLUMNS, Holds.CONTACT) if contacts else COLUMNS
    states, name_forms = dict(Player.State.choices), dict(Player.Shown.choices)
    rows = []
    for *values, name_form in members.values_list(*columns, "shown"):
        fields = dict(zip(columns, values, strict=True))
        fields[Holds.STATE] = str(states[fields[Holds.STATE]])
        rows.append([*fields.values(), str(name_forms[name_form])])
    headings = [*(str(HOLDS_NAMES[column]) for column in columns), _("name shown in public")]
    return FileTable(title=_("Members"), headings=headings, rows=rows)
