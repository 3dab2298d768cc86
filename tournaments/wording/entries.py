"""Why nobody can enter themselves, and what became of an entry, as its own page says it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ENTRANCE_SENTENCES: Mapping[str, Promise] = {
    "off": _("For this tournament the club enters everybody itself: get in touch with it."),
    "closed": _("Entries are closed: get in touch with the club."),
    "begun": _("The tournament has begun: nobody can enter any more by themselves."),
}
"""By `Entrance`."""

STATE_SENTENCES: Mapping[str, Promise] = {
    "waiting": _("Your entry has arrived. It waits for the club’s yes: look here again."),
    "accepted": _("You are entered. See you there!"),
    "listed": _("All places are taken: you are on the waiting list."),
    "refused": _("The club could not accept this entry: get in touch with it."),
    "withdrawn": _("This entry has been withdrawn."),
}
"""By an entry's state."""
