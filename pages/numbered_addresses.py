"""The addresses of a long list, whose rows differ in a number alone."""

from collections.abc import Callable

from django.urls import reverse


def address_of_number(name: str, *where: object) -> Callable[[int], str]:
    """Return what gives the address of a page by its last argument, a number. It is resolved once for all numbers."""
    before, _zero, behind = reverse(name, args=[*where, 0]).rpartition("0")
    return lambda number: f"{before}{number:d}{behind}"
