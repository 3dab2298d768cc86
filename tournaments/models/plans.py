"""The club's own plans of an evening."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from .history import LastingHistoryManager


class ClubPlan(models.Model):
    """A plan that the club keeps, to be chosen for other evenings."""

    name = models.CharField(
        _("name"), max_length=60, unique=True, error_messages={"unique": _("Another plan has this name.")}
    )
    hands = models.PositiveSmallIntegerField(_("hands per round"), validators=[MinValueValidator(1)])
    minutes = models.PositiveSmallIntegerField(_("minutes of a round"))
    systems = models.JSONField(default=list)
    """The steps, as in `Tournament.plan`."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("plan of an evening")
        verbose_name_plural = _("plans of an evening")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="club_plan_has_name")]

    def __str__(self) -> str:
        return self.name
