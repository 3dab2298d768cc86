"""The first account, an administrator's: created on the very first start, or by a link where nobody sits at one."""

import getpass
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _

from accounts.forms.logins import PASSWORDS_DIFFER
from accounts.models import JournalEntry, Role
from accounts.services import account_create, link_make
from accounts.services.journal import journal_add
from burraco_club.private_files import for_the_owner
from tournaments.selectors.club_language import club_language
from tournaments.services import club_choose_language

EASY_TO_COPY = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters for generated passwords that cannot be mistaken for each other."""
FIRST_PASSWORD = "first-password.txt"

Say = Callable[[str], None]


def has_account() -> bool:
    return get_user_model().objects.exists()


def create_first_account(say: Say) -> None:
    """Create the first administrator's account, unless there is one, and choose the club's language.

    Ask for name and password on a terminal. If nobody can be asked, generate a password, which opens only the page
    where it is changed. It is shown on a terminal; otherwise output may be kept in logs, so the password is written to
    a file that only the owner can read.
    """
    if has_account():
        return
    _begin_in_this_language()
    name = pgettext("user name", "referee")
    if _is_terminal(sys.stdin):
        say(_("Welcome! Choose the name and password with which you log in. Then the club’s address appears here."))
        name = input(_("Name (press Enter for “%(name)s”): ") % {"name": name}).strip() or name
        account_create(name=name, role=Role.ADMINISTRATOR, password=_ask_password(name, say))
        return
    password = "-".join("".join(secrets.choice(EASY_TO_COPY) for _letter in range(4)) for _group in range(4))
    drawn = {"name": name, "password": password}
    if _is_terminal(sys.stdout):
        say(_("The first account, shown only now: name %(name)s, password %(password)s") % drawn)
    else:
        file = settings.DATA_DIR / FIRST_PASSWORD
        _write_for_owner(file, _("Name: %(name)s\nPassword: %(password)s\n") % drawn)
        say(_("Name and password of the first account are in %(file)s: log in, then delete it.") % {"file": file})
    account_create(name=name, role=Role.ADMINISTRATOR, password=password, must_change_password=True)


def first_link(name: str) -> tuple[str, str] | None:
    """Return the first administrator's name, and the path of a link with which they choose their password.

    Return None if the club has an administrator who can log in. Until then every call makes another link, and the one
    before it opens nothing any more. `name` is for a new account; the usual one if it is empty.
    """
    administrators = get_user_model().objects.filter(is_superuser=True, is_active=True).order_by("pk")
    if any(administrator.has_usable_password() for administrator in administrators):
        return None
    owner = administrators.first()
    if owner is None:
        _begin_in_this_language()
        owner = account_create(name=name or pgettext("user name", "referee"), role=Role.ADMINISTRATOR)
    journal_add(JournalEntry.Event.LINK, who="", about=owner)
    with override(club_language()):
        return owner.get_username(), reverse("first_login", args=[owner.pk, link_make(user=owner)])


def _begin_in_this_language() -> None:
    """Let a new club begin with the language of its computer, in which the program is speaking."""
    if (language := get_language()) and language != settings.LANGUAGE_CODE:
        club_choose_language(language=language)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _write_for_owner(file: Path, text: str) -> None:
    file.unlink(missing_ok=True)
    with open(file, "x", encoding="utf-8", opener=for_the_owner) as opened:
        opened.write(text)


def _ask_password(name: str, say: Say) -> str:
    """Return a password that was typed twice and that the validators accept."""
    user = get_user_model()(username=name)
    while True:
        password = getpass.getpass(_("Password (at least 12 characters; it does not show while you type): "))
        try:
            validate_password(password, user)
        except ValidationError as error:
            say(" ".join(error.messages))
            continue
        if password == getpass.getpass(_("The same password again: ")):
            return password
        say(str(PASSWORDS_DIFFER))
