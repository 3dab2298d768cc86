"""The form of an infraction of the club's list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.ranking.adjustments import HIGHEST_POINTS
from tournaments.models import Infraction
from tournaments.records import Measure


class InfractionForm(forms.Form):
    """The infraction and its measure."""

    title = forms.CharField(label=_("Infraction"), max_length=120)
    article = forms.CharField(
        label=_("Article"), help_text=_("As your federation’s code has it."), max_length=40, required=False
    )
    measure = forms.ChoiceField(label=_("Answered with"), choices=Infraction.Measure.choices)
    points = forms.IntegerField(
        label=_("Standard amount"),
        help_text=_("With a minus for a penalty: -100. Leave empty if the referee sets it each time."),
        min_value=-HIGHEST_POINTS,
        max_value=HIGHEST_POINTS,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    @property
    def infraction(self) -> dict[str, Any]:
        """Return the arguments of `infraction_save`; of a valid form only."""
        return self.cleaned_data | {"measure": Measure(self.cleaned_data["measure"])}
