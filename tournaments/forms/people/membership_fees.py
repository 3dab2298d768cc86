"""The forms of membership fees: what a year costs, who is listed, and a payment that is written by hand."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.forms.till.amounts import IN_EURO_OR_NOTHING, AmountField, ReductionsField
from tournaments.models import Means, Player
from tournaments.people.book_cells import EARLIEST_YEAR, LATEST_YEAR
from tournaments.selectors.membership_fees import EVERYBODY_ELSE, FeeStatus, FeeTerms
from tournaments.wording.memberships import year_label

from .members import MemberKeysField, in_the_past, of_our_time


class FeesWantedForm(forms.Form):
    """The members whose fees are listed, by year, payment and name."""

    year = forms.IntegerField(
        label=gettext_lazy("Year"), min_value=EARLIEST_YEAR, max_value=LATEST_YEAR, required=False
    )
    status = forms.ChoiceField(
        label=gettext_lazy("Show"),
        required=False,
        choices=[
            (FeeStatus.OWING, gettext_lazy("members who have not renewed")),
            (FeeStatus.PAID, gettext_lazy("members who have paid")),
            (FeeStatus.EVERYBODY, gettext_lazy("all members")),
        ],
    )
    q = forms.CharField(label=gettext_lazy("Find by name, club or card"), max_length=100, required=False)

    def wanted(self, default_year: int) -> dict[str, Any]:
        """Return the arguments of `members_with_fee`; those of an empty form if it cannot be read."""
        given = self.cleaned_data if self.is_valid() else {}
        return {
            "year": given.get("year") or default_year,
            "status": FeeStatus(given.get("status") or FeeStatus.OWING),
            "q": given.get("q", ""),
        }


class MembershipTermsForm(forms.Form):
    """The fees of a year of membership, and the month in which it begins."""

    starts = forms.TypedChoiceField(
        label=gettext_lazy("A year of membership begins in"),
        coerce=int,
        choices=[(month, capfirst(name)) for month, name in MONTHS.items()],
        help_text=gettext_lazy("On the first day of this month. A membership expires on the day before the next one."),
    )
    fee = AmountField(
        label=pgettext_lazy("membership", "Fee"),
        required=False,
        help_text=gettext_lazy("In euros: 12 or 12.50. Leave empty if only the categories below have a fee."),
    )
    fees = ReductionsField(
        label=gettext_lazy("Fees by category"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy("One per line, such as “Juniors: 5.00”. 0 for those who pay nothing."),
    )

    def __init__(self, *args: Any, terms: FeeTerms, **kwargs: Any) -> None:
        by_category = {category: cents for category, cents in terms.fees.items() if category != EVERYBODY_ELSE}
        super().__init__(*args, **kwargs)
        self.initial = {"starts": terms.starts, "fee": terms.fees.get(EVERYBODY_ELSE), "fees": by_category}

    @property
    def terms(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        given = self.cleaned_data
        of_everybody = {} if given["fee"] is None else {EVERYBODY_ELSE: given["fee"]}
        return {"starts": given["starts"], "fees": given["fees"] | of_everybody}


class MembershipFeeForm(forms.Form):
    """The payment of a year, with its own amount and day."""

    year = forms.IntegerField(label=gettext_lazy("Year"), min_value=EARLIEST_YEAR, max_value=LATEST_YEAR)
    cents = AmountField(label=pgettext_lazy("membership", "Fee"), help_text=IN_EURO_OR_NOTHING)
    means = forms.ChoiceField(label=gettext_lazy("Paid"), choices=Means.choices, widget=forms.RadioSelect)
    paid_on = forms.DateField(
        label=gettext_lazy("Paid on"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, terms: FeeTerms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if terms.starts != 1:
            year = timezone.localdate().year
            self.fields["year"].help_text = _("The year in which it begins: %(year)s for %(label)s.") % {
                "year": year,
                "label": year_label(year, terms.starts),
            }

    def clean_paid_on(self) -> date:
        return in_the_past(self.cleaned_data["paid_on"])


class MembersStateForm(forms.Form):
    """The state to which the ticked members are changed."""

    state = forms.ChoiceField(label=gettext_lazy("State"), choices=Player.State.choices)
    on = forms.DateField(
        label=gettext_lazy("Left on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("For those in the book who leave; today if left empty."),
    )
    only = MemberKeysField(
        required=True, error_messages={"required": gettext_lazy("Nobody is ticked: tick the members in the list.")}
    )

    def clean_on(self) -> date:
        return of_our_time(self.cleaned_data["on"] or timezone.localdate())

    @property
    def keys(self) -> list[int]:
        """Return the keys of the ticked members."""
        return [int(key) for key in self.cleaned_data["only"]]
