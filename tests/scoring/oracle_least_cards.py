"""A naive oracle for emptied hands: it plays every game of numbers that a side can play.

It keeps only numbers of cards: those that each player of a side holds, and those melded. Every turn draws one card or
more, melds any number, and discards one; the other side's turns change nothing here. It is written from the description
of the turn in 000 and 003, and shares nothing with `scoring/engine/`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

MOST_MELDED, MOST_HELD = 34, 24
"""Beyond these nothing new can be shown: drawing and keeping one more card leads to a known state."""


@dataclass(frozen=True)
class Side:
    """The players of a side, and the cards they are given."""

    players: int = 2
    dealt: int = 11
    pozzetto: int = 11
    has_pozzetto: bool = True
    """There is a pozzetto to take; three players who each play alone have none."""
    keeps_a_card: bool = True
    closes_without_pozzetto: bool = False


class Table(NamedTuple):
    """A side between two turns. Its players are in the order of play."""

    held: tuple[int, ...]
    melded: int
    pozzetto: str = "not_taken"
    waiting: int | None = None
    """In how many turns a player looks at the pozzetto."""
    closed: bool = False


Shown = tuple[str, bool, int, int]
"""Pozzetto, closed, melded cards, cards in hand."""


@lru_cache
def shown_by(side: Side) -> frozenset[Shown]:
    """Return everything that a side can show when the hand ends, after any of its turns or before the first."""
    first = Table(held=(side.dealt,) * side.players, melded=0)
    seen, open_ = {first}, [first]
    while open_:
        for after in _turn(side, open_.pop()):
            if after not in seen and after.melded <= MOST_MELDED and sum(after.held) <= MOST_HELD:
                seen.add(after)
                if not after.closed:
                    open_.append(after)
    return frozenset((t.pozzetto, t.closed, t.melded, sum(t.held)) for t in seen)


def _turn(side: Side, table: Table) -> Iterator[Table]:
    if table.waiting == 0:
        table = _holding(table, side.pozzetto)._replace(waiting=None, pozzetto="taken")
    for drawn in (1, 2):
        for melded in _melding(_holding(table, table.held[0] + drawn)):
            if melded.held[0]:
                yield from _discarding(side, melded)
            # Without a card to discard, the player uses the pozzetto at once.
            elif melded.pozzetto == "not_taken" and side.has_pozzetto:
                for again in _melding(_holding(melded, side.pozzetto)._replace(pozzetto="taken")):
                    if again.held[0]:
                        yield from _discarding(side, again)


def _melding(table: Table) -> Iterator[Table]:
    for cards in range(table.held[0] + 1):
        melded = table.melded + cards
        # The first meld has at least three cards.
        if melded == table.melded or melded >= 3:
            yield _holding(table, table.held[0] - cards)._replace(melded=melded)


def _discarding(side: Side, table: Table) -> Iterator[Table]:
    left, partners = table.held[0] - 1, table.held[1:]
    waiting = None if table.waiting is None else table.waiting - 1
    after = table._replace(held=(*partners, left), waiting=waiting)
    if left:
        yield after
        return
    if after.pozzetto == "not_taken" and side.has_pozzetto:
        yield after._replace(pozzetto="unlooked", waiting=len(partners))
    if after.pozzetto != "not_taken" or side.closes_without_pozzetto:
        yield after._replace(closed=True)
    # 002 says only that an empty hand is not unusual: the play continues.
    if not side.keeps_a_card:
        yield after


def _holding(table: Table, cards: int) -> Table:
    return table._replace(held=(cards, *table.held[1:]))
