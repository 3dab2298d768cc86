"""The second factor of a login: codes of an app on the phone that change every half minute (TOTP, RFC 6238)."""

import time

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import LoginNotice


def has_second_factor(user: User) -> bool:
    """Return whether the user has set up a second factor."""
    found: bool = TOTPDevice.objects.filter(user=user, confirmed=True).exists()
    return found


def needs_code(user: User) -> bool:
    """Return whether the user needs a code in addition to the password."""
    return bool(settings.HTTPS) and has_second_factor(user)


def lacks_second_factor(user: User | AnonymousUser) -> bool:
    """Return whether an administrator has to set up a second factor before opening any page."""
    return settings.SECOND_FACTOR_DEMANDED and isinstance(user, User) and not needs_code(user)


@transaction.atomic
def code_is_right(user: User, code: str, *, demanded: bool = False) -> bool:
    """Return whether the code is valid now and unused; true if the user needs none.

    If it is `demanded`, nobody comes in without a second factor.
    """
    if not (settings.HTTPS or demanded):
        return True
    device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=True).first()
    if device is None:
        return not demanded
    if device.verify_token(_figures(code)):
        return True
    if _is_used(device, _figures(code)):
        LoginNotice.objects.create(user=user, what=LoginNotice.What.CODE_TWICE)
    return False


@transaction.atomic
def second_factor_begin(*, user: User) -> TOTPDevice:
    """Return the user's unconfirmed device, the same one until a code confirms it."""
    device, _made = TOTPDevice.objects.get_or_create(user=user, confirmed=False, defaults={"name": "phone"})
    return device


@transaction.atomic
def second_factor_confirm(*, user: User, code: str) -> bool:
    """Require codes from now on if this one shows that the phone has the secret."""
    device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False).first()
    if device is None or not device.verify_token(_figures(code)):
        return False
    TOTPDevice.objects.filter(user=user, confirmed=True).delete()
    device.confirmed = True
    device.save()
    LoginNotice.objects.create(user=user, what=LoginNotice.What.CODE_ON)
    return True


@transaction.atomic
def second_factor_remove(*, user: User) -> None:
    """Let the user log in with the password alone again."""
    used = TOTPDevice.objects.filter(user=user, confirmed=True).exists()
    TOTPDevice.objects.filter(user=user).delete()
    if used:
        LoginNotice.objects.create(user=user, what=LoginNotice.What.CODE_OFF)


def _figures(code: str) -> str:
    """Return the code without the spaces that an app shows in it."""
    return code.replace(" ", "")


def _is_used(device: TOTPDevice, figures: str) -> bool:
    """Return whether the code is valid now but has been used before."""
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    totp.time = time.time()
    return figures.isdecimal() and totp.verify(int(figures), device.tolerance) and totp.t() <= device.last_t
