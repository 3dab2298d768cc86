"""Exact rounds the slow way, written only from docs/pairing.md: the systems must have the same cost.

A table's price is a tuple of its faults, the worst first, and of the system's own weights. A round costs the sum of its
tables, and the round with the smaller cost is better.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import rustworkx as rx

from tournaments.records import Draft, EntrantId, PairingRequest, Policy, System

Price = Callable[[int, int], tuple[int, ...]]
"""The price of a table of two playing places, the better one first."""


def played(draft: Draft) -> list[tuple[EntrantId, EntrantId]]:
    return [(table.ns, table.ew) for table in draft.tables if table.ew is not None]


def those_who_play(draft: Draft, request: PairingRequest) -> list[EntrantId]:
    seated = {pair for table in played(draft) for pair in table}
    return [entrant.id for entrant in request.entrants if entrant.id in seated]


def wrong_with(system: System, request: PairingRequest, playing: Sequence[EntrantId]) -> Price:
    """Price bans (teammates, unwanted meetings), then rematches, then clubmates."""
    entrant = {entrant.id: entrant for entrant in request.entrants}
    settings = request.settings
    oldest = 0 if settings.memory is None else request.round - settings.memory
    met = {frozenset((past.ns, past.ew)) for past in request.history if past.round >= oldest}
    minds_clubs = system is System.DRAW or settings.avoid_clubs

    def price(a: int, b: int) -> tuple[int, ...]:
        one, other = entrant[playing[a]], entrant[playing[b]]
        unwanted = (min(one.id, other.id), max(one.id, other.id)) in settings.excluded
        team = one.team is not None and one.team == other.team
        club = minds_clubs and not set(one.clubs).isdisjoint(other.clubs)
        return int(unwanted or team), int(frozenset((one.id, other.id)) in met), int(club)

    return price


def price_of_a_table(system: System, request: PairingRequest, playing: Sequence[EntrantId]) -> Price:
    """Price the faults, and then the system's weights; for the lexicographic policy, the opponent of each place."""
    wrong = wrong_with(system, request, playing)

    def price(a: int, b: int) -> tuple[int, ...]:
        if system is System.DRAW:
            return wrong(a, b)
        if system is System.SWISS:
            return *wrong(a, b), (request.vp[playing[a]] - request.vp[playing[b]]) ** 2
        if request.settings.policy is Policy.MIN_SQUARE:
            return *wrong(a, b), (a - b) ** 2
        return *wrong(a, b), *(b if place == a else 0 for place in range(len(playing)))

    return price


def total(*prices: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*prices, strict=True)))


def cost_of(draft: Draft, request: PairingRequest, price: Price) -> tuple[int, ...]:
    place = {pair: at for at, pair in enumerate(those_who_play(draft, request))}
    return total(*(price(*sorted((place[ns], place[ew]))) for ns, ew in played(draft)))


def least_by_trying(places: int, price: Price) -> tuple[int, ...]:
    """Try every round from the last place up, and each set of free places only once."""

    @cache
    def least(free: tuple[int, ...]) -> tuple[int, ...]:
        *others, last = free
        rounds = []
        for other in others:
            left = tuple(place for place in others if place != other)
            rounds.append(total(price(other, last), least(left)) if left else price(other, last))
        return min(rounds)

    return least(tuple(range(places)))


def least_on_all_edges(places: Sequence[int], price: Price) -> tuple[int, ...]:
    """Match the complete graph, without leaving out a meeting."""
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (max(places) + 1))
    prices = {table: price(*table) for table in combinations(sorted(places), 2)}
    bases = [len(places) * max(column) + 1 for column in zip(*prices.values(), strict=True)]

    def as_number(figures: tuple[int, ...]) -> int:
        number = 0
        for base, figure in zip(bases, figures, strict=True):
            number = base * number + figure
        return number

    graph.add_edges_from([(*table, -as_number(figures)) for table, figures in prices.items()])
    tables = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return total(*(prices[min(table), max(table)] for table in tables))


def top_down_by_walking(places: int, wrong: Price) -> list[tuple[int, int]]:
    """Give each place from the top its best opponent with whom the round can still have the fewest faults."""
    free, tables = list(range(places)), []
    left = least_on_all_edges(free, wrong)
    while free:
        first, *others = free
        for other in others:
            rest = [place for place in others if place != other]
            after = least_on_all_edges(rest, wrong) if rest else (0,) * len(left)
            if total(wrong(first, other), after) == left:
                tables.append((first, other))
                free, left = rest, after
                break
    return tables
