"""The reasons why players cannot check themselves in."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

CLOSED_SENTENCES: Mapping[str, Promise] = {
    "off": gettext_lazy("At this tournament the referee does the check-in: go and say that you are here."),
    "over": gettext_lazy("Check-in by phone is over: tell the referee that you are here."),
}
"""The sentence of each state of `SelfCheckIn` that is not open."""
