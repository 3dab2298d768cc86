"""A penalty or a bonus as the referee gives it: to whom, in which round, how much, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Pair, Round, Tournament
from tournaments.ranking.victory_points import LATE_MP
from tournaments.wording.entrants import words_of

HIGHEST_NUMBER = 999_999
HIGHEST_POINTS = 99_999
"""More digits than this are a slip of the finger."""


class Unit(StrEnum):
    MP = "mp"
    VP = "vp"


@dataclass(frozen=True, slots=True)
class UsualReason:
    """A reason that comes up every evening; with `mp` where its worth is settled too."""

    text: Promise
    mp: int | None = None


USUAL_REASONS: Mapping[str, UsualReason] = {
    "late": UsualReason(_("More than five minutes late"), LATE_MP),
    "slow": UsualReason(_("Slow play")),
    "conduct": UsualReason(_("Unfair behaviour")),
    "talk": UsualReason(_("Information passed to the partner")),
    "slip": UsualReason(_("Slip not handed in or not signed")),
    "phone": UsualReason(_("Mobile phone at the table")),
}


class AdjustmentForm(forms.Form):
    """Points are written as they count: with a minus for a penalty."""

    pair = forms.IntegerField(label=_("Number of the pair"), min_value=1, max_value=HIGHEST_NUMBER)
    round = forms.ChoiceField(label=_("Round"))
    points = forms.IntegerField(
        label=_("Points"),
        help_text=_("With a minus for a penalty: -100."),
        min_value=-HIGHEST_POINTS,
        max_value=HIGHEST_POINTS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    unit = forms.ChoiceField(label=_("Counted as"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Shown beside the adjustment, to the players too."),
        max_length=200,
        widget=forms.TextInput(attrs={"list": "usual-reasons"}),
    )
    article = forms.CharField(
        label=_("Article"), help_text=_("Of the rules, where there is one."), max_length=40, required=False
    )

    def __init__(self, *args: Any, tournament: Tournament, rounds: Sequence[Round], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.rounds = {str(round_.number): round_ for round_ in rounds}
        choice = self.fields["round"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(number, number) for number in self.rounds]
        words = words_of(tournament.kind)
        self.fields["pair"].label = str(words.number)
        unit = self.fields["unit"]
        assert isinstance(unit, forms.ChoiceField)
        unit.choices = [(Unit.MP, words.mp_counts), (Unit.VP, words.vp_counts)]

    def clean_pair(self) -> Pair:
        number = self.cleaned_data["pair"]
        pair = self.tournament.pairs.filter(number=number).first()
        if pair is None:
            raise forms.ValidationError(str(words_of(self.tournament.kind).not_entered), params={"number": number})
        return pair

    def clean_round(self) -> Round:
        return self.rounds[self.cleaned_data["round"]]

    @property
    def adjustment(self) -> dict[str, Any]:
        """What `adjustment_add` takes, once the form is valid."""
        data = self.cleaned_data
        return {
            "round": data["round"],
            "pair": data["pair"],
            data["unit"]: data["points"],
            "reason": data["reason"],
            "article": data["article"],
        }


def usual_initial(key: str, rounds: Sequence[Round]) -> dict[str, Any]:
    """The form filled with a usual reason and the latest round; just the round for a key that is none."""
    initial: dict[str, Any] = {"unit": Unit.MP, "round": str(rounds[-1].number) if rounds else None}
    if key in USUAL_REASONS:
        usual = USUAL_REASONS[key]
        initial |= {"reason": usual.text, "points": usual.mp}
    return initial
