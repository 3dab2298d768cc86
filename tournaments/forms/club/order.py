"""The criteria of the ranking as a form field: an order that is chosen without dragging."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.records import TieBreak
from tournaments.wording.results import TIE_BREAK_NAMES


class OrderWidget(forms.MultiWidget):
    """The criteria of the ranking, one select below the other."""

    use_fieldset = True

    def __init__(self, choices: Sequence[tuple[str, object]]) -> None:
        places = range(1, len(choices))
        labels = [format_lazy(gettext_lazy("criterion {place}"), place=place) for place in places]
        super().__init__([forms.Select(attrs={"aria-label": label}, choices=choices) for label in labels])

    def decompress(self, value: list[str] | None) -> list[str]:
        return list(value or [])


class OrderField(forms.MultiValueField):
    """Criteria in their order, each at most once; empty places are passed over."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [("", "—"), *((key.value, name) for key, name in TIE_BREAK_NAMES.items())]
        fields = [forms.ChoiceField(choices=choices, required=False) for _place in TieBreak]
        super().__init__(fields, widget=OrderWidget(choices), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[str]) -> list[str]:
        order = [key for key in data_list if key]
        # A criterion that comes again has nothing left to decide.
        if len(set(order)) < len(order):
            raise forms.ValidationError(_("A criterion stands twice: choose each once."))
        return order
