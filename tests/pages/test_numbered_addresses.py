"""The addresses of rows are those that Django resolves one by one, with whatever zeros before the number."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from pages.numbered_addresses import address_of_number


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize(
    ("name", "where"),
    [("table_entry", ("sala-0", 10)), ("pair_edit", ("0",)), ("ranking_pair", ("estate-2000",)), ("player", ())],
)
def test_each_number_has_the_address_of_its_page(name: str, where: tuple[object, ...], language: str) -> None:
    with override(language):
        address = address_of_number(name, *where)
        assert [address(number) for number in (0, 1, 10, 4302)] == [
            reverse(name, args=[*where, number]) for number in (0, 1, 10, 4302)
        ]
