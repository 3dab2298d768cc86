"""The reasons why people cannot sign up, and the state of an entry for its own page."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

ENTRANCE_SENTENCES: Mapping[str, Promise] = {
    "off": _("For this tournament the club enters everybody itself: get in touch with it."),
    "closed": _("Entries are closed: get in touch with the club."),
    "called_off": _("This evening is called off."),
    "begun": _("The tournament has begun: players can no longer sign up themselves."),
}
"""The sentence of each `Entrance`."""

ENTERED_ALREADY = _("These names have already been entered. Whoever entered them has a link of their own.")

STATE_SENTENCES: Mapping[str, Promise] = {
    "waiting": _("Your entry has been received and awaits the club’s approval. Come back to this page to check."),
    "accepted": _("You are signed up. See you there!"),
    "listed": _("All places are taken: you are on the waiting list."),
    "refused": _("The club could not accept this entry: get in touch with it."),
    "withdrawn": _("This entry has been withdrawn."),
}
"""The sentence of each state of an entry."""


_NOT_ACCEPTED = _("Your offer was not accepted. You can enter with somebody else, or alone.")

OFFER_SENTENCES: Mapping[str, Promise] = {
    "proposed": _("%(name)s can read your offer now. Come back to this page to see the answer."),
    "joined": _("%(name)s has accepted: you are entered together."),
    "declined": _NOT_ACCEPTED,
    "refused": _NOT_ACCEPTED,
    "withdrawn": _("This offer has been withdrawn."),
}
"""The sentence of each state of an offer to play with somebody, whose name is `name`."""


def plays_already(name: str) -> str:
    """Return the sentence for an entry with somebody who plays already, without naming the partner."""
    sentence = gettext("%(name)s is already entered in this tournament, with another partner: tell the club.")
    return sentence % {"name": name}


def holds_no_place(name: str) -> str:
    """Return the sentence for an entry that cannot be accepted as it stands."""
    return gettext(
        "This entry holds no place: %(name)s is entered with another partner, too. Tell the club which entry counts."
    ) % {"name": name}


def conflict_in_words(name: str, number: int | None) -> str:
    """Return the conflict for the club: the pair in which somebody plays, or an earlier entry."""
    if number is None:
        return gettext("%(name)s is in an earlier entry, too.") % {"name": name}
    return gettext("%(name)s is already playing, with number %(number)s.") % {"name": name, "number": number}
