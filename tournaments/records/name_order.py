"""The order of names, where a language has another one than the plain letters."""

from typing import Final
from unicodedata import normalize

ENYE_IN_ORDER: Final = "nŋ"
"""A spelling of the Spanish ñ whose second letter sorts after every other that may follow an n."""


def in_order_of(language: str | None, name: str) -> str:
    """Return the name in a spelling whose key sorts as that language does: in Spanish ñ follows n.

    >>> sorted(["muñoz", "munz", "muntaner"], key=lambda name: in_order_of("es", name))
    ['muntaner', 'munz', 'muñoz']
    """
    return normalize("NFC", name).casefold().replace("ñ", ENYE_IN_ORDER) if language == "es" else name


def first_letter(key: str) -> str:
    """Return the capital under which a name stands in a list, by its key.

    >>> first_letter("núñez"), first_letter(in_order_of("es", "ñandú"))
    ('N', 'Ñ')
    """
    return "Ñ" if key.startswith(ENYE_IN_ORDER) else key[:1].upper()
