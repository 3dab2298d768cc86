"""What the club's book says of a member, and what is wrong with a tax code, in words."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.people.tax_codes import LENGTH, TaxCodeFault

from .figures import figure
from .money import amount

TAX_CODE_FAULTS: Mapping[TaxCodeFault, Any] = {
    TaxCodeFault.LENGTH: gettext_lazy(
        "An Italian tax code has %(length)s characters, and this one %(count)s. Write the country before another "
        "country’s code: DE 12345678901."
    ),
    TaxCodeFault.CHECK_FIGURES: gettext_lazy(
        "Eleven digits are read as a Brazilian CPF, and in this one a digit was mistyped. Compare it with the card; "
        "write the country before another country’s code: DE 12345678901."
    ),
    TaxCodeFault.CHARACTERS: gettext_lazy(
        "An Italian tax code has letters and digits as in RSSNNA56A41H501L: here a character is in the wrong place."
    ),
    TaxCodeFault.CONTROL_LETTER: gettext_lazy(
        "The last letter does not match the rest: a character was mistyped. Compare the code with the health card."
    ),
    TaxCodeFault.NO_DATE: gettext_lazy(
        "The date of birth in this tax code does not exist: compare it with the health card."
    ),
    TaxCodeFault.OTHER_DATE: gettext_lazy(
        "The date of birth in this tax code is not %(born_on)s: correct one of the two."
    ),
}


def tax_code_sentence(fault: TaxCodeFault, code: str, born_on: date | None) -> str:
    """Return what is wrong with the code, and the remedy."""
    facts = {"length": LENGTH, "count": len(code), "born_on": date_format(born_on) if born_on else ""}
    return str(TAX_CODE_FAULTS[fault]) % facts


def book_facts(values: Sequence[tuple[Any, Any]]) -> list[tuple[str, str]]:
    """Return the filled fields of a membership, given as `(field, value)`, each as its name and its value in words."""
    return [(str(capfirst(str(field.verbose_name))), _text(field.name, value)) for field, value in values if value]


def consent_sentence(name: str, agreed_on: date | None, withdrawn_on: date | None, noted_by: str) -> str:
    """Return a consent that was noted, or noted as withdrawn; `noted_by` is empty if nobody logged in did."""
    by = noted_by or _("the program")
    if agreed_on is not None:
        return _("%(consent)s: agreed on %(day)s, noted by %(who)s") % {
            "consent": capfirst(name),
            "day": date_format(agreed_on),
            "who": by,
        }
    day = date_format(withdrawn_on) if withdrawn_on else ""
    return _("%(consent)s: withdrawn on %(day)s, noted by %(who)s") % {"consent": capfirst(name), "day": day, "who": by}


def _text(name: str, value: Any) -> str:
    if isinstance(value, date):
        return date_format(value)
    return figure(value) if name == "number" else str(value)


def year_label(year: int, starts: int) -> str:
    """Return a year of membership as it is called: `2026`, or `2026/27` if it begins within a year."""
    return str(year) if starts == 1 else f"{year}/{(year + 1) % 100:02}"


def paid_words(name: str, label: str, cents: int, means: str) -> str:
    """Return a payment as a sentence without its full stop: who paid which year of membership, how much and how."""
    facts = {"player": name, "year": label, "amount": amount(cents), "means": means}
    return _("%(player)s has paid %(year)s: %(amount)s, %(means)s") % facts
