"""The fields and forms of amounts, fees, percentages and special prizes."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import QueryDict
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import Means, Pair, Receipt, SpecialPrize, TillTerms, Tournament
from tournaments.people.names import tidy
from tournaments.records.gironi import girone_letter
from tournaments.selectors.till import Owed, TillPart
from tournaments.till import MOST_CENTS, PrizeFor, UnreadableAmount, plain_amount, read_amount
from tournaments.wording.money import amount
from tournaments.wording.prizes import plain_shares

MOST_CATEGORIES = 30
MOST_PLACES = 50
HIGHEST_NUMBER = 9999
OWED = re.compile(r"([0-9]{1,4})(?:\.([12]))?-([0-9]{1,9})")
IN_EURO = gettext_lazy("In euro: 12 or 12,50.")
IN_EURO_OR_NOTHING = gettext_lazy("In euro: 12 or 12,50. 0: nothing.")


def is_one_line(typed: str) -> None:
    """Refuse what no paper can show."""
    if not tidy(typed) or not tidy(typed).isprintable():
        raise forms.ValidationError(_("Write this in letters, digits and signs that can be printed."))


class AmountField(forms.CharField):
    """An amount in euros, kept as cents."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(max_length=20, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return plain_amount(value, get_format("DECIMAL_SEPARATOR")) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        typed = super().clean(value)
        return cents_of(typed) if typed else None


class ReductionsField(forms.CharField):
    """A line for each category, `Juniores: 5,00`; kept as cents by category."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        decimal = get_format("DECIMAL_SEPARATOR")
        return "\n".join(f"{category}: {plain_amount(cents, decimal)}" for category, cents in value.items())

    def clean(self, value: Any) -> dict[str, int]:
        reductions: dict[str, int] = {}
        for number, line in enumerate(super().clean(value).splitlines(), start=1):
            if not line.strip():
                continue
            category, colon, typed = line.rpartition(":")
            if not colon or not tidy(category) or not tidy(category).isprintable():
                raise forms.ValidationError(
                    _("Line %(line)s: write the category, a colon and the amount, such as “Juniores: 5,00”.")
                    % {"line": number}
                )
            if tidy(category).casefold() in {known.casefold() for known in reductions}:
                raise forms.ValidationError(
                    _("Line %(line)s: “%(category)s” is already listed above.")
                    % {"line": number, "category": tidy(category)}
                )
            reductions[tidy(category)] = cents_of(typed)
        if len(reductions) > MOST_CATEGORIES:
            raise forms.ValidationError(_("At most %(most)s categories.") % {"most": MOST_CATEGORIES})
        return reductions


class SharesField(forms.CharField):
    """Percentages by place, `50 30 20`, or by the places of each girone, `A 40 20 B 25 15`."""

    def prepare_value(self, value: Any) -> Any:
        return plain_shares(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int] | list[list[int]]:
        words = [word for word in re.split(r"[\s,;:/]+", super().clean(value).replace("%", " ")) if word]
        if words[:1] not in (["A"], ["a"]):
            return _shares(words)
        of_gironi: list[list[str]] = []
        for word in words:
            if not word.isalpha():
                of_gironi[-1].append(word)
            elif word.upper() == girone_letter(len(of_gironi) + 1):
                of_gironi.append([])
            else:
                facts = {"typed": word, "letter": girone_letter(len(of_gironi) + 1)}
                raise forms.ValidationError(
                    _("“%(typed)s”: the next girone is %(letter)s. Write A 40 20 B 25 15, each with its places.")
                    % facts
                )
        for at, own in enumerate(of_gironi, start=1):
            if not own:
                facts = {"letter": girone_letter(at)}
                raise forms.ValidationError(_("Girone %(letter)s has no percentages: write them after it.") % facts)
        shares = iter(_shares([word for own in of_gironi for word in own]))
        return [[next(shares) for _word in own] for own in of_gironi]


def _shares(words: Sequence[str]) -> list[int]:
    """Return the percentages that were typed. Raise ValidationError if one is none, or they do not make 100."""
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 3 and 0 < int(word) <= 100):
            raise forms.ValidationError(
                _("“%(typed)s” is not a percentage: write whole ones, such as 50 30 20.") % {"typed": word}
            )
    shares = [int(word) for word in words]
    if len(shares) > MOST_PLACES:
        raise forms.ValidationError(_("At most %(most)s places.") % {"most": MOST_PLACES})
    if sum(shares) != 100:
        raise forms.ValidationError(_("These make %(sum)s, and should make 100: correct them.") % {"sum": sum(shares)})
    return shares


MOST_TOGETHER, OWED_A_PAGE = 800, 500
"""The most who owe on one page, and how many of more are on each."""


class OwedField(forms.MultipleChoiceField):
    """What is owed, as a page has shown it; that it was paid meanwhile is no fault."""

    def valid_value(self, value: str) -> bool:
        return OWED.fullmatch(value) is not None


def owed_typed(key: str) -> Owed:
    """Return what a page sent of somebody who owes, `12.2-500`."""
    number, seat, cents = OWED.fullmatch(key).groups()  # type: ignore[union-attr]
    return Owed(int(number), int(seat) if seat else None, int(cents))


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
            "A line for each, such as “Juniores: 5,00”: what a player of that category pays. If the fee is per "
            "pair, everybody else pays half of it."
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
            "The first one first; together 100: 50 30 20. Tied places pool their shares. By girone: A 40 20 B 25 15."
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


class TogetherForm(forms.Form):
    """Everybody who has not paid, each ticked, and how they paid; `who` of a valid form are those left ticked.

    Of many, a page is shown at a time: the form carries all of them, and those unticked on other pages.
    """

    owed = OwedField(label=gettext_lazy("Who has paid"), widget=forms.CheckboxSelectMultiple)
    means = forms.ChoiceField(
        label=gettext_lazy("Paid"), choices=Means.choices, initial=Means.CASH, widget=forms.RadioSelect
    )

    everybody = forms.CharField(required=False, widget=forms.HiddenInput)
    """All who owed when the first page was shown; empty if they are on one page."""
    without = forms.CharField(required=False, widget=forms.HiddenInput)
    """Those unticked, on other pages than the one that is shown."""
    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    """The number of the page that was shown."""

    def __init__(
        self, data: QueryDict | None = None, *, owed: Mapping[Owed, TillPart], absent: Collection[int], turned: str = ""
    ) -> None:
        """Show who owes; `turned` is the number of the page to be shown next."""
        super().__init__(data)
        now = {str(part): (part, paid) for part, paid in owed.items()}
        meant = self._words("everybody") or (list(now) if len(now) > MOST_TOGETHER else [])
        self._pages = Paginator(meant, OWED_A_PAGE)
        was_shown = self._pages.get_page(self._sent("shown")).object_list if data is not None else []
        ticked = set(data.getlist("owed")) if data is not None else set()
        self._without = (set(self._words("without")) - {*was_shown}) | ({*was_shown} - ticked)
        self.page = self._pages.get_page(turned or self._sent("shown"))
        keys = [key for key in self.page.object_list if key in now] if meant else list(now)
        self.fields["owed"].choices = [(key, self._label(*now[key], absent)) for key in keys]  # type: ignore[attr-defined]
        if not meant:
            self.initial["owed"] = keys
            for name in ("everybody", "without", "shown"):
                del self.fields[name]
            return
        self.fields["owed"].required = False
        turned_to = {
            "everybody": " ".join(meant),
            "without": " ".join(sorted(self._without - {*keys})),
            "shown": self.page.number,
        }
        ticked_here = [key for key in keys if key not in self._without]
        self.initial = {**self.initial, **turned_to, "owed": ticked_here}
        if turned:
            self.is_bound = False
            self.initial["means"] = self._sent("means") or Means.CASH

    def _sent(self, name: str) -> str:
        return str(self.data.get(name, ""))

    def _words(self, name: str) -> list[str]:
        """Return the keys of those who owe that a hidden field carries."""
        return [key for key in self._sent(name).split() if OWED.fullmatch(key)]

    @staticmethod
    def _label(part: Owed, paid: TillPart, absent: Collection[int]) -> str:
        label = f"{part.number} {paid.names}: {amount(part.cents)}"
        return f"{label} ({_('not here yet')})" if part.number in absent else label

    def clean(self) -> dict[str, Any]:
        if self._pages.count and not self.who:
            self.add_error("owed", _("Nobody is ticked."))
        return self.cleaned_data

    @property
    def who(self) -> list[Owed]:
        keys = self._pages.object_list if self._pages.count else self.cleaned_data["owed"]
        return [owed_typed(key) for key in keys if key not in self._without or not self._pages.count]


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
        help_text=gettext_lazy("Where you choose who gets it."),
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


def cents_of(typed: str) -> int:
    try:
        return read_amount(typed)
    except UnreadableAmount:
        raise forms.ValidationError(
            _("“%(typed)s” is not an amount: write euro as 12 or 12,50, at most %(most)s.")
            % {"typed": typed.strip(), "most": amount(MOST_CENTS)}
        ) from None


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
            raise forms.ValidationError(_("Write the amount: a receipt for nothing says nothing."))
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
