"""Names that are nearly alike, so that they may be one person's name with a typing error."""

from collections import defaultdict
from collections.abc import Iterable, Iterator


def one_letter_apart(names: Iterable[str], known: Iterable[str]) -> dict[str, list[str]]:
    """Return the known names one letter apart from each: one more, one less, another, or two swapped.

    Two such names are equal once a letter is taken out of one, the other, or both. Names are written as by
    `search_key`; names without a neighbour are left out.

    >>> one_letter_apart(["rosi anna", "verdi ugo"], ["rossi anna", "rosi ada"])
    {'rosi anna': ['rossi anna']}
    """
    # Import only if needed: many pages know this module, and few compare names.
    from rapidfuzz.distance import OSA

    names_of: dict[str, list[str]] = defaultdict(list)
    for name in names:
        for left in _with_one_less(name):
            names_of[left].append(name)
    found: dict[str, list[str]] = defaultdict(list)
    for key in known:
        near = {name for left in _with_one_less(key) for name in names_of.get(left, ())}
        for name in near:
            if OSA.distance(name, key, score_cutoff=1) == 1:
                found[name].append(key)
    return dict(found)


def _with_one_less(text: str) -> Iterator[str]:
    yield text
    for at in range(len(text)):
        yield text[:at] + text[at + 1 :]
