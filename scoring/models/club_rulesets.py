"""A club's own rulesets: a preset and what the club plays otherwise."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class ClubRuleset(models.Model):
    """A named ruleset of the club's. Whatever is played by it stores preset and options, and so outlives it."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    key = models.SlugField(max_length=80, unique=True, editable=False)
    """Its address; never a preset's key, so that a key names one ruleset only."""
    preset = models.CharField(_("based on"), max_length=40, editable=False)
    options = models.JSONField(_("differences"))
    """The options that differ from the preset's, and no others, as `with_options` takes them."""
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("club ruleset")
        verbose_name_plural = _("club rulesets")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
