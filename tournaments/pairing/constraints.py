"""The constraints of a system, in levels of price: forbidden meetings, rematches, meetings of clubmates."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from tournaments.records import EntrantId, Obstacle, PairingRequest

from .common import Past, remembered_since
from .prices import Prices, mask_of, unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints:
    """The constraints; each is empty if the system ignores it."""

    never: Mapping[EntrantId, Set[EntrantId]]
    """The meetings excluded by the referee; those of teammates are forbidden, too."""
    met: Mapping[EntrantId, Mapping[EntrantId, int]]
    """Opponent → the last round in which they met, as far as the memory goes."""
    clubs: Mapping[EntrantId, Set[str]]
    teams: Mapping[EntrantId, int]

    @classmethod
    def of(cls, request: PairingRequest, past: Past, *, rematches: bool = False, clubs: bool = False) -> "Constraints":
        """Return the exclusions and teams of a request; earlier meetings and clubs only if they are asked for."""
        teams = {entrant.id: entrant.team for entrant in request.entrants if entrant.team is not None}
        members = [entrant for entrant in request.entrants if entrant.clubs] if clubs else []
        return cls(
            never=_excluded(request),
            met=past.met_since(remembered_since(request)) if rematches else {},
            clubs={entrant.id: frozenset(entrant.clubs) for entrant in members},
            teams=teams,
        )

    @property
    def busiest(self) -> int:
        """Return the most constraints that any entrant has, without clubs."""
        return self._most_dear + max(Counter(self.teams.values()).values(), default=1) - 1

    @property
    def _most_dear(self) -> int:
        """Return the same without teams."""
        never = max(map(len, self.never.values()), default=0)
        return never + max(map(len, self.met.values()), default=0)

    @property
    def has_teammates(self) -> bool:
        return len({*self.teams.values()}) < len(self.teams)

    @property
    def minded(self) -> Set[Obstacle]:
        """Return the constraints other than rematches."""
        return {Obstacle.TEAM, Obstacle.EXCLUDED, *([Obstacle.CLUB] if self.clubs else [])}

    def without_clubs(self) -> "Constraints":
        return replace(self, clubs={})

    def prices(self, order: Sequence[EntrantId]) -> Prices:
        """Return the price of each meeting of places in `order`."""
        teams = {entrant: (team,) for entrant, team in self.teams.items()}
        dear, most = _LazyPrices(self, order), self._most_dear
        return Prices(dear, clubs=_masks(order, self.clubs), teams=_masks(order, teams), most_dear=most)

    def price(self, one: EntrantId, other: EntrantId, rematch: int) -> int:
        """Return the price of a meeting as in `Prices`, with `rematch` as the price of a rematch."""
        never = other in self.never.get(one, ()) or self.are_teammates(one, other)
        excluded = rematch**2  # equivalent `3`: either is more than all the rematches of a round
        price = rematch * (other in self.met.get(one, ())) + excluded * never
        return price + (not self.clubs.get(one, frozenset()).isdisjoint(self.clubs.get(other, ())))

    def obstacle(self, one: EntrantId, other: EntrantId) -> Obstacle | None:
        """Return the gravest obstacle to a meeting, or None."""
        if self.teams and self.are_teammates(one, other):  # equivalent `self.are_teammates(one, other)`: speed alone
            return Obstacle.TEAM
        if self.never and other in self.never.get(one, ()):  # equivalent `other in self.never.get(one, ())`: speed
            return Obstacle.EXCLUDED
        if other in self.met.get(one, ()):
            return Obstacle.MET
        if not self.clubs:  # equivalent `False`: speed alone
            return None
        return None if self.clubs.get(one, frozenset()).isdisjoint(self.clubs.get(other, ())) else Obstacle.CLUB

    def are_teammates(self, one: EntrantId, other: EntrantId) -> bool:
        return one in self.teams and self.teams[one] == self.teams.get(other)


class _LazyPrices:
    """The `Prices.dear` of places in `order`, each computed on first use, because `top_down` needs only half."""

    def __init__(self, avoided: Constraints, order: Sequence[EntrantId]) -> None:
        self._avoided = avoided
        self._order = order
        self._place = {entrant: place for place, entrant in enumerate(order)}
        self._rematch = unit(len(order))
        self._prices: list[dict[int, int] | None] = [None] * len(order)

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[Mapping[int, int]]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, at: int) -> Mapping[int, int]:
        prices = self._prices[at]
        if prices is None:
            one, place, rematch = self._order[at], self._place, self._rematch
            met, never = self._avoided.met.get(one, ()), self._avoided.never.get(one, ())
            self._prices[at] = prices = {place[other]: rematch for other in met if other in place}
            for other in never:
                # Teammates are in a mask of their own.
                if other in place and not self._avoided.are_teammates(one, other):
                    prices[place[other]] = prices.get(place[other], 0) + rematch**2
        return prices


def _masks(order: Sequence[EntrantId], groups: Mapping[EntrantId, Iterable[int | str]]) -> list[int]:
    """Return the group of each place as a mask; empty if there are no groups."""
    members: dict[int | str, list[int]] = {}
    for place, entrant in enumerate(order):
        for group in groups.get(entrant, ()):
            members.setdefault(group, []).append(place)
    masks = {group: mask_of(places) for group, places in members.items() if len(places) > 1}  # equivalent: speed alone
    if not masks:
        return []
    together = [0] * len(order)
    for place, entrant in enumerate(order):
        for group in groups.get(entrant, ()):
            together[place] |= masks.get(group, 0)
    return together


def _excluded(request: PairingRequest) -> dict[EntrantId, set[EntrantId]]:
    never: dict[EntrantId, set[EntrantId]] = {}
    for one, other in request.settings.excluded:
        never.setdefault(one, set()).add(other)
        never.setdefault(other, set()).add(one)
    return never
