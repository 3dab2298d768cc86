"""What is typed to come in, and about accounts and programs."""

from .accounts import AccountForm, NewAccountForm
from .logins import CodeForm, LoginForm, NewPasswordForm, PasswordForm
from .programs import ProgramForm

__all__ = ["AccountForm", "CodeForm", "LoginForm", "NewAccountForm", "NewPasswordForm", "PasswordForm", "ProgramForm"]
