"""Clubs spread over the sections of a Mitchell: no exchange of two pairs parts more clubmates."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

from tournaments.records import EntrantId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

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
    _exchange(pairs, clubs, chosen, there)
    return chosen


def _exchange(
    pairs: Sequence[EntrantId], clubs: Clubs, chosen: dict[EntrantId, int], there: Mapping[int, Counter[str]]
) -> None:
    """Exchange each pair, in order, with the first whose section parts it from clubmates, until nobody gains by it.

    All partners of a pair are weighed at once, each by how many fewer couples of clubmates then share a section: those
    whom the pair leaves, less those whom it joins, and the same of the other. A club of both changes nothing.
    """
    # Import only if needed: what asks for the steps of a Mitchell spreads nobody.
    import numpy as np

    sections, names = list(there), sorted({club for pair in pairs for club in clubs[pair]})
    row, column = {section: at for at, section in enumerate(sections)}, {club: at for at, club in enumerate(names)}
    own = [[column[club] for club in set(clubs[pair])] for pair in pairs]
    belongs = np.zeros((len(pairs), len(names)), dtype=np.int64)
    for at, columns in enumerate(own):
        belongs[at, columns] = 1
    counts = np.array([[there[section][club] for club in names] for section in sections], dtype=np.int64)
    seated = np.array([row[chosen[pair]] for pair in pairs])
    tried = 0
    leaves = _mates(belongs, counts, seated)
    for one in cycle(range(len(pairs))):
        if tried == len(pairs):
            break
        tried += 1
        if not leaves[one]:
            continue
        here, columns = seated[one], own[one]
        joins = counts[:, columns].sum(axis=1)
        gain = leaves[one] - joins[seated] + leaves - belongs @ counts[here] + 2 * belongs[:, columns].sum(axis=1)
        gain[seated == here] = 0
        other = int(np.argmax(gain > 0))
        if gain[other] > 0:
            across = seated[other]
            counts[here] += belongs[other] - belongs[one]
            counts[across] += belongs[one] - belongs[other]
            seated[one], seated[other] = across, here
            leaves, tried = _mates(belongs, counts, seated), 0
    chosen.update((pair, sections[at]) for pair, at in zip(pairs, seated, strict=True))


def _mates(belongs: "Numbers", counts: "Numbers", seated: "Numbers") -> "Numbers":
    """Return how many clubmates each pair has in its section."""
    mates: Numbers = (belongs * (counts[seated] - 1)).sum(axis=1)
    return mates
