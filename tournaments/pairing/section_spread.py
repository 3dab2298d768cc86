"""Clubs spread over the sections of a Mitchell: no exchange of two pairs parts more clubmates."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from tournaments.records import EntrantId

Clubs = Mapping[EntrantId, Sequence[str]]


def spread_over_sections(
    pairs: Sequence[EntrantId],
    clubs: Clubs,
    room: Mapping[int, int],
    seated: Iterable[tuple[int, EntrantId]] = (),
) -> dict[EntrantId, int]:
    """Return the section of each pair; `room` has the free places of each section, `seated` who sits there already.

    Members of large clubs choose first, each the section with the fewest of its club, then the one with most room. Then
    pairs change places as long as fewer clubmates share a section.
    """
    members = Counter(club for pair in pairs for club in clubs[pair])
    there: dict[int, Counter[str]] = {section: Counter() for section in room}
    for section, pair in seated:
        there.setdefault(section, Counter()).update(clubs[pair])
    left, chosen = dict(room), {}
    order = {pair: at for at, pair in enumerate(pairs)}
    largest = {pair: max((members[club] for club in clubs[pair]), default=0) for pair in pairs}
    for pair in sorted(pairs, key=lambda pair: (-largest[pair], sorted(map(str.casefold, clubs[pair])), order[pair])):
        section = min(
            (section for section in left if left[section]),
            key=lambda section: (sum(there[section][club] for club in clubs[pair]), -left[section], section),
        )
        chosen[pair] = section
        left[section] -= 1
        there[section].update(clubs[pair])
    clubs_of = {pair: frozenset(clubs[pair]) for pair in pairs}
    while _exchanged(pairs, clubs_of, chosen, there):
        pass
    return chosen


def _exchanged(
    pairs: Sequence[EntrantId],
    clubs: Mapping[EntrantId, frozenset[str]],
    chosen: dict[EntrantId, int],
    there: Mapping[int, Counter[str]],
) -> bool:
    """Exchange each pair, in order, with the first whose section parts it from clubmates; return whether any was.

    Pairs of the same clubs in the same section are alike: one of them is tried.
    """
    exchanged = False
    tried: set[tuple[int, frozenset[str]]] = set()
    for one in pairs:
        here, own = chosen[one], clubs[one]
        if (here, own) in tried or all(there[here][club] < 2 for club in own):
            continue
        tried.add((here, own))
        in_vain: set[tuple[int, frozenset[str]]] = set()
        for other in pairs:
            across, theirs = chosen[other], clubs[other]
            if (across, theirs) in in_vain:
                continue
            if across == here or _gain(own, theirs, there[here], there[across]) <= 0:
                in_vain.add((across, theirs))
                continue
            chosen[one], chosen[other] = across, here
            there[here].subtract(own)
            there[here].update(theirs)
            there[across].subtract(theirs)
            there[across].update(own)
            exchanged = True
            tried.clear()
            break
    return exchanged


def _gain(one: Set[str], other: Set[str], here: Counter[str], across: Counter[str]) -> int:
    """Return how many fewer couples of clubmates share a section after the exchange."""
    leaving = sum(here[club] - 1 - across[club] for club in one - other)
    coming = sum(across[club] - 1 - here[club] for club in other - one)
    return leaving + coming
