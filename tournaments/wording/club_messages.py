"""Messages to send around: what they are called, our own texts, and what is wrong in the club's.

A field has a stable English key, with which a text is stored, and a name in the reader's language, with which it is
shown and typed: `{date}` is `{data}` for whoever reads Italian. Either name is understood.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.records.club_messages import FaultPlace, MessageFault, MessageField, MessageKind

KIND_TITLES: Mapping[MessageKind, Promise] = {
    MessageKind.INVITATION: gettext_lazy("Invitation"),
    MessageKind.ENTERED: pgettext_lazy("message", "List of entries"),
    MessageKind.CONFIRMATION: gettext_lazy("Confirmation"),
    MessageKind.MOVED_UP: pgettext_lazy("message", "Place from the waiting list"),
    MessageKind.CALLED_OFF: pgettext_lazy("message", "Cancellation"),
    MessageKind.RANKING: pgettext_lazy("message", "Ranking"),
}

FIELD_NAMES: Mapping[MessageField, Promise] = {
    MessageField.TOURNAMENT: pgettext_lazy("field of a message", "tournament"),
    MessageField.CLUB: pgettext_lazy("field of a message", "club"),
    MessageField.DATE: pgettext_lazy("field of a message", "date"),
    MessageField.TIME: pgettext_lazy("field of a message", "time"),
    MessageField.PLACE: pgettext_lazy("field of a message", "place"),
    MessageField.FEE: pgettext_lazy("field of a message", "fee"),
    MessageField.PRIZES: pgettext_lazy("field of a message", "prizes"),
    MessageField.LINK: pgettext_lazy("field of a message", "link"),
    MessageField.FREE: pgettext_lazy("field of a message", "free"),
    MessageField.CLOSES: pgettext_lazy("field of a message", "closes"),
    MessageField.COUNT: pgettext_lazy("field of a message", "count"),
    MessageField.LIST: pgettext_lazy("field of a message", "list"),
    MessageField.NAMES: pgettext_lazy("field of a message", "names"),
    MessageField.RANKING: pgettext_lazy("field of a message", "ranking"),
    MessageField.ROUND: pgettext_lazy("field of a message", "round"),
}
"""The name of each field: one word in small letters."""

FIELD_MEANINGS: Mapping[MessageField, Promise] = {
    MessageField.TOURNAMENT: gettext_lazy("the name of the tournament"),
    MessageField.CLUB: gettext_lazy("the name of the club"),
    MessageField.DATE: gettext_lazy("the day of the tournament"),
    MessageField.TIME: gettext_lazy("when it starts"),
    MessageField.PLACE: gettext_lazy("where it is played"),
    MessageField.FEE: gettext_lazy("the entry fee, if the club keeps a till"),
    MessageField.PRIZES: gettext_lazy("the prizes, if the club keeps a till"),
    MessageField.LINK: gettext_lazy("the page to open"),
    MessageField.FREE: gettext_lazy("how many places are left, if there is a limit"),
    MessageField.CLOSES: gettext_lazy("when entries close"),
    MessageField.COUNT: gettext_lazy("how many have entered"),
    MessageField.LIST: gettext_lazy("who has entered, one per line"),
    MessageField.NAMES: gettext_lazy("whom the message is for"),
    MessageField.RANKING: gettext_lazy("the ranking, one per line"),
    MessageField.ROUND: gettext_lazy("after which round, unless the ranking is final"),
}

OURS: Mapping[MessageKind, Promise] = {
    MessageKind.INVITATION: gettext_lazy(
        "♣ *{tournament}*\n📅 {date}\n🕗 {time}\n📍 {place}\n💶 {fee}\n🏆 {prizes}\n\n"
        "Places left: {free}\nEntries until {closes}\nEnter here: {link}\n\n{club}"
    ),
    MessageKind.ENTERED: gettext_lazy(
        "♣ *{tournament}*, {date}\nEntered so far: {count}\n\n{list}\n\nPlaces left: {free}\n{link}"
    ),
    MessageKind.CONFIRMATION: gettext_lazy(
        "Hello {names},\nyour entry in *{tournament}* is confirmed.\n📅 {date}\n🕗 {time}\n📍 {place}\n💶 {fee}\n\n"
        "{link}\nSee you there!\n{club}"
    ),
    MessageKind.MOVED_UP: gettext_lazy(
        "Hello {names},\na place has become free in *{tournament}*: you have moved up from the waiting list.\n"
        "📅 {date}\n🕗 {time}\n📍 {place}\n\nIf you cannot come, tell us soon, so that others can.\n{link}\n{club}"
    ),
    MessageKind.CALLED_OFF: gettext_lazy(
        "*{tournament}* is called off: we do not play.\n📅 {date}\n🕗 {time}\n📍 {place}\n\n{link}\n{club}"
    ),
    MessageKind.RANKING: gettext_lazy(
        "🏆 *{tournament}*, {date}\nRanking {round}\n\n{ranking}\n\nAll the rounds: {link}\n{club}"
    ),
}
"""Our own texts, with the keys of the fields in every language."""


def field_faults(faults: list[FaultPlace], fields: tuple[MessageField, ...]) -> list[str]:
    """Return a sentence for each fault, with its place; an unknown field with those that there are."""
    known = ", ".join(f"{{{FIELD_NAMES[field]}}}" for field in fields)
    unknown = _("Line %(line)s, character %(at)s: there is no field {%(text)s} here. Available: %(known)s.")
    not_closed = _(
        "Line %(line)s, character %(at)s: the brace that opens here is not closed. To write a brace itself, type it "
        "twice."
    )
    not_opened = _(
        "Line %(line)s, character %(at)s: the brace that closes here was never opened. To write a brace itself, type "
        "it twice."
    )
    sentences = {
        MessageFault.UNKNOWN: unknown,
        MessageFault.NOT_CLOSED: not_closed,
        MessageFault.NOT_OPENED: not_opened,
    }
    return [
        sentences[place.fault] % {"line": place.line, "at": place.at, "text": place.text, "known": known}
        for place in faults
    ]


def after_round(number: int) -> str:
    return _("after round %(round)s") % {"round": number}


def and_more(count: int) -> str:
    """Return the last line of a list that is cut."""
    return _("… and %(count)s more") % {"count": count}
