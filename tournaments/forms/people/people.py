"""People by their names: each a member chosen from the list, or a name as it is typed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments.models import Pair, Player, Tournament
from tournaments.people.names import parse_name, tidy
from tournaments.people.pasted_list import LONGEST_PART
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.members import Members, Person, Question, described

SOMEBODY_NEW = 0
"""Chosen instead of a member's key: the last name alone is another person's."""

HIGHEST_KEY = 2**63 - 1


class PersonField(forms.CharField):
    """A person's name as it is typed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=2 * LONGEST_PART + 2, **kwargs)

    def clean(self, value: Any) -> str:
        typed = tidy(super().clean(value))
        name = parse_name(typed)
        if not any(char.isalpha() for char in name.last) or not typed.isprintable():
            raise forms.ValidationError(_("A name is made of letters."))
        if max(len(name.last), len(name.first)) > LONGEST_PART:
            raise forms.ValidationError(_("This is too long for a name: shorten it."))
        return typed


class PeopleForm(forms.Form):
    """Some names. One that leaves open who is meant is asked about, with the members to choose from."""

    def __init__(self, *args: Any, tournament: Tournament, labels: Mapping[str, str | Promise], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.people: dict[str, Person] = {}
        self.places = tuple(labels)
        for place, label in labels.items():
            self.fields[place] = PersonField(label=str(label))
            self.fields[f"{place}_id"] = forms.IntegerField(
                required=False, min_value=0, max_value=HIGHEST_KEY, widget=forms.HiddenInput
            )

    def seated(self) -> Mapping[int, Pair]:
        """Who plays already, by the player's key."""
        return seated_players(self.tournament)

    def clean(self) -> dict[str, Any]:
        typed = {place: self.cleaned_data[place] for place in self.places if place in self.cleaned_data}
        members = Members(list(typed.values()))
        seated = self.seated()
        for place, text in typed.items():
            key = self.cleaned_data.get(f"{place}_id")
            chosen = members.chosen(text, key) if key else None
            person = Person(typed=text, member=chosen) if chosen else members.who_is(text, seated=seated)
            self.people[place] = person
            if person.question and not (person.question is Question.LAST_NAME_ONLY and key == SOMEBODY_NEW):
                self.add_error(place, _("Which %(name)s? Choose below.") % {"name": person.name})
        return self.cleaned_data

    @property
    def players(self) -> list[Player | str]:
        """As the services take them; of a valid form only."""
        return [person.member or person.typed for person in (self.people[place] for place in self.places)]

    @property
    def new_names(self) -> list[str]:
        """The names that become members."""
        return [person.name for person in self.people.values() if not person.member]

    def name_fields(self) -> list["NameField"]:
        return [NameField(self, place) for place in self.places]


class NameField:
    """One of the names as the page draws it: what is typed, who is chosen, and who is to be chosen from."""

    def __init__(self, form: PeopleForm, name: str) -> None:
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
