"""A pair as a form: two names, each a member chosen from the list or a name as it is typed; and a list of pairs."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.members_selectors import Members, Person, Question, described
from tournaments.models import Pair, Player, Tournament
from tournaments.names import parse_name, tidy
from tournaments.pasting import LONGEST_PART, NotText, decode_list, read_pairs
from tournaments.selectors import seated_players

PLAYERS = ("player1", "player2")
SOMEBODY_NEW = 0
"""Chosen instead of a member's key: the last name alone is another person's."""

MOST_LINES = 800
"""Each line of a preview is a field of its own, and Django reads at most a thousand."""
LARGEST_LIST = 200_000
"""Bytes of a file, or letters of a text: many times what a hall of pairs needs."""

HIGHEST_KEY = 2**63 - 1
HIGHEST_NUMBER = 9999


class PairForm(forms.Form):
    """Two players. A name that leaves open who is meant is asked about, with the members to choose from."""

    player1 = forms.CharField(label=gettext_lazy("First player"), max_length=2 * LONGEST_PART + 2)
    player1_id = forms.IntegerField(required=False, min_value=0, max_value=HIGHEST_KEY, widget=forms.HiddenInput)
    player2 = forms.CharField(label=gettext_lazy("Second player"), max_length=2 * LONGEST_PART + 2)
    player2_id = forms.IntegerField(required=False, min_value=0, max_value=HIGHEST_KEY, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament, pair: Pair | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.pair = pair
        self.people: dict[str, Person] = {}

    def clean_player1(self) -> str:
        return self._readable("player1")

    def clean_player2(self) -> str:
        return self._readable("player2")

    def _readable(self, field: str) -> str:
        typed = tidy(self.cleaned_data[field])
        name = parse_name(typed)
        if not any(char.isalpha() for char in name.last) or not typed.isprintable():
            raise forms.ValidationError(_("A name is made of letters."))
        if max(len(name.last), len(name.first)) > LONGEST_PART:
            raise forms.ValidationError(_("This is too long for a name: shorten it."))
        return typed

    def clean(self) -> dict[str, Any]:
        typed = {field: self.cleaned_data[field] for field in PLAYERS if field in self.cleaned_data}
        members = Members(list(typed.values()))
        seated = seated_players(self.tournament, without=self.pair)
        for field, text in typed.items():
            key = self.cleaned_data.get(f"{field}_id")
            chosen = members.chosen(text, key) if key else None
            person = Person(typed=text, member=chosen) if chosen else members.who_is(text, seated=seated)
            self.people[field] = person
            if person.question and not (person.question is Question.LAST_NAME_ONLY and key == SOMEBODY_NEW):
                self.add_error(field, _("Which %(name)s? Choose below.") % {"name": person.name})
        return self.cleaned_data

    @property
    def players(self) -> tuple[Player | str, Player | str]:
        """As the services take them; of a valid form only."""
        first, second = (self.people[field] for field in PLAYERS)
        return first.member or first.typed, second.member or second.typed

    @property
    def new_names(self) -> list[str]:
        """The names that become members."""
        return [person.name for person in self.people.values() if not person.member]

    def name_fields(self) -> list["NameField"]:
        return [NameField(self, field) for field in PLAYERS]


class NameField:
    """One of the two names as the page draws it: what is typed, who is chosen, and who is to be chosen from."""

    def __init__(self, form: PairForm, name: str) -> None:
        self.field = form[name]
        self.key = form[f"{name}_id"]
        self.person = form.people.get(name)

    @property
    def choices(self) -> list[tuple[int, str]]:
        """The members that the name may mean, while that is asked."""
        if not self.person or not self.person.question:
            return []
        choices = [(player.pk, described(player)) for player in self.person.choices]
        if self.person.question is Question.LAST_NAME_ONLY:
            choices.append((SOMEBODY_NEW, _("Somebody new, called only %(name)s") % {"name": self.person.name}))
        return choices


class NewPairForm(PairForm):
    """A pair to be entered."""

    here = forms.BooleanField(label=gettext_lazy("They are here already"), required=False)


class PairChangeForm(PairForm):
    """A pair to be corrected."""

    number = forms.IntegerField(label=gettext_lazy("Pair number"), min_value=1, max_value=HIGHEST_NUMBER)


class PasteForm(forms.Form):
    """A list of pairs, pasted or from a file; `lines` is what either holds."""

    text = forms.CharField(
        label=gettext_lazy("The list, one pair a line"),
        max_length=LARGEST_LIST,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "placeholder": "Rossi Anna - Bianchi Carlo\nVerdi Ugo - Neri Pia"}
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        help_text=gettext_lazy("A text file, or a spreadsheet saved as CSV."),
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,text/plain,text/csv"}),
    )

    def clean_file(self) -> str:
        upload = self.cleaned_data["file"]
        if not upload:
            return ""
        if upload.size > LARGEST_LIST:
            raise forms.ValidationError(_("This file is too large for a list of pairs."))
        try:
            return decode_list(upload.read())
        except NotText:
            raise forms.ValidationError(
                _("This is no text file: save the spreadsheet as CSV and choose that.")
            ) from None

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "text" in given and "file" in given:
            self.lines = read_pairs(f"{given['text']}\n{given['file']}")
            if not self.lines:
                raise forms.ValidationError(_("There is no pair yet: paste a list, or choose a file."))
            if len(self.lines) > MOST_LINES:
                raise forms.ValidationError(
                    _("These are %(lines)s lines: enter at most %(most)s at a time.")
                    % {"lines": len(self.lines), "most": MOST_LINES}
                )
        return given
