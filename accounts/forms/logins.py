"""A login, a password chosen, a code of the second factor."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LONGEST_PASSWORD = 128
LONGEST_CODE = 12


def _password(label: Any, autocomplete: str, **more: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=LONGEST_PASSWORD, widget=widget, **more)


class LoginForm(forms.Form):
    """Name and password; on a server with HTTPS also a code, for who has a second factor."""

    username = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}),
    )
    password = _password(gettext_lazy("Password"), "current-password")
    otp = forms.CharField(
        label=gettext_lazy("Code of your phone"),
        required=False,
        max_length=LONGEST_CODE,
        help_text=gettext_lazy("Only if you have set up a second factor."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if not settings.HTTPS:
            del self.fields["otp"]

    def clean_username(self) -> str:
        """As it is kept: a keyboard may write an accent as a letter of its own."""
        name: str = User.normalize_username(self.cleaned_data["username"])
        return name


class NewPasswordForm(forms.Form):
    """A password chosen, typed twice alike."""

    new_password = _password(
        gettext_lazy("New password"),
        "new-password",
        help_text=gettext_lazy("At least 12 characters, and none of those that everybody uses. Anything else goes."),
    )
    new_password_again = _password(gettext_lazy("The same password again"), "new-password")

    def __init__(self, *args: Any, user: User, **named: Any) -> None:
        super().__init__(*args, **named)
        self.user = user

    def clean_new_password(self) -> str:
        new: str = self.cleaned_data["new_password"]
        validate_password(new, self.user)
        return new

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        typed = [cleaned[name] for name in ("new_password", "new_password_again") if name in cleaned]
        if len(set(typed)) > 1:
            self.add_error("new_password_again", _("The two passwords differ. Please type them again."))
        return cleaned


class PasswordForm(NewPasswordForm):
    """The same, from whoever knows the one of now."""

    field_order = ("old_password", "new_password", "new_password_again")

    old_password = _password(gettext_lazy("Password of now"), "current-password")

    def clean(self) -> dict[str, Any]:
        """One that was drawn, or that somebody has seen, stays known to them."""
        cleaned = super().clean()
        if "new_password" in cleaned and cleaned["new_password"] == cleaned.get("old_password"):
            self.add_error("new_password", _("This is your password of now: choose another one."))
        return cleaned


class CodeForm(forms.Form):
    """A code that the app on the phone shows."""

    otp = forms.CharField(
        label=gettext_lazy("The code that your phone shows now"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
