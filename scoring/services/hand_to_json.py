"""A hand as JSON (docs/interchange.md §2); reading it returns the same hand."""

from collections.abc import Mapping
from typing import Any

from scoring.engine.hand import AnyEntry, AnyHand, CardsEntry, CountsEntry, Pozzetto, SideEntry, SlipEntry, TotalEntry
from scoring.engine.notation import format_cards


def write_hand(key: str, options: Mapping[str, object], hand: AnyHand) -> dict[str, Any]:
    """Return the hand as for `score_hand`, with the ruleset of this key and these options."""
    sides = [write_entry(side) for side in hand.sides]
    if hand.solo is not None:
        sides[hand.solo]["solo"] = True
    about = {"ruleset": key, "options": dict(options), "end": hand.end.value, "players": hand.players}
    return about | ({} if hand.partners else {"partners": False}) | {"sides": sides}


def write_side(entry: SideEntry) -> dict[str, int | bool]:
    """Return one side of a slip."""
    match entry:
        case TotalEntry(total=total):
            return {"total": total}
        case SlipEntry(base=base, points=points, closed=closed):
            closing = {} if closed is None else {"closed": closed}
            return {"base": base, "points": points} | closing


def write_entry(entry: AnyEntry) -> dict[str, Any]:
    """Return one side at its depth."""
    match entry:
        case CardsEntry(melds=melds, left=left):
            data: dict[str, Any] = {"melds": [format_cards(meld) for meld in melds], "left": format_cards(left)}
            if entry.left_by_value:
                data["left_by_value"] = _by_points(entry.left_by_value)
            return data | _pozzetto(entry.pozzetto) | {"closed": entry.closed}
        case CountsEntry(burracos=burracos, melded=melded, left_value=left_value):
            counts = {str(grade): count for grade, count in burracos.items()}
            values = {"melded": melded, "left_value": left_value}
            return counts | values | _pozzetto(entry.pozzetto) | {"closed": entry.closed}
        case TotalEntry() | SlipEntry():
            return dict(write_side(entry))


def _pozzetto(pozzetto: Pozzetto) -> dict[str, Any]:
    entry: dict[str, Any] = {"pozzetto": pozzetto.state.value}
    if pozzetto.cards is not None:
        entry["pozzetto_cards"] = format_cards(pozzetto.cards)
    if pozzetto.by_value:
        entry["pozzetto_by_value"] = _by_points(pozzetto.by_value)
    if pozzetto.value is not None:
        entry["pozzetto_value"] = pozzetto.value
    return entry


def _by_points(by_value: Mapping[int, int]) -> dict[str, int]:
    return {str(value): number for value, number in sorted(by_value.items())}
