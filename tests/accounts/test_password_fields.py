"""Every field for a password, whatever its name: its attributes for browsers, and its longest value."""

import pytest
from django import forms
from django.contrib.auth.models import User

from accounts.forms import LoginForm, NewPasswordForm, PasswordForm
from accounts.forms.logins import LONGEST_PASSWORD
from accounts.logins.length import LengthValidator

FORMS = (LoginForm(), NewPasswordForm(user=User()), PasswordForm(user=User()))


def passwords(form: forms.Form) -> list[str]:
    return [name for name, field in form.fields.items() if isinstance(field.widget, forms.PasswordInput)]


def test_password_managers_are_told_what_each_field_is() -> None:
    hints = [[form.fields[name].widget.attrs["autocomplete"] for name in passwords(form)] for form in FORMS]
    assert hints == [["current-password"], ["new-password"] * 2, ["current-password", "new-password", "new-password"]]
    assert FORMS[0].fields["username"].widget.attrs["autocomplete"] == "username"


@pytest.mark.parametrize(("length", "taken"), [(11, False), (12, True), (64, True), (128, True), (129, False)])
def test_a_password_has_12_signs_at_least_and_128_at_most(length: int, taken: bool) -> None:
    assert LONGEST_PASSWORD == 128
    typed = ("una pinella e quattro jolly " * 5)[:length]
    form = NewPasswordForm(dict.fromkeys(passwords(FORMS[1]), typed), user=User(username="anna"))
    assert form.is_valid() == taken


def test_blanks_at_the_ends_belong_to_a_password() -> None:
    typed = "  tre  parole  "
    form = NewPasswordForm(dict.fromkeys(passwords(FORMS[1]), typed), user=User(username="anna"))
    assert form.is_valid() and form.cleaned_data["new_password"] == typed


@pytest.mark.parametrize(("least", "sentence"), [(1, "almeno 1 carattere."), (12, "almeno 12 caratteri.")])
def test_the_administration_says_how_long_a_password_is(least: int, sentence: str) -> None:
    assert LengthValidator(least).get_help_text() == f"Una password deve avere {sentence}"
