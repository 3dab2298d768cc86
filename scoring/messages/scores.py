"""The lines of a score, as people call them."""

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
    """What people call the line; a grade of a club's own as the club wrote it."""
    return line.label or str(ITEMS[Item(line.item)])
