"""The referee's settings of a round from JSON, read strictly by the names of `RoundSettings`."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.records import DraftTable, EntrantId, Fold, Movement, NamedSystem, Policy, RoundSettings
from tournaments.records.named_systems import SYSTEMS_OF_GIRONI

from .json_node import Node

MOST = 10_000


class Seating:
    """The seats given so far: each pair at most once, in an individual tournament two players to a line."""

    def __init__(self, pairs: Collection[int], *, individual: bool) -> None:
        self.pairs = pairs
        self.individual = individual
        self.taken: set[EntrantId] = set()

    def number(self, node: Node) -> EntrantId:
        """Return the number of a pair or player of the tournament."""
        number = EntrantId(node.integer())
        if number not in self.pairs:
            raise node.fail(_("no pair has the number %(pair)s") % {"pair": number})
        return number

    def take(self, node: Node) -> EntrantId:
        number = self.number(node)
        if number in self.taken:
            raise node.fail(_("pair %(pair)s sits twice in this round") % {"pair": number})
        self.taken.add(number)
        return number

    def table(self, number: int, ns: Node, ew: Node) -> DraftTable:
        """Return a table by its two lines; with null for EW, one pair or one player rests."""
        if ew.value is None:
            return DraftTable(number=number, ns=self.take(ns), ew=None)
        (one, partner), (other, other_partner) = self._line(ns), self._line(ew)
        return DraftTable(number=number, ns=one, ew=other, ns_partner=partner, ew_partner=other_partner)

    def _line(self, node: Node) -> tuple[EntrantId, EntrantId | None]:
        if not self.individual:
            return self.take(node), None
        players = list(node.items())
        if len(players) != 2:
            raise node.expected(_("the two players of the line"))
        return self.take(players[0]), self.take(players[1])


def read_settings(given: Mapping[str, Node], pairs: Collection[int], *, individual: bool) -> RoundSettings:
    """Return the settings among the members of a round; missing ones have their defaults."""
    numbers = Seating(pairs, individual=individual)
    read: Mapping[str, Callable[[Node], Any]] = {
        "step": lambda node: node.integer(least=0, most=MOST),
        "start_by_lot": Node.flag,
        "sections": _section_starts,
        "policy": lambda node: Policy(node.choice(*Policy)),
        "memory": lambda node: node.integer(least=1, most=MOST),
        "avoid_clubs": Node.flag,
        "fold": lambda node: Fold(node.choice(*Fold)),
        "legs": lambda node: node.integer(least=1, most=2),
        "groups": lambda node: node.integer(least=1, most=MOST),
        "qualifiers": lambda node: node.integer(least=2, most=MOST),
        "third_place": Node.flag,
        "advance": lambda node: tuple(numbers.number(item) for item in node.items()),
        "movement": lambda node: Movement(node.choice(*Movement)),
        "by_girone": _systems_by_girone,
        "excluded": lambda node: tuple(_meeting(item, numbers) for item in node.items()),
        "kept": lambda node: read_tables(node, Seating(pairs, individual=individual)),
    }
    return RoundSettings(**{name: reader(given[name]) for name, reader in read.items() if name in given})


def _section_starts(node: Node) -> tuple[int, ...]:
    """Return the first tables of the second, third … section, each after the one before."""
    starts = [item.integer(least=2, most=MOST) for item in node.items()]
    if any(after < before for before, after in zip(starts, starts[1:], strict=False)):
        raise node.expected(_("the first tables of the sections after the first, in order"))
    return tuple(starts)


def _systems_by_girone(node: Node) -> tuple[tuple[int, NamedSystem], ...]:
    """Return `[[2, "mitchell"], [3, "swiss"]]`: gironi in their order, each with its system."""
    systems: list[tuple[int, NamedSystem]] = []
    for item in node.items():
        members = list(item.items())
        if len(members) != 2:
            raise item.expected(_("a girone and its system"))
        girone = members[0].integer(least=1, most=MOST)
        if systems and girone <= systems[-1][0]:
            raise members[0].fail(_("expected the gironi in order, each once"))
        systems.append((girone, NamedSystem(members[1].choice(*SYSTEMS_OF_GIRONI))))
    return tuple(systems)


def _meeting(node: Node, numbers: Seating) -> tuple[EntrantId, EntrantId]:
    """Return `[3, 9]`, with the lower number first."""
    both = [numbers.number(item) for item in node.items()]
    if len(both) != 2 or both[0] >= both[1]:
        raise node.expected(_("two numbers, the lower one first"))
    return both[0], both[1]


def read_tables(node: Node, seating: Seating) -> tuple[DraftTable, ...]:
    """Return the tables, each `[4, 7, 12]`: the table, NS and EW, or null for EW if NS rests."""
    tables: list[DraftTable] = []
    for item in node.items():
        members = list(item.items())
        if len(members) != 3:
            raise item.expected(_("a table: its number and its two lines"))
        number, ns, ew = members
        table = seating.table(number.integer(least=1, most=MOST), ns, ew)
        if any(table.number == other.number for other in tables):
            raise number.fail(_("table %(table)s is listed twice") % {"table": table.number})
        tables.append(table)
    return tuple(tables)
