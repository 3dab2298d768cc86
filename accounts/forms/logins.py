"""The forms for logging in, choosing a password, and entering a code of the second factor."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LONGEST_PASSWORD = 128
LONGEST_CODE = 12
PASSWORDS_DIFFER = gettext_lazy("The two passwords differ. Please type them again.")


def _password(label: Any, autocomplete: str, **more: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=LONGEST_PASSWORD, widget=widget, **more)


class LoginForm(forms.Form):
    """Name and password, and a code on a server with HTTPS and by the line."""

    username = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}),
    )
    password = _password(gettext_lazy("Password"), "current-password")
    otp = forms.CharField(
        label=gettext_lazy("Code from your phone"),
        required=False,
        max_length=LONGEST_CODE,
        help_text=gettext_lazy("Only if you have set up two-step login."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, by_line: bool = False, **named: Any) -> None:
        super().__init__(*args, **named)
        if by_line:
            self.fields["otp"].help_text = gettext_lazy("From outside, only accounts with two-step login come in.")
        elif not settings.HTTPS:
            del self.fields["otp"]

    def clean_username(self) -> str:
        """Return the name as it is stored: some keyboards type an accent as a separate character."""
        name: str = User.normalize_username(self.cleaned_data["username"])
        return name


class DeviceForm(forms.Form):
    """The name of the person who wants to log in on a new device, and a code shown by somebody who is logged in."""

    username = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("The name with which you log in."),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}),
    )
    code = forms.CharField(
        label=gettext_lazy("Code"),
        help_text=gettext_lazy("Eight characters, on the page of somebody who is logged in."),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "typed-code"}
        ),
    )

    def clean_username(self) -> str:
        """Return the name as it is stored: some keyboards type an accent as a separate character."""
        name: str = User.normalize_username(self.cleaned_data["username"])
        return name


class NewPasswordForm(forms.Form):
    """A new password, typed twice."""

    new_password = _password(
        gettext_lazy("New password"),
        "new-password",
        help_text=gettext_lazy("At least 12 characters. Very common passwords are refused."),
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
            self.add_error("new_password_again", str(PASSWORDS_DIFFER))
        return cleaned


class PasswordForm(NewPasswordForm):
    """A new password, and the current one."""

    field_order = ("old_password", "new_password", "new_password_again")

    old_password = _password(gettext_lazy("Current password"), "current-password")

    def clean(self) -> dict[str, Any]:
        """Refuse the current password as the new one: somebody else may know it."""
        cleaned = super().clean()
        if "new_password" in cleaned and cleaned["new_password"] == cleaned.get("old_password"):
            self.add_error("new_password", _("This is already your password: choose a different one."))
        return cleaned


class LoginCodeForm(forms.Form):
    """A code from the app on the phone."""

    otp = forms.CharField(
        label=gettext_lazy("The code that your phone shows now"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
