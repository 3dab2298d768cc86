"""The forms of a cut into gironi, and of a pair that moves into another girone."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.written_numbers import written_number
from tournaments.records import Carry, Entrant
from tournaments.wording.gironi import CARRY_NAMES, girone_name

MOST_DIGITS = 4

ON, OWN = "on", "own"
"""How tables of gironi are numbered: on from girone to girone, or from 1 in each."""


class CutForm(forms.Form):
    """A form for the sizes of the gironi, the best first, and for what goes on into them."""

    sizes = forms.CharField(
        label=gettext_lazy("Pairs in each girone, the best first"),
        help_text=gettext_lazy("Separate the numbers with spaces: 16 16 16. Their sum is the number of pairs here."),
        max_length=200,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    carry = forms.ChoiceField(
        label=gettext_lazy("The points so far"),
        choices=[(carry.value, CARRY_NAMES[carry]) for carry in Carry],
        initial=Carry.WHOLE.value,
        widget=forms.RadioSelect,
    )
    tables = forms.ChoiceField(
        label=gettext_lazy("The tables"),
        choices=[
            (ON, gettext_lazy("numbered on from girone to girone")),
            (OWN, gettext_lazy("numbered from 1 in each girone: A\u00a01, B\u00a01")),
        ],
        initial=ON,
        required=False,
        widget=forms.RadioSelect,
    )

    @classmethod
    def of(cls, sizes: Sequence[int], carry: Carry, *, own_tables: bool) -> "CutForm":
        """Return the form filled in."""
        tables = OWN if own_tables else ON
        return cls(initial={"sizes": " ".join(map(str, sizes)), "carry": carry.value, "tables": tables})

    def clean_sizes(self) -> tuple[int, ...]:
        typed = self.cleaned_data["sizes"].replace(",", " ").replace("+", " ").split()
        sizes = tuple(size for text in typed if (size := written_number(text, MOST_DIGITS)) is not None)
        if len(sizes) < len(typed):
            raise forms.ValidationError(_("Write whole numbers, separated by spaces: 16 16 16."))
        if len(sizes) < 2 or min(sizes) < 2:
            raise forms.ValidationError(_("Name two gironi or more, each of at least two pairs."))
        return sizes

    @property
    def sizes_chosen(self) -> tuple[int, ...]:
        """Return the sizes of a valid form."""
        return tuple(self.cleaned_data["sizes"])

    @property
    def carry_chosen(self) -> Carry:
        """Return what goes on; the usual if nothing valid was sent."""
        return Carry(getattr(self, "cleaned_data", {}).get("carry") or Carry.WHOLE)

    @property
    def own_tables(self) -> bool:
        """Return whether the tables of each girone are numbered from 1."""
        return bool(self["tables"].value() == OWN)


class MoveForm(forms.Form):
    """A form that moves a pair into a girone."""

    pair = forms.TypedChoiceField(label=gettext_lazy("Pair"), coerce=int)
    girone = forms.TypedChoiceField(label=gettext_lazy("goes into"), coerce=int)

    def __init__(self, *args: Any, members: Mapping[int, Sequence[Entrant]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        everybody = sorted(
            (entrant for of_girone in members.values() for entrant in of_girone), key=lambda entrant: entrant.id
        )
        pair, girone = self.fields["pair"], self.fields["girone"]
        assert isinstance(pair, forms.ChoiceField) and isinstance(girone, forms.ChoiceField)
        pair.choices = [(entrant.id, f"{entrant.id} {entrant.label}") for entrant in everybody]
        girone.choices = [(number, girone_name(number)) for number in members]
