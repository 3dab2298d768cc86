"""The club's own words for messages. No tournament is touched."""

from django.db import transaction

from tournaments.models import ClubMessage
from tournaments.records.club_messages import MessageKind


@transaction.atomic
def club_message_save(*, kind: MessageKind, text: str) -> ClubMessage:
    """Store the club's text, with the keys of its fields."""
    message = ClubMessage.objects.select_for_update().filter(kind=kind).first() or ClubMessage(kind=kind)
    if message.text != text:
        message.text = text
        message.full_clean()
        message.save()
    return message


@transaction.atomic
def club_message_reset(*, kind: MessageKind) -> None:
    """Use our own text again."""
    for message in ClubMessage.objects.select_for_update().filter(kind=kind):
        message.delete()
