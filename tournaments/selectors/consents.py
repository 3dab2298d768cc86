"""What a member agreed to and no longer agrees to, with the day, and who noted it when."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Membership, Player

CONSENTS: Final = ("data_consent_on", "pictures_consent_on", "messages_consent_on", "mail_consent_on")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentEvent:
    """A consent that was noted, or noted as withdrawn: one of the two days is given."""

    field: str
    name: str
    agreed_on: date | None
    withdrawn_on: date | None
    noted_at: datetime
    noted_by: str
    """The account's name; empty if the program or a command line noted it."""


def consents_of(player: Player) -> list[ConsentEvent]:
    """Return what the book's history says of consents, the oldest first. One query.

    A consent is withdrawn on the day on which the book no longer has it.
    """
    names = {
        "data_consent_on": _("keeping of data"),
        "pictures_consent_on": _("pictures"),
        "messages_consent_on": _("messages"),
        "mail_consent_on": _("invitations by email"),
    }
    rows = (
        Membership.history.filter(player_id=player.pk).exclude(history_type="-").order_by("history_date", "history_id")
    )
    before: dict[str, date | None] = dict.fromkeys(CONSENTS)
    events = []
    for at, who, *days in rows.values_list("history_date", "history_user__username", *CONSENTS):
        for field, day in zip(CONSENTS, days, strict=True):
            if day == before[field]:
                continue
            before[field] = day
            withdrawn_on = timezone.localdate(at) if day is None else None
            facts = {"agreed_on": day, "withdrawn_on": withdrawn_on, "noted_at": at, "noted_by": who or ""}
            events.append(ConsentEvent(field=field, name=names[field], **facts))
    return events
