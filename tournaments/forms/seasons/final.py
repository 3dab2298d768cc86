"""The form of a season's final: its name and date, and those who play it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.club.similar_tournament import next_date
from tournaments.forms.club.tournaments import tournament_name
from tournaments.records.evening_rules import LONGEST_EVENING_NAME as LONGEST_NAME
from tournaments.seasons.rule import RankedAs
from tournaments.seasons.tournament_points import Ranked
from tournaments.selectors.season_finals import Finalist
from tournaments.selectors.seasons import SeasonView
from tournaments.wording.figures import figure

PAIRS, ALONE = "pairs", "individual"


class SeasonFinalForm(forms.Form):
    """Everybody who qualified is ticked."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("How it is played"),
        choices=[
            (PAIRS, gettext_lazy("in pairs: whoever has no partner here looks for one")),
            (ALONE, gettext_lazy("individually")),
        ],
        initial=PAIRS,
        widget=forms.RadioSelect,
    )
    who = forms.MultipleChoiceField(
        label=gettext_lazy("Who plays the final"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick those who play the final.")},
    )

    def __init__(self, *args: Any, season_view: SeasonView, finalists: Sequence[Finalist], **kwargs: Any) -> None:
        name = _("Final of %(season)s") % {"season": season_view.season.name}
        initial = {
            "name": name[:LONGEST_NAME],
            "date": next_date(season_view.final[-1].tournament.date),
            "who": [finalist.who for finalist in finalists],
        }
        super().__init__(*args, **kwargs)
        self.initial = initial
        if season_view.rule.ranked is not RankedAs.PLAYERS:
            del self.fields["kind"]
        who = self.fields["who"]
        assert isinstance(who, forms.MultipleChoiceField)
        who.choices = [(finalist.who, _in_words(finalist)) for finalist in finalists]
        if any(part.undecided for part in season_view.parts):
            who.help_text = _(
                "More share the last place of a part than there is room for: untick those who do not play."
            )

    def clean_name(self) -> str:
        return tournament_name(self.cleaned_data["name"])

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        given = self.cleaned_data
        chosen = [Ranked(who) for who in given["who"]]
        return {"name": given["name"], "date": given["date"], "chosen": chosen, "alone": given.get("kind") == ALONE}


def _in_words(finalist: Finalist) -> str:
    facts = {"name": finalist.name, "part": figure(finalist.part), "place": figure(finalist.place)}
    return _("%(name)s · part %(part)s, place %(place)s") % facts
