"""A figure as somebody types it: a whole number without separators. Nothing is guessed.

`1.250` is 1250 to an Italian and 1.25 to an Englishman, so it is neither here.
"""

import re
from enum import StrEnum

MOST_DIGITS = 5
"""No hand holds a figure of more digits than this; what is longer is a slip of the finger."""

WHOLE_NUMBER = re.compile("[-\u2212]?[0-9]+")
"""With a hyphen or a minus sign. Digits of other scripts and widths are left to who can read them."""

WITH_SEPARATORS = re.compile("[-\u2212]?[0-9]+(?:[.,'’ ][0-9]+)+")


class FigureFault(StrEnum):
    """Why a text is not a figure."""

    SEPARATOR = "separator"
    PLUS = "plus"
    TOO_LONG = "too_long"
    NOT_WHOLE = "not_whole"


class UnreadableFigure(ValueError):
    """A text that is no figure; `fault` says what to tell whoever typed it."""

    def __init__(self, fault: FigureFault, text: str) -> None:
        super().__init__(f"expected a whole number, got {text!r}")
        self.fault = fault


def read_figure(text: str) -> int | None:
    """The figure that was typed; None for an empty field.

    >>> read_figure(" −100 "), read_figure("")
    (-100, None)
    """
    typed = text.strip()
    if not typed:
        return None
    if WITH_SEPARATORS.fullmatch(typed):
        raise UnreadableFigure(FigureFault.SEPARATOR, text)
    if typed.startswith("+") and WHOLE_NUMBER.fullmatch(typed[1:]):
        raise UnreadableFigure(FigureFault.PLUS, text)
    if not WHOLE_NUMBER.fullmatch(typed):
        raise UnreadableFigure(FigureFault.NOT_WHOLE, text)
    if len(typed.lstrip("-\u2212")) > MOST_DIGITS:
        raise UnreadableFigure(FigureFault.TOO_LONG, text)
    return int(typed.replace("\u2212", "-"))
