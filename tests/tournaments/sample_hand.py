"""One hand at all four depths: its cards, its counts, its slip and its totals. NS closed: 400 to −35."""

from typing import Any

from scoring.engine.hand import AnyHand, HandEnd
from scoring.engine.rulebooks import FIBUR_2026
from scoring.services import read_entry
from tournaments.services import HandEntry

Entries = tuple[dict[str, Any], dict[str, Any]]

CARDS: Entries = (
    {
        "melds": ["3H 4H 5H 6H 7H 8H 9H", "KS KD KC JK", "3C 4C 5C 6C 7C 8C", "6C 7C 8C 9C 10C JC", "3D 4D 5D 6D"],
        "left": "2S 8S 10S QS JK JK",
        "pozzetto": "taken",
        "closed": True,
    },
    {
        "melds": ["7S 7H 7D", "8H 9H 10H JH QH KH", "7D 8D 9D 10D", "9D 10D JD"],
        "left": "5S 6S 8S 9S 10S JS QS KS AH AH QH 3D QD KD 2C QC KC",
        "pozzetto": "taken",
        "closed": False,
    },
)
NO_BURRACOS = {"clean": 0, "semi_clean": 0, "dirty": 0, "royal": 0}
COUNTS: Entries = (
    NO_BURRACOS | {"clean": 1, "melded": 210, "left_value": 110, "pozzetto": "taken", "closed": True},
    NO_BURRACOS | {"melded": 140, "left_value": 175, "pozzetto": "taken", "closed": False},
)
SLIP: Entries = ({"base": 300, "points": 100}, {"base": 0, "points": -35})
TOTAL: Entries = ({"total": 400}, {"total": -35})

DEPTHS = {"cards": CARDS, "counts": COUNTS, "slip": SLIP, "total": TOTAL}


def hand_of(entries: Entries, end: HandEnd = HandEnd.CLOSED) -> AnyHand:
    ns, ew = entries
    return AnyHand(end=end, sides=(read_entry(ns, "ns", FIBUR_2026), read_entry(ew, "ew", FIBUR_2026)))


def entry_of(entries: Entries) -> HandEntry:
    ns, ew = hand_of(entries).sides
    return HandEntry(HandEnd.CLOSED, ns, ew)
