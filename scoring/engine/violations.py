"""What can be wrong with a hand, as stable codes with the facts that a sentence needs.

Two faults, two exceptions: what cannot be read is `InvalidNotation`, what was read but is against the
rules is `IllegalHand`. The sentences, in the reader's language, are in `scoring/messages.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Fact = int | str | bool | list[int]
Facts = Mapping[str, Fact]


class ViolationCode(StrEnum):
    """A slip that cannot be right, and the facts each code carries."""

    NOT_A_MULTIPLE = "not_a_multiple"
    """column, value, unit"""
    BASE_IMPOSSIBLE = "base_impossible"
    """base, nearest (one or two possible bases), swapped (the points would be a possible base)"""
    POINTS_WITHOUT_BURRACO = "points_without_burraco"
    """base, points: no burraco in the base, so the points cannot be in the side's favour"""
    POINTS_BEYOND_DECK = "points_beyond_deck"
    """points (both sides, regardless of sign), worth"""
    CLOSED_AGAINST_END = "closed_against_end"
    """end"""
    CANNOT_HAVE_CLOSED = "cannot_have_closed"
    """base"""
    BASE_NEEDS_CLOSING = "base_needs_closing"
    """base"""
    BOTH_CLOSED = "both_closed"
    NOBODY_CLOSED = "nobody_closed"
    PENALTY_WAIVED = "penalty_waived"
    """penalty"""
    BURRACOS_BEYOND_DECK = "burracos_beyond_deck"
    """cards (that the burracos of both sides need at least), deck"""
    NO_COMMON_READING = "no_common_reading"
    TOTAL_IMPOSSIBLE = "total_impossible"
    """total, least, most"""
    TOTALS_IMPOSSIBLE = "totals_impossible"
    MIXED_DEPTHS = "mixed_depths"


class DoubtCode(StrEnum):
    """A slip that is possible but improbable: the referee confirms or corrects it."""

    UNUSUAL_TOTAL = "unusual_total"
    """total, limit"""
    UNUSUAL_POINTS = "unusual_points"
    """points, limit"""
    POINTS_WITHOUT_BURRACO = "points_without_burraco"
    """base, points"""
    BURRACOS_WITHOUT_POINTS = "burracos_without_points"
    """base, points"""
    NOTHING_SCORED = "nothing_scored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One fault of a hand; `side` is the index of the side it concerns, None for the table as a whole."""

    code: ViolationCode
    side: int | None = None
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """One reason to look twice at a legal hand; `side` as in `Violation`."""

    code: DoubtCode
    side: int | None = None
    facts: Facts = field(default_factory=dict)


class InvalidNotation(ValueError):
    """What was given cannot be read at all. The message names the place, what was expected and what was there."""


class IllegalHand(ValueError):
    """The hand was read, and is against the rules in every way that `violations` lists."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(", ".join(violation.code for violation in violations))
        self.violations = violations
