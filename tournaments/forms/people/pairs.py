"""Who is entered, as a form: a pair or a player, a substitute, a list of them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Pair, Player, Tournament
from tournaments.people.list_files import NotText, decode_list
from tournaments.people.names import tidy
from tournaments.people.pasted_list import LONGEST_TEAM, read_list
from tournaments.records import Kind
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.members import Members
from tournaments.selectors.registration import Entering
from tournaments.wording.entrants import words_of

from .people import PeopleForm

MOST_LINES = 800
"""Each line of a preview is a field of its own, and its tick another: `DATA_UPLOAD_MAX_NUMBER_FIELDS` allows both."""
LARGEST_LIST = 200_000
"""Bytes of a file, or letters of a text: many times what a hall of pairs needs."""

HIGHEST_NUMBER = 9999
HIGHEST_TABLE = 999

EXAMPLES: Mapping[Kind, str] = {
    Kind.PAIRS: "Rossi Anna - Bianchi Carlo\nVerdi Ugo - Neri Pia",
    Kind.INDIVIDUAL: "Rossi Anna\nBianchi Carlo",
    Kind.TEAMS: "Rossi Anna - Bianchi Carlo; Aurora\nVerdi Ugo - Neri Pia; Aurora",
}
"""The first lines of a list of each kind."""


class TeamField(forms.CharField):
    """A team by its name: one that the tournament has, or a new one."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
        super().__init__(max_length=LONGEST_TEAM, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        name = tidy(super().clean(value))
        if not name.isprintable():
            raise forms.ValidationError(_("There are characters here that are no writing: type the name again."))
        return name


class PairForm(PeopleForm):
    """Two players, or one in an individual tournament; in a team event, their team."""

    team = TeamField(
        label=gettext_lazy("Team"),
        required=False,
        help_text=gettext_lazy("By its name; a new name makes a new team."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        labels: dict[str, str | Promise] = {
            "player1": gettext_lazy("First player"),
            "player2": gettext_lazy("Second player"),
        }
        if tournament.kind == Kind.INDIVIDUAL:
            labels = {"player1": gettext_lazy("Player")}
        super().__init__(*args, tournament=tournament, labels=labels, **kwargs)
        if tournament.kind == Kind.TEAMS:
            self.fields["team"].widget.attrs["list"] = "teams"
        else:
            del self.fields["team"]


class NewPairForm(PairForm):
    """A pair, or a player, to be entered."""

    here = forms.BooleanField(required=False)
    late_reason = forms.CharField(
        label=gettext_lazy("Why it is admitted all the same"),
        max_length=120,
        help_text=gettext_lazy("It stands in the history and beside the ranking."),
        error_messages={"required": gettext_lazy("Say why: it stands in the history and beside the ranking.")},
    )
    """Asked once nobody is entered any more."""

    def __init__(self, *args: Any, tournament: Tournament, entering: Entering, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        self.fields["here"].label = str(words_of(tournament.kind).here)
        if entering is not Entering.OVER:
            del self.fields["late_reason"]


class PairChangeForm(PairForm):
    """A pair, or a player, to be corrected; `has_played`: its team stays as it is."""

    number = forms.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    fixed_table = forms.IntegerField(
        label=gettext_lazy("Keeps table"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        required=False,
        help_text=gettext_lazy("For who cannot walk far: the same table in every round."),
    )

    def __init__(self, *args: Any, pair: Pair, has_played: bool, **kwargs: Any) -> None:
        super().__init__(*args, initial=_initial_of(pair), **kwargs)
        self.pair = pair
        self.fields["number"].label = str(words_of(self.tournament.kind).number)
        if has_played and "team" in self.fields:
            self.fields["team"].disabled = True
            self.fields["team"].help_text = _("Stays as it is: the pair has been seated.")

    def seated(self) -> Mapping[int, Pair]:
        return seated_players(self.tournament, without=self.pair)

    @property
    def changes(self) -> dict[str, Any]:
        """As the service takes them; of a valid form only."""
        given = self.cleaned_data
        table = given["fixed_table"] or 0
        return {
            "players": self.players,
            "number": given["number"],
            "team": given.get("team"),
            "fixed_table": table,
        }


class SubstituteForm(PeopleForm):
    """Who takes a player's place; the field is named for the seat, so that a page can have both."""

    def __init__(self, *args: Any, pair: Pair, place: str, **kwargs: Any) -> None:
        self.pair = pair
        self.before: Player | None = getattr(pair, place)
        initial = {place: str(self.before), f"{place}_id": self.before.pk} if self.before else {}
        labels = {place: gettext_lazy("Substitute")}
        super().__init__(*args, tournament=pair.tournament, labels=labels, initial=initial, **kwargs)

    def seated(self) -> Mapping[int, Pair]:
        return {key: pair for key, pair in super().seated().items() if not self.before or key != self.before.pk}


class SingleForm(PeopleForm):
    """Somebody who looks for a partner."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        labels = {"single": gettext_lazy("Who looks for a partner")}
        super().__init__(*args, tournament=tournament, labels=labels, **kwargs)


class TeamForm(forms.Form):
    """A team's name."""

    name = TeamField(label=gettext_lazy("Name"))


def _initial_of(pair: Pair) -> dict[str, Any]:
    initial: dict[str, Any] = {
        "number": pair.number,
        "team": pair.team.name if pair.team else "",
        "fixed_table": pair.fixed_table,
    }
    for place, player in (("player1", pair.player1), ("player2", pair.player2)):
        if player:
            initial |= {place: player.full_name, f"{place}_id": player.pk}
    return initial


class PasteForm(forms.Form):
    """A list of pairs or players, pasted or from a file; `lines` is what either holds."""

    text = forms.CharField(
        max_length=LARGEST_LIST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        help_text=gettext_lazy("A text file, or a spreadsheet saved as CSV."),
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,text/plain,text/csv"}),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = Kind(tournament.kind)
        self.fields["text"].label = str(words_of(tournament.kind).list_label)
        self.fields["text"].widget.attrs["placeholder"] = EXAMPLES[self.kind]

    def clean_file(self) -> str:
        upload = self.cleaned_data["file"]
        if not upload:
            return ""
        if upload.size > LARGEST_LIST:
            raise forms.ValidationError(_("This file is too large for a list of names."))
        try:
            return decode_list(upload.read())
        except NotText:
            raise forms.ValidationError(
                _("This is no text file: save the spreadsheet as CSV and choose that.")
            ) from None

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "text" in given and "file" in given:
            self.members = Members()
            self.lines = read_list(f"{given['text']}\n{given['file']}", self.kind, self.members.clubs)
            if not self.lines:
                raise forms.ValidationError(_("There is no name yet: paste a list, or choose a file."))
            if len(self.lines) > MOST_LINES:
                raise forms.ValidationError(
                    _("These are %(lines)s lines: enter at most %(most)s at a time.")
                    % {"lines": len(self.lines), "most": MOST_LINES}
                )
        return given
