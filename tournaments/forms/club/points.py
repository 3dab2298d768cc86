"""The form of the VP scale, a club's own included, and of the values of rest and absence."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.people.names import tidy
from tournaments.ranking.victory_points import (
    LONG_ROUND_HANDS,
    LONG_ROUND_REST_PERCENT,
    MP_STEP,
    REST_PERCENT,
    SCALES,
    InvalidScale,
    Scale,
    ScaleFault,
    absence_allowance,
    parse_scale,
    rest_allowance,
    scale_for_hands,
)
from tournaments.records import Allowance
from tournaments.wording.scales import SCALE_NAMES, fault_sentence

from .own_scale import read_rows

FOLLOWS_THE_HANDS = "hands"
OWN_SCALE = "own"
MOST_MP = 100_000

FIELD_OF_FAULT = {ScaleFault.NOT_A_NAME: "scale_name", ScaleFault.ODD_TOTAL: "scale_total"}
"""The field for each fault of an own scale that is not in its rows."""


class WorthForm(forms.Form):
    """For a form with `hands_per_round`. Once it is valid there are `chosen_scale`, `rest` and `absence`."""

    scale = forms.ChoiceField(
        label=gettext_lazy("Scale for VP"),
        choices=[
            (FOLLOWS_THE_HANDS, gettext_lazy("the federation’s, for these hands per round")),
            *SCALE_NAMES.items(),
            (OWN_SCALE, gettext_lazy("our own, as written below")),
        ],
        initial=FOLLOWS_THE_HANDS,
        help_text=gettext_lazy(
            "How the difference of a round becomes VP. If you change it, every round is worked out again."
        ),
    )
    scale_name = forms.CharField(label=gettext_lazy("Name of our own scale"), max_length=60, required=False)
    scale_total = forms.IntegerField(
        label=gettext_lazy("VP of a table"),
        min_value=2,
        max_value=1000,
        initial=20,
        required=False,
        help_text=gettext_lazy("What winner and loser get together."),
    )
    scale_rows = forms.CharField(
        label=gettext_lazy("Rows of our own scale"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "50 10\n150 11\n250 12", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One per line: the largest difference, then the winner’s VP. The first is the draw; any difference beyond "
            "the last gives the winner everything."
        ),
    )
    rest_vp = forms.IntegerField(label=gettext_lazy("Rest: VP"), min_value=0, required=False)
    rest_mp = forms.IntegerField(
        label=gettext_lazy("Rest: MP difference"),
        min_value=0,
        max_value=MOST_MP,
        required=False,
        help_text=gettext_lazy("Leave empty for the smallest difference that gives these VP."),
    )
    absence_vp = forms.IntegerField(
        label=gettext_lazy("Absence: VP"),
        min_value=0,
        required=False,
        help_text=gettext_lazy("Leave empty for what the usual rest leaves of the table’s VP."),
    )
    absence_mp = forms.IntegerField(
        label=gettext_lazy("Absence: MP difference"),
        min_value=-MOST_MP,
        max_value=MOST_MP,
        required=False,
        help_text=gettext_lazy("Leave empty for the difference nearest to 0 that gives these VP."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen_scale: Scale | None = None
        self.fields["rest_vp"].help_text = _(
            "Leave empty for the usual, %(long)s%% of the table’s VP in rounds of %(hands)s hands, %(short)s%% "
            "in shorter ones."
        ) % {"long": LONG_ROUND_REST_PERCENT, "hands": LONG_ROUND_HANDS, "short": REST_PERCENT}

    def clean_rest_mp(self) -> int | None:
        return self._multiple("rest_mp")

    def clean_absence_mp(self) -> int | None:
        return self._multiple("absence_mp")

    def _multiple(self, name: str) -> int | None:
        points: int | None = self.cleaned_data[name]
        # Every score in MP is a multiple of the step.
        if points is not None and points % MP_STEP:
            raise forms.ValidationError(_("Not a multiple of %(step)s, as every score in MP is.") % {"step": MP_STEP})
        return points

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "scale" not in given or "hands_per_round" not in given:
            return given
        self.chosen_scale = self._chosen_scale()
        if self.chosen_scale and not self.errors:  # equivalent `not self.errors`: no scale is an error
            self.rest = self._allowance("rest", rest_allowance(self.chosen_scale, given["hands_per_round"]))
            self.absence = self._allowance("absence", absence_allowance(self.chosen_scale, given["hands_per_round"]))
        return given

    def _chosen_scale(self) -> Scale | None:
        """Return the chosen scale; None, with an error at the field, if it is not valid."""
        choice = self.cleaned_data["scale"]
        if choice == OWN_SCALE:
            return self._own_scale()
        if choice != FOLLOWS_THE_HANDS:
            return SCALES[choice]
        try:
            return scale_for_hands(self.cleaned_data["hands_per_round"])
        except ValueError:
            self.add_error(
                "scale", _("The federation has no scale for this many hands: choose one, or write your own.")
            )
            return None

    def _own_scale(self) -> Scale | None:
        given = self.cleaned_data
        if "scale_name" not in given or "scale_total" not in given or "scale_rows" not in given:
            return None
        try:
            rows = read_rows(given["scale_rows"])
            return parse_scale({"name": tidy(given["scale_name"]), "rows": rows, "total": given["scale_total"] or 0})
        except InvalidScale as fault:
            self.add_error(FIELD_OF_FAULT.get(fault.code, "scale_rows"), fault_sentence(fault))
        except forms.ValidationError as unreadable:
            self.add_error("scale_rows", unreadable)
        return None

    def _allowance(self, name: str, usual: Allowance) -> Allowance:
        """Return the value of a rest or an absence; empty fields follow the scale."""
        assert self.chosen_scale
        vp, mp = self.cleaned_data[f"{name}_vp"], self.cleaned_data[f"{name}_mp"]
        vp = usual.vp if vp is None else vp
        # Nobody gets more VP than a table gives.
        if vp > self.chosen_scale.total:
            self.add_error(f"{name}_vp", _("A table has only %(total)s VP.") % {"total": self.chosen_scale.total})
            return usual
        if mp is None and vp != usual.vp:
            try:
                mp = self.chosen_scale.smallest_difference(vp)
                # A resting pair concedes nothing, so it cannot score less than nothing.
                mp = max(mp, 0) if name == "rest" else mp
            except ValueError:
                self.add_error(f"{name}_mp", _("Say how many MP: the scale never gives %(vp)s VP.") % {"vp": vp})
        return Allowance(vp=vp, mp=usual.mp if mp is None else mp)
