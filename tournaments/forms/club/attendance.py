"""The day up to which attendance is counted."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.forms.people.members import in_the_past

USUAL_WEEKS = 8


class AttendanceForm(forms.Form):
    """The last day of the year that is shown, and after how many weeks somebody is missed."""

    last = forms.DateField(
        label=gettext_lazy("Up to"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    weeks = forms.IntegerField(label=gettext_lazy("Missing after this many weeks"), min_value=1, max_value=52)

    def clean_last(self) -> date:
        return in_the_past(self.cleaned_data["last"])

    @staticmethod
    def usual() -> dict[str, Any]:
        """Return the day and the weeks that are meant unless others are given."""
        return {"last": timezone.localdate().isoformat(), "weeks": USUAL_WEEKS}

    def wanted(self) -> dict[str, Any]:
        """Return the arguments of `attendance_of`; the usual ones if they cannot be read."""
        if self.is_valid():
            return {"last": self.cleaned_data["last"], "weeks": self.cleaned_data["weeks"]}
        return {"last": timezone.localdate(), "weeks": USUAL_WEEKS}
