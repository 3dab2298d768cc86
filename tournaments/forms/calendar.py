"""The form of an evening that repeats, and that of a day to leave out."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import EveningSeries, Tournament
from tournaments.records.evening_rules import (
    LONGEST_EVENING_NAME,
    MOST_EVENINGS,
    MOST_INTERVAL,
    MOST_WEEKS_AHEAD,
    Repeats,
)

REPEATS = (
    (Repeats.WEEKS.value, gettext_lazy("weekly, on the same day of the week")),
    (Repeats.MONTHS.value, gettext_lazy("monthly, on the same day of the same week, such as the first Friday")),
    (Repeats.LAST.value, gettext_lazy("monthly, on the last such day of the month, such as the last Friday")),
)
DETAILS = ("name", "first", "repeats", "interval", "until", "count", "starts_at", "venue", "weeks_ahead")


def _day(**kwargs: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **kwargs)


class SeriesForm(forms.Form):
    """An evening that repeats; a new one may be like a tournament that is there."""

    alternatives = ("until", "count")

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_EVENING_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    like = forms.TypedChoiceField(
        label=gettext_lazy("First evening copied from"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy(
            "Its settings, fee and terms of entry are copied. Each later evening copies the one before it."
        ),
    )
    first = _day(
        label=gettext_lazy("First evening"), help_text=gettext_lazy("Its day of the week is that of all the others.")
    )
    repeats = forms.ChoiceField(
        label=gettext_lazy("Repeats"), choices=REPEATS, widget=forms.RadioSelect, initial=Repeats.WEEKS.value
    )
    interval = forms.IntegerField(
        label=gettext_lazy("Interval in weeks or months"),
        min_value=1,
        max_value=MOST_INTERVAL,
        initial=1,
        help_text=gettext_lazy("1 for every one, 2 for every second one."),
    )
    starts_at = forms.TimeField(
        label=gettext_lazy("Starts at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    venue = forms.CharField(
        label=gettext_lazy("Venue"), required=False, max_length=EveningSeries._meta.get_field("venue").max_length
    )
    until = _day(
        label=gettext_lazy("Until"), required=False, help_text=gettext_lazy("Leave both empty if it has no end.")
    )
    count = forms.IntegerField(
        label=gettext_lazy("Or number of evenings"),
        required=False,
        min_value=1,
        max_value=MOST_EVENINGS,
        help_text=gettext_lazy("Evenings that are left out count too."),
    )
    weeks_ahead = forms.IntegerField(
        label=gettext_lazy("Created this many weeks ahead"),
        min_value=1,
        max_value=MOST_WEEKS_AHEAD,
        initial=4,
        help_text=gettext_lazy("From then on people can find the evenings, and enter them if entries are open."),
    )

    def __init__(self, *args: Any, offered: Sequence[Tournament] = (), series: EveningSeries | None = None, **kw: Any):
        super().__init__(*args, **kw)
        if series is not None:
            del self.fields["like"]
            self.initial = {name: getattr(series, name) for name in DETAILS}
        else:
            choices = [("", _("a new tournament with the usual settings"))]
            choices += [(str(other.pk), f"{other.name}, {other.date:%d/%m/%Y}") for other in offered]
            self.fields["like"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("until") and given.get("count"):
            self.add_error("count", _("Either a last day or a number of evenings: leave one of them empty."))
        return given

    @property
    def details(self) -> dict[str, Any]:
        """Return the fields of the model; of a valid form only."""
        return {name: self.cleaned_data[name] for name in DETAILS}


class DayForm(forms.Form):
    """A day of an evening that repeats."""

    date = _day(label=gettext_lazy("Day to leave out"))
