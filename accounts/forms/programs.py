"""The form with which administrators create a token."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.models import Program

SCOPE_HELP = {
    Program.READ: gettext_lazy(
        "reads what is not public: all tournaments, and the players with club, card and category"
    ),
    Program.RESULTS: gettext_lazy("also writes results of tables, as a scorer does"),
}
ALWAYS = "always"
DAYS = {
    "1": gettext_lazy("a day: one evening"),
    "365": gettext_lazy("a year"),
    ALWAYS: gettext_lazy("until it is revoked"),
}


class ProgramForm(forms.Form):
    """The program's name, and the scope and lifetime of its token."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("The program or device it is for: the history uses this name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("What the program may do"),
        choices=list(SCOPE_HELP.items()),
        initial=Program.READ,
        widget=forms.RadioSelect,
    )
    days = forms.ChoiceField(
        label=gettext_lazy("Valid for"),
        choices=list(DAYS.items()),
        initial="365",
        widget=forms.RadioSelect,
    )

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        typed = self.cleaned_data
        days = None if typed["days"] == ALWAYS else int(typed["days"])
        return {"name": typed["name"], "scope": Program(typed["scope"]), "days": days}
