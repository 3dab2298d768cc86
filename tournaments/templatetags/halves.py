"""One table's VP against the half of what it gives: a class, for which the stylesheet has a colour and a sign."""

from collections.abc import Iterable

from django import template

from tournaments.records import SCORED, Outcome

register = template.Library()

OVER, UNDER = "over-half", "under-half"


@register.simple_tag
def half_class(vp: int | None, outcome: Outcome, total: int) -> str:
    """Return the class of the VP of a line; empty for exactly half, and for VP that were not made at the table."""
    return "" if vp is None else side_class((vp,), outcome, total)


def side_class(vp: Iterable[int], outcome: Outcome, total: int) -> str:
    """Return the class of the VP of a side, whose two players may have different ones: then only if both have one."""
    if outcome not in SCORED:
        return ""
    figures = tuple(vp)
    if all(2 * figure > total for figure in figures):
        return OVER
    return UNDER if all(2 * figure < total for figure in figures) else ""
