"""A hand that was counted from what lay on the table: the entries of both sides, and the slip's figures they give.

While its slip is being typed it travels with it as a text of JSON, written as docs/interchange.md §2 has a hand.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.engine.hand import AnyHand, CardsEntry, CountsEntry, HandEnd, SideEntry, SlipEntry
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import InvalidNotation
from scoring.services import judge, judge_recorded, read_entry, read_side, write_entry

LONGEST_TEXT = 20_000
"""All cards of both sides need far fewer characters."""

KEYS = frozenset({"end", "ns", "ew"})

Claim = tuple[SideEntry, SideEntry]
"""What both sides had written before the table was counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedHand:
    """The cards or counts of both sides, legal under the tournament's ruleset."""

    hand: AnyHand
    slips: tuple[SlipEntry, SlipEntry]
    """The base and the points for the slip."""
    claim: Claim | None = None

    @property
    def by_cards(self) -> bool:
        """Return whether the cards are known, not only their number and value."""
        return all(isinstance(side, CardsEntry) for side in self.hand.sides)


def is_counted(hand: AnyHand) -> bool:
    """Return whether a hand was counted from the table."""
    return all(isinstance(side, CardsEntry | CountsEntry) for side in hand.sides)


def count_hand(rules: RuleSet, hand: AnyHand, claim: Claim | None = None, *, recorded: bool = False) -> CountedHand:
    """Return the hand with its figures. Raise InvalidNotation if its table does not show it, or if it is illegal.

    `recorded`: it was accepted once, by what was known then.
    """
    scores = (judge_recorded if recorded else judge)(rules, hand).scores
    slips = [score.slip for score in scores or () if score.slip is not None]
    if not is_counted(hand) or len(slips) != 2:
        raise InvalidNotation(f"expected a legal hand of cards or counts, got {hand!r}")
    return CountedHand(hand=hand, slips=(slips[0], slips[1]), claim=claim)


def claim_differs(claim: Claim, counted: CountedHand) -> bool:
    """Return whether the count differs from what was written."""
    return any(
        getattr(wrote, column, None) not in (None, getattr(slip, column))
        for wrote, slip in zip(claim, counted.slips, strict=True)
        for column in ("base", "points", "total")
    )


def write_counted(counted: CountedHand) -> str:
    """Return the hand as text, for a slip's form."""
    ns, ew = counted.hand.sides
    written: dict[str, object] = {"end": counted.hand.end.value, "ns": write_entry(ns), "ew": write_entry(ew)}
    if counted.claim is not None:
        written["claim"] = [write_entry(side) for side in counted.claim]
    return json.dumps(written)


def read_counted(rules: RuleSet, text: str) -> CountedHand:
    """Return the hand of that text. Raise InvalidNotation for any other text."""
    if len(text) > LONGEST_TEXT:
        raise InvalidNotation(f"expected at most {LONGEST_TEXT} characters, got {len(text)}")
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"not JSON: {error}") from error
    if not isinstance(given, Mapping) or given.keys() - {"claim"} != KEYS or given["end"] not in list(HandEnd):
        raise InvalidNotation(f"expected end, ns and ew, got {given!r}")
    hand = AnyHand(
        end=HandEnd(given["end"]), sides=tuple(read_entry(given[line], line, rules) for line in ("ns", "ew"))
    )
    return count_hand(rules, hand, _read_claim(given.get("claim")))


def claim_reason(claim: Claim) -> str:
    """Return the claim for the history: the figures of both sides, short enough for its column."""
    return json.dumps({"claim": [[s.base, s.points] if isinstance(s, SlipEntry) else [s.total] for s in claim]})


def read_claim_reason(reason: str) -> tuple[tuple[int, ...], ...] | None:
    """Return the figures of a claim; None for another reason."""
    try:
        read = json.loads(reason)
    except ValueError:
        return None
    return tuple(tuple(figures) for figures in read["claim"]) if isinstance(read, dict) and "claim" in read else None


def _read_claim(raw: object) -> Claim | None:
    if raw is None:
        return None
    if not isinstance(raw, list) or len(raw) != 2:
        raise InvalidNotation(f"claim: expected two sides, got {raw!r}")
    return read_side(raw[0], "claim[0]"), read_side(raw[1], "claim[1]")
