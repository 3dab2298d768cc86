"""The members as a file, with headings that the import of members recognises."""

from collections import defaultdict

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.files import FileTable
from tournaments.models import Membership, MembershipFee, Player
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.people.columns import Holds
from tournaments.wording.roster import HOLDS_NAMES

COLUMNS = (
    *(Holds.LAST_NAME, Holds.FIRST_NAME, Holds.CLUB, Holds.CARD),
    *(Holds.CATEGORY, Holds.STATE, Holds.BIRTH, Holds.PROVINCE, Holds.REGION),
)


def members_table(members: QuerySet[Player], *, contacts: bool = False, book: bool = False) -> FileTable:
    """Return a row for each of these members; `contacts`, and what the club's `book` says, only on request.

    One query, with the book two.
    """
    columns = (*COLUMNS, Holds.CONTACT) if contacts else COLUMNS
    of_book = [f"membership__{name}" for name in BOOK_FIELDS] if book else []
    paid = _years_paid(members) if book else {}
    states, name_forms = dict(Player.State.choices), dict(Player.Shown.choices)
    rows = []
    for key, *values in members.values_list("pk", *columns, "shown", *of_book):
        fields = dict(zip(columns, values, strict=False))
        fields[Holds.STATE] = str(states[fields[Holds.STATE]])
        name_form, *said = values[len(columns) :]
        years = [", ".join(map(str, paid.get(key, [])))] if book else []
        rows.append([*fields.values(), str(name_forms[name_form]), *said, *years])
    headings = [*(str(HOLDS_NAMES[column]) for column in columns), _("name shown in public")]
    if book:
        headings += [*(str(Membership._meta.get_field(name).verbose_name) for name in BOOK_FIELDS), _("years paid")]  # type: ignore[union-attr]
    return FileTable(title=_("Members"), headings=headings, rows=rows)


def _years_paid(members: QuerySet[Player]) -> dict[int, list[int]]:
    """Return the years that each member has paid, the first one first."""
    years: dict[int, list[int]] = defaultdict(list)
    fees = MembershipFee.objects.filter(player__in=members.order_by().values("pk")).order_by("year")
    for key, year in fees.values_list("player", "year"):
        years[key].append(year)
    return years
