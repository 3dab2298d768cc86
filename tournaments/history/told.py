"""What a change looks like in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing before and after; either may be empty."""

    label: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class ChangeInWords:
    """A change in words: one sentence, and what it consists of."""

    headline: str
    differences: tuple[Difference, ...] = ()
    who: str = ""
    """Who did it, where it was nobody with an account; empty: as the change itself says."""
