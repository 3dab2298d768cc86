"""The photo of a paper slip with a dispute; no phone ever sees one."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from pages.refusals import Refused
from tournaments.forms.phone import PhotoForm
from tournaments.services import phone_send_photo
from tournaments.slips.photos import MOST_BYTES, PhotoFault
from tournaments.wording.phone_slips import PHOTO_FAULTS

from .door import Visit, phone_page
from .page import show

UNPROCESSABLE = 422
REST_OF_THE_REQUEST = 10_000
"""In bytes, beside those of the photo."""


@phone_page
def phone_photo(visit: Visit) -> HttpResponse:
    """Save a photo; too large a request is refused unread."""
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
