"""The names of the phones at a table: letters, in the order of their arrival."""

from collections.abc import Iterable, Mapping

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters_of(devices: Iterable[str]) -> Mapping[str, str]:
    """Return the letter of each phone by its key; an empty key is ignored.

    >>> letters_of(["f7", "", "03", "f7"])
    {'f7': 'A', '03': 'B'}
    """
    phones = dict.fromkeys(device for device in devices if device)
    return {device: LETTERS[at % len(LETTERS)] for at, device in enumerate(phones)}
