"""A photo of the paper slip that a table's phone sends with its dispute; no phone ever sees one."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from scoring.errors import Refused
from tournaments.forms.phone import PhotoForm
from tournaments.phone_slips.photos import MOST_BYTES, PhotoFault
from tournaments.services import phone_send_photo
from tournaments.wording.phone_slips import PHOTO_FAULTS

from .door import Visit, phone_page
from .shown import show

UNPROCESSABLE = 422
REST_OF_THE_REQUEST = 10_000
"""Bytes, beside those of the photo."""


@phone_page
def phone_photo(visit: Visit) -> HttpResponse:
    """Take a photo in; too large a request is refused before it is read."""
    request = visit.request
    if visit.phone is None or request.method != "POST":
        return redirect(visit.address)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES + REST_OF_THE_REQUEST:
        return _refused(visit, PhotoForm(), str(PHOTO_FAULTS[PhotoFault.TOO_MANY_BYTES]))
    form = PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        return _refused(visit, form, "")
    try:
        sent = form.cleaned_data["photo"].read()
        phone_send_photo(table=visit.table, phone=visit.phone, sent=sent, at=timezone.now())
    except Refused as refusal:
        return _refused(visit, form, refusal.message)
    return redirect(visit.address)


def _refused(visit: Visit, form: PhotoForm, sentence: str) -> HttpResponse:
    return show(visit.now(), refusal=sentence, photo_form=form, status=UNPROCESSABLE)
