"""Who may do what, who is logged in where, who tried to log in, which programs may come, and the club's journal."""

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
