"""The forms of the club's money: a period, an income or an expense, and the cash counted."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.people.members import in_the_past
from tournaments.forms.till.amounts import IN_EURO, AmountField, is_one_line
from tournaments.models import CashCount, Means, TillMovement
from tournaments.people.names import tidy

LONGEST_KIND = TillMovement._meta.get_field("kind").max_length
LONGEST_NOTE = TillMovement._meta.get_field("note").max_length


class DayField(forms.DateField):
    """A day that has come."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def clean(self, value: Any) -> date:
        day: date = super().clean(value)
        return in_the_past(day)


class PeriodForm(forms.Form):
    """The first and the last day of a statement."""

    first = forms.DateField(
        label=gettext_lazy("From"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last = forms.DateField(label=gettext_lazy("To"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if not self.errors and given["last"] < given["first"]:
            self.add_error("last", _("The last day comes before the first: swap them."))
        for name in ("first", "last"):
            if name in given and not 1900 <= given[name].year <= 2100:
                self.add_error(name, _("Write a date between 1900 and 2100."))
        return given

    def period(self) -> tuple[date, date]:
        """Return the period, this year if none can be read."""
        this_year = timezone.localdate().year
        if not self.is_valid():
            return date(this_year, 1, 1), date(this_year, 12, 31)
        return self.cleaned_data["first"], self.cleaned_data["last"]


class MovementForm(forms.Form):
    """An income or an expense."""

    direction = forms.ChoiceField(
        label=gettext_lazy("Income or expense"), choices=TillMovement.Direction.choices, widget=forms.RadioSelect
    )
    kind = forms.CharField(
        label=gettext_lazy("Kind"),
        max_length=LONGEST_KIND,
        validators=[is_one_line],
        widget=forms.TextInput(attrs={"list": "kinds-known", "autocomplete": "off"}),
        help_text=gettext_lazy("As the club calls it: rent, prizes, playing cards, federation."),
    )
    cents = AmountField(label=gettext_lazy("Amount"), help_text=IN_EURO)
    means = forms.ChoiceField(label=gettext_lazy("Paid"), choices=Means.choices, widget=forms.RadioSelect)
    made_on = DayField(label=gettext_lazy("On"))
    note = forms.CharField(
        label=gettext_lazy("What for"), max_length=LONGEST_NOTE, required=False, validators=[is_one_line]
    )

    def clean_cents(self) -> int:
        cents: int = self.cleaned_data["cents"]
        if not cents:
            raise forms.ValidationError(_("Write the amount: 0 is neither an income nor an expense."))
        return cents

    @property
    def details(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        given = self.cleaned_data
        return given | {"kind": tidy(given["kind"]), "note": tidy(given["note"])}


class CashCountForm(forms.Form):
    """Cash that was counted."""

    cents = AmountField(label=gettext_lazy("Cash counted"), help_text=IN_EURO)
    counted_on = DayField(label=gettext_lazy("At the end of"))
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=CashCount._meta.get_field("note").max_length,
        required=False,
        validators=[is_one_line],
    )

    @property
    def details(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        return self.cleaned_data | {"note": tidy(self.cleaned_data["note"])}
