"""The order of names on paper is that of the language they are read in."""

import pytest
from django.utils.translation import override

from tournaments.sheets.alphabet import alphabetical

NAMES = ["Muñoz", "Muntaner", "Álvarez", "Nuñes", "Ñandú", "Núbia", "Alves", "Oliva"]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("es", ["Álvarez", "Alves", "Muntaner", "Muñoz", "Núbia", "Nuñes", "Ñandú", "Oliva"]),
        ("pt", ["Álvarez", "Alves", "Muñoz", "Muntaner", "Ñandú", "Núbia", "Nuñes", "Oliva"]),
        ("it", ["Álvarez", "Alves", "Muñoz", "Muntaner", "Ñandú", "Núbia", "Nuñes", "Oliva"]),
    ],
)
def test_names_are_sorted_as_the_language_does(language: str, names: list[str]) -> None:
    with override(language):
        assert sorted(NAMES, key=alphabetical) == names
