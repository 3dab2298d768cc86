"""Italian tax codes: what is right, what is wrong, and why."""

from datetime import date

import pytest

from tournaments.people.tax_codes import TaxCodeFault, tax_code_fault, tidy_tax_code

RIGHT = "RSSNNA56A41H501L"


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (RIGHT, None),
        # The last figure is a letter, because another woman has the same code.
        ("RSSNNA56A41H50MD", None),
        ("RSSNNA56A41H501", TaxCodeFault.LENGTH),
        ("", TaxCodeFault.LENGTH),
        ("RSSNNA56A41H5O1L", TaxCodeFault.CHARACTERS),
        ("RSSNNA56F41H501L", TaxCodeFault.CHARACTERS),
        # Of the years that end in 00 only 2000 had a 29 February.
        ("RSSNNA00B69H501P", None),
        ("RSSNNA56A41H501M", TaxCodeFault.CONTROL_LETTER),
        ("RSSNNA65A41H501L", TaxCodeFault.CONTROL_LETTER),
        ("RSSNNA56B70H501O", TaxCodeFault.NO_DATE),
        ("RSSNNA56A00H501I", TaxCodeFault.NO_DATE),
        ("DE 12345678901", None),
        ("52998224725", None),
        ("11144477735", None),
        # A check figure that would be 10 is 0, and two different figures are enough.
        ("90900099909", None),
        ("09090009990", None),
        ("52998224752", TaxCodeFault.CHECK_FIGURES),
        ("11111111111", TaxCodeFault.CHECK_FIGURES),
        ("5299822472", TaxCodeFault.LENGTH),
        ("BR 11111111111", None),
    ],
)
def test_a_code_is_right_or_says_why_it_is_wrong(code: str, fault: TaxCodeFault | None) -> None:
    assert tax_code_fault(code) is fault


@pytest.mark.parametrize("place", range(15))
def test_a_mistyped_character_is_noticed(place: int) -> None:
    other = {"A": "B", "5": "6", "4": "6"}.get(RIGHT[place], "7" if RIGHT[place].isdigit() else "Z")
    assert tax_code_fault(RIGHT[:place] + other + RIGHT[place + 1 :]) is not None


def test_the_date_of_birth_must_agree() -> None:
    assert tax_code_fault(RIGHT, born_on=date(1956, 1, 1)) is None
    for other in (date(1957, 1, 1), date(1956, 2, 1), date(1956, 1, 2)):
        assert tax_code_fault(RIGHT, born_on=other) is TaxCodeFault.OTHER_DATE


@pytest.mark.parametrize(
    ("typed", "code"),
    [(" rss nna 56a41 h501l", RIGHT), ("IT RSSNNA56A41H501L", RIGHT), ("de  123 456", "DE 123 456"), ("", "")],
)
def test_a_code_is_stored_in_one_spelling(typed: str, code: str) -> None:
    assert tidy_tax_code(typed) == code
