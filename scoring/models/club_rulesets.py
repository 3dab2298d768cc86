"""A club's own rulesets: a preset with the club's changes."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class ClubRuleset(models.Model):
    """A named ruleset of the club. Games and tournaments store its preset and options, and so do not depend on it."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    key = models.SlugField(max_length=80, unique=True, editable=False)
    """The slug of its address; never a preset's key, so that a key names one ruleset only."""
    preset = models.CharField(_("based on"), max_length=40, editable=False)
    options = models.JSONField(_("differences"))
    """The options that differ from the preset's, as `with_options` takes them."""
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("club ruleset")
        verbose_name_plural = _("club rulesets")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
