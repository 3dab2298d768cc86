"""The score of a side, from whatever the file says of it (docs/rules.md §4, for `fibur_2026`)."""

from typing import Any

VALUES = {"JK": 30, "2": 20, "A": 15} | dict.fromkeys(["K", "Q", "J", "10", "9", "8"], 10)
VALUES |= dict.fromkeys(["7", "6", "5", "4", "3"], 5)
BONUSES = {"clean": 200, "semi_clean": 150, "dirty": 100}
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def mp_of(side: dict[str, Any]) -> int:
    if "total" in side:
        return int(side["total"])
    if "base" in side:
        return int(side["base"]) + int(side["points"])
    if "melds" in side:
        melds = [meld.split() for meld in side["melds"]]
        grades = [grade_of(meld) for meld in melds]
        melded = sum(value_of(card) for meld in melds for card in meld)
        left = sum(value_of(card) for card in side.get("left", "").split()) + by_value(side.get("left_by_value", {}))
    else:
        grades = [grade for grade in BONUSES for _burraco in range(side.get(grade, 0))]
        melded, left = side["melded"], side["left_value"]
    return melded - left + sum(BONUSES.get(grade, 0) for grade in grades) + 100 * side["closed"] + pozzetto(side)


def pozzetto(side: dict[str, Any]) -> int:
    if side["pozzetto"] != "unlooked":
        return -100 if side["pozzetto"] == "not_taken" else 0
    if "pozzetto_value" in side:
        return -int(side["pozzetto_value"])
    cards = side.get("pozzetto_cards", "").split()
    return -sum(value_of(card) for card in cards) - by_value(side.get("pozzetto_by_value", {}))


def by_value(counted: dict[str, int]) -> int:
    return sum(int(value) * count for value, count in counted.items())


def rank_of(card: str) -> str:
    rank = card if card == "JK" else card[:-1]
    return "10" if rank == "T" else rank


def value_of(card: str) -> int:
    return VALUES[rank_of(card)]


def grade_of(meld: list[str]) -> str:
    """Return the best reading, with at most one wild, a jolly or any two; `""` below seven cards."""
    if len(meld) < 7:
        return ""
    readings = [_with_wild(meld, wild) for wild in [None, *range(len(meld))]]
    return next(grade for grade in BONUSES if grade in readings)


def _with_wild(meld: list[str], wild: int | None) -> str:
    """Return the grade with the card at `wild` as the wild and all others natural, or `""` if that is not a meld."""
    naturals = [card for at, card in enumerate(meld) if at != wild]
    if "JK" in naturals or (wild is not None and rank_of(meld[wild]) not in ("JK", "2")):
        return ""
    ranks, suits = [rank_of(card) for card in naturals], {card[-1] for card in naturals}
    if len(set(ranks)) == 1 and ranks[0] != "2":
        return "clean" if wild is None else "semi_clean" if len(meld) >= 8 else "dirty"
    if len(suits - {"?"}) > 1 or len(set(ranks)) < len(ranks):
        return ""
    # A wild at an end lies before or after seven consecutive naturals.
    for start in range(len(ORDER) - len(naturals) + 1):
        if set(ORDER[start : start + len(naturals)]) == set(ranks) and len(ranks) == len(set(ranks)):
            return "clean" if wild is None else "semi_clean" if len(naturals) >= 7 else "dirty"
    if wild is None:
        return ""
    gaps = (set(ORDER[start : start + len(meld)]) for start in range(len(ORDER) - len(meld) + 1))
    return "dirty" if any(len(row - set(ranks)) == 1 and set(ranks) < row for row in gaps) else ""
