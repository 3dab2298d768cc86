"""The numbers that a page or an address sends: digits, and no more of them than a number there can have."""

NUMBER_DIGITS, KEY_DIGITS = 9, 18
"""A number of a pair, a table or a round with more digits fits in no database, nor does a key with more."""


def written_number(text: str, digits: int) -> int | None:
    """Return the number that is written in at most so many digits. Return None for every other text.

    Python itself also reads digits of other scripts, and fails at 4,301 of them.

    >>> written_number("45", 3), written_number("1000", 3), written_number("٣", 3), written_number("", 3)
    (45, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
