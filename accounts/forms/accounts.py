"""The forms with which administrators create and change accounts."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy

from accounts.models import Role, role_of

ROLE_HELP = {
    Role.VIEWER: gettext_lazy("viewer: looks at everything, changes nothing"),
    Role.SCORER: gettext_lazy("scorer: types slips and checks in"),
    Role.SECRETARY: gettext_lazy("secretary: members, entries, seasons, files and the calendar"),
    Role.TREASURER: gettext_lazy("treasurer: the till and receipts"),
    Role.REFEREE: gettext_lazy("referee: runs tournaments"),
    Role.ADMINISTRATOR: gettext_lazy("administrator: also accounts, deletion, and the club’s settings"),
}


def _role(initial: Role) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy("What the account may do"),
        choices=list(ROLE_HELP.items()),
        initial=initial,
        widget=forms.RadioSelect,
    )


class NewAccountForm(forms.Form):
    """The name and role of a new account."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        help_text=gettext_lazy("What they log in with: letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = _role(Role.REFEREE)

    def clean_name(self) -> str:
        name: str = User.normalize_username(self.cleaned_data["name"])
        User.username_validator(name)
        return name

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        return {"name": self.cleaned_data["name"], "role": Role(self.cleaned_data["role"])}


class AccountForm(forms.Form):
    """The role of an account, or its disabling."""

    role = _role(Role.VIEWER)
    active = forms.BooleanField(
        label=gettext_lazy("May log in"),
        required=False,
        help_text=gettext_lazy(
            "If this is not ticked, the account is disabled; what it has done stays in the history."
        ),
    )

    def __init__(self, data: Any, *, user: User) -> None:
        super().__init__(data, initial={"role": role_of(user), "active": user.is_active})

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        return {"role": Role(self.cleaned_data["role"]), "active": self.cleaned_data["active"]}
