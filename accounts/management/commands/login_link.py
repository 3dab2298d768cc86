"""`manage.py login_link NAME`: create a login link for a user who has lost the password or the phone."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from accounts.models import JournalEntry
from accounts.services import link_make, second_factor_remove
from accounts.services.journal import journal_add


class Command(BaseCommand):
    help = "Print a link, good once and for a day, with which the owner of an account chooses a password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--without-code", action="store_true", help="take the second factor away, too")

    def handle(self, *args: Any, name: str, without_code: bool, **options: Any) -> None:
        user = User.objects.filter(username=name).first()
        if user is None or not user.is_active:
            raise CommandError(f"expected the name of an open account, got {name!r}")
        if without_code:
            second_factor_remove(user=user)
            journal_add(JournalEntry.Event.CODE_OFF, who="", about=user)
        journal_add(JournalEntry.Event.LINK, who="", about=user)
        path = reverse("first_login", args=[user.pk, link_make(user=user)])
        self.stdout.write(f"Open the club's address with this behind it: {path}")
