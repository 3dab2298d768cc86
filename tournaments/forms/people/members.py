"""What the club knows of its members, and which of them are looked for."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import FileLayout, Player
from tournaments.people.names import tidy
from tournaments.selectors.members import categories_of_members

EARLIEST_YEAR = 1900
CARDS_A_PAGE = 10
KEY_TOO_LONG = 19


class MembersWantedForm(forms.Form):
    """Which members a list shows: all of them, where nothing is asked for."""

    q = forms.CharField(
        label=gettext_lazy("Find by name, club or card"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "class": "form-control"}),
    )
    state = forms.ChoiceField(label=gettext_lazy("State"), required=False)
    category = forms.ChoiceField(label=gettext_lazy("Category"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """A category can be asked for once somebody has one."""
        super().__init__(*args, **kwargs)
        self.fields["state"].choices = [("", _("any")), *Player.State.choices]  # type: ignore[attr-defined]
        if known := categories_of_members():
            self.fields["category"].choices = [("", _("any")), *((each, each) for each in known)]  # type: ignore[attr-defined]
        else:
            del self.fields["category"]

    @property
    def more(self) -> list[forms.BoundField]:
        """What is asked for seldom."""
        return [self[name] for name in ("state", "category") if name in self.fields]

    @property
    def asks_for_more(self) -> bool:
        return any(field.value() or field.errors for field in self.more)

    @property
    def wanted(self) -> dict[str, str]:
        """What is asked for, as `members_found` takes it."""
        return {name: said for name in ("q", "state", "category") if (said := self.cleaned_data.get(name))}


class MemberKeysField(forms.MultipleChoiceField):
    """Ticks beside members: the keys of those that are ticked, whoever they are."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: str) -> bool:
        return value.isascii() and value.isdecimal() and len(value) < KEY_TOO_LONG


class CardsForm(forms.Form):
    """Whose cards are printed of those found: everybody's, or the ticked ones'; and from which place on."""

    skip = forms.IntegerField(
        label=gettext_lazy("Places already used on the first sheet"),
        min_value=0,
        max_value=CARDS_A_PAGE - 1,
        required=False,
        help_text=gettext_lazy("From 0 to 9, counted from the top left, row by row."),
    )
    only = MemberKeysField(required=False)

    @property
    def keys(self) -> list[int]:
        """Of those that are ticked."""
        return [int(key) for key in self.cleaned_data["only"]]


class MembersFileForm(forms.Form):
    """A file of the members found."""

    format = forms.ChoiceField(label=gettext_lazy("File"), choices=FileLayout.Format.choices)
    contacts = forms.BooleanField(
        label=gettext_lazy("With their contacts"),
        required=False,
        help_text=gettext_lazy("The journal tells who downloaded them."),
    )


class PlayerForm(forms.ModelForm[Player]):
    """What the club knows of a member, and how the name is shown in public."""

    class Meta:
        model = Player
        fields = (
            *("last_name", "first_name", "club", "card", "contact"),
            *("birth_year", "category", "state", "shown"),
        )
        help_texts = {
            "club": gettext_lazy("Pairs of the same club are kept apart in the first round, where it can be done."),
            "contact": gettext_lazy("For the secretary only: it is shown on no public page."),
            "category": gettext_lazy("As the club names its own: a season may be ranked by it."),
            "shown": gettext_lazy("On the players’ pages and the wall; referees and sheets have the whole name."),
        }
        widgets = {
            name: forms.TextInput(attrs={"autocomplete": "off"})
            for name in ("last_name", "first_name", "club", "card", "contact", "category")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["birth_year"].widget.attrs |= {"min": EARLIEST_YEAR, "max": timezone.localdate().year}
        for name in ("state", "shown"):
            self.fields[name].required = False

    def clean_last_name(self) -> str:
        last_name = tidy(self.cleaned_data["last_name"])
        # A member without a single letter in the name could not be found again.
        if not any(char.isalpha() for char in last_name):
            raise forms.ValidationError(_("A last name has letters."))
        return last_name

    def clean_first_name(self) -> str:
        return tidy(self.cleaned_data["first_name"])

    def clean_club(self) -> str:
        return tidy(self.cleaned_data["club"])

    def clean_card(self) -> str:
        return tidy(self.cleaned_data["card"])

    def clean_category(self) -> str:
        return tidy(self.cleaned_data["category"])

    def clean_birth_year(self) -> int | None:
        year: int | None = self.cleaned_data["birth_year"]
        if year is not None and not EARLIEST_YEAR <= year <= timezone.localdate().year:
            raise forms.ValidationError(_("A year of birth has four figures and is not to come: 1956, say."))
        return year

    def clean_state(self) -> str:
        return self.cleaned_data["state"] or Player.State.ACTIVE

    def clean_shown(self) -> str:
        return self.cleaned_data["shown"] or Player.Shown.FULL
