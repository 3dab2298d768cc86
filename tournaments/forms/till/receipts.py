"""The forms of receipts."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Means, Receipt
from tournaments.people.names import tidy

from .amounts import IN_EURO, AmountField, is_one_line


class ReceiptWordsForm(forms.Form):
    """Who paid, and for what: all that is written on a receipt for something the till has noted."""

    payer = forms.CharField(
        label=gettext_lazy("Name"), max_length=Receipt._meta.get_field("payer").max_length, validators=[is_one_line]
    )
    payer_details = forms.CharField(
        label=gettext_lazy("Address and tax code"),
        max_length=Receipt._meta.get_field("payer_details").max_length,
        required=False,
        validators=[is_one_line],
        help_text=gettext_lazy("If whoever pays needs them on the receipt."),
    )
    reason = forms.CharField(
        label=gettext_lazy("For"), max_length=Receipt._meta.get_field("reason").max_length, validators=[is_one_line]
    )

    @property
    def words(self) -> dict[str, str]:
        """Return what is printed; of a valid form only."""
        return {name: tidy(self.cleaned_data[name]) for name in ("payer", "payer_details", "reason")}


class ReceiptForm(ReceiptWordsForm):
    """A receipt for something that the till has not noted."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=Receipt.Kind.choices, initial=Receipt.Kind.OTHER)
    cents = AmountField(label=gettext_lazy("Amount"), help_text=IN_EURO)
    means = forms.ChoiceField(label=gettext_lazy("Paid"), choices=Means.choices, widget=forms.RadioSelect)

    field_order = ("kind", "payer", "payer_details", "reason", "cents", "means")

    def clean_cents(self) -> int:
        cents: int = self.cleaned_data["cents"]
        if not cents:
            raise forms.ValidationError(_("Write the amount: a receipt cannot be for nothing."))
        return cents

    @property
    def amount(self) -> dict[str, Any]:
        """Return what it is for, how much and how; of a valid form only."""
        return {name: self.cleaned_data[name] for name in ("kind", "cents", "means")}


class VoidForm(forms.Form):
    """Why a receipt does not hold."""

    reason = forms.CharField(
        label=gettext_lazy("Why it is void"),
        max_length=Receipt._meta.get_field("void_reason").max_length,
        validators=[is_one_line],
        help_text=gettext_lazy("Such as “wrong name, see 15/2026”. It cannot be undone, and the number stays used."),
    )


class ReceiptsWantedForm(forms.Form):
    """The receipts of a year, by number or words."""

    year = forms.IntegerField(label=gettext_lazy("Year"), min_value=1900, max_value=2100, required=False)
    q = forms.CharField(label=gettext_lazy("Number, name or reason"), max_length=100, required=False)
