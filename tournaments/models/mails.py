"""The emails that the club sends, as a queue, and the addresses to which it does not write."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.records.club_messages import MessageKind

from .entries import Entry
from .tournaments import Tournament

TEST = "test"
"""The kind of an email with which an administrator tries the server."""


class Mail(models.Model):
    """An email to one person. Its row stays until the contacts of its tournament are deleted, so that it is sent once.

    It is *sending* from before the server is spoken to until the answer is written down. Whoever is killed in between
    leaves an email that was perhaps sent: only a person sends it again.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        UNSURE = "unsure", _("perhaps sent")
        FAILED = "failed", _("refused by the server")
        SENT = "sent", pgettext_lazy("email", "sent")
        DROPPED = "dropped", _("not sent")

    class Reason(models.TextChoices):
        """Why an email was not sent."""

        BY_HAND = "by_hand", _("dropped by the club")
        LATE = "late", _("it came too late")
        STOPPED = "stopped", _("its owner does not want emails")
        PAST = "past", _("what it says is no longer so")

    key = models.CharField(max_length=64, unique=True, editable=False)
    """A digest of what the email is about and whom it is for; of a test, drawn."""
    kind = models.CharField(max_length=12, choices=[*((kind.value, kind.value) for kind in MessageKind), (TEST, TEST)])
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="mails", null=True, blank=True)
    """Null for a test."""
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="mails", null=True, blank=True)
    """The entry whose people agreed to it; null for an invitation to a member, and for a test."""
    address = models.EmailField(_("email address"))
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    """Without what stands below every email; emptied once it is sent or dropped."""
    message_id = models.CharField(max_length=120, unique=True, editable=False)
    """The same at every attempt, so that a mailbox may recognise an email that comes twice."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    reason = models.CharField(max_length=8, choices=Reason.choices, blank=True)
    error = models.CharField(max_length=300, blank=True)
    """What the server, or the way to it, said last."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often the email was handed to the server; not how often the server was not reached."""
    created_at = models.DateTimeField()
    next_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """When a sender last took it."""
    done_at = models.DateTimeField(null=True, blank=True)
    """When it was sent or dropped."""
    useful_until = models.DateTimeField()
    """After this moment it is dropped: the evening is over."""

    class Meta:
        verbose_name = _("email")
        verbose_name_plural = _("emails")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["state", "next_at"], name="mail_due")]
        constraints = [
            models.CheckConstraint(condition=Q(tournament__isnull=False) | Q(kind=TEST), name="mail_about_an_evening"),
            models.CheckConstraint(condition=~Q(address=""), name="mail_has_address"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class StoppedAddress(models.Model):
    """An address whose owner wants no emails, as its digest: the address itself is not stored here."""

    digest = models.CharField(max_length=64, primary_key=True)
    stopped_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest
