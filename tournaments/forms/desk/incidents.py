"""The form of the referee's statement of an incident."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from pages.written_numbers import NUMBER_DIGITS, written_number
from tournaments.forms.common import TableNumberField
from tournaments.models import Incident, Tournament
from tournaments.selectors.rounds import sections_by_round
from tournaments.wording.entrants import words_of

BETWEEN_NUMBERS = re.compile(r"[\s,;.]+")
HIGHEST_NUMBER = 9999


def _longest(name: str) -> int | None:
    """Return the most characters that the database keeps of a field."""
    longest: int | None = Incident._meta.get_field(name).max_length  # type: ignore[union-attr]
    return longest


class AreaField(forms.CharField):
    """A text of several lines."""

    def __init__(self, *, rows: int, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": rows}), **kwargs)


class IncidentForm(forms.Form):
    """The fields of a statement; the entrants concerned are typed by their numbers."""

    source = forms.ChoiceField(label=gettext_lazy("Began with"), choices=Incident.Source.choices)
    round = forms.IntegerField(
        label=gettext_lazy("Round"),
        help_text=gettext_lazy("Leave empty for an incident outside the rounds."),
        min_value=1,
        max_value=HIGHEST_NUMBER,
        required=False,
    )
    table = TableNumberField(label=gettext_lazy("Table"), min_value=1, max_value=HIGHEST_NUMBER, required=False)
    happened_at = forms.DateTimeField(
        label=gettext_lazy("When it happened"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    pairs = forms.CharField(
        label=gettext_lazy("Who is concerned, by number"),
        help_text=gettext_lazy("Separated by commas: 7, 15."),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    facts = AreaField(label=gettext_lazy("What happened"), rows=5, max_length=_longest("facts"))
    heard = AreaField(
        label=gettext_lazy("Who was heard, in this order"),
        help_text=gettext_lazy("One per line: name, colon, words. Without words the sheet leaves room to write."),
        rows=5,
        max_length=_longest("heard"),
        required=False,
    )
    articles = forms.CharField(
        label=gettext_lazy("Articles"),
        help_text=gettext_lazy("Of the rules: art. 12, art. 20."),
        max_length=_longest("articles"),
        required=False,
    )
    decision = AreaField(
        label=gettext_lazy("What was decided"),
        help_text=gettext_lazy("Leave empty until something is decided."),
        rows=3,
        max_length=_longest("decision"),
        required=False,
    )
    referee = forms.CharField(label=gettext_lazy("Referee who signs"), max_length=_longest("referee"), required=False)

    def __init__(
        self, data: Mapping[str, str] | None = None, *, tournament: Tournament, initial: Mapping[str, Any]
    ) -> None:
        self.numbers = dict(tournament.pairs.values_list("number", "pk"))
        named = {key: number for number, key in self.numbers.items()}
        concerned = ", ".join(str(named[key]) for key in initial.get("pairs", ()) if key in named)
        super().__init__(data, initial={**initial, "pairs": concerned})
        in_sections, round_ = sections_by_round(tournament), str(self["round"].value() or "")
        number = written_number(round_, NUMBER_DIGITS)
        starts = next(iter(in_sections.values()), ()) if number is None else in_sections.get(number, ())
        TableNumberField.read_names(self, starts)
        self.not_entered = str(words_of(tournament.kind).not_entered)

    def clean_pairs(self) -> list[int]:
        """Return the keys of the entrants, each once."""
        typed = [number for number in BETWEEN_NUMBERS.split(self.cleaned_data["pairs"]) if number]
        for number in typed:
            if written_number(number, NUMBER_DIGITS) not in self.numbers:
                raise forms.ValidationError(self.not_entered, params={"number": number})
        return list(dict.fromkeys(self.numbers[int(number)] for number in typed))
