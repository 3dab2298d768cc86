"""The journal's lines about membership fees."""

from datetime import date

from django.utils.dates import MONTHS
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.history.change_words import Difference
from tournaments.history.edits import Edit, EditType
from tournaments.models import Means
from tournaments.wording.money import amount

from .journal_lines import JournalLine
from .journal_sentences import line_of, member_name

FEE_FIELDS = ("player__last_name", "player__first_name", "year", "category", "cents", "means", "paid_on")


def tell_fee(edit: Edit) -> JournalLine:
    """Return the line for a membership fee noted as paid, or taken back."""
    facts = {"player": member_name(edit), "year": edit.values["year"], "amount": amount(edit.values["cents"])}
    if edit.type is EditType.REMOVED:
        return line_of(edit, _("Membership fee %(year)s undone: %(player)s, %(amount)s") % facts)
    paid_on: date = edit.values["paid_on"]
    how = Difference(str(Means(edit.values["means"]).label), after=date_format(paid_on))
    return line_of(edit, _("Membership fee %(year)s paid: %(player)s, %(amount)s") % facts, (how,))


def tell_fee_terms(edit: Edit) -> JournalLine:
    """Return the line for the club's fees and the month in which years of membership begin."""
    differences = []
    if "membership_starts" in edit.changed:
        before, after = edit.before["membership_starts"], edit.values["membership_starts"]
        differences.append(Difference(_("A year begins in"), str(MONTHS[before]), str(MONTHS[after])))
    if "membership_fees" in edit.changed:  # equivalent `True`: equal fees do not differ in any category
        before, after = edit.before["membership_fees"], edit.values["membership_fees"]
        for category in dict.fromkeys([*before, *after]):
            was, now = (amount(fees[category]) if category in fees else "" for fees in (before, after))
            if was != now:
                differences.append(Difference(category or pgettext("membership", "Fee"), was, now))
    return line_of(edit, _("Membership fees of the club"), tuple(differences))
