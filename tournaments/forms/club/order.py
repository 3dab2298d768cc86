"""The field of the tie-breaks, ordered without dragging."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.records import TieBreak
from tournaments.wording.results import TIE_BREAK_NAMES


class OrderWidget(forms.MultiWidget):
    """The tie-breaks, one select below the other."""

    use_fieldset = True

    def __init__(self, choices: Sequence[tuple[str, object]]) -> None:
        places = range(1, len(choices))
        labels = [format_lazy(gettext_lazy("criterion {place}"), place=place) for place in places]
        super().__init__([forms.Select(attrs={"aria-label": label}, choices=choices) for label in labels])

    def decompress(self, value: None) -> list[str]:
        """Return no choices for no value; a list of them is shown as it is."""
        return []


class OrderField(forms.MultiValueField):
    """Tie-breaks in order, each at most once; empty places are ignored."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [("", "—"), *((key.value, name) for key, name in TIE_BREAK_NAMES.items())]
        fields = [forms.ChoiceField(choices=choices, required=False) for _place in TieBreak]
        super().__init__(fields, widget=OrderWidget(choices), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[str]) -> list[str]:
        order = [key for key in data_list if key]
        # A repeated tie-break decides nothing.
        if len(set(order)) < len(order):
            raise forms.ValidationError(_("The same tie-break is listed twice: choose each once."))
        return order
