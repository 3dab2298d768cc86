"""Roles, sessions, failed logins, the access log, tokens of programs, and the club's journal."""

from .accounts import Account, Role, must_change_password, role_of
from .journal import JournalEntry
from .logins import Access, FailedLogins, LoginNotice, Session
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
    "Session",
    "must_change_password",
    "role_of",
]
