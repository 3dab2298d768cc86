"""Receipts and the club's money in words."""

from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from .figures import spoken_date
from .money import amount

STAMP_ABOVE: Final = 7747
"""The amount in cents above which an Italian receipt without VAT bears a revenue stamp: D.P.R. 642/1972, tariff 13."""


def receipt_title(number: int, year: int) -> str:
    """Return the title of a receipt, with the number that nobody else has."""
    return _("Receipt no. %(number)s/%(year)s") % {"number": number, "year": year}


def entry_reason(tournament: str, day: date) -> str:
    return _("Entry fee: %(tournament)s, %(day)s") % {"tournament": tournament, "day": spoken_date(day)}


def fee_reason(year: int, category: str) -> str:
    """Return what a membership fee is for; the category is empty if the club has none."""
    reason = _("Membership fee %(year)s") % {"year": year}
    return f"{reason}, {category}" if category else reason


def stamp_note(cents: int) -> str:
    """Return what to ask the accountant about a large receipt, or an empty string."""
    if cents <= STAMP_ABOVE:
        return ""
    return _("Above %(limit)s a receipt may need a revenue stamp in Italy: ask the club’s accountant.") % {
        "limit": amount(STAMP_ABOVE)
    }


def take_back_first(paid: str) -> str:
    """Return why a payment is not noted again; `paid` says without a full stop what is noted."""
    return _("%(paid)s. To change this, undo it first.") % {"paid": paid}
