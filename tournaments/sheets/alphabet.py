"""The order of names on paper."""

from unicodedata import category, normalize


def alphabetical(name: str) -> str:
    """Return the key for sorting a name on paper: accents, capitals and apostrophes make no difference.

    >>> sorted(["De Luca", "D'Angelo", "Àlvarez", "deluca"], key=alphabetical)
    ['Àlvarez', "D'Angelo", 'De Luca', 'deluca']
    """
    return "".join(letter for letter in normalize("NFKD", name).casefold() if category(letter)[0] in "LNZ")
