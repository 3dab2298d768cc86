"""The tax code of a person, checked: an Italian one by length, characters, control letter and date of birth; a
Brazilian CPF, which has eleven figures, by its two last ones.

Source: the decree of the Ministry of Finance of 23 December 1976 on the codes of the tax registry. Not covered: whether
the letters agree with the name and the place of birth, and the provisional codes, which have figures alone.
"""

import re
from datetime import date
from enum import StrEnum
from typing import Final

LENGTH: Final = 16
FIGURES: Final = "0123456789"
LETTERS_FOR_FIGURES: Final = "LMNPQRSTUV"
"""The letters that replace the figures 0 to 9 where two people would have the same code."""
MONTHS: Final = "ABCDEHLMPRST"
WOMEN: Final = 40
"""What is added to the day of birth of a woman."""

FOREIGN: Final = re.compile(r"(?!IT)[A-Z]{2}[\s:-]+\S")
"""A country before the code of another country: `DE 12345678901`."""
PLACES_OF_FIGURES: Final = (6, 7, 9, 10, 12, 13, 14)
SHAPE: Final = re.compile(r"[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPR-T][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]")
ODD: Final = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)
"""The value of the letters A to Z, and of the figures 0 to 9 likewise, in odd places."""


CPF: Final = re.compile(r"[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}[0-9]{2}")
"""A CPF without its hyphen."""


class TaxCodeFault(StrEnum):
    """The reason why a tax code is wrong."""

    CHECK_FIGURES = "check_figures"
    """The last figures of a CPF."""
    LENGTH = "length"
    CHARACTERS = "characters"
    CONTROL_LETTER = "control_letter"
    NO_DATE = "no_date"
    """The code names a day that there is not."""
    OTHER_DATE = "other_date"
    """The person was born on another day."""


def tidy_tax_code(typed: str) -> str:
    """Return the code as it is stored: an Italian one without spaces, another one with its country.

    >>> tidy_tax_code("it rss nna 56a41 h501 l"), tidy_tax_code("de 123 456")
    ('RSSNNA56A41H501L', 'DE 123 456')
    >>> tidy_tax_code("529.982.247-25")
    '52998224725'
    """
    code = " ".join(typed.upper().split())
    if FOREIGN.match(code):
        return code
    code = re.sub(r"^IT(?=[\s:-])|[\s:-]", "", code)
    return code.replace(".", "") if CPF.fullmatch(code) else code


def tax_code_fault(code: str, *, born_on: date | None = None) -> TaxCodeFault | None:
    """Return what is wrong with a tidy code, or None. The code of another country is not checked.

    >>> tax_code_fault("RSSNNA56A41H501L"), tax_code_fault("DE 123 456")
    (None, None)
    >>> tax_code_fault("RSSNNA56A41H501L", born_on=date(1956, 1, 2)).value
    'other_date'
    """
    if FOREIGN.match(code):
        return None
    if CPF.fullmatch(code):
        return None if _is_cpf(code) else TaxCodeFault.CHECK_FIGURES
    if len(code) != LENGTH:
        return TaxCodeFault.LENGTH
    if not SHAPE.fullmatch(code):
        return TaxCodeFault.CHARACTERS
    if _control_letter(code[:-1]) != code[-1]:
        return TaxCodeFault.CONTROL_LETTER
    year, month, day = _birth_in(code)
    if not any(_is_date(century + year, month, day) for century in (1900, 2000)):
        return TaxCodeFault.NO_DATE
    if born_on and (born_on.year % 100, born_on.month, born_on.day) != (year, month, day):
        return TaxCodeFault.OTHER_DATE
    return None


def _is_cpf(code: str) -> bool:
    """Return whether the last two figures follow from those before; eleven equal ones are no CPF."""
    figures = [int(figure) for figure in code]
    checks = (
        sum(weight * figure for weight, figure in zip(range(length + 1, 1, -1), figures, strict=False)) * 10 % 11 % 10
        for length in (9, 10)
    )
    return len({*code}) > 1 and figures[9:] == [*checks]


def _control_letter(code: str) -> str:
    values = [FIGURES.find(char) if char in FIGURES else ord(char) - ord("A") for char in code]
    return chr(ord("A") + sum(value if at % 2 else ODD[value] for at, value in enumerate(values)) % 26)


def _birth_in(code: str) -> tuple[int, int, int]:
    """Return the two figures of the year, the month and the day."""
    plain = [
        str(LETTERS_FOR_FIGURES.find(char)) if at in PLACES_OF_FIGURES and char not in FIGURES else char
        for at, char in enumerate(code)
    ]
    day = int("".join(plain[9:11]))
    day -= WOMEN if day > WOMEN else 0  # equivalent `day >= WOMEN`: neither 40 nor 0 is a day
    return int("".join(plain[6:8])), MONTHS.index(code[8]) + 1, day


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
