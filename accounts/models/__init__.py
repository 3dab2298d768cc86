"""Roles, sessions, failed logins, the access log, tokens of programs, forms sent, and the club's journal."""

from .accounts import Account, Role, must_change_password, role_of
from .journal import JournalEntry
from .logins import Access, FailedLogins, LoginNotice, Session
from .sent_forms import SentForm
from .tokens import ApiToken, Program

__all__ = [
    "Access",
    "Account",
    "ApiToken",
    "FailedLogins",
    "JournalEntry",
    "LoginNotice",
    "Program",
    "Role",
    "SentForm",
    "Session",
    "must_change_password",
    "role_of",
]
