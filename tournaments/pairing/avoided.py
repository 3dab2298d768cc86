"""What a system keeps apart, in its levels of price: who must never meet, who has met, who shares a club."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from tournaments.records import EntrantId, Obstacle, PairingRequest

from .common import Past, remembered_since
from .prices import Prices, mask_of, unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Avoided:
    """Each empty where the system does not mind."""

    never: Mapping[EntrantId, Set[EntrantId]]
    """Teammates, and meetings that the referee excluded."""
    met: Mapping[EntrantId, Mapping[EntrantId, int]]
    """Opponent → the last round in which they met, as far as the memory goes."""
    clubs: Mapping[EntrantId, Set[str]]
    teams: Mapping[EntrantId, int]

    @classmethod
    def of(cls, request: PairingRequest, past: Past, *, rematches: bool = False, clubs: bool = False) -> "Avoided":
        teams = {entrant.id: entrant.team for entrant in request.entrants if entrant.team is not None}
        shared = {entrant.id: frozenset(entrant.clubs) for entrant in request.entrants if entrant.clubs}
        return cls(
            never=_never(request, teams),
            met=_remembered(past, remembered_since(request)) if rematches else {},
            clubs=shared if clubs else {},
            teams=teams,
        )

    @property
    def busiest(self) -> int:
        """Nobody has more than this against, clubs apart."""
        never = max(map(len, self.never.values()), default=0)
        return never + max(map(len, self.met.values()), default=0)

    @property
    def minded(self) -> Set[Obstacle]:
        """What is kept apart here beside those who have met."""
        return {Obstacle.TEAM, Obstacle.EXCLUDED, *([Obstacle.CLUB] if self.clubs else [])}

    def without_clubs(self) -> "Avoided":
        return replace(self, clubs={})

    def prices(self, order: Sequence[EntrantId]) -> Prices:
        """The price of each meeting of places in `order`."""
        place = {entrant: index for index, entrant in enumerate(order)}
        rematch = unit(len(order))
        dear: list[dict[int, int]] = []
        for one in order:
            known = place.keys() & self.met.get(one, {}).keys()
            dear.append(dict.fromkeys(map(place.__getitem__, known), rematch))
        for one, others in self.never.items():
            if one in place:
                for other in others:
                    if other in place:
                        dear[place[one]][place[other]] = dear[place[one]].get(place[other], 0) + rematch**2
        return Prices(dear, self._club_masks(order))

    def _club_masks(self, order: Sequence[EntrantId]) -> list[int]:
        members: dict[str, list[int]] = {}
        for place, entrant in enumerate(order):
            for club in self.clubs.get(entrant, ()):
                members.setdefault(club, []).append(place)
        masks = {club: mask_of(places) for club, places in members.items() if len(places) > 1}
        if not masks:
            return []
        together = [0] * len(order)
        for place, entrant in enumerate(order):
            for club in self.clubs.get(entrant, ()):
                together[place] |= masks.get(club, 0)
        return together

    def price(self, one: EntrantId, other: EntrantId, rematch: int) -> int:
        """As in `Prices`, where a rematch costs `rematch`."""
        price = rematch * (other in self.met.get(one, ())) + rematch**2 * (other in self.never.get(one, ()))
        return price + (not self.clubs.get(one, frozenset()).isdisjoint(self.clubs.get(other, ())))

    def obstacle(self, one: EntrantId, other: EntrantId) -> Obstacle | None:
        """The gravest thing that speaks against a meeting, if anything does."""
        if other in self.never.get(one, ()):
            return Obstacle.TEAM if self._teammates(one, other) else Obstacle.EXCLUDED
        if other in self.met.get(one, ()):
            return Obstacle.MET
        if self.clubs and not self.clubs.get(one, frozenset()).isdisjoint(self.clubs.get(other, ())):
            return Obstacle.CLUB
        return None

    def _teammates(self, one: EntrantId, other: EntrantId) -> bool:
        return one in self.teams and self.teams[one] == self.teams.get(other)


def _remembered(past: Past, since: int) -> Mapping[EntrantId, Mapping[EntrantId, int]]:
    if since == 1:
        return past.met
    return {one: {other: last for other, last in others.items() if last >= since} for one, others in past.met.items()}


def _never(request: PairingRequest, teams: Mapping[EntrantId, int]) -> dict[EntrantId, set[EntrantId]]:
    never: dict[EntrantId, set[EntrantId]] = {}
    for one, other in request.settings.excluded:
        never.setdefault(one, set()).add(other)
        never.setdefault(other, set()).add(one)
    members: dict[int, set[EntrantId]] = {}
    for entrant, team in teams.items():
        members.setdefault(team, set()).add(entrant)
    for entrant, team in teams.items():
        if len(members[team]) > 1:
            never.setdefault(entrant, set()).update(members[team] - {entrant})
    return never
