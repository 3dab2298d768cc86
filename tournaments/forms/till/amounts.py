"""The fields of amounts, reductions and percentages."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.written_numbers import written_number
from tournaments.people.names import tidy
from tournaments.records.gironi import girone_letter
from tournaments.till import MOST_CENTS, UnreadableAmount, plain_amount, read_amount
from tournaments.wording.money import amount
from tournaments.wording.prizes import plain_shares

MOST_CATEGORIES = 30
MOST_PLACES = 50
IN_EURO = gettext_lazy("In euros: 12 or 12.50.")
IN_EURO_OR_NOTHING = gettext_lazy("In euros: 12 or 12.50. Write 0 for nothing.")


def is_one_line(typed: str) -> None:
    """Refuse what no paper can show."""
    if not tidy(typed) or not tidy(typed).isprintable():
        raise forms.ValidationError(_("Use only letters, digits and signs that can be printed."))


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
            category, _colon, typed = line.rpartition(":")
            if not tidy(category) or not tidy(category).isprintable():
                raise forms.ValidationError(
                    _("Line %(line)s: write the category, a colon and the amount, such as “Juniors: 5.00”.")
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
        if not 0 < (written_number(word, 3) or 0) <= 100:
            raise forms.ValidationError(
                _("“%(typed)s” is not a percentage: write whole ones, such as 50 30 20.") % {"typed": word}
            )
    shares = [int(word) for word in words]
    if len(shares) > MOST_PLACES:
        raise forms.ValidationError(_("At most %(most)s places.") % {"most": MOST_PLACES})
    if sum(shares) != 100:
        raise forms.ValidationError(_("These add up to %(sum)s instead of 100: correct them.") % {"sum": sum(shares)})
    return shares


def cents_of(typed: str) -> int:
    try:
        return read_amount(typed)
    except UnreadableAmount:
        raise forms.ValidationError(
            _("“%(typed)s” is not an amount: write euros as 12 or 12.50, at most %(most)s.")
            % {"typed": typed.strip(), "most": amount(MOST_CENTS)}
        ) from None
