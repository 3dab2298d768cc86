"""The forms of logins, accounts and tokens."""

from .accounts import AccountForm, NewAccountForm
from .logins import DeviceForm, LoginCodeForm, LoginForm, NewPasswordForm, PasswordForm
from .programs import ProgramForm

__all__ = [
    "AccountForm",
    "LoginCodeForm",
    "DeviceForm",
    "LoginForm",
    "NewAccountForm",
    "NewPasswordForm",
    "PasswordForm",
    "ProgramForm",
]
