"""The settings of team matches: how a match is played, and the club's own VP scale for it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.people.names import tidy
from tournaments.ranking.victory_points import InvalidScale, ScaleFault, parse_scale
from tournaments.records.team_matches import FEWEST_TABLES, MOST_SESSIONS, MOST_TABLES
from tournaments.wording.scales import fault_sentence

from .own_scale import read_rows

FIELD_OF_FAULT = {ScaleFault.NOT_A_NAME: "match_scale_name", ScaleFault.ODD_TOTAL: "match_scale_total"}
MATCH_FIELDS = ("match_tables", "match_sessions", "match_scale_name", "match_scale_total", "match_scale_rows")


class MatchSettingsForm(forms.Form):
    """For a form with `kind`. Once it is valid there is `match_scale`: empty for the pairs' scale, widened."""

    match_tables = forms.TypedChoiceField(
        label=gettext_lazy("Pairs of a team in a match"),
        coerce=int,
        choices=[(count, count) for count in range(FEWEST_TABLES, MOST_TABLES + 1)],
        initial=FEWEST_TABLES,
        required=False,
        help_text=gettext_lazy("Each meets a pair of the other team; whoever else is in the team is a reserve."),
    )
    match_sessions = forms.TypedChoiceField(
        label=gettext_lazy("Sessions of a match"),
        coerce=int,
        choices=[(count, count) for count in range(1, MOST_SESSIONS + 1)],
        initial=1,
        required=False,
        help_text=gettext_lazy("Each is a round; with two, the same teams meet again, with line-ups of their own."),
    )
    match_scale_name = forms.CharField(label=gettext_lazy("Name of the matches’ scale"), max_length=60, required=False)
    match_scale_total = forms.IntegerField(
        label=gettext_lazy("VP of a match"), min_value=2, max_value=1000, initial=20, required=False
    )
    match_scale_rows = forms.CharField(
        label=gettext_lazy("Rows of the matches’ scale"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "200 10\n600 11\n1000 12", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "As for a scale of your own: the largest difference of a match, then the winner’s VP. Leave empty for "
            "the scale of the pairs, with every difference times the tables of a match."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match_scale: dict[str, Any] = {}

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if given.get("kind") != Tournament.Kind.TEAM_MATCHES or not given.get("match_scale_rows"):
            return given
        try:
            scale = {
                "name": tidy(given.get("match_scale_name", "")),
                "rows": read_rows(given["match_scale_rows"]),
                "total": given.get("match_scale_total") or 0,
            }
            parse_scale(scale)
        except InvalidScale as fault:
            self.add_error(FIELD_OF_FAULT.get(fault.code, "match_scale_rows"), fault_sentence(fault))
        except forms.ValidationError as unreadable:
            self.add_error("match_scale_rows", unreadable)
        else:
            self.match_scale = scale
        return given

    @property
    def match_settings(self) -> dict[str, Any]:
        """Return the settings of the matches; of another kind of tournament none."""
        given = self.cleaned_data
        if given["kind"] != Tournament.Kind.TEAM_MATCHES:
            return {}
        return {
            "match_tables": given["match_tables"] or FEWEST_TABLES,
            "match_sessions": given["match_sessions"] or 1,
            "match_scale": self.match_scale,
        }


def initial_of_matches(tournament: Tournament) -> dict[str, Any]:
    """Return the form's values for the matches of the tournament."""
    initial: dict[str, Any] = {name: getattr(tournament, name) for name in ("match_tables", "match_sessions")}
    if not tournament.match_scale:
        return initial
    scale = parse_scale(tournament.match_scale)
    rows = "\n".join(f"{row.up_to} {row.vp}" for row in scale.rows)
    return initial | {"match_scale_name": scale.key, "match_scale_total": scale.total, "match_scale_rows": rows}
