"""Creating, finding and revoking the tokens of programs."""

import re
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import ApiToken, Program
from pages.refusals import Refused

PREFIX = "burraco_"
"""Marks the text as a token of this program, for people and for secret scanners."""
BYTES = 32
SHAPE = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}", re.ASCII)
SHOWN = len(PREFIX) + 4
"""The number of characters that stay readable: enough to tell tokens apart, useless for an attack."""
USE_NOTED = timedelta(minutes=10)
"""A use is noted at most this often, so that a program that asks every second does not write every second."""


def token_create(
    *, name: str, scope: Program, made_by: str, at: datetime, days: int | None = None
) -> tuple[ApiToken, str]:
    """Create a token and return it with its text, which cannot be read again.

    It is valid for `days`, or for ever if None.
    """
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
        sentence = _("There is a program called “%(name)s” already: choose another name, or revoke its token first.")
        raise Refused(sentence % {"name": name}) from error
    return token, text


def token_revoke(*, token: ApiToken, at: datetime) -> bool:
    """Revoke the token. Return whether it was still unrevoked."""
    return bool(ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=at))


def token_of(text: str, *, at: datetime) -> ApiToken | None:
    """Return the valid token with this text, or None, and note its use.

    It is found by its digest, so the time of the search reveals nothing about valid tokens.
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
