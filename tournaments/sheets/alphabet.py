"""The order of names on paper."""

from unicodedata import category, normalize

from django.utils.translation import get_language

from tournaments.records.name_order import in_order_of


def alphabetical(name: str) -> str:
    """Return the key for sorting a name on paper: accents, capitals and apostrophes make no difference.

    In Spanish ñ follows n.

    >>> sorted(["De Luca", "D'Angelo", "Àlvarez", "deluca"], key=alphabetical)
    ['Àlvarez', "D'Angelo", 'De Luca', 'deluca']
    """
    return "".join(
        letter
        for letter in normalize("NFKD", in_order_of(get_language(), name)).casefold()
        if category(letter)[0] in "LNZ"
    )
