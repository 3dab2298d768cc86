"""The prices of meetings beside the ranking, and the meetings in a round of the least price.

Everything that can be wrong with a table has one price, in levels: forbidden meetings (of teammates, or excluded by the
referee) far above a rematch, a rematch far above a common club. A unit of one level costs more than half a round of
tables of the level below, so the least total is the lexicographic one: first the fewest of the first kind, then of the
second, then of the third.

*Places* are 0 for the best of those who play, then 1, 2 …; sets of places are masks, bit p being place p.

`FreeMeetings` is the reduction that big teams and clubs need. Adding a number to all meetings of one place changes the
total of every round by that number, so no optimum changes. With numbers that leave no meeting below 0, a round of
meetings that cost exactly 0 is as cheap as any, and every cheapest round consists of such meetings. The numbers
(doubled, so that they stay whole) are:

* for a team or a club of half of the places or more: the price of two members for its members, minus that for the
others. Members meet at no price, and the others must not meet each other: the number of tables of members is a constant
plus theirs. With exactly half of the places no table of members is left: one half meets the other.

* for a place with a price on every meeting: the least of these prices.

Nothing else is tried: if no such round exists, the cheapest one is found with prices.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

Mask = int


def unit(size: int) -> int:
    """Return the price of a rematch, if a common club costs 1; a forbidden meeting costs its square."""
    return size // 2 + 1


def places_in(mask: Mask) -> Iterator[int]:
    """Yield the places of a mask, the best first.

    >>> list(places_in(0b1101))
    [0, 2, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def lowest(mask: Mask, most: int) -> list[int]:
    """Return the best places of a mask, `most` of them at most.

    >>> lowest(0b101101, 3)
    [0, 2, 3]
    """
    places = list[int]()
    while mask and len(places) < most:
        bit = mask & -mask
        places.append(bit.bit_length() - 1)
        mask ^= bit
    return places


def highest(mask: Mask, most: int) -> list[int]:
    """Return the last places of a mask, `most` of them at most.

    >>> highest(0b101101, 3)
    [5, 3, 2]
    """
    places = list[int]()
    while mask and len(places) < most:
        places.append(mask.bit_length() - 1)
        mask ^= 1 << places[-1]
    return places


def mask_of(places: Iterator[int] | Sequence[int] | Mapping[int, int]) -> Mask:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


class PricedMeetings(Protocol):
    """The meetings of each place at a price of `unit` or more; symmetric. A list, or computed on demand."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Mapping[int, int]]: ...
    def __getitem__(self, place: int, /) -> Mapping[int, int]: ...


@dataclass(frozen=True)
class Prices:
    """The price of every meeting: `dear` has the few that cost a rematch or more; teams and clubs may be large."""

    dear: PricedMeetings
    clubs: Sequence[Mask] = ()
    """The clubmates of each place, itself included; empty if clubs do not matter."""
    teams: Sequence[Mask] = ()
    """The teammates of each place, itself included, whom it must never meet; empty without teams."""
    most_dear: int | None = None
    """An upper limit for the dear meetings of any place; None if they are to be counted."""

    @property
    def size(self) -> int:
        return len(self.dear)

    @cached_property
    def busiest(self) -> int:
        """Return an upper limit for the priced meetings of any place."""
        dear = max(map(len, self.dear), default=0) if self.most_dear is None else self.most_dear
        return dear + _most_others(self.clubs) + _most_others(self.teams)

    def of(self, one: int, other: int) -> int:
        price = self.dear[one].get(other, 0)
        if self.teams and self.teams[one] >> other & 1:
            price += self._never
        return price + (self.clubs[one] >> other & 1) if self.clubs else price

    def total(self, tables: Sequence[tuple[int, int]]) -> int:
        return sum(self.of(one, other) for one, other in tables)

    def never(self, place: int) -> Mask:
        """Return the places that `place` must never meet, and itself."""
        never = mask_of([other for other, price in self.dear[place].items() if price >= self._never])
        return never | 1 << place | (self.teams[place] if self.teams else 0)

    def at(self, place: int, price: int) -> Mask:
        """Return the places that `place` meets at exactly this price, 0 or more; perhaps itself."""
        club = price % unit(self.size)
        places = self._dear_at(place, price - club)
        if self.teams and (team := self.teams[place]):
            places = places & ~team | self._dear_at(place, price - club - self._never) & team
        clubs = self.clubs[place] if self.clubs else 0
        return places & (clubs if club else ~clubs)

    def _dear_at(self, place: int, price: int) -> Mask:
        """Return the places that `place` meets at this price, without teams and clubs."""
        dear = self.dear[place]
        return mask_of([other for other, number in dear.items() if number == price]) if price else ~mask_of(dear)

    def priced(self, place: int) -> Mask:
        """Return the places that `place` meets at a price."""
        return (mask_of(self.dear[place]) | self.together(place)) & ~(1 << place)

    def together(self, place: int) -> Mask:
        """Return the places of its club or team, perhaps itself included."""
        return (self.clubs[place] if self.clubs else 0) | (self.teams[place] if self.teams else 0)

    @cached_property
    def _never(self) -> int:
        """Return the price of a forbidden meeting."""
        return unit(self.size) ** 2


def _most_others(groups: Sequence[Mask]) -> int:
    """Return how many others the largest group has."""
    return max((mask.bit_count() - 1 for mask in set(groups) if mask), default=0)


@dataclass(slots=True)
class FreeMeetings:
    """The meetings in a round of the least price among some places, if a round consists of them only."""

    prices: Prices
    among: Mask
    meets: list[Mask] = field(init=False)
    """The possible opponents of each place; 0 for other places."""
    half: Mask = field(init=False)
    """One half of the places, if they form two without meetings within them, or 0."""
    _moved: dict[int, int] = field(init=False)
    """The number subtracted from the meetings of a place, doubled."""

    def __post_init__(self) -> None:
        members, price = self._great_group()
        others = self.among & ~members if members else 0
        self._moved = {place: price if members >> place & 1 else -price for place in places_in(self.among)}
        self.half = members if members.bit_count() == others.bit_count() else 0
        self._look(members, others, price)
        # If the least price of a place is more than 0, a table of members may be as cheap as any.
        if self.half and not all(self.meets[place] for place in places_in(self.among)):
            self.half = 0
            self._look(members, others, price)
        for place in places_in(self.among):
            if not self.meets[place]:
                self._raise(place)

    def _look(self, members: Mask, others: Mask, price: int) -> None:
        self.meets = [0] * self.prices.size
        for place in places_in(self.among):
            reach = (members or self.among) & ~(1 << place)
            if members >> place & 1:
                own = 0 if self.half else reach & self.prices.at(place, price)
                self.meets[place] = own | others & ~self.prices.priced(place)
            else:
                self.meets[place] = reach & ~self.prices.priced(place)

    def loose(self, place: int) -> int:
        """Return how many of the others `place` cannot meet: |B(place)| of the window."""
        return self.among.bit_count() - 1 - self.meets[place].bit_count()

    def _great_group(self) -> tuple[Mask, int]:
        """Return the members of a team, or else a club, with half of the places or more, and the price of two."""
        clubs = self.prices.clubs
        members = self._all_together([self._apart(place) for place in range(self.prices.size)])
        if members:
            clubmates = bool(clubs) and all(not members & ~clubs[place] for place in places_in(members))
            return members, unit(self.prices.size) ** 2 + clubmates
        members = self._all_together(clubs)
        return members, 1 if members else 0

    def _apart(self, place: int) -> Mask:
        """Return the places that `place` must never meet, and itself; 0 if they cannot be half of the places."""
        team = self.prices.teams[place] if self.prices.teams else 0
        many = len(self.prices.dear[place]) + team.bit_count() + 1 >= self.among.bit_count() // 2
        return self.prices.never(place) if many else 0

    def _all_together(self, groups: Sequence[Mask]) -> Mask:
        """Return half of the places or more that share a group, each with each; 0 if there are none."""
        half = self.among.bit_count() // 2
        for mask in sorted({mask & self.among for mask in groups}):
            if mask and mask.bit_count() >= half and all(not mask & ~groups[place] for place in places_in(mask)):
                return mask
        return 0

    def _raise(self, place: int) -> None:
        """Subtract the least price of any meeting of `place` from all of them."""

        def left(other: int) -> int:
            return 2 * self.prices.of(place, other) - self._moved.get(place, 0) - self._moved.get(other, 0)

        others = [other for other in places_in(self.among) if other != place]
        least = min(map(left, others), default=0)
        for other in others:
            if left(other) == least:
                self.meets[place] |= 1 << other
                self.meets[other] |= 1 << place
        self._moved[place] = self._moved.get(place, 0) + least
