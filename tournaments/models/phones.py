"""The writes of the players' phones: a table's slip, its log, and the photos of a dispute."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from tournaments.records import Line
from tournaments.slips.states import SlipState

from .rounds import Table


class PhoneSlip(models.Model):
    """A table's slip as its phones write it. It exists from the first figure on, and is kept."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="phone_slip")
    state = models.CharField(max_length=10, choices=[(s.value, s.value) for s in SlipState], default=SlipState.EMPTY)
    version = models.PositiveIntegerField(default=0)
    """A phone that saw another version has seen an older state."""
    line = models.CharField(max_length=2, choices=[(line.value, line.value) for line in Line], blank=True)
    """The line that writes it, or sent it."""
    device = models.CharField(max_length=32, blank=True)
    """The phone that writes it; empty if any may go on."""
    serial = models.PositiveBigIntegerField(default=0)
    """The phone's own number of its last write that arrived."""
    typed = models.JSONField(default=dict)
    """The fields as typed, by their names in the slip's form."""
    hands = models.JSONField(default=list)
    """The hands that were sent, as in docs/interchange.md §2; empty before."""
    doubtful = models.BooleanField(default=False)
    """Whether the hands sent are unusual, and the sender confirmed them."""
    agreed = models.BooleanField(default=False)
    """Whether both lines agreed on the table's result."""
    one_phone = models.BooleanField(default=False)
    """Whether both lines confirmed on one phone that was not passed over."""
    contested_by = models.CharField(max_length=2, choices=[(line.value, line.value) for line in Line], blank=True)
    contested_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    contest_note = models.CharField(max_length=200, blank=True)
    shut_at = models.DateTimeField(null=True, blank=True)
    """When wrong codes locked the table for unknown phones."""

    def __str__(self) -> str:
        return f"{self.table}: {self.state}"


class PhoneLog(models.Model):
    """An act of a phone on a table's slip."""

    class Event(models.TextChoices):
        ENTER = "enter", _("gave the code")
        WRONG_CODE = "wrong_code", _("a wrong code")
        SHUT = "shut", _("locked for new phones after wrong codes")
        UNLOCK = "unlock", _("unlocked by the referee")
        TYPE = "type", _("wrote")
        SEND = "send", _("sent")
        TAKE_OVER = "take_over", _("went on writing")
        AGREE = "agree", _("confirmed")
        AGREE_PASSED = "agree_passed", _("confirmed on the phone that was handed over")
        CONTEST = "contest", _("contested")
        CALL = "call", _("called the referee")
        SUMMON = "summon", _("called the referee to the table")
        SETTLE = "settle", _("cancelled the call")
        PHOTO = "photo", _("sent a photo")
        DECIDE = "decide", _("the referee’s word")
        REOPEN = "reopen", _("taken back by the referee")

    table = models.ForeignKey(Table, models.CASCADE, related_name="phone_log")
    at = models.DateTimeField(db_default=Now())
    event = models.CharField(max_length=12, choices=Event.choices)
    line = models.CharField(max_length=2, choices=[(line.value, line.value) for line in Line], blank=True)
    device = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["table", "at"], name="phone_log_of_a_table")]

    def __str__(self) -> str:
        return f"{self.table}: {self.event}"


class CodeTry(models.Model):
    """A code that was typed at a table. It is deleted with its round, or when the referee unlocks the table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="code_tries")
    at = models.DateTimeField()
    opened = models.CharField(max_length=2, choices=[(line.value, line.value) for line in Line], blank=True)
    """The line whose code it is; empty for a wrong code."""
    line = models.CharField(max_length=2, choices=[(line.value, line.value) for line in Line], blank=True)
    """The line of the phone's ticket for the table; empty for an unknown phone."""
    device = models.CharField(max_length=32)
    address = models.CharField(max_length=45, blank=True)
    scanned = models.BooleanField()
    """Whether it came by the table's own address, from the QR code of its slip."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table}: {self.at}"


class PhonePhoto(models.Model):
    """A photo from a table's phone for its dispute: only for referees, never exported, and deleted soon."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="phone_photos")
    line = models.CharField(max_length=2, choices=[(line.value, line.value) for line in Line])
    """The line that sent it."""
    device = models.CharField(max_length=32)
    at = models.DateTimeField()
    image = models.BinaryField()
    """A JPEG from `slips/photos.py`."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table}: {self.at}"
