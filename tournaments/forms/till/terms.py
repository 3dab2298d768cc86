"""The forms of the terms of a tournament's till: its fee, its prize fund, and special prizes."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import Pair, SpecialPrize, TillTerms, Tournament
from tournaments.people.names import tidy
from tournaments.till import PrizeFor

from .amounts import IN_EURO_OR_NOTHING, AmountField, ReductionsField, SharesField

HIGHEST_NUMBER = 9999


class TillTermsForm(forms.Form):
    """The fee, and the distribution of the prize fund."""

    fee = AmountField(label=pgettext_lazy("entry", "Fee"), help_text=IN_EURO_OR_NOTHING)
    per = forms.ChoiceField(label=gettext_lazy("The fee is"), choices=TillTerms.Per.choices, widget=forms.RadioSelect)
    reductions = ReductionsField(
        label=gettext_lazy("Reductions by category"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One per line, such as “Juniors: 5.00”: what a player of that category pays. If the fee is per pair, "
            "everybody else pays half of it."
        ),
    )
    fund_is = forms.ChoiceField(
        label=gettext_lazy("The prize fund is"),
        choices=[
            ("percent", gettext_lazy("a percentage of the money received")),
            ("amount", gettext_lazy("an amount")),
        ],
        widget=forms.RadioSelect,
    )
    fund_percent = forms.IntegerField(label=gettext_lazy("Percentage"), min_value=0, max_value=100, required=False)
    fund_amount = AmountField(label=gettext_lazy("Amount"), required=False)
    shares = SharesField(
        label=gettext_lazy("Percentages of the fund by place"),
        max_length=200,
        help_text=gettext_lazy(
            "First place first, adding up to 100: 50 30 20. Tied places pool their shares. By girone: A 40 20 B 25 15."
        ),
    )
    rounding = forms.TypedChoiceField(
        label=gettext_lazy("Prizes are rounded down"),
        coerce=int,
        choices=TillTerms.Rounding.choices,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("What is left over goes to the first."),
    )

    def __init__(self, *args: Any, terms: TillTerms, **kwargs: Any) -> None:
        plain = ("fee", "per", "reductions", "fund_percent", "fund_amount", "shares", "rounding")
        initial = {name: getattr(terms, name) for name in plain}
        initial["fund_is"] = "amount" if terms.fund_percent is None else "percent"
        super().__init__(*args, **kwargs)
        self.initial = initial

    def clean(self) -> dict[str, Any]:
        """Check the fund, in the chosen form."""
        given = self.cleaned_data
        wanted = f"fund_{given.get('fund_is', 'percent')}"
        if wanted not in self.errors and given.get(wanted) is None:
            self.add_error(wanted, _("Fill this in: the prize fund is worked out from it."))
        return given

    @property
    def terms(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        given = self.cleaned_data
        by_percent = given["fund_is"] == "percent"
        return {name: given[name] for name in ("fee", "per", "reductions", "shares", "rounding")} | {
            "fund_percent": given["fund_percent"] if by_percent else None,
            "fund_amount": None if by_percent else given["fund_amount"],
        }


class SpecialPrizeForm(forms.Form):
    """A prize beside those by place."""

    title = forms.CharField(label=gettext_lazy("Prize"), max_length=SpecialPrize._meta.get_field("title").max_length)
    given_for = forms.ChoiceField(label=gettext_lazy("Goes to"), choices=SpecialPrize.For.choices)
    category = forms.CharField(
        label=gettext_lazy("Category"),
        max_length=SpecialPrize._meta.get_field("category").max_length,
        required=False,
        help_text=gettext_lazy("If it goes to the best of a category: only entrants whose players all belong to it."),
    )
    number = forms.IntegerField(
        label=gettext_lazy("Number"),
        min_value=1,
        max_value=HIGHEST_NUMBER,
        required=False,
        help_text=gettext_lazy("If you choose who gets it."),
    )
    cents = AmountField(
        label=gettext_lazy("Amount"),
        required=False,
        help_text=gettext_lazy("Taken out of the prize fund. Leave empty if the prize is not money."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.pair: Pair | None = None

    def clean_title(self) -> str:
        title = tidy(self.cleaned_data["title"])
        if not title or not title.isprintable():
            raise forms.ValidationError(_("Give the prize a name."))
        return title

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        match given.get("given_for"):
            case PrizeFor.CATEGORY if not tidy(given.get("category", "")) and "category" not in self.errors:
                self.add_error("category", _("Write the category."))
            case PrizeFor.CHOSEN if "number" not in self.errors:
                self.pair = self.tournament.pairs.filter(number=given.get("number") or 0).first()
                if self.pair is None:
                    self.add_error("number", _("Write the number of somebody who is entered."))
        return given

    @property
    def details(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        given = self.cleaned_data
        of_category = given["given_for"] == PrizeFor.CATEGORY
        return {
            "title": given["title"],
            "given_for": given["given_for"],
            "category": tidy(given["category"]) if of_category else "",
            "cents": given["cents"] or 0,
            "pair": self.pair,
        }
