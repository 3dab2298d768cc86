"""A form that is sent twice counts once: after a double press, back and send, or a lost answer.

A page draws a mark into every form that creates something. The mark, with the address and all that was typed, is
noted in the transaction that creates it. A second sending finds the note, waits for the first one if that is still
going on, and is answered as the first was: by its redirect. The same page sent with other words is another form, and a
form without a mark, from a script, is always done.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from accounts.models import SentForm
from burraco_club.rights import EVERYBODY, RIGHTS, Rights
from pages.lazy_views import LazyAddresses

FIELD = "sent_form"
"""The name of the hidden field with the mark."""
MARK = re.compile(r"[\w-]{22}", re.ASCII)
KEPT = timedelta(days=1)
"""The time for which a form that was sent is remembered."""
OF_EACH_SENDING = (FIELD, "csrfmiddlewaretoken")
"""The fields that nobody typed."""

View = Callable[..., HttpResponseBase]


def draw_mark() -> str:
    """Return a new mark, which nobody else guesses."""
    return secrets.token_urlsafe(16)


def count_once(patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Let every address that creates something, as the table of rights says, count a form once."""
    for pattern in patterns:
        if isinstance(pattern, LazyAddresses):
            # Programs send no mark.
            continue
        if isinstance(pattern, URLResolver):
            count_once(pattern.url_patterns)
        elif (rights := RIGHTS.get(pattern.name or "")) and rights.creates:
            pattern.callback = _counted_once(pattern.callback, rights)


def _counted_once(view: View, rights: Rights) -> View:
    @wraps(view)
    def counted_once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        mark = request.POST.get(FIELD, "") if request.method == "POST" else ""
        if not MARK.fullmatch(mark):
            return view(request, *args, **kwargs)
        with transaction.atomic():
            sent, is_new = _noted(request, mark)
            if not is_new:
                return _answer_again(request, rights, sent)
            response = view(request, *args, **kwargs)
            if _has_created(request, response, rights):
                SentForm.objects.filter(pk=sent.pk).update(answer=getattr(response, "url", ""))
            else:
                sent.delete()
        return response

    return counted_once


def _noted(request: HttpRequest, mark: str) -> tuple[SentForm, bool]:
    """Note the form, or return the note of the first sending, and whether it is new. Old notes are removed."""
    now = timezone.now()
    SentForm.objects.filter(at__lt=now - KEPT).delete()
    return SentForm.objects.get_or_create(key=_key(request, mark), defaults={"at": now})


def _key(request: HttpRequest, mark: str) -> str:
    typed = [(name, request.POST.getlist(name)) for name in sorted(request.POST) if name not in OF_EACH_SENDING]
    files = []
    for name in sorted(request.FILES):
        for file in request.FILES.getlist(name):
            files.append((name, file.name, sha256(file.read()).hexdigest()))
            file.seek(0)
    return sha256(repr((request.path, mark, typed, files)).encode()).hexdigest()


def _has_created(request: HttpRequest, response: HttpResponseBase, rights: Rights) -> bool:
    """Return whether the view created something: it redirects without an error to tell, or it shows what is new."""
    if getattr(response, "url", ""):
        return all(message.level < messages.ERROR for message in _told(request))
    return rights.shows and response.status_code == 200


def _told(request: HttpRequest) -> Iterable[Any]:
    """Return the messages that this request added, without marking any as shown."""
    return getattr(messages.get_messages(request), "_queued_messages", ())


def _answer_again(request: HttpRequest, rights: Rights, sent: SentForm) -> HttpResponseBase:
    if rights.write is not EVERYBODY:
        messages.info(request, _("This form was sent twice, and counts once."))
    if sent.answer:
        return redirect(sent.answer)
    return redirect(request.path) if rights.look else HttpResponseClientRefresh()
