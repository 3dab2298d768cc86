"""Forms that have been sent, so that the same form counts once."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SentForm(models.Model):
    """A form that created something. It is forgotten after a day."""

    key = models.CharField(max_length=64, primary_key=True)
    """The SHA-256 of the address, the mark that the page drew, and everything that was typed."""
    answer = models.CharField(max_length=500, blank=True)
    """The address to which the sender was redirected; empty if the answer was a page or a part of one."""
    at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("form that was sent")
        verbose_name_plural = _("forms that were sent")

    def __str__(self) -> str:
        return self.key
