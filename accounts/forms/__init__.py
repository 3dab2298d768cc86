"""What is typed to come in, and about accounts."""

from .accounts import AccountForm, NewAccountForm
from .logins import CodeForm, LoginForm, NewPasswordForm, PasswordForm

__all__ = ["AccountForm", "CodeForm", "LoginForm", "NewAccountForm", "NewPasswordForm", "PasswordForm"]
