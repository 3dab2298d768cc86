"""The names of a score's lines for people."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from scoring.engine.score import Item, ScoreLine

ITEMS: Mapping[Item, Promise] = {
    Item.MELDED: pgettext_lazy("line of a score", "cards melded"),
    Item.LEFT: pgettext_lazy("line of a score", "cards left in hand"),
    Item.CLEAN: pgettext_lazy("line of a score", "clean burraco"),
    Item.SEMI_CLEAN: pgettext_lazy("line of a score", "semi-clean burraco"),
    Item.DIRTY: pgettext_lazy("line of a score", "dirty burraco"),
    Item.ROYAL: pgettext_lazy("line of a score", "royal burraco"),
    Item.ACE_TO_ACE: pgettext_lazy("line of a score", "burraco from ace to ace"),
    Item.WILDS_ALONE: pgettext_lazy("line of a score", "burraco of wilds"),
    Item.RED_THREES: pgettext_lazy("line of a score", "red threes"),
    Item.CLOSING: pgettext_lazy("line of a score", "closing"),
    Item.POZZETTO_TAKEN: pgettext_lazy("line of a score", "pozzetto taken"),
    Item.POZZETTO_NOT_TAKEN: pgettext_lazy("line of a score", "pozzetto not taken"),
    Item.POZZETTO_UNLOOKED: pgettext_lazy("line of a score", "pozzetto not looked at"),
    Item.POZZETTO_UNLOOKED_FIXED: pgettext_lazy("line of a score", "pozzetto not looked at"),
    Item.BASE: pgettext_lazy("line of a score", "base"),
    Item.POINTS: pgettext_lazy("line of a score", "points"),
    Item.TOTAL: pgettext_lazy("line of a score", "total"),
}


def line_name(line: ScoreLine) -> str:
    """Return the line's name for people; a club's own grade has the club's name."""
    return line.label or str(ITEMS[Item(line.item)])
