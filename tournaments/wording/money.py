"""Amounts of money as people read them."""

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .figures import figure


def amount(cents: int) -> str:
    """Return `€ 12,50`, in English `€12.50`; always with cents, so that columns can be read."""
    # Translators: an amount of money; the figure is written already.
    return _("€%(figure)s") % {"figure": bare_amount(cents)}


def bare_amount(cents: int) -> str:
    """Return the amount without the currency, for a column that names it: `1.250,00`."""
    return f"{figure(cents // 100)}{get_format('DECIMAL_SEPARATOR')}{cents % 100:02}"


def payments_in_words(count: int, cents: int) -> str:
    """Return how many payments there are, and their sum."""
    facts = {"count": figure(count), "amount": amount(cents)}
    return ngettext("%(count)s payment, %(amount)s", "%(count)s payments, %(amount)s", count) % facts
