"""What the players' phones write: a table's slip, its log and the photos of a dispute."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.phone_slips.states import SlipState
from tournaments.records import Line

from .rounds import Table


class PhoneSlip(models.Model):
    """A table's slip as the players' phones write it; there is none before the first figure. Kept until the end."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="phone_slip")
    state = models.CharField(max_length=10, choices=[(s.value, s.value) for s in SlipState], default=SlipState.EMPTY)
    version = models.PositiveIntegerField(default=0)
    """Another one, and what a phone had seen is no longer what there is."""
    line = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Line], blank=True)
    """Who writes it, or sent it."""
    device = models.CharField(max_length=32, blank=True)
    """The phone that does; empty where any may go on."""
    serial = models.PositiveBigIntegerField(default=0)
    """That phone's own count of its writes, of the last one that arrived."""
    typed = models.JSONField(default=dict)
    """The fields as they were typed, by their names in the slip's form."""
    hands = models.JSONField(default=list)
    """What was sent, as docs/interchange.md §2 has hands; nothing before."""
    doubtful = models.BooleanField(default=False)
    """What was sent is possible and rare, and whoever sent it said that it is right."""
    agreed = models.BooleanField(default=False)
    """The result of the table is what both lines agreed on."""
    one_phone = models.BooleanField(default=False)
    """Both lines confirmed from one phone that was not passed over."""
    contested_by = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Line], blank=True)
    contested_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    contest_note = models.CharField(max_length=200, blank=True)
    shut_at = models.DateTimeField(null=True, blank=True)
    """When wrong codes locked the table for phones."""

    def __str__(self) -> str:
        return f"{self.table}: {self.state}"


class PhoneLog(models.Model):
    """Who did what to a table's slip from a phone, and when."""

    class Event(models.TextChoices):
        ENTER = "enter", _("gave the code")
        WRONG_CODE = "wrong_code", _("a wrong code")
        SHUT = "shut", _("locked after wrong codes")
        UNLOCK = "unlock", _("unlocked by the referee")
        TYPE = "type", _("wrote")
        SEND = "send", _("sent")
        TAKE_OVER = "take_over", _("went on writing")
        AGREE = "agree", _("confirmed")
        AGREE_PASSED = "agree_passed", _("confirmed on the phone that was passed over")
        CONTEST = "contest", _("contested")
        CALL = "call", _("called the referee")
        SUMMON = "summon", _("called the referee to the table")
        SETTLE = "settle", _("took the call back")
        PHOTO = "photo", _("sent a photo")
        DECIDE = "decide", _("the referee’s word")
        REOPEN = "reopen", _("taken back by the referee")

    table = models.ForeignKey(Table, models.CASCADE, related_name="phone_log")
    at = models.DateTimeField(db_default=Now())
    event = models.CharField(max_length=12, choices=Event.choices)
    line = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Line], blank=True)
    device = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["table", "at"], name="phone_log_of_a_table")]

    def __str__(self) -> str:
        return f"{self.table}: {self.event}"


class PhonePhoto(models.Model):
    """A photo that a table's phone sent for its dispute: for referees alone, never exported, and not kept for long."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="phone_photos")
    line = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Line])
    """Who sent it."""
    device = models.CharField(max_length=32)
    at = models.DateTimeField()
    image = models.BinaryField()
    """A JPEG as `phone_slips/photos.py` makes it."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table}: {self.at}"
