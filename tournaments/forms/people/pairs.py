"""The forms of entrants: a pair or a player, a substitute, a list of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Pair, Tournament
from tournaments.people.list_files import NotText, decode_list
from tournaments.people.names import tidy
from tournaments.people.pasted_list import LONGEST_TEAM, read_list
from tournaments.records import Kind
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.members import Members, clubs_known
from tournaments.selectors.pair_lists import PairOrder
from tournaments.selectors.registration import Admission
from tournaments.wording.entrants import words_of
from tournaments.wording.substitutes import LAST_BEFORE_FIRST

from .people import PeopleForm

MOST_LINES = 800
"""Each line of a preview has two fields, and `DATA_UPLOAD_MAX_NUMBER_FIELDS` limits their number."""
LARGEST_LIST = 200_000
"""In bytes of a file, or letters of a text: many times the size of a hall of pairs."""

HIGHEST_NUMBER = 9999
HIGHEST_TABLE = 999
HIGHEST_ROUND = 100

OF_TEAMS = "Rossi Anna - Bianchi Carlo; Aurora\nVerdi Ugo - Neri Pia; Aurora"
EXAMPLES: Mapping[Kind, str] = {
    Kind.PAIRS: "Rossi Anna - Bianchi Carlo\nVerdi Ugo - Neri Pia",
    Kind.INDIVIDUAL: "Rossi Anna\nBianchi Carlo",
    Kind.TEAMS: OF_TEAMS,
    Kind.TEAM_MATCHES: OF_TEAMS,
}
"""The first lines of a list of each kind."""


ORDERS: Mapping[PairOrder, Promise] = {
    PairOrder.NUMBER: gettext_lazy("number"),
    PairOrder.NAME: gettext_lazy("name"),
    PairOrder.CLUB: gettext_lazy("club"),
    PairOrder.PROVINCE: gettext_lazy("province"),
    PairOrder.REGION: gettext_lazy("region"),
}


class PairsWantedForm(forms.Form):
    """The order of a list of entrants, and where those shown are at home; empty fields show everybody."""

    order = forms.ChoiceField(label=gettext_lazy("Sorted by"), required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    province = forms.ChoiceField(label=gettext_lazy("Province"), required=False)
    region = forms.ChoiceField(label=gettext_lazy("Region"), required=False)

    def __init__(self, *args: Any, homes: Mapping[PairOrder, Sequence[str]], **kwargs: Any) -> None:
        """Offer only the clubs, provinces and regions that the entrants have."""
        super().__init__(*args, **kwargs)
        known = {order for order, found in homes.items() if found} | {PairOrder.NUMBER, PairOrder.NAME}
        self.fields["order"].choices = [(key, label) for key, label in ORDERS.items() if key in known]  # type: ignore[attr-defined]
        for order, found in homes.items():
            if found:
                self.fields[order].choices = [("", _("all of them")), *((home, home) for home in found)]  # type: ignore[attr-defined]
            else:
                del self.fields[order]

    @property
    def offers(self) -> bool:
        """Return whether anything is known by which a list can be narrowed."""
        return len(self.fields) > 1

    @property
    def asks(self) -> bool:
        """Return whether the list is another one than usual."""
        return any(field.value() for field in self)

    @property
    def wanted(self) -> dict[str, Any]:
        """Return the arguments of `pairs_wanted`; fields with something unknown are ignored."""
        self.is_valid()
        given = self.cleaned_data
        homes = {order: given.get(order, "") for order in (PairOrder.CLUB, PairOrder.PROVINCE, PairOrder.REGION)}
        return {"order": PairOrder(given.get("order") or PairOrder.NUMBER), "homes": homes}


class TeamField(forms.CharField):
    """A team by its name: an existing one, or a new one."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
        super().__init__(max_length=LONGEST_TEAM, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        name = tidy(super().clean(value))
        if not name.isprintable():
            raise forms.ValidationError(_("The name contains characters that cannot be printed: type it again."))
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
        if tournament.has_teams:
            self.fields["team"].widget.attrs["list"] = "teams"
        else:
            del self.fields["team"]


class NewPairForm(PairForm):
    """A new pair, or a new player."""

    here = forms.BooleanField(required=False)
    late_reason = forms.CharField(
        label=gettext_lazy("Why it is admitted all the same"),
        max_length=120,
        help_text=gettext_lazy("It is shown in the history and beside the ranking."),
        error_messages={
            "required": gettext_lazy("Give the reason: it is shown in the history and beside the ranking.")
        },
    )
    """Required once entries are closed."""

    def __init__(self, *args: Any, tournament: Tournament, entering: Admission, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        self.fields["here"].label = str(words_of(tournament.kind).here)
        if entering is not Admission.OVER:
            del self.fields["late_reason"]


class PairChangeForm(PairForm):
    """The correction of a pair, or a player; with `has_played`, its team cannot change."""

    number = forms.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    fixed_table = forms.IntegerField(
        label=gettext_lazy("Keeps table"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        required=False,
        help_text=gettext_lazy("For people who cannot walk far: the same table in every round."),
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
        """Return the arguments of the service; of a valid form only."""
        given = self.cleaned_data
        table = given["fixed_table"] or 0
        return {
            "players": self.players,
            "number": given["number"],
            "team": given.get("team"),
            "fixed_table": table,
        }


class RoundsForm(forms.Form):
    """The rounds in which a substitute plays."""

    first = forms.IntegerField(label=gettext_lazy("From round"), min_value=1, max_value=HIGHEST_ROUND)
    last = forms.IntegerField(
        label=gettext_lazy("To round"),
        min_value=1,
        max_value=HIGHEST_ROUND,
        required=False,
        help_text=gettext_lazy(
            "Leave empty for the rest of the tournament. Write the same round twice for that round only."
        ),
    )

    @property
    def rounds(self) -> dict[str, Any]:
        """Return the arguments of the services; of a valid form only."""
        return {"first": self.cleaned_data["first"], "last": self.cleaned_data["last"]}

    def clean(self) -> dict[str, Any]:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first is not None and last is not None and last < first:
            self.add_error("last", str(LAST_BEFORE_FIRST))
        return self.cleaned_data


class SubstituteForm(PeopleForm, RoundsForm):
    """The substitute for a player; the field is named after the seat, so that a page can have both."""

    def __init__(self, *args: Any, pair: Pair, place: str, first: int = 1, **kwargs: Any) -> None:
        labels = {place: gettext_lazy("Substitute")}
        initial = {"first": first}
        super().__init__(*args, tournament=pair.tournament, labels=labels, initial=initial, **kwargs)
        self.auto_id = f"id_{place}_%s"

    def clean(self) -> dict[str, Any]:
        RoundsForm.clean(self)
        return PeopleForm.clean(self)

    def seated(self) -> Mapping[int, Pair]:
        """Return only the players entered: a substitute may take several places, one after the other."""
        return {key: pair for key, pair in super().seated().items() if key in pair.entered_keys}


class SingleForm(PeopleForm):
    """A player who looks for a partner."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        labels = {"single": gettext_lazy("Players looking for a partner")}
        super().__init__(*args, tournament=tournament, labels=labels, **kwargs)


class TeamForm(forms.Form):
    """The name of a team."""

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
    """A list of pairs or players, pasted or from a file; `lines` holds its lines."""

    alternatives = ("text", "file")

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
                _("This is not a text file. Save the spreadsheet as CSV and choose that file.")
            ) from None

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "text" in given and "file" in given:
            self.members = Members()
            self.lines = read_list(f"{given['text']}\n{given['file']}", self.kind, clubs_known(self.members))
            if not self.lines:
                raise forms.ValidationError(_("There is no name yet: paste a list, or choose a file."))
            if len(self.lines) > MOST_LINES:
                raise forms.ValidationError(
                    _("These are %(lines)s lines: enter at most %(most)s at a time.")
                    % {"lines": len(self.lines), "most": MOST_LINES}
                )
        return given
