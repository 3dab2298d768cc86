"""The filter of a tournament's history."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.history.changes import Change, ChangeKind
from tournaments.history.sentences import KIND_NAMES
from tournaments.models import Tournament
from tournaments.records import Kind
from tournaments.wording.entrants import words_of

HIGHEST_NUMBER = 999_999


class HistoryForm(forms.Form):
    """A filter with optional fields; a change must match all that are filled."""

    kind = forms.ChoiceField(label=_("What"), required=False)
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=HIGHEST_NUMBER, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=HIGHEST_NUMBER, required=False)
    pair = forms.IntegerField(label=_("Pair"), min_value=1, max_value=HIGHEST_NUMBER, required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = dict(KIND_NAMES)
        if not tournament.has_teams:
            del names[ChangeKind.TEAM]
        if not tournament.plays_matches:
            del names[ChangeKind.MATCHES]
        if tournament.kind == Kind.INDIVIDUAL:
            del names[ChangeKind.SINGLE]
        if tournament.writing == Tournament.Writing.PAPER:
            del names[ChangeKind.PHONES]
        words = words_of(tournament.kind)
        names[ChangeKind.PAIR] = words.kind_of_change
        self.fields["pair"].label = str(words.name_heading)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = [("", _("everything")), *names.items()]

    @property
    def narrows(self) -> bool:
        """Return whether any field is filled."""
        return self.is_valid() and any(self.cleaned_data.values())

    @property
    def names_a_pair(self) -> bool:
        """Return whether a pair is looked for, which may be one of many who were seated."""
        return self.is_valid() and self.cleaned_data["pair"] is not None

    def wants(self, change: Change) -> bool:
        """Return whether a change matches; all do while the form is not valid."""
        if not self.is_valid():
            return True
        choices = self.cleaned_data
        return (
            choices["kind"] in ("", change.kind)
            and choices["round"] in (None, change.round)
            and choices["table"] in (None, change.table)
            and (choices["pair"] is None or choices["pair"] in change.pairs)
        )
