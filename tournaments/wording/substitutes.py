"""From which round to which somebody plays in another's place, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.records import Rounds

LAST_BEFORE_FIRST = gettext_lazy("The last round cannot come before the first one: correct the two numbers.")


def rounds_in_words(rounds: Rounds) -> str:
    """Return `in round 3`, `in rounds 2 to 4` or `from round 3`; where nobody wrote it down, that too."""
    first, last = rounds
    if first is None:
        if last is None:
            return _("since an unrecorded round")
        return _("until round %(last)s, since an unrecorded one") % {"last": last}
    if first == last:
        return _("in round %(round)s") % {"round": first}
    if last is None:
        return _("from round %(first)s") % {"first": first}
    return _("in rounds %(first)s to %(last)s") % {"first": first, "last": last}
