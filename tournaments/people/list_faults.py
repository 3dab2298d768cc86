"""The reasons why a line of a list cannot be read."""

from enum import StrEnum


class LineFault(StrEnum):
    """The fault of a line that is not a pair, or not a player. Keys are stable; `wording` makes the sentence."""

    ONE_NAME = "one_name"
    """The text may be one name or two."""
    SEVERAL_NAMES = "several_names"
    AMBIGUOUS_COMMA = "ambiguous_comma"
    NAME_MISSING = "name_missing"
    NO_LETTERS = "no_letters"
    NOT_WRITING = "not_writing"
    SAME_NAME = "same_name"
    PAIR_OR_SINGLE = "pair_or_single"
    """Two names, with words for a player without a partner."""
    TOO_LONG = "too_long"


class Faulty(Exception):
    """The line cannot be read; `fault` says why."""

    def __init__(self, fault: LineFault) -> None:
        super().__init__(fault)
        self.fault = fault
