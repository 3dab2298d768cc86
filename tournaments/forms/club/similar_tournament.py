"""The form of a new tournament like an earlier one: its name and date, and its pairs."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.models import Pair, Season, Single, Tournament
from tournaments.records.evening_rules import LONGEST_EVENING_NAME as LONGEST_NAME
from tournaments.records.evening_rules import next_name
from tournaments.selectors.pair_lists import EnteredPair
from tournaments.wording.entrants import words_of

from .tournaments import tournament_name

BETWEEN = timedelta(days=7)
MOST_TICKS = 1500
"""With more pairs than this, all are copied or none: `DATA_UPLOAD_MAX_NUMBER_FIELDS` limits the ticks."""


class AnotherForm(forms.Form):
    """The form proposes name and date, and ticks every pair that was there to the end."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    pairs = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who is coming again"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    everybody = forms.BooleanField(
        label=gettext_lazy("Everybody who stayed to the end is coming again"), required=False
    )
    singles = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Players looking for a partner again"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    seasons = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Counts for"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Its season goes on with the new tournament, with the same weight."),
    )

    field_order = ("name", "date", "seasons", "pairs", "everybody", "singles")

    def __init__(
        self,
        *args: Any,
        like: Tournament,
        entered: Sequence[EnteredPair],
        looking: Sequence[Single],
        seasons: Sequence[Season],
        **kwargs: Any,
    ) -> None:
        ticked = [pair.number for pair in entered if pair.status != Pair.Status.WITHDRAWN]
        initial = {"name": next_name(like.name), "date": next_date(like.date), "pairs": ticked}
        initial["seasons"] = [season.pk for season in seasons]
        super().__init__(*args, **kwargs)
        self.initial = initial
        self._ticked = ticked
        by_ticks = len(entered) <= MOST_TICKS
        if by_ticks:
            del self.fields["everybody"]
        choices = {
            "pairs": [(pair.number, f"{pair.number} · {pair}") for pair in entered if by_ticks],
            "singles": [(single.player_id, str(single)) for single in looking],
            "seasons": [(season.pk, season.name) for season in seasons],
        }
        for name, offered in choices.items():
            if offered:
                self.fields[name].choices = offered  # type: ignore[attr-defined]
            else:
                del self.fields[name]
        if "pairs" in self.fields:
            self.fields["pairs"].help_text = str(words_of(like.kind).again)

    def clean_name(self) -> str:
        return tournament_name(self.cleaned_data["name"])

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of the pairs to copy; of a valid form only."""
        if "everybody" in self.fields:
            return self._ticked if self.cleaned_data["everybody"] else []
        return list(self.cleaned_data.get("pairs", ()))


def next_date(before: date) -> date:
    """Return the day a week later; for an old tournament the next such day of the week."""
    today = timezone.localdate()
    weeks = max(1, -((before - today) // BETWEEN)) if before < today else 1
    return before + weeks * BETWEEN
