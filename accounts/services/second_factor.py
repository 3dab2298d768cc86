"""The second factor of a login: codes that change every half minute, of an app on one's phone (TOTP, RFC 6238)."""

import time

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import LoginNotice, Role, role_of


def needs_code(user: User) -> bool:
    """Whether the user's password alone lets nobody in."""
    return bool(settings.HTTPS) and TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def lacks_second_factor(user: User | AnonymousUser) -> bool:
    """Whether nothing is open to the user before a second factor is set up."""
    if not settings.SECOND_FACTOR_DEMANDED or not isinstance(user, User):
        return False
    return role_of(user) is Role.ADMINISTRATOR and not needs_code(user)


@transaction.atomic
def code_is_right(user: User, code: str) -> bool:
    """Whether it is the code of this moment, used for the first time; true where none is needed."""
    if not settings.HTTPS:
        return True
    device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=True).first()
    if device is None or device.verify_token(_figures(code)):
        return True
    if _is_used(device, _figures(code)):
        LoginNotice.objects.create(user=user, what=LoginNotice.What.CODE_TWICE)
    return False


@transaction.atomic
def second_factor_begin(*, user: User) -> TOTPDevice:
    """The secret for the user's phone, the same until a code of it has been typed."""
    device, _made = TOTPDevice.objects.get_or_create(user=user, confirmed=False, defaults={"name": "phone"})
    return device


@transaction.atomic
def second_factor_confirm(*, user: User, code: str) -> bool:
    """Ask for codes from now on, if this one shows that the phone has the secret."""
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
    """The password alone lets the user in again."""
    used = TOTPDevice.objects.filter(user=user, confirmed=True).exists()
    TOTPDevice.objects.filter(user=user).delete()
    if used:
        LoginNotice.objects.create(user=user, what=LoginNotice.What.CODE_OFF)


def _figures(code: str) -> str:
    """The code without the blanks that an app shows in it."""
    return code.replace(" ", "")


def _is_used(device: TOTPDevice, figures: str) -> bool:
    """Whether it is a code of this moment that has let somebody in already."""
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    totp.time = time.time()
    return figures.isdecimal() and totp.verify(int(figures), device.tolerance) and totp.t() <= device.last_t
