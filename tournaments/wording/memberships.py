"""What the club's book says of a member, and what is wrong with a tax code, in words."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from tournaments.people.tax_codes import LENGTH, TaxCodeFault

from .figures import figure

TAX_CODE_FAULTS: Mapping[TaxCodeFault, Any] = {
    TaxCodeFault.LENGTH: gettext_lazy(
        "An Italian tax code has %(length)s characters, and this one %(count)s. Write the country before another "
        "country’s code: DE 12345678901."
    ),
    TaxCodeFault.CHARACTERS: gettext_lazy(
        "An Italian tax code has letters and figures as in RSSNNA56A41H501L: a character here stands in a wrong place."
    ),
    TaxCodeFault.CONTROL_LETTER: gettext_lazy(
        "The last letter does not agree with the rest: a character was mistyped. Compare the code with the health card."
    ),
    TaxCodeFault.NO_DATE: gettext_lazy(
        "The date of birth in this tax code does not exist: compare it with the health card."
    ),
    TaxCodeFault.OTHER_DATE: gettext_lazy(
        "The date of birth in this tax code is another one than %(born_on)s: correct one of the two."
    ),
}


def tax_code_sentence(fault: TaxCodeFault, code: str, born_on: date | None) -> str:
    """Return what is wrong with the code, and the remedy."""
    facts = {"length": LENGTH, "count": len(code), "born_on": date_format(born_on) if born_on else ""}
    return str(TAX_CODE_FAULTS[fault]) % facts


def book_facts(values: Sequence[tuple[Any, Any]]) -> list[tuple[str, str]]:
    """Return the filled fields of a membership, given as `(field, value)`, each as its name and its value in words."""
    return [(str(capfirst(str(field.verbose_name))), _text(field.name, value)) for field, value in values if value]


def _text(name: str, value: Any) -> str:
    if isinstance(value, date):
        return date_format(value)
    return figure(value) if name == "number" else str(value)
