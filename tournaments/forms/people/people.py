"""The fields of people by their names: a member from the list, or a name as typed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Pair, Player, Tournament
from tournaments.people.names import parse_name, tidy
from tournaments.people.pasted_list import LONGEST_PART
from tournaments.people.persons import read_person
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.members import ListedMember, Members, NameQuestion, described

SOMEBODY_NEW = 0
"""The choice of a new person instead of a member's key."""

NAME_TOO_LONG = gettext_lazy("This is too long for a name: shorten it.")

HIGHEST_KEY = 2**63 - 1


class PersonField(forms.CharField):
    """A person's name, read as in a list unless `as_typed`; see `name_alone`."""

    def __init__(self, *, as_typed: bool = False, **kwargs: Any) -> None:
        super().__init__(max_length=2 * LONGEST_PART + 2, **kwargs)
        self._as_typed = as_typed

    def clean(self, value: Any) -> str:
        typed = tidy(super().clean(value))
        if not self._as_typed:
            typed = name_alone(typed)
        name = parse_name(typed)
        if not any(char.isalpha() for char in name.last) or not typed.isprintable():
            raise forms.ValidationError(_("A name must contain letters."))
        if max(len(name.last), len(name.first)) > LONGEST_PART:
            raise forms.ValidationError(str(NAME_TOO_LONG))
        return typed


def name_alone(typed: str) -> str:
    """Return the name without its titles. Refuse parts that belong elsewhere, as a telephone or brackets."""
    read = read_person(typed)
    if beside := ", ".join(filter(None, (read.person.contact, *read.in_brackets))):
        raise forms.ValidationError(_("Type only the name here, without “%(beside)s”.") % {"beside": beside})
    return read.person.name if read.titles and read.person.name else typed


class PeopleForm(forms.Form):
    """Some names. For an ambiguous one the form asks which member is meant."""

    def __init__(self, *args: Any, tournament: Tournament, labels: Mapping[str, str | Promise], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.people: dict[str, ListedMember] = {}
        self.places = tuple(labels)
        for place, label in labels.items():
            self.fields[place] = PersonField(label=str(label), as_typed=True)
            self.fields[f"{place}_id"] = forms.IntegerField(
                required=False, min_value=0, max_value=HIGHEST_KEY, widget=forms.HiddenInput
            )

    def seated(self) -> Mapping[int, Pair]:
        """Return the players who play already, by key."""
        return seated_players(self.tournament)

    def clean(self) -> dict[str, Any]:
        typed = {place: self.cleaned_data[place] for place in self.places if place in self.cleaned_data}
        members = Members([*typed.values(), *(read_person(text).person.name for text in typed.values())])
        seated = self.seated()
        for place, text in typed.items():
            key = self.cleaned_data.get(f"{place}_id")
            chosen = members.chosen(text, key) if key else None
            person = ListedMember(typed=text, member=chosen) if chosen else members.who_is(text, seated=seated)
            if person.member is None:
                # The member's name may come from an older, simpler reading of lists.
                person = self._read(place, person, members)
            self.people[place] = person
            if person.question and not (person.question is NameQuestion.LAST_NAME_ONLY and key == SOMEBODY_NEW):
                self.add_error(place, _("Which %(name)s? Choose below.") % {"name": person.name})
        return self.cleaned_data

    def _read(self, place: str, person: ListedMember, members: Members) -> ListedMember:
        """Return the person of the name; text beside it is refused."""
        try:
            name = name_alone(person.typed)
        except forms.ValidationError as error:
            self.add_error(place, error)
            return person
        return person if name == person.typed else members.who_is(name, seated=self.seated())

    @property
    def players(self) -> list[Player | str]:
        """Return the arguments of the services; of a valid form only."""
        return [person.member or person.typed for person in (self.people[place] for place in self.places)]

    @property
    def new_names(self) -> list[str]:
        """Return the names that become members."""
        return [person.name for person in self.people.values() if not person.member]

    def name_fields(self) -> list["NameField"]:
        return [NameField(self, place) for place in self.places]


class NameField:
    """A name as the page draws it: the text, the chosen member, and the choices."""

    def __init__(self, form: PeopleForm, name: str) -> None:
        self.field = form[name]
        self.key = form[f"{name}_id"]
        self.person = form.people.get(name)

    @property
    def choices(self) -> list[tuple[int, str]]:
        """Return the members that the name may mean, while that is open."""
        if not self.person or not self.person.question:
            return []
        choices = [(player.pk, described(player)) for player in self.person.choices]
        if self.person.question is NameQuestion.LAST_NAME_ONLY:
            choices.append((SOMEBODY_NEW, _("Somebody new, called only %(name)s") % {"name": self.person.name}))
        return choices
