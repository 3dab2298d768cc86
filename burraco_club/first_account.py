"""The referee's account, made on the very first start."""

import getpass
import secrets
import sys
from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

EASY_TO_COPY = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letter or digit of a drawn password looks like another."""

Say = Callable[[str], None]


def create_first_account(say: Say) -> None:
    """Make the account that may do everything, unless somebody has one already.

    Asks for name and password on a terminal; elsewhere it draws a password and says it once.
    """
    if get_user_model().objects.exists():
        return
    name = pgettext("user name", "referee")
    if sys.stdin is not None and sys.stdin.isatty():
        say(_("Welcome! Choose the name and password with which the referee logs in."))
        name = input(_("Name [%(name)s]: ") % {"name": name}).strip() or name
        password = _ask_password(name, say)
    else:
        password = "-".join("".join(secrets.choice(EASY_TO_COPY) for _letter in range(4)) for _group in range(3))
        account = {"name": name, "password": password}
        say(_("The referee's account, shown only now: name %(name)s, password %(password)s") % account)
    get_user_model().objects.create_superuser(name, password=password)


def _ask_password(name: str, say: Say) -> str:
    """A password typed twice alike that the validators of the settings accept."""
    user = get_user_model()(username=name)
    while True:
        password = getpass.getpass(_("Password (it does not show while you type): "))
        try:
            validate_password(password, user)
        except ValidationError as error:
            say(" ".join(error.messages))
            continue
        if password == getpass.getpass(_("The same password again: ")):
            return password
        say(_("The two passwords differ. Please type them again."))
