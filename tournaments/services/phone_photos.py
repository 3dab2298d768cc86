"""The photo of the paper slip as evidence in a dispute, kept with its table for a while."""

from datetime import datetime

from django.db import transaction

from pages.refusals import Refused
from tournaments.models import PhoneLog, PhonePhoto, Table, Tournament
from tournaments.records.retention import PHOTOS_AFTER_FINAL
from tournaments.selectors.final_times import final_since
from tournaments.selectors.phone_photos import photos_sent
from tournaments.selectors.phone_slips import slip_of
from tournaments.slips.photos import PHOTOS_A_DISPUTE, PhotoFault, UnusablePhoto, small_jpeg
from tournaments.slips.states import Phone, SlipState
from tournaments.wording.phone_slips import PHOTO_FAULTS

from .phone_locking import lock_for_a_write, log


def phone_send_photo(*, table: Table, phone: Phone, sent: bytes, at: datetime) -> PhonePhoto:
    """Keep a photo of a contested slip for the referees, at most `PHOTOS_A_DISPUTE` for each dispute.

    Reducing the photo takes time, so it happens before the tournament is locked.
    """
    _refuse_where_none_is_wanted(table)
    try:
        image = small_jpeg(sent)
    except UnusablePhoto as refusal:
        raise Refused(str(PHOTO_FAULTS[refusal.fault])) from refusal
    return _keep(table, phone, image, at)


@transaction.atomic
def photos_delete_old(*, at: datetime) -> int:
    """Delete the photos of tournaments that have long been final, deleted ones included. Return how many there were."""
    deleted = 0
    for tournament in Tournament.everything.filter(
        state=Tournament.State.FINAL, rounds__tables__phone_photos__isnull=False
    ).distinct():
        since = final_since(Tournament.everything.select_for_update().get(pk=tournament.pk))
        if since is not None and at - since >= PHOTOS_AFTER_FINAL:
            deleted += PhonePhoto.objects.filter(table__round__tournament=tournament).delete()[0]
    return deleted


@transaction.atomic
def _keep(table: Table, phone: Phone, image: bytes, at: datetime) -> PhonePhoto:
    table = lock_for_a_write(table, at)
    _refuse_where_none_is_wanted(table)
    photo = PhonePhoto.objects.create(table=table, line=phone.line, device=phone.device, at=at, image=image)
    log(table, PhoneLog.Event.PHOTO, phone, at)
    return photo


def _refuse_where_none_is_wanted(table: Table) -> None:
    if slip_of(table).state is not SlipState.DISPUTED:
        raise Refused(str(PHOTO_FAULTS[PhotoFault.NOT_DISPUTED]))
    if photos_sent(table) >= PHOTOS_A_DISPUTE:
        raise Refused(str(PHOTO_FAULTS[PhotoFault.ENOUGH]))
