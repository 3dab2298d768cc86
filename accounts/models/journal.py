"""The club's journal: events that no model's history records."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class JournalEntry(models.Model):
    """One line of the journal. It outlives its subject, so it stores a name instead of a foreign key."""

    class Event(models.TextChoices):
        LINK = "link"
        OPENED = "opened"
        SHUT = "shut"
        LOGGED_OUT = "logged_out"
        PASSWORD = "password"
        CODE_ON = "code_on"
        CODE_OFF = "code_off"
        TOKEN_MADE = "token_made"
        TOKEN_REVOKED = "token_revoked"
        FORGOTTEN = "forgotten"
        MERGED = "merged"
        PARTED = "parted"
        LIST_IMPORTED = "list_imported"
        LIST_UNDONE = "list_undone"
        EXPORT = "export"
        RANKING_EXPORT = "ranking_export"
        MEMBERS_EXPORT = "members_export"
        CONTACTS_EXPORT = "contacts_export"
        BOOK_EXPORT = "book_export"
        OWN_DATA_EXPORT = "own_data_export"
        LEAVERS_CLEARED = "leavers_cleared"
        BACKUP_FOLDER = "backup_folder"
        PUT_ONLINE = "put_online"
        TAKEN_OFFLINE = "taken_offline"
        MAILED = "mailed"
        MAIL_TESTED = "mail_tested"
        MAIL_AGAIN = "mail_again"
        MAIL_DROPPED = "mail_dropped"
        MAIL_STOPPED = "mail_stopped"
        MAIL_RESUMED = "mail_resumed"

    at = models.DateTimeField(db_default=Now(), db_index=True)
    who = models.CharField(max_length=150, blank=True)
    """The account's name; empty for an event on the command line."""
    event = models.CharField(max_length=20, choices=Event.choices)
    about = models.CharField(max_length=400, blank=True)
    """The name of an account or a tournament, a folder, or an address on the web; for two merged members, the key of
    their merge.
    """

    class Meta:
        verbose_name = _("entry of the journal")
        verbose_name_plural = _("entries of the journal")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.who}: {self.event} {self.about}"
