"""The words of a change."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """A thing before and after the change; either may be empty."""

    label: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class ChangeInWords:
    """A change in words: a sentence, and its parts."""

    headline: str
    differences: tuple[Difference, ...] = ()
    who: str = ""
    """The author of the change if it was made without an account; empty if the change names an account."""
