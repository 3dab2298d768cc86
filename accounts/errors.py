"""The reasons why a login or a change of password is refused."""

from django.utils.translation import gettext_lazy


class LoginRefused(Exception):
    """Name, password or code is wrong."""


class LoginDelayed(Exception):
    """Too many attempts failed. The wait is `seconds`; `at_address` is the wait for other names at this address."""

    def __init__(self, seconds: int, *, at_address: int = 0) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds
        self.at_address = at_address


class WrongPassword(Exception):
    """The current password is wrong."""


class LinkExpired(Exception):
    """The link for choosing a password has been used, has expired, or belongs to a disabled account."""


class HashingBusy(Exception):
    """Another password is being hashed."""

    sentence = gettext_lazy("Somebody else is logging in at this very moment. Try again.")
