"""A public form of entry as it is saved: once, from one sender, who waits after many known names."""

import re
import secrets
from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.errors import LoginDelayed
from accounts.services.login_delays import EntryAttempt, check_delay, count_attempt, network_of
from pages.refusals import Refused
from tournaments.forms.entries import PublicEntryForm
from tournaments.models import Entry
from tournaments.services.entries import SentEntry
from tournaments.services.entry_tokens import sender_of
from tournaments.services.refusals import EnteredAlready

FORM = re.compile(r"[0-9a-f]{32}")


def secret_of(request: HttpRequest) -> str:
    """Return the secret of the form that was sent, or a new one."""
    secret = request.POST.get("form", "")
    return secret if FORM.fullmatch(secret) else secrets.token_hex(16)


def sent_once(
    request: HttpRequest, form: PublicEntryForm, secret: str, save: Callable[[SentEntry, datetime], tuple[Entry, str]]
) -> str:
    """Save what a valid form says and return the secret of its link. Senders of many known names have to wait."""
    address, now = request.META.get("REMOTE_ADDR", ""), timezone.now()
    sender = EntryAttempt(address=address)
    sent = SentEntry(
        names=form.names,
        club=form.cleaned_data["club"],
        contact=form.cleaned_data["contact"],
        team=form.cleaned_data.get("team", ""),
        looking=form.cleaned_data.get("looking", False),
        form=secret,
        sender=sender_of(network_of(address)),
        mail=form.cleaned_data.get("mail", False),
    )
    try:
        check_delay(sender, at=now)
        try:
            return save(sent, now)[1]
        except EnteredAlready:
            count_attempt(sender, at=now)
            raise
    except LoginDelayed as delayed:
        sentence = ngettext(
            "Wait %(count)s second, then try again.", "Wait %(count)s seconds, then try again.", delayed.seconds
        )
        raise Refused(sentence % {"count": delayed.seconds}) from None
