"""A club's own grade of burraco as a few fields; an empty row is not a grade."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.cards import RANKS
from scoring.engine.grades import BURRACO_CARDS, KEY, LONGEST_LABEL, MeldKind, WildPlace
from scoring.engine.melds import Meld
from scoring.engine.options import RANK_LETTERS
from scoring.engine.own_grades import MOST_OWN_GRADES, RESERVED_KEYS

from .whole_numbers import WholeNumberField

SPARE_ROWS = 2
"""The number of empty rows below the others."""

KIND_CHOICES = [
    ("", gettext_lazy("Set or sequence")),
    (MeldKind.SET.value, gettext_lazy("Set")),
    (MeldKind.SEQUENCE.value, gettext_lazy("Sequence")),
]
WILD_CHOICES = [
    (WildPlace.NONE.value, gettext_lazy("Without a wild")),
    (WildPlace.ANYWHERE.value, gettext_lazy("With a wild anywhere")),
    (WildPlace.AT_END.value, gettext_lazy("With a wild at an end of the sequence, anywhere in a set")),
    (WildPlace.EVERYWHERE.value, gettext_lazy("Only wilds")),
    (WildPlace.BESIDE_SEVEN.value, gettext_lazy("With a wild beside seven naturals in sequence or of one rank")),
]

RANGE = re.compile(r"([^-–]+)[-–]([^-–]+)")


class RanksField(forms.Field):
    """Ranks as people write them: `A, 3–9`; an empty field means every rank."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "maxlength": "60"})

    def to_python(self, value: Any) -> list[str]:
        found: set[str] = set()
        for token in re.findall(r"[^\s,;]+", str(value or "")):
            ends = RANGE.fullmatch(token)
            low, high = (_place(ends[1]), _place(ends[2])) if ends else (_place(token), _place(token))
            if low is None or high is None or low > high:
                text = token[:20].replace("\0", "␀")
                raise forms.ValidationError(_("“%(typed)s” is not a rank: write A, 3 or 3–9.") % {"typed": text})
            found |= set(RANK_LETTERS[low : high + 1])
        return [letter for letter in RANK_LETTERS if letter in found]


def _place(text: str) -> int | None:
    return RANK_LETTERS.index(text.upper()) if text.upper() in RANK_LETTERS else None


class GradeRowForm(forms.Form):
    """One grade: its name, its conditions, and its bonus."""

    use_required_attribute = False

    key = forms.CharField(required=False, max_length=LONGEST_LABEL, widget=forms.HiddenInput)
    label = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=LONGEST_LABEL,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    bonus = WholeNumberField(label=gettext_lazy("Bonus"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), required=False, choices=KIND_CHOICES)
    wild = forms.ChoiceField(label=gettext_lazy("Wild"), required=False, choices=WILD_CHOICES)
    least = WholeNumberField(label=gettext_lazy("Fewest cards"), required=False)
    most = WholeNumberField(label=gettext_lazy("Most cards"), required=False)
    ranks = RanksField(
        label=gettext_lazy("Of these ranks only"),
        required=False,
        help_text=gettext_lazy("A, 3 or 3–9. Leave empty for all ranks."),
    )

    examples: tuple[Meld, ...] = ()
    """Melds that the engine reads as this grade, if the whole form is valid."""

    @property
    def is_blank(self) -> bool:
        """Whether the row is empty and does not count."""
        typed = ("label", "bonus", "least", "most", "ranks")
        return not any(str(self[name].value() or "").strip() for name in typed)

    def clean(self) -> None:
        for name in ("label", "bonus"):
            if name not in self.errors and self.cleaned_data.get(name) in (None, "") and not self.is_blank:
                self.add_error(name, _("This field is required."))

    def grade(self, taken: Collection[str]) -> dict[str, Any]:
        """Return the grade as JSON, under its own key or a new one that is not in `taken`."""
        given = self.cleaned_data
        read: dict[str, Any] = {"key": self._free_key(taken), "label": given["label"], "bonus": given["bonus"]}
        usual = {"least": BURRACO_CARDS, "wild": WildPlace.NONE.value}
        more = {name: given[name] for name in ("kind", "least", "most", "wild", "ranks") if given[name]}
        return read | {name: value for name, value in more.items() if usual.get(name) != value}

    def _free_key(self, taken: Collection[str]) -> str:
        key = self.cleaned_data["key"]
        if KEY.fullmatch(key) and key not in taken and key not in RESERVED_KEYS:
            return str(key)
        stem = slugify(self.cleaned_data["label"]).replace("-", "_").strip("_")[:30]
        stem = stem if KEY.fullmatch(stem) else f"grade_{stem}".rstrip("_")
        names = (stem if number == 1 else f"{stem}_{number}" for number in range(1, len(taken) + 3))
        return next(name for name in names if name not in taken and name not in RESERVED_KEYS)


def grade_rows(data: Mapping[str, Any] | None, stored: list[dict[str, Any]]) -> list[GradeRowForm]:
    """Return the rows that were sent or else stored, and empty ones below."""
    prefixes = [f"grade-{at}" for at in range(MOST_OWN_GRADES)]
    if data is None:
        rows = [
            GradeRowForm(initial=_initial(row), prefix=prefix) for row, prefix in zip(stored, prefixes, strict=False)
        ]
    else:
        rows = [GradeRowForm(data, prefix=prefix) for prefix in prefixes if f"{prefix}-label" in data]
    spare = SPARE_ROWS - sum(row.is_blank for row in rows)
    used = {row.prefix for row in rows}
    free = [prefix for prefix in prefixes if prefix not in used]
    return [*rows, *(GradeRowForm(prefix=prefix) for prefix in free[: max(spare, 0)])]


def _initial(row: Mapping[str, Any]) -> dict[str, Any]:
    ranks = [letter for letter in RANK_LETTERS if letter in row.get("ranks", ())]
    return {**row, "ranks": ", ".join(ranks) if len(ranks) < len(RANKS) else ""}
