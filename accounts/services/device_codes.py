"""A code with which a user vouches for a new device, so that others' failures no longer make it wait.

The code is not a login: name and password are still required, and wrong ones count for the device. It is derived from
its user and the time, so nothing is stored, and it ends when the user's password or account changes.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from math import floor

from django.contrib.auth.models import User
from django.utils.crypto import constant_time_compare, salted_hmac

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 characters without 0, O, 1 and I, which look alike on a screen."""
CODE_LENGTH = 8
"""40 bits, valid for ten to twenty minutes."""
CHANGES_EVERY = timedelta(minutes=10)


def device_code(*, shown_by: User | None, at: datetime) -> str:
    """Return the user's current code, or the club computer's own if `shown_by` is None.

    It stays valid for `CHANGES_EVERY` after it has changed.
    """
    return _code(shown_by, _turn(at))


def device_sign(*, code: str, name: str, at: datetime) -> str:
    """Return the mark under which a device with this code and name is counted, or an empty string if the code is wrong.

    The same code and name give the same mark, so entering them again does not reset the count. This takes one query.
    """
    given = "".join(code.split()).upper()
    shown_by = (None, *User.objects.filter(is_active=True).only("pk", "password"))
    # All codes are compared, so that the time reveals nothing.
    right = [
        constant_time_compare(given.encode(), _code(user, turn).encode())
        for user in shown_by
        for turn in (_turn(at), _turn(at) - 1)
    ]
    return sha256(f"{given}/{name}".encode()).hexdigest()[:16] if any(right) else ""


def _turn(at: datetime) -> int:
    return floor(at.timestamp() / CHANGES_EVERY.total_seconds())


def _code(shown_by: User | None, turn: int) -> str:
    of = f"{shown_by.pk}/{shown_by.password}" if shown_by else "computer"
    derived = salted_hmac("accounts.device-code", f"{of}/{turn}", algorithm="sha256").digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in derived[:CODE_LENGTH])
