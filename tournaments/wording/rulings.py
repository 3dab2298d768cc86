"""The score that the referee assigned to a table, in words."""

from django.utils.translation import gettext as _

from .figures import figure
from .lines import line_facts

Points = tuple[int | None, int | None]
"""The VP and the MP of a line."""


def score_in_words(*, ns: Points, ew: Points, reason: str) -> str:
    """Return `Assigned score: NS 12 VP, 305 MP – EW 4 VP, 0 MP. Cards mixed.`"""
    facts = {"ns_vp": ns[0], "ns_mp": figure(ns[1] or 0), "ew_vp": ew[0], "ew_mp": figure(ew[1] or 0), "reason": reason}
    sentence = _(
        "Assigned score: %(ns_line)s %(ns_vp)s VP, %(ns_mp)s MP – %(ew_line)s %(ew_vp)s VP, %(ew_mp)s MP. %(reason)s."
    )
    return sentence % (facts | line_facts())
