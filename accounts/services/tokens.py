"""Tokens of programs: made, shown once, looked up by what proves them, revoked."""

import re
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import ApiToken, Program
from scoring.errors import Refused

PREFIX = "burraco_"
"""So that whoever finds one, a person or a scanner of what is published, knows what it is."""
BYTES = 32
SHAPE = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}", re.ASCII)
SHOWN = len(PREFIX) + 4
"""How much of a token stays readable: enough to tell one from the other, and of no use to anybody."""
USE_NOTED = timedelta(minutes=10)
"""How much later a use is written down again: a program that asks every second is no write every second."""


def token_create(
    *, name: str, scope: Program, made_by: str, at: datetime, days: int | None = None
) -> tuple[ApiToken, str]:
    """A new token, and its text, which nobody can read afterwards; `days`: how long it is good, None for always."""
    text = PREFIX + token_urlsafe(BYTES)
    token = ApiToken(
        name=name,
        scope=scope,
        digest=_digest(text),
        beginning=text[:SHOWN],
        made_at=at,
        made_by=made_by,
        expires_at=None if days is None else at + timedelta(days=days),
    )
    try:
        with transaction.atomic():
            token.save()
    except IntegrityError as error:
        told = _("There is a program called “%(name)s” already: choose another name, or revoke its token first.")
        raise Refused(told % {"name": name}) from error
    return token, text


def token_revoke(*, token: ApiToken, at: datetime) -> bool:
    """From now on it lets nobody in. Whether it had not been revoked before."""
    return bool(ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=at))


def token_of(text: str, *, at: datetime) -> ApiToken | None:
    """The token of that text, if it is good, and its use written down.

    It is found by its digest: how long that takes tells nothing of the texts that are good.
    """
    if not SHAPE.fullmatch(text):
        return None
    token = ApiToken.objects.filter(digest=_digest(text)).first()
    if token is None or not token.is_good(at):
        return None
    if token.last_used_at is None or token.last_used_at < at - USE_NOTED:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)
    return token


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
