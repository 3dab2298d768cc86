"""A naive oracle for hands given as cards: it adds everything up with the tables of the sources.

It works on the JSON of a hand, with the numbers of `oracle_slips` and the melds of `oracle_melds`, and shares nothing
with `scoring/engine/`.
"""

from collections import Counter
from typing import Any

from tests.scoring import oracle_melds, oracle_slips
from tests.scoring.oracle_melds import judged

VALUES = {"A": 15, "2": 20, **dict.fromkeys("34567", 5), **dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10)}
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
TILES = {
    f"{number}{colour}": rank + suit
    for number, rank in enumerate(RANKS, start=1)
    for colour, suit in zip("RNBY", "SHDC", strict=True)
}
"""Tiles as the cards of the same rank."""


def totals(melds: oracle_melds.Book, book: oracle_slips.Book, hand: dict[str, Any]) -> list[int] | None:
    """Return each side's score, or None if anything is wrong."""
    sides = [_Side(melds, book, side) for side in hand["sides"]]
    everything = Counter(card for side in sides for card in side.shown)
    if not book.pozzetto and any(side.took for side in sides):
        return None
    nobody = 0 if book.refills else 11 * [side.took for side in sides].count(False)
    nobody += book.stays if hand["end"] in ("closed", "stock") else 0
    if everything.total() + nobody > book.cards:
        return None
    jollies, copies = {106: 2, 104: 0, 162: 6}.get(book.cards, 4), 3 if book.cards == 162 else 2
    if any(count > (copies if card != "JK" else jollies) for card, count in everything.items()):
        return None
    if hand["players"] == len(sides) and any(_is_no_lone_player(side) for side in sides):
        return None
    if any(judgement.faults for side in sides for judgement in side.judged) or not _closing_is_right(book, hand, sides):
        return None
    nobody = not any(side.took for side in sides)
    return [_total(book, side, nobody_took=nobody) for side in sides]


class _Side:
    def __init__(self, melds: oracle_melds.Book, book: oracle_slips.Book, side: dict[str, Any]) -> None:
        self.values = {**VALUES, "A": book.ace}
        self.jolly = book.jolly
        self.melds = [_read(meld) for meld in side["melds"]]
        self.left = _read(side["left"])
        self.unlooked = _read(side.get("pozzetto_cards", ""))
        self.judged = [judged(melds, meld) for meld in self.melds]
        self.took = side["pozzetto"] != "not_taken"
        self.closed = side["closed"]
        self.shown = [*self.left, *self.unlooked, *(card for meld in self.melds for card in meld)]
        smaller = (None, "plain", "red_threes")
        self.burracos = [judgement.grade for judgement in self.judged if judgement.grade not in smaller]
        judged_melds = zip(self.melds, self.judged, strict=True)
        self.red_threes = [card for meld, found in judged_melds if found.grade == "red_threes" for card in meld]

    def worth(self, cards: list[str]) -> int:
        return sum(self.jolly if card == "JK" else self.values[card[:-1]] for card in cards)


def _is_no_lone_player(side: _Side) -> bool:
    """A single player closes with an empty hand, and has one with an unlooked pozzetto; otherwise a card is kept."""
    if side.closed or side.unlooked:
        return bool(side.left) or (side.closed and bool(side.unlooked))
    return not side.took and not side.left


def _read(text: str) -> list[str]:
    return [TILES.get(card, card) for card in text.split()]


def _closing_is_right(book: oracle_slips.Book, hand: dict[str, Any], sides: list[_Side]) -> bool:
    closers = [side for side in sides if side.closed]
    if len(closers) != (1 if hand["end"] == "closed" else 0):
        return False
    for side in closers:
        clean = any(grade in ("clean", "royal", "ace_to_ace") for grade in side.burracos)
        enough = len(side.burracos) >= book.burracos_to_close and (clean or not book.clean_to_close)
        if not enough or (book.pozzetto_to_close and not side.took):
            return False
    return True


def _total(book: oracle_slips.Book, side: _Side, *, nobody_took: bool) -> int:
    on_table = side.worth([card for meld in side.melds for card in meld]) - side.worth(side.red_threes)
    if book.all_against and not side.burracos:
        on_table = -on_table
    bonuses = {"clean": book.clean, "dirty": book.dirty, "semi_clean": book.semi, "royal": book.royal}
    if book.own:
        bonuses |= dict.fromkeys(("ace_to_ace", "wilds_alone"), book.own[0])
    unlooked = side.worth(side.unlooked) if book.unlooked is None else -book.unlooked * bool(side.unlooked)
    total = on_table - side.worth(side.left) - unlooked
    for grade in side.burracos:
        total += bonuses[grade]  # type: ignore[index,operator]
    credited = side.burracos or (book.any_meld_keeps and on_table)
    threes = oracle_slips.red_points(book, len(side.red_threes))
    total += threes if credited else -threes
    if side.closed:
        total += book.closing
    if side.took:
        return total + book.took
    return total if book.waived and nobody_took else total + book.not_taken
